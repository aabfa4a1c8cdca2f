//! [`TypeName`]: type names in XNA's intermediate XML.

use std::fmt;

use super::basic::Basic;
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum nesting depth of type names.
const DEEPEST: usize = 16;
/// The maximum length of a type name, in bytes.
const LONGEST: usize = 1024;

fn unreadable(fact: impl Into<String>) -> Problem {
    Problem::new(codes::DATA_TYPE_NAME, fact, "write the type name as XNA does, such as `Generic:List[int]`")
}

/// A type named by `Type="…"`, such as `int`, `Framework:Vector3[]` or `Generic:Dictionary[string,Game.Item]`. Prefixes stand
/// for .NET namespaces, and are replaced by them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypeName {
    Array(Box<TypeName>),
    Named { name: String, arguments: Vec<TypeName> },
}

/// The form of a type's values.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Form<'t> {
    Basic(Basic),
    /// Values that may be null.
    Nullable(&'t TypeName),
    List(&'t TypeName),
    Map(&'t TypeName, &'t TypeName),
    /// A type that the game defines.
    Own,
}

impl TypeName {
    /// Parses a type name. `namespace` returns the namespace of a prefix.
    pub(super) fn parse(text: &str, namespace: impl Fn(&str) -> Option<String>) -> Result<Self> {
        if text.len() > LONGEST {
            return Err(unreadable(format!("it is {} bytes long, but the limit is {LONGEST} bytes", text.len())));
        }
        let mut reader = Reader { rest: text.trim(), namespace };
        let name = reader.name(0)?;
        match reader.rest {
            "" => Ok(name),
            rest => Err(unreadable(format!("`{rest}` follows the end of the name"))),
        }
    }

    /// Returns the form of the type's values.
    pub(super) fn form(&self) -> Form<'_> {
        let (name, arguments) = match self {
            Self::Array(item) => return Form::List(item),
            Self::Named { name, arguments } => (name.as_str(), arguments.as_slice()),
        };
        let short =
            ["System.Collections.Generic.", "System.Collections.ObjectModel.", "System.", "Microsoft.Xna.Framework."]
                .into_iter()
                .find_map(|namespace| name.strip_prefix(namespace))
                .unwrap_or(name);
        match (short, arguments) {
            (_, []) => Basic::of_dotnet(short).map_or(Form::Own, Form::Basic),
            ("Nullable", [inner]) => Form::Nullable(inner),
            ("List" | "IList" | "ICollection" | "IEnumerable" | "Collection", [item]) => Form::List(item),
            ("Dictionary" | "IDictionary", [key, value]) => Form::Map(key, value),
            _ => Form::Own,
        }
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(item) => write!(f, "{item}[]"),
            Self::Named { name, arguments } if arguments.is_empty() => f.write_str(name),
            Self::Named { name, arguments } => {
                write!(f, "{name}[")?;
                for (index, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
        }
    }
}

struct Reader<'t, N> {
    rest: &'t str,
    namespace: N,
}

impl<N: Fn(&str) -> Option<String>> Reader<'_, N> {
    fn name(&mut self, depth: usize) -> Result<TypeName> {
        if depth == DEEPEST {
            return Err(unreadable(format!("it is nested more than {DEEPEST} levels deep")));
        }
        let mut name = TypeName::Named { name: self.plain()?, arguments: Vec::new() };
        while self.eat('[') {
            if self.eat(']') {
                name = TypeName::Array(Box::new(name));
                continue;
            }
            let TypeName::Named { arguments, .. } = &mut name else {
                return Err(unreadable("an array cannot have type arguments"));
            };
            if !arguments.is_empty() {
                return Err(unreadable("it has two lists of type arguments"));
            }
            loop {
                arguments.push(self.name(depth + 1)?);
                if !self.eat(',') {
                    break;
                }
            }
            if !self.eat(']') {
                return Err(unreadable("a `]` is missing"));
            }
        }
        Ok(name)
    }

    /// Parses a name without arguments, and replaces its prefix.
    fn plain(&mut self) -> Result<String> {
        let end = self.rest.find(['[', ']', ',']).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        let text = text.trim();
        let (prefix, name) = text.split_once(':').map_or((None, text), |(prefix, name)| (Some(prefix), name));
        let is_name = |name: &str| name.chars().all(|it| it.is_alphanumeric() || matches!(it, '.' | '_' | '+' | '`'));
        if name.is_empty() || !is_name(name) {
            return Err(unreadable(format!("`{text}` is not a name")));
        }
        match prefix {
            None => Ok(name.to_owned()),
            Some(prefix) => match (self.namespace)(prefix) {
                Some(namespace) => Ok(format!("{namespace}.{name}")),
                None => Err(unreadable(format!("the prefix `{prefix}` is not declared"))),
            },
        }
    }

    fn eat(&mut self, character: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(character);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<TypeName> {
        let namespaces = [("F", "Microsoft.Xna.Framework"), ("Generic", "System.Collections.Generic")];
        let find =
            |prefix: &str| namespaces.iter().find(|(known, _)| *known == prefix).map(|(_, name)| (*name).to_owned());
        TypeName::parse(text, find)
    }

    #[test]
    fn names_are_written_out() {
        let written = |text: &str| parse(text).map(|name| name.to_string());
        let map = "System.Collections.Generic.Dictionary[string,Microsoft.Xna.Framework.Vector2[]]";
        assert_eq!(written("Generic:Dictionary[string, F:Vector2[]]").unwrap(), map);
        assert_eq!(written("Game.Unit+Kind").unwrap(), "Game.Unit+Kind");
        for wrong in ["", "int[", "int]", "a b", "G:List[int]", "List[]x", "List[int][string]", "List[int", ":a"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse(&format!("{}int{}", "A[".repeat(40), "]".repeat(40))).is_err());
    }

    #[test]
    fn forms_are_those_of_dotnet_and_xna() {
        let form = |text: &str| format!("{:?}", parse(text).unwrap().form());
        assert_eq!(form("float"), "Basic(F32)");
        assert_eq!(form("System.Int32"), "Basic(I32)");
        assert_eq!(form("F:Vector3"), "Basic(Vector3)");
        assert_eq!(form("Game.Unit"), "Own");
        assert!(form("int[]").starts_with("List"));
        assert!(form("Generic:List[Game.Unit]").starts_with("List"));
        assert!(form("Generic:Dictionary[string,int]").starts_with("Map"));
        assert!(form("System.Nullable[int]").starts_with("Nullable"));
    }
}
