//! [`notation`]: types of game data by short names, as XNA's intermediate XML has them.

use super::foreign::Foreign;
use super::type_name::TypeName;

/// The assemblies of .NET's and XNA's own types, which go without saying.
const STANDARD: [(&str, &str); 2] = [
    ("System.", "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089"),
    (
        "Microsoft.Xna.Framework.",
        "Microsoft.Xna.Framework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553",
    ),
];

/// A type, such as `System.Collections.Generic.List[System.Int32]`, `System.Int32[]`. An assembly that does not go without
/// saying follows, and an argument that has one stands in brackets of its own: `…List[[Game.Kind, Game]]`. A type that game
/// data has no kind for is the one that its values become.
pub(crate) fn notation(name: &TypeName<'_>) -> String {
    let (mut text, details) = parts(name);
    if let Some(details) = details {
        text += ", ";
        text += details;
    }
    text
}

/// The type of lists of this type: `T[]`.
pub(crate) fn array(item: &TypeName<'_>) -> String {
    notation(&TypeName { arrays: item.arrays + 1, ..item.clone() })
}

/// A generic type of arguments without an assembly that has to be said.
pub(crate) fn generic(name: &str, arguments: &[TypeName<'_>]) -> String {
    let argument = |argument: &TypeName<'_>| match parts(argument) {
        (text, None) => text,
        (text, Some(details)) => format!("[{text}, {details}]"),
    };
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    format!("{name}[{}]", arguments.join(","))
}

fn parts<'a>(name: &TypeName<'a>) -> (String, Option<&'a str>) {
    if let Some(foreign) = foreign(name) {
        return (foreign.becomes().to_owned() + &"[]".repeat(name.arrays), None);
    }
    let text = match name.arguments.as_slice() {
        [] => name.name.to_owned(),
        [argument] if name.name == "System.Nullable" && argument.arrays == 0 && is_text(argument) => {
            "System.String".to_owned()
        }
        arguments => generic(name.name, arguments),
    };
    let goes_without_saying =
        |details: &&str| STANDARD.iter().any(|(namespace, known)| name.name.starts_with(namespace) && details == known);
    (text + &"[]".repeat(name.arrays), name.details.filter(|details| !goes_without_saying(details)))
}

fn foreign(name: &TypeName<'_>) -> Option<Foreign> {
    let short = name.name.strip_prefix("System.").or_else(|| name.name.strip_prefix("Microsoft.Xna.Framework."))?;
    Foreign::of_name(short).filter(|_| name.arguments.is_empty())
}

/// Whether values become texts, which may be null without further ado.
fn is_text(name: &TypeName<'_>) -> bool {
    foreign(name).is_some_and(|foreign| foreign.becomes() == "System.String")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_without_saying_is_not_said() {
        let cases = [
            (
                "System.Int32, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
                "System.Int32",
            ),
            ("System.Int32[], mscorlib", "System.Int32[], mscorlib"),
            ("Game.Kind, Game, Version=1.0.0.0", "Game.Kind, Game, Version=1.0.0.0"),
            (
                "System.Collections.Generic.Dictionary`2[[System.String],[Game.Kind, Game]]",
                "System.Collections.Generic.Dictionary[System.String,[Game.Kind, Game]]",
            ),
            ("System.Nullable`1[[System.DateTime]]", "System.String"),
            (
                "System.Nullable`1[[Microsoft.Xna.Framework.BoundingFrustum]][]",
                "System.Nullable[Microsoft.Xna.Framework.Matrix][]",
            ),
        ];
        for (name, expected) in cases {
            assert_eq!(notation(&TypeName::parse(name).unwrap()), expected);
        }
        let item = TypeName::parse("Game.Kind, Game").unwrap();
        assert_eq!(array(&item), "Game.Kind[], Game");
        assert_eq!(generic("A.B", &[item]), "A.B[[Game.Kind, Game]]");
    }
}
