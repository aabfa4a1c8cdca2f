//! Why a value does not have the shape of its parameter, in the words of TOML.

use toml::Value;

use super::shape::ParamShape;
use crate::nearest::nearest;

/// The longest text that a message repeats, in characters.
const LONGEST_SHOWN: usize = 40;

/// The difference between a value and the shape of its parameter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// The place in the value, as in [`Diagnostic::in_key`](crate::Diagnostic::in_key); `None` for the value as a whole.
    pub(super) key: Option<String>,
    /// What the shape expects, and what the value is instead.
    pub(super) message: String,
}

impl Mismatch {
    fn whole(message: String) -> Self {
        Self { key: None, message }
    }

    /// Moves the mismatch of a part to the whole: `key` is the part's place there, and `name` is its name in messages.
    fn of_part(self, key: &str, name: &str) -> Self {
        let inner = self.key.map_or_else(String::new, |inner| format!(".{inner}"));
        Self { key: Some(format!("{key}{inner}")), message: format!("{name}: {}", self.message) }
    }
}

/// Returns how a value differs from a shape; `None` if the value has the shape.
pub(super) fn mismatch(shape: &ParamShape, value: &Value) -> Option<Mismatch> {
    let other = |expected: &str| Some(Mismatch::whole(format!("expected {expected}, found {}", shown(value))));
    match (shape, value) {
        (ParamShape::Any, _)
        | (ParamShape::Boolean, Value::Boolean(_))
        | (ParamShape::Number, Value::Integer(_) | Value::Float(_))
        | (ParamShape::Text, Value::String(_)) => None,
        (ParamShape::Integer { min, max }, Value::Integer(number)) if (min..=max).contains(&number) => None,
        (ParamShape::Integer { min, .. }, Value::Integer(number)) if number < min => other(&format!("at least {min}")),
        (ParamShape::Integer { max, .. }, Value::Integer(_)) => other(&format!("at most {max}")),
        (ParamShape::Character, Value::String(text)) if text.chars().count() == 1 => None,
        (ParamShape::List { item, length }, Value::Array(values)) => match length {
            Some(length) if *length != values.len() => {
                let found = if values.len() == 1 { "1 value".to_owned() } else { format!("{} values", values.len()) };
                Some(Mismatch::whole(format!("expected a list of {length} values, found {found}")))
            }
            _ => in_list(item, values),
        },
        (ParamShape::Table(shape), Value::Table(entries)) => {
            entries.iter().find_map(|(key, value)| in_key(key, mismatch(shape, value)))
        }
        (ParamShape::Record(fields), Value::Table(entries)) => {
            entries.iter().find_map(|(key, value)| match fields.iter().find(|(name, _)| name == key) {
                Some((_, shape)) => in_key(key, mismatch(shape, value)),
                None => {
                    let message = format!("unknown key `{key}`, expected {}", names(fields));
                    Some(Mismatch { key: Some(key.clone()), message })
                }
            })
        }
        (ParamShape::Choice(variants), Value::String(name)) if has(variants, name, |of| of.is_none()) => None,
        (ParamShape::Choice(variants), Value::Table(entries)) if entries.len() == 1 => {
            let (name, value) = entries.iter().next()?;
            match variants.iter().find(|(variant, _)| variant == name) {
                Some((_, Some(shape))) => in_key(name, mismatch(shape, value)),
                _ => other(&choices(variants, name)),
            }
        }
        (ParamShape::Choice(variants), Value::String(name)) => other(&choices(variants, name)),
        (ParamShape::Choice(variants), _) => other(&names(variants)),
        (ParamShape::Boolean, _) => other("true or false"),
        (ParamShape::Integer { .. }, _) => other("a whole number"),
        (ParamShape::Number, _) => other("a number"),
        (ParamShape::Text, _) => other("a string in quotes"),
        (ParamShape::Character, _) => other("a string of one character"),
        (ParamShape::List { .. }, _) => other("a list"),
        (ParamShape::Table(_) | ParamShape::Record(_), _) => other("a table"),
    }
}

fn in_list(shape: &ParamShape, values: &[Value]) -> Option<Mismatch> {
    let mut numbered = (1_usize..).zip(values);
    let wrong = |(number, value): (usize, &Value)| {
        Some(mismatch(shape, value)?.of_part(&number.to_string(), &format!("value {number}")))
    };
    numbered.find_map(wrong)
}

fn in_key(key: &str, mismatch: Option<Mismatch>) -> Option<Mismatch> {
    mismatch.map(|mismatch| mismatch.of_part(key, &format!("`{key}`")))
}

fn has<T>(named: &[(&str, T)], name: &str, is: impl Fn(&T) -> bool) -> bool {
    named.iter().any(|(known, value)| *known == name && is(value))
}

/// The name that was probably meant, or else all names.
fn choices<T>(named: &[(&str, T)], name: &str) -> String {
    match nearest(name, named.iter().map(|(name, _)| *name)) {
        Some(near) if named.len() > 1 => format!("{} (did you mean `{near}`?)", names(named)),
        _ => names(named),
    }
}

/// `` `one`, `two` or `three` ``
fn names<T>(named: &[(&str, T)]) -> String {
    let quoted: Vec<String> = named.iter().map(|(name, _)| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// The value as a message shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().count() <= LONGEST_SHOWN => format!("{text:?}"),
        Value::String(_) => "a longer text".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::Datetime(_) => "a date".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::params::{ParamError, parse};

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[allow(dead_code, reason = "only errors are looked at")]
    struct Fit {
        on: Option<bool>,
        size: Option<u8>,
        place: Option<[f32; 2]>,
        mode: Option<Mode>,
        names: Option<Vec<String>>,
    }

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "kebab-case")]
    #[allow(dead_code, reason = "only errors are looked at")]
    enum Mode {
        Once,
        Repeat,
        AtRate(f64),
    }

    #[test]
    fn errors_are_in_the_words_of_toml() {
        for (given, expected) in [
            ("on = \"yes\"", "`on`: expected true or false, found \"yes\""),
            ("size = 300", "`size`: expected at most 255, found 300"),
            ("size = -1", "`size`: expected at least 0, found -1"),
            ("size = 1.5", "`size`: expected a whole number, found 1.5"),
            ("place = [1]", "`place`: expected a list of 2 values, found 1 value"),
            ("place = [1, \"x\"]", "`place`: value 2: expected a number, found \"x\""),
            (
                "mode = \"repeats\"",
                "`mode`: expected `once`, `repeat` or `at-rate` (did you mean `repeat`?), found \"repeats\"",
            ),
            ("mode = 3", "`mode`: expected `once`, `repeat` or `at-rate`, found 3"),
            ("mode = { at-rate = \"x\" }", "`mode`: `at-rate`: expected a number, found \"x\""),
            ("names = \"x\"", "`names`: expected a list, found \"x\""),
            ("colour = 1", "unknown key `colour`, expected `on`, `size`, `place`, `mode` or `names`"),
        ] {
            assert_eq!(refused(given).to_string(), format!("parameter `fit`: {expected}"));
        }
    }

    fn refused(given: &str) -> ParamError {
        parse::<Fit>("fit", &Value::Table(toml::from_str(given).unwrap())).unwrap_err()
    }

    #[test]
    fn errors_name_the_key_at_fault() {
        for (given, key) in [
            ("on = true\nsize = 300", "size"),
            ("place = [1, \"x\"]", "place.2"),
            ("mode = { at-rate = \"x\" }", "mode.at-rate"),
            ("colour = 1", "colour"),
        ] {
            assert_eq!(refused(given).key.as_deref(), Some(key), "{given}");
        }
    }

    #[test]
    fn what_fits_has_no_mismatch() {
        let table = "on = true\nsize = 3\nplace = [1, 2.5]\nmode = { at-rate = 2 }\nnames = [\"a\"]";
        assert_eq!(
            mismatch(&super::super::shape::shape_of::<Fit>(), &Value::Table(toml::from_str(table).unwrap())),
            None
        );
        let long = Value::String("x".repeat(LONGEST_SHOWN + 1));
        let mismatch = mismatch(&ParamShape::Boolean, &long).unwrap();
        assert_eq!(mismatch, Mismatch::whole("expected true or false, found a longer text".to_owned()));
    }
}
