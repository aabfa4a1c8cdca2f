//! [`TypeName`]: the names by which .NET finds a type.

/// A type's name with its generic arguments; the version, culture and key of its assembly do not matter here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeName<'a> {
    /// With its namespace, without the number of arguments: `System.Collections.Generic.List`, `System.Int32[]`.
    pub(crate) name: &'a str,
    /// The generic arguments.
    pub(crate) arguments: Vec<TypeName<'a>>,
    /// The assembly's simple name, where the name says it.
    pub(crate) assembly: Option<&'a str>,
}

/// How deep arguments may have arguments.
const DEEPEST: usize = 16;

impl<'a> TypeName<'a> {
    /// Parses a name as `Type.AssemblyQualifiedName` gives it: ``Name`2[[Argument, Assembly, …],[…]], Assembly, …``.
    /// `None` for what is no such name.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let (name, rest) = Self::parse_at(text, 0)?;
        rest.is_empty().then_some(name)
    }

    /// Parses as much as is a name; gives back what follows: nothing, or text that begins with the `]` of an argument.
    fn parse_at(text: &'a str, depth: usize) -> Option<(Self, &'a str)> {
        let end = text.find(['`', '[', ',', ']']).unwrap_or(text.len());
        let (mut name, mut rest) = text.split_at(end);
        let mut arguments = Vec::new();
        if let Some(generic) = rest.strip_prefix('`') {
            let digits = generic.len() - generic.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count: usize = generic[..digits].parse().ok()?;
            (arguments, rest) = Self::parse_arguments(&generic[digits..], count, depth)?;
        }
        if rest.starts_with("[]") {
            // Only of a type without arguments is the array's name a piece of the text.
            name = arguments.is_empty().then(|| &text[..end + 2])?;
            rest = &rest[2..];
        }
        let details = &rest[..rest.find(']').unwrap_or(rest.len())];
        let assembly = match details.strip_prefix(',') {
            Some(details) => Some(details.split(',').next().unwrap_or_default().trim()),
            None if details.is_empty() => None,
            None => return None,
        };
        (!name.is_empty()).then_some((Self { name, arguments, assembly }, &rest[details.len()..]))
    }

    fn parse_arguments(text: &'a str, count: usize, depth: usize) -> Option<(Vec<Self>, &'a str)> {
        let mut rest = text.strip_prefix('[')?;
        let mut arguments = Vec::new();
        if depth == DEEPEST {
            return None;
        }
        loop {
            let (argument, after) = Self::parse_at(rest.strip_prefix('[')?, depth + 1)?;
            arguments.push(argument);
            rest = after.strip_prefix(']')?;
            match rest.strip_prefix(',') {
                Some(more) => rest = more,
                None => break,
            }
        }
        (arguments.len() == count).then_some((arguments, rest.strip_prefix(']')?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let parsed = TypeName::parse(
            "A.B`2[[System.String, mscorlib, Version=4.0.0.0],[C.D`1[[E.F, g]], h]], i, Culture=neutral",
        );
        let leaf = |name, assembly| TypeName { name, arguments: Vec::new(), assembly: Some(assembly) };
        let list = TypeName { name: "C.D", arguments: vec![leaf("E.F", "g")], assembly: Some("h") };
        let whole =
            TypeName { name: "A.B", arguments: vec![leaf("System.String", "mscorlib"), list], assembly: Some("i") };
        assert_eq!(parsed, Some(whole));
        assert_eq!(TypeName::parse("System.Int32[], mscorlib"), Some(leaf("System.Int32[]", "mscorlib")));
        assert_eq!(TypeName::parse("A.B").map(|it| (it.name, it.assembly)), Some(("A.B", None)));
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let deep = format!("{}X{}", "A`1[[".repeat(1000), "]]".repeat(1000));
        for text in ["", ", a", "A`1", "A`2[[B]]", "A`1[[B]", "A`1[B]", "A]", "A`1[[B]]]", "A`", &deep] {
            assert_eq!(TypeName::parse(text), None, "{text:.40}");
        }
    }
}
