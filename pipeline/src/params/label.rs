//! The name of a parameter's type, for users who write TOML.

use super::shape::ParamShape;

/// The name of what a shape accepts: `true or false`, `list of 3 numbers`.
#[must_use]
pub fn type_label(shape: &ParamShape) -> String {
    match shape {
        ParamShape::Any => "several types".to_owned(),
        ParamShape::Boolean => "true or false".to_owned(),
        ParamShape::Integer { .. } => "whole number".to_owned(),
        ParamShape::Number => "number".to_owned(),
        ParamShape::Text => "string".to_owned(),
        ParamShape::Character => "character".to_owned(),
        ParamShape::List { item, length: None } => format!("list of {}", plural(item)),
        ParamShape::List { item, length: Some(length) } => format!("list of {length} {}", plural(item)),
        ParamShape::Table(value) => format!("table of {}", plural(value)),
        ParamShape::Record(_) => "table".to_owned(),
        ParamShape::Choice(variants) => choice(variants),
    }
}

/// The texts of a choice, or tables where a name has a value.
fn choice(variants: &[(&'static str, Option<ParamShape>)]) -> String {
    let mut names: Vec<String> =
        variants.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| format!("\"{name}\"")).collect();
    if names.len() < variants.len() {
        names.push("a table".to_owned());
    }
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn plural(item: &ParamShape) -> &'static str {
    match item {
        ParamShape::Integer { .. } => "whole numbers",
        ParamShape::Number => "numbers",
        ParamShape::Text | ParamShape::Choice(_) => "strings",
        ParamShape::Record(_) | ParamShape::Table(_) => "tables",
        ParamShape::List { .. } => "lists",
        ParamShape::Any | ParamShape::Boolean | ParamShape::Character => "values",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::super::shape::shape_of;
    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[allow(dead_code, reason = "only its shape is looked at")]
    enum Mode {
        Once,
        Repeat,
        AtRate(f64),
    }

    #[test]
    fn labels_are_in_the_words_of_toml() {
        for (shape, expected) in [
            (shape_of::<Option<bool>>(), "true or false"),
            (shape_of::<[f32; 3]>(), "list of 3 numbers"),
            (shape_of::<Vec<String>>(), "list of strings"),
            (shape_of::<BTreeMap<String, u8>>(), "table of whole numbers"),
            (shape_of::<Mode>(), "\"once\", \"repeat\" or a table"),
            (ParamShape::Any, "several types"),
        ] {
            assert_eq!(type_label(&shape), expected);
        }
    }
}
