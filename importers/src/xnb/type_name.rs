//! [`TypeName`]: the names by which .NET finds a type.

/// A type's name with its generic arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeName<'a> {
    /// With its namespace, without the number of arguments: `System.Collections.Generic.List`.
    pub(crate) name: &'a str,
    /// The generic arguments.
    pub(crate) arguments: Vec<TypeName<'a>>,
    /// How many times `[]` follows: 1 for an array, 2 for an array of arrays.
    pub(crate) arrays: usize,
    /// The assembly, with its version, culture and key as far as the name says them.
    pub(crate) details: Option<&'a str>,
}

/// How deep arguments may have arguments, and how many times a type may be an array of another.
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
        let (name, mut rest) = text.split_at(end);
        let mut arguments = Vec::new();
        if let Some(generic) = rest.strip_prefix('`') {
            let digits = generic.len() - generic.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count: usize = generic[..digits].parse().ok()?;
            (arguments, rest) = Self::parse_arguments(&generic[digits..], count, depth)?;
        }
        let mut arrays = 0;
        while let Some(after) = rest.strip_prefix("[]") {
            (arrays, rest) = (arrays + 1, after);
        }
        let details = &rest[..rest.find(']').unwrap_or(rest.len())];
        rest = &rest[details.len()..];
        let details = match details.strip_prefix(',') {
            Some(details) => Some(details.trim()),
            None if details.is_empty() => None,
            None => return None,
        };
        (!name.is_empty() && arrays <= DEEPEST).then_some((Self { name, arguments, arrays, details }, rest))
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
        let leaf = |name, details| TypeName { name, arguments: Vec::new(), arrays: 0, details: Some(details) };
        let list = TypeName { arguments: vec![leaf("E.F", "g")], ..leaf("C.D", "h") };
        let arguments = vec![leaf("System.String", "mscorlib, Version=4.0.0.0"), list];
        let whole = TypeName { arguments, ..leaf("A.B", "i, Culture=neutral") };
        assert_eq!(parsed, Some(whole));
        let array = TypeName { arrays: 2, ..leaf("System.Int32", "mscorlib") };
        assert_eq!(TypeName::parse("System.Int32[][], mscorlib"), Some(array));
        assert_eq!(TypeName::parse("A.B").map(|it| (it.name, it.details)), Some(("A.B", None)));
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let deep = format!("{}X{}", "A`1[[".repeat(1000), "]]".repeat(1000));
        let arrays = format!("A{}", "[]".repeat(1000));
        for text in ["", ", a", "A`1", "A`2[[B]]", "A`1[[B]", "A`1[B]", "A]", "A`1[[B]]]", "A`", &deep, &arrays] {
            assert_eq!(TypeName::parse(text), None, "{text:.40}");
        }
    }
}
