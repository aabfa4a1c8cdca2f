//! [`parse`]: types by the names that game data and people give them.

use super::basic::Basic;
use super::dotnet_type::DotnetType;

/// How deep types may nest, and how many bytes a name may have.
const DEEPEST: usize = 16;
const LONGEST: usize = 4096;

/// The type of a name such as `int`, `Microsoft.Xna.Framework.Vector3[]`, `System.Collections.Generic.List[System.Int32]`. The
/// assembly of a game's own type follows it, as an argument in brackets of its own: `…List[[Game.Kind, Game]]`.
/// `None` for what is no such name, and for generic types but lists, dictionaries and nullables.
pub(super) fn parse(text: &str) -> Option<DotnetType> {
    if text.len() > LONGEST {
        return None;
    }
    let (name, rest) = parse_at(text, true, 0)?;
    rest.is_empty().then_some(name)
}

/// Parses a name and gives back what follows. An assembly is taken only where `takes_assembly` says so.
fn parse_at(text: &str, takes_assembly: bool, depth: usize) -> Option<(DotnetType, &str)> {
    let end = text.find(['[', ']', ',']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    let mut arguments = Vec::new();
    if rest.starts_with('[') && !rest.starts_with("[]") {
        if depth == DEEPEST {
            return None;
        }
        (arguments, rest) = parse_arguments(&rest[1..], depth)?;
    }
    let mut arrays = 0;
    while let Some(after) = rest.strip_prefix("[]") {
        (arrays, rest) = (arrays + 1, after);
    }
    let mut assembly = "";
    if takes_assembly && let Some(after) = rest.strip_prefix(',') {
        (assembly, rest) = after.split_at(after.find(']').unwrap_or(after.len()));
    }
    let item = named(name.trim(), arguments, assembly.trim())?;
    let array = |item, _| DotnetType::Array(Box::new(item));
    (arrays + depth <= DEEPEST).then(|| ((0..arrays).fold(item, array), rest))
}

fn parse_arguments(mut rest: &str, depth: usize) -> Option<(Vec<DotnetType>, &str)> {
    let mut arguments = Vec::new();
    loop {
        let argument = match rest.strip_prefix('[') {
            Some(inner) => {
                let (argument, after) = parse_at(inner, true, depth + 1)?;
                (argument, after.strip_prefix(']')?)
            }
            None => parse_at(rest, false, depth + 1)?,
        };
        arguments.push(argument.0);
        match argument.1.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Some((arguments, argument.1.strip_prefix(']')?)),
        }
    }
}

fn named(name: &str, arguments: Vec<DotnetType>, assembly: &str) -> Option<DotnetType> {
    let short = ["System.Collections.Generic.", "System.", "Microsoft.Xna.Framework."]
        .into_iter()
        .find_map(|namespace| name.strip_prefix(namespace))
        .unwrap_or(name);
    let mut arguments = arguments.into_iter().map(Box::new);
    Some(match (short, arguments.next(), arguments.next(), arguments.next()) {
        ("", ..) => return None,
        ("String" | "string", None, ..) => DotnetType::String,
        ("Object" | "object", None, ..) => DotnetType::Object,
        (short, None, ..) => match (Basic::of_name(short), assembly) {
            (Some(basic), _) => DotnetType::Basic(basic),
            (None, "") => DotnetType::Named(name.to_owned()),
            (None, assembly) => DotnetType::Named(format!("{name}, {assembly}")),
        },
        ("List", Some(item), None, _) => DotnetType::List(item),
        ("Nullable", Some(value), None, _) => DotnetType::Nullable(value),
        ("Dictionary", Some(key), Some(value), None) => DotnetType::Dictionary(key, value),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_types() {
        let cases = [
            ("int", Some("Microsoft.Xna.Framework.Content.Int32Reader")),
            (
                "Vector3[]",
                Some(
                    "Microsoft.Xna.Framework.Content.ArrayReader`1[[Microsoft.Xna.Framework.Vector3, Microsoft.Xna.Framework, \
                     Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553]]",
                ),
            ),
            (
                "System.Collections.Generic.Dictionary[string,[Game.Kind[], Game]]",
                Some(
                    "Microsoft.Xna.Framework.Content.DictionaryReader`2[[System.String, mscorlib, Version=4.0.0.0, \
                     Culture=neutral, PublicKeyToken=b77a5c561934e089],[Game.Kind[], Game]]",
                ),
            ),
            (
                "List[Nullable[float]]",
                Some(
                    "Microsoft.Xna.Framework.Content.ListReader`1[[System.Nullable`1[[System.Single, mscorlib, Version=4.0.0.0, \
                     Culture=neutral, PublicKeyToken=b77a5c561934e089]], mscorlib, Version=4.0.0.0, Culture=neutral, \
                     PublicKeyToken=b77a5c561934e089]]",
                ),
            ),
            ("", None),
            ("List", Some("Microsoft.Xna.Framework.Content.ObjectReader")),
            ("List[]]", None),
            ("List[int", None),
            ("List[int,int]", None),
            ("Game.Box[int]", None),
        ];
        for (name, expected) in cases {
            assert_eq!(parse(name).map(|found| found.reader()).as_deref(), expected, "{name}");
        }
        assert_eq!(parse(&"List[".repeat(1000)), None);
        assert_eq!(parse(&format!("int{}", "[]".repeat(1000))), None);
    }
}
