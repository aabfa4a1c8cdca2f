//! [`TypeName`]: the name of a .NET type, in the two notations of XNA.

use std::fmt;

/// The namespaces of .NET's and XNA's own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Namespace {
    System,
    Framework,
}

impl Namespace {
    fn of_name(name: &str) -> Option<Self> {
        [Self::System, Self::Framework].into_iter().find(|it| name.starts_with(it.prefix()))
    }

    const fn prefix(self) -> &'static str {
        match self {
            Self::System => "System.",
            Self::Framework => "Microsoft.Xna.Framework.",
        }
    }

    /// The assembly that XNA's own files name for the types of a namespace.
    const fn assembly(self) -> &'static str {
        match self {
            Self::System => "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
            Self::Framework => {
                "Microsoft.Xna.Framework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553"
            }
        }
    }
}

/// The name of a .NET type.
///
/// XNB files name types as `Type.AssemblyQualifiedName` does, with [`qualified`](TypeName::qualified) names; XNA's XML names them by
/// [`short`](TypeName::short) ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeName {
    /// With its namespace, without the number of generic arguments: `System.Collections.Generic.List`.
    pub name: String,
    /// The generic arguments.
    pub arguments: Vec<TypeName>,
    /// The number of `[]` that follow: 1 for an array, 2 for an array of arrays.
    pub arrays: usize,
    /// The assembly, with its version, culture and key as far as they are known; empty if it is not.
    pub assembly: String,
}

/// The longest name, in bytes, and the deepest arguments of arguments and arrays of arrays that are read.
const LONGEST: usize = 16_384;
const DEEPEST: usize = 16;

impl TypeName {
    /// A type without arguments in one of the namespaces.
    pub(super) fn within(namespace: Namespace, name: &str) -> Self {
        Self::standard(format!("{}{name}", namespace.prefix()))
    }

    /// A type without arguments, in the assembly that XNA has for its namespace, if that is .NET's or XNA's own.
    #[must_use]
    pub fn standard(name: String) -> Self {
        let assembly = Namespace::of_name(&name).map_or("", Namespace::assembly).to_owned();
        Self { name, assembly, ..Self::default() }
    }

    /// The generic type with these arguments.
    #[must_use]
    pub fn with_arguments(self, arguments: Vec<Self>) -> Self {
        Self { arguments, ..self }
    }

    /// The type of an array's items.
    #[must_use]
    pub fn item(&self) -> Option<Self> {
        Some(Self { arrays: self.arrays.checked_sub(1)?, ..self.clone() })
    }

    /// The name without the namespace `System` or `Microsoft.Xna.Framework`; `None` for other namespaces and for arrays.
    #[must_use]
    pub fn in_framework(&self) -> Option<&str> {
        let namespace = Namespace::of_name(&self.name).filter(|_| self.arrays == 0)?;
        self.name.strip_prefix(namespace.prefix())
    }

    /// The name as .NET finds the type: ``Name`2[[Argument, Assembly, …],[…]], Assembly, …``.
    #[must_use]
    pub fn qualified(&self) -> String {
        let mut text = self.name.clone();
        if !self.arguments.is_empty() {
            let arguments: Vec<String> = self.arguments.iter().map(|it| format!("[{}]", it.qualified())).collect();
            text += &format!("`{}[{}]", arguments.len(), arguments.join(","));
        }
        text += &"[]".repeat(self.arrays);
        if self.assembly.is_empty() { text } else { text + ", " + &self.assembly }
    }

    /// Parses a qualified name; `None` for anything else.
    #[must_use]
    pub fn parse_qualified(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let (name, rest) = Self::parse_qualified_at(text, 0)?;
        rest.is_empty().then_some(name)
    }

    /// Parses the name at the start of a text; returns the rest: nothing, or the `]` after an argument and what follows.
    fn parse_qualified_at(text: &str, depth: usize) -> Option<(Self, &str)> {
        let end = text.find(['`', '[', ',', ']']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        let mut arguments = Vec::new();
        if let Some(generic) = rest.strip_prefix('`') {
            let digits = generic.len() - generic.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count: usize = generic[..digits].parse().ok()?;
            (arguments, rest) = parse_list(generic[digits..].strip_prefix('[')?, depth, |text, depth| {
                let (argument, rest) = Self::parse_qualified_at(text.strip_prefix('[')?, depth)?;
                Some((argument, rest.strip_prefix(']')?))
            })?;
            if arguments.len() != count {
                return None;
            }
        }
        let (arrays, rest) = parse_arrays(rest);
        let (assembly, rest) = rest.split_at(rest.find(']').unwrap_or(rest.len()));
        let assembly = if assembly.is_empty() { "" } else { assembly.strip_prefix(',')?.trim() };
        let parsed = Self { name: name.to_owned(), arguments, arrays, assembly: assembly.to_owned() };
        (!name.is_empty() && arrays <= DEEPEST).then_some((parsed, rest))
    }

    /// The name as XNA's XML has it: `System.Collections.Generic.List[System.Int32]`. An assembly follows only if it is not the
    /// usual one of .NET's and XNA's types; an argument with its assembly stands in brackets of its own:
    /// `…List[[Game.Kind, Game]]`.
    #[must_use]
    pub fn short(&self) -> String {
        let text = self.short_without_assembly();
        if self.has_usual_assembly() { text } else { text + ", " + &self.assembly }
    }

    fn short_without_assembly(&self) -> String {
        let mut text = self.name.clone();
        if !self.arguments.is_empty() {
            let argument = |it: &Self| if it.has_usual_assembly() { it.short() } else { format!("[{}]", it.short()) };
            let arguments: Vec<String> = self.arguments.iter().map(argument).collect();
            text += &format!("[{}]", arguments.join(","));
        }
        text + &"[]".repeat(self.arrays)
    }

    fn has_usual_assembly(&self) -> bool {
        self.assembly.is_empty() || Namespace::of_name(&self.name).is_some_and(|it| it.assembly() == self.assembly)
    }

    /// Parses a short name, the assembly of which stays empty if it is not given; `None` for anything else.
    #[must_use]
    pub fn parse_short(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let (name, rest) = Self::parse_short_at(text, true, 0)?;
        rest.is_empty().then_some(name)
    }

    /// Parses the name at the start of a text and returns the rest.
    fn parse_short_at(text: &str, takes_assembly: bool, depth: usize) -> Option<(Self, &str)> {
        let end = text.find(['[', ']', ',']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        let mut arguments = Vec::new();
        if let Some(list) = rest.strip_prefix('[').filter(|list| !list.starts_with(']')) {
            (arguments, rest) = parse_list(list, depth, |text, depth| match text.strip_prefix('[') {
                Some(text) => {
                    let (argument, rest) = Self::parse_short_at(text, true, depth)?;
                    Some((argument, rest.strip_prefix(']')?))
                }
                None => Self::parse_short_at(text, false, depth),
            })?;
        }
        let (arrays, mut rest) = parse_arrays(rest);
        let mut assembly = "";
        if takes_assembly && let Some(after) = rest.strip_prefix(',') {
            (assembly, rest) = after.split_at(after.find(']').unwrap_or(after.len()));
        }
        let [name, assembly] = [name, assembly].map(|text| text.trim().to_owned());
        let is_name = !name.is_empty() && arrays + depth <= DEEPEST;
        is_name.then_some((Self { name, arguments, arrays, assembly }, rest))
    }
}

/// Parses arguments, separated by commas, to their closing bracket.
fn parse_list<'a>(
    mut text: &'a str,
    depth: usize,
    parse: impl Fn(&'a str, usize) -> Option<(TypeName, &'a str)>,
) -> Option<(Vec<TypeName>, &'a str)> {
    let mut arguments = Vec::new();
    if depth == DEEPEST {
        return None;
    }
    loop {
        let (argument, rest) = parse(text, depth + 1)?;
        arguments.push(argument);
        match rest.strip_prefix(',') {
            Some(more) => text = more,
            None => return Some((arguments, rest.strip_prefix(']')?)),
        }
    }
}

fn parse_arrays(mut text: &str) -> (usize, &str) {
    let mut arrays = 0;
    while let Some(rest) = text.strip_prefix("[]") {
        (arrays, text) = (arrays + 1, rest);
    }
    (arrays, text)
}

/// The short name.
impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(name: &str, assembly: &str) -> TypeName {
        TypeName { name: name.to_owned(), assembly: assembly.to_owned(), ..TypeName::default() }
    }

    #[test]
    fn qualified_names_are_parsed_and_written() {
        let text = "A.B`2[[System.String, mscorlib, Version=4.0.0.0],[C.D`1[[E.F, g]], h]], i, Culture=neutral";
        let list = leaf("C.D", "h").with_arguments(vec![leaf("E.F", "g")]);
        let arguments = vec![leaf("System.String", "mscorlib, Version=4.0.0.0"), list];
        let whole = leaf("A.B", "i, Culture=neutral").with_arguments(arguments);
        let array = TypeName { arrays: 2, ..leaf("System.Int32", "mscorlib") };
        for (text, name) in [(text, whole), ("System.Int32[][], mscorlib", array), ("A.B", leaf("A.B", ""))] {
            assert_eq!(TypeName::parse_qualified(text).as_ref(), Some(&name));
            assert_eq!(name.qualified(), text);
        }
    }

    #[test]
    fn short_names_leave_the_usual_assemblies_out() {
        let cases = [
            (
                "System.Int32, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
                "System.Int32",
            ),
            ("System.Int32[], mscorlib", "System.Int32[], mscorlib"),
            ("Game.Kind, Game, Version=1.0.0.0", "Game.Kind, Game, Version=1.0.0.0"),
            ("A.B`1[[Game.Kind, Game]]", "A.B[[Game.Kind, Game]]"),
            (
                "System.Collections.Generic.Dictionary`2[[System.String],[Game.Kind[], Game]]",
                "System.Collections.Generic.Dictionary[System.String,[Game.Kind[], Game]]",
            ),
        ];
        for (qualified, short) in cases {
            assert_eq!(TypeName::parse_qualified(qualified).unwrap().short(), short);
            assert_eq!(TypeName::parse_short(short).unwrap().short(), short);
        }
    }

    #[test]
    fn other_texts_are_not_names() {
        let deep = [("A`1[[", "]]"), ("A[", "]"), ("A[]", "[]")]
            .map(|(open, close)| format!("{}X{}", open.repeat(1000), close.repeat(1000)));
        let qualified =
            ["", ", a", "A`1", "A`2[[B]]", "A`1[[B]", "A`1[B]", "A]", "A`1[[B]]]", "A`", &deep[0], &deep[2]];
        for text in qualified {
            assert_eq!(TypeName::parse_qualified(text), None, "{text:.40}");
        }
        for text in ["", "List[]]", "List[int", &deep[1], &deep[2]] {
            assert_eq!(TypeName::parse_short(text), None, "{text:.40}");
        }
    }
}
