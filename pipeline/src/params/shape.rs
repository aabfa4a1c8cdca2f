//! [`ParamShape`]: the values that a parameter accepts, derived from how its type deserializes.

use std::cell::RefCell;
use std::fmt::{self, Display};

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

/// The values that a parameter accepts, as far as they follow from its type. A type may still reject some of these values, such
/// as numbers out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamShape {
    /// Values of several types.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A whole number in a range.
    Integer {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A number.
    Number,
    /// A string.
    Text,
    /// A string of one character.
    Character,
    /// A list.
    List {
        /// The shape of each item.
        item: Box<ParamShape>,
        /// The number of items, if it is fixed.
        length: Option<usize>,
    },
    /// A table with any keys.
    Table(Box<ParamShape>),
    /// A table with these keys.
    Record(Vec<(&'static str, ParamShape)>),
    /// One of several names. A name that takes a value is written as a table with this name as its only key.
    Choice(Vec<(&'static str, Option<ParamShape>)>),
}

/// The depth to which types that contain themselves are followed.
const MAX_DEPTH: usize = 8;

/// Finds the values that can be deserialized as a `T`.
///
/// The function deserializes `T` from probes: deserializers that contain no data, and only record which kind of value the type
/// requests. Each probe follows one route into the type, given by the index of a field, variant or item at each level.
pub fn shape_of<T: DeserializeOwned>() -> ParamShape {
    shape_at::<T>(&mut Vec::new()).unwrap_or(ParamShape::Any)
}

/// Returns the shape at the end of a route; `None` for a variant without a value.
fn shape_at<T: DeserializeOwned>(route: &mut Vec<usize>) -> Option<ParamShape> {
    let asked = RefCell::new(Asked::Shape(ParamShape::Any));
    // This always fails: every probe ends with an error.
    let _ = T::deserialize(Probe { route, asked: &asked });
    let asked = asked.into_inner();
    if route.len() >= MAX_DEPTH {
        return Some(ParamShape::Any);
    }
    let mut below = |index| {
        route.push(index);
        let shape = shape_at::<T>(route);
        route.pop();
        shape
    };
    Some(match asked {
        Asked::Nothing => return None,
        Asked::Shape(shape) => shape,
        Asked::List(length) => ParamShape::List { item: Box::new(below(0).unwrap_or(ParamShape::Any)), length },
        Asked::Table => ParamShape::Table(Box::new(below(0).unwrap_or(ParamShape::Any))),
        Asked::Fields(names) => {
            let field = |(index, name): (usize, &&'static str)| (*name, below(index).unwrap_or(ParamShape::Any));
            ParamShape::Record(names.iter().enumerate().map(field).collect())
        }
        Asked::Variants(names) => {
            ParamShape::Choice(names.iter().enumerate().map(|(index, name)| (*name, below(index))).collect())
        }
    })
}

/// The kind of value that a type requested from a probe.
enum Asked {
    Nothing,
    Shape(ParamShape),
    List(Option<usize>),
    Table,
    Fields(&'static [&'static str]),
    Variants(&'static [&'static str]),
}

/// The error with which every probe ends.
#[derive(Debug)]
struct End;

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a probe has no value")
    }
}

impl std::error::Error for End {}

impl Error for End {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// A deserializer without data, which records what the type requests.
#[derive(Clone, Copy)]
struct Probe<'a> {
    route: &'a [usize],
    asked: &'a RefCell<Asked>,
}

impl<'a> Probe<'a> {
    fn note<T>(self, asked: Asked) -> Result<T, End> {
        *self.asked.borrow_mut() = asked;
        Err(End)
    }

    /// Takes the first step of the route, with the name of the field or variant that the step selects.
    fn step(self, names: &[&'static str]) -> Option<Step<'a>> {
        let (&index, route) = self.route.split_first()?;
        Some(Step { name: Some(names.get(index).copied().unwrap_or("")), rest: Self { route, ..self } })
    }
}

/// One step of a route (a field, variant or item), followed by the rest of the route.
struct Step<'a> {
    name: Option<&'static str>,
    rest: Probe<'a>,
}

macro_rules! integers {
    ($($method:ident: $int:ty),*) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, End> {
            // TOML integers are signed 64-bit numbers.
            let [min, max] = [<$int>::MIN, <$int>::MAX].map(|end| i64::try_from(end).unwrap_or(i64::MAX));
            self.note(Asked::Shape(ParamShape::Integer { min, max }))
        })*
    };
}

macro_rules! shapes {
    ($($method:ident: $shape:expr),*) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, End> {
            self.note(Asked::Shape($shape))
        })*
    };
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = End;

    integers! {
        deserialize_i8: i8, deserialize_i16: i16, deserialize_i32: i32, deserialize_i64: i64,
        deserialize_u8: u8, deserialize_u16: u16, deserialize_u32: u32, deserialize_u64: u64
    }

    shapes! {
        deserialize_any: ParamShape::Any,
        deserialize_ignored_any: ParamShape::Any,
        deserialize_bytes: ParamShape::Any,
        deserialize_byte_buf: ParamShape::Any,
        deserialize_unit: ParamShape::Any,
        deserialize_bool: ParamShape::Boolean,
        deserialize_f32: ParamShape::Number,
        deserialize_f64: ParamShape::Number,
        deserialize_char: ParamShape::Character,
        deserialize_str: ParamShape::Text,
        deserialize_string: ParamShape::Text,
        deserialize_identifier: ParamShape::Text
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, End> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, End> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, _: V) -> Result<V::Value, End> {
        self.note(Asked::Shape(ParamShape::Any))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, End> {
        match self.step(&[]) {
            Some(step) => visitor.visit_seq(step),
            None => self.note(Asked::List(None)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, End> {
        match self.step(&[]) {
            Some(step) => visitor.visit_seq(step),
            None => self.note(Asked::List(Some(length))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, n: usize, v: V) -> Result<V::Value, End> {
        self.deserialize_tuple(n, v)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, End> {
        match self.step(&[]) {
            Some(step) => visitor.visit_map(step),
            None => self.note(Asked::Table),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, End> {
        match self.step(fields) {
            Some(step) => visitor.visit_map(step),
            None => self.note(Asked::Fields(fields)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, End> {
        match self.step(variants) {
            Some(step) => visitor.visit_enum(step),
            None => self.note(Asked::Variants(variants)),
        }
    }
}

impl<'de> SeqAccess<'de> for Step<'_> {
    type Error = End;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, End> {
        seed.deserialize(self.rest).map(Some)
    }
}

impl<'de> MapAccess<'de> for Step<'_> {
    type Error = End;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, End> {
        self.name.take().map(|name| seed.deserialize(named(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, End> {
        seed.deserialize(self.rest)
    }
}

impl<'de> EnumAccess<'de> for Step<'_> {
    type Error = End;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(mut self, seed: V) -> Result<(V::Value, Self), End> {
        let variant = seed.deserialize(named(self.name.take().unwrap_or("")))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Step<'_> {
    type Error = End;

    fn unit_variant(self) -> Result<(), End> {
        self.rest.note(Asked::Nothing)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, End> {
        seed.deserialize(self.rest)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, End> {
        self.rest.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, End> {
        self.rest.deserialize_struct("", fields, visitor)
    }
}

fn named(name: &'static str) -> StrDeserializer<'static, End> {
    name.into_deserializer()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[allow(dead_code, reason = "only its shape is looked at")]
    struct Settings {
        on: bool,
        bone_name: Option<String>,
        at: [f32; 3],
        #[serde(default)]
        by_name: BTreeMap<String, Vec<u8>>,
        mode: Mode,
        rate: Rate,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "only its shape is looked at")]
    enum Mode {
        Once,
        AtRate(f64),
        Between { first: u32, last: u32 },
    }

    #[derive(Deserialize)]
    #[serde(try_from = "f64")]
    struct Rate;

    impl TryFrom<f64> for Rate {
        type Error = String;
        fn try_from(rate: f64) -> Result<Self, String> {
            if rate > 0.0 { Ok(Self) } else { Err("too small".to_owned()) }
        }
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only its shape is looked at")]
    enum Either {
        Name(String),
        Number(u8),
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "only its shape is looked at")]
    struct Endless(Vec<Endless>);

    #[test]
    fn a_type_shows_its_shape_at_every_level() {
        let list = |item, length| ParamShape::List { item: Box::new(item), length };
        let byte = ParamShape::Integer { min: 0, max: 255 };
        let frame = ParamShape::Integer { min: 0, max: u32::MAX.into() };
        let between = ParamShape::Record(vec![("first", frame.clone()), ("last", frame)]);
        let expected = ParamShape::Record(vec![
            ("on", ParamShape::Boolean),
            ("bone-name", ParamShape::Text),
            ("at", list(ParamShape::Number, Some(3))),
            ("by-name", ParamShape::Table(Box::new(list(byte, None)))),
            (
                "mode",
                ParamShape::Choice(vec![
                    ("once", None),
                    ("at_rate", Some(ParamShape::Number)),
                    ("between", Some(between)),
                ]),
            ),
            ("rate", ParamShape::Number),
        ]);
        assert_eq!(shape_of::<Settings>(), expected);
        assert_eq!(shape_of::<Either>(), ParamShape::Any);
        assert_eq!(shape_of::<i64>(), ParamShape::Integer { min: i64::MIN, max: i64::MAX });
        assert_eq!(shape_of::<u64>(), ParamShape::Integer { min: 0, max: i64::MAX });
    }

    #[test]
    fn a_type_that_contains_itself_has_an_end() {
        let mut shape = shape_of::<Endless>();
        let mut depth = 0;
        while let ParamShape::List { item, .. } = shape {
            (shape, depth) = (*item, depth + 1);
        }
        assert_eq!((shape, depth), (ParamShape::Any, MAX_DEPTH));
    }
}
