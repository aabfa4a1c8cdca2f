//! [`TypeName`]: the name of a .NET type, in the two notations that XNA uses.

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

    /// Returns the assembly that XNA's own files name for the types of a namespace.
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
/// XNB files use the notation of `Type.AssemblyQualifiedName` (see [`qualified`](TypeName::qualified)). XNA's XML uses a
/// shorter notation (see [`short`](TypeName::short)).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeName {
    /// The name with its namespace, without the number of generic arguments, such as `System.Collections.Generic.List`.
    pub name: String,
    /// The generic arguments.
    pub arguments: Vec<TypeName>,
    /// The number of `[]` after the name: 1 for an array, 2 for an array of arrays.
    pub arrays: usize,
    /// The assembly with its version, culture and key, as far as they are known; empty if the assembly is unknown.
    pub assembly: String,
}

/// The length of the longest names that are parsed, in bytes.
const LONGEST_QUALIFIED: usize = 16_384;
const LONGEST_SHORT: usize = 4096;
/// The maximum nesting depth of generic arguments and of arrays.
const DEEPEST: usize = 16;

impl TypeName {
    /// Creates the name of a type without arguments in a namespace.
    pub(super) fn within(namespace: Namespace, name: &str) -> Self {
        Self::standard(format!("{}{name}", namespace.prefix()))
    }

    /// Creates the name of a type without arguments. For a namespace of .NET or XNA, adds the assembly that XNA uses.
    #[must_use]
    pub fn standard(name: String) -> Self {
        let assembly = Namespace::of_name(&name).map_or("", Namespace::assembly).to_owned();
        Self { name, assembly, ..Self::default() }
    }

    /// Returns the name of the array type whose items have this type.
    pub(super) fn array(self) -> Self {
        Self { arrays: self.arrays + 1, ..self }
    }

    /// Returns the name of an array's item type.
    #[must_use]
    pub fn item(&self) -> Option<Self> {
        Some(Self { arrays: self.arrays.checked_sub(1)?, ..self.clone() })
    }

    /// Returns the name without the namespace `System` or `Microsoft.Xna.Framework`; `None` for other namespaces and for
    /// arrays.
    #[must_use]
    pub fn in_framework(&self) -> Option<&str> {
        let namespace = Namespace::of_name(&self.name).filter(|_| self.arrays == 0)?;
        self.name.strip_prefix(namespace.prefix())
    }

    /// Returns the name in the notation with which .NET finds the type: ``Name`2[[Argument, Assembly, …],[…]], Assembly, …``.
    #[must_use]
    pub fn qualified(&self) -> String {
        self.written(Notation::Qualified)
    }

    /// Returns the name in the notation of XNA's XML, such as `System.Collections.Generic.List[System.Int32]`. Includes an
    /// assembly only if it is not the usual assembly of a .NET or XNA type. An argument with an assembly has its own brackets:
    /// `…List[[Game.Kind, Game]]`.
    #[must_use]
    pub fn short(&self) -> String {
        self.written(Notation::Short)
    }

    fn written(&self, notation: Notation) -> String {
        let mut text = self.name.clone();
        if !self.arguments.is_empty() {
            let argument = |it: &Self| {
                let is_bare = notation == Notation::Short && it.has_usual_assembly();
                if is_bare { it.written(notation) } else { format!("[{}]", it.written(notation)) }
            };
            let arguments: Vec<String> = self.arguments.iter().map(argument).collect();
            if notation == Notation::Qualified {
                text += &format!("`{}", arguments.len());
            }
            text += &format!("[{}]", arguments.join(","));
        }
        text += &"[]".repeat(self.arrays);
        let is_usual = notation == Notation::Short && self.has_usual_assembly();
        if self.assembly.is_empty() || is_usual { text } else { text + ", " + &self.assembly }
    }

    fn has_usual_assembly(&self) -> bool {
        self.assembly.is_empty() || Namespace::of_name(&self.name).is_some_and(|it| it.assembly() == self.assembly)
    }

    /// Parses a [`qualified`](Self::qualified) name; `None` for any other text.
    #[must_use]
    pub fn parse_qualified(text: &str) -> Option<Self> {
        Self::parse(text, Notation::Qualified, LONGEST_QUALIFIED)
    }

    /// Parses a [`short`](Self::short) name; `None` for any other text. If the text contains no assembly, the assembly stays
    /// empty.
    #[must_use]
    pub fn parse_short(text: &str) -> Option<Self> {
        Self::parse(text, Notation::Short, LONGEST_SHORT)
    }

    fn parse(text: &str, notation: Notation, longest: usize) -> Option<Self> {
        if text.len() > longest {
            return None;
        }
        let (name, rest) = Self::parse_start(text, notation, true, 0)?;
        rest.is_empty().then_some(name)
    }

    /// Parses the name at the start of a text. Returns the rest, which is empty or starts with a delimiter that ends an
    /// argument.
    fn parse_start(text: &str, notation: Notation, may_have_assembly: bool, depth: usize) -> Option<(Self, &str)> {
        let delimiters: &[char] = if notation == Notation::Short { &['[', ']', ','] } else { &['`', '[', ']', ','] };
        let (name, mut rest) = text.split_at(text.find(delimiters).unwrap_or(text.len()));
        let mut arguments = Vec::new();
        if let Some(generic) = rest.strip_prefix('`') {
            let (count, list) = generic.split_at(generic.find('[')?);
            (arguments, rest) = parse_arguments(&list[1..], notation, depth)?;
            if count.parse() != Ok(arguments.len()) {
                return None;
            }
        } else if let Some(list) = rest.strip_prefix('[').filter(|list| !list.starts_with(']')) {
            (arguments, rest) = parse_arguments(list, notation, depth).filter(|_| notation == Notation::Short)?;
        }
        let (arrays, mut rest) = parse_arrays(rest);
        let mut assembly = "";
        if may_have_assembly && let Some(after) = rest.strip_prefix(',') {
            (assembly, rest) = after.split_at(after.find(']').unwrap_or(after.len()));
        }
        let name = if notation == Notation::Short { name.trim() } else { name };
        let is_name = !name.is_empty() && arrays + depth <= DEEPEST;
        let (name, assembly) = (name.to_owned(), assembly.trim().to_owned());
        is_name.then_some((Self { name, arguments, arrays, assembly }, rest))
    }
}

/// The notation of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    Qualified,
    Short,
}

/// Parses arguments, separated by commas, up to their closing bracket.
fn parse_arguments(mut text: &str, notation: Notation, depth: usize) -> Option<(Vec<TypeName>, &str)> {
    let mut arguments = Vec::new();
    if depth == DEEPEST {
        return None;
    }
    loop {
        let (argument, rest) = match text.strip_prefix('[') {
            Some(bracketed) => {
                let (argument, rest) = TypeName::parse_start(bracketed, notation, true, depth + 1)?;
                (argument, rest.strip_prefix(']')?)
            }
            None if notation == Notation::Qualified => return None,
            None => TypeName::parse_start(text, notation, false, depth + 1)?,
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(name: &str, assembly: &str) -> TypeName {
        TypeName { name: name.to_owned(), assembly: assembly.to_owned(), ..TypeName::default() }
    }

    #[test]
    fn qualified_names_are_parsed_and_written() {
        let text = "A.B`2[[System.String, mscorlib, Version=4.0.0.0],[C.D`1[[E.F, g]], h]], i, Culture=neutral";
        let list = TypeName { arguments: vec![leaf("E.F", "g")], ..leaf("C.D", "h") };
        let arguments = vec![leaf("System.String", "mscorlib, Version=4.0.0.0"), list];
        let whole = TypeName { arguments, ..leaf("A.B", "i, Culture=neutral") };
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
