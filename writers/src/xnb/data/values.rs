//! [`Conversion`]: converts game data to XNB values.

use std::borrow::Cow;
use std::collections::HashSet;

use rigmill_codec_xnb::{Platform, Primitive, PrimitiveType, Profile, Type, Value, XnbFile, encode};
use rigmill_format::{DataMap, DataRecord, DataValue};

use super::super::external_reference::external_reference;
use super::infer::{infer, resolved};
use super::location::{Step, location};
use super::primitives::converted;
use super::types::is_open;

/// Why an XNB file cannot contain a value.
#[derive(Debug)]
pub(super) struct Lost {
    pub(super) fact: String,
    pub(super) help: &'static str,
}

/// Converts game data to values.
pub(super) struct Conversion<'a> {
    /// The asset's name. External references are relative to it.
    asset: &'a str,
    /// The location of the value that is being converted.
    steps: Vec<Step<'a>>,
}

impl<'a> Conversion<'a> {
    pub(super) fn new(asset: &'a str) -> Self {
        Self { asset, steps: Vec::new() }
    }

    /// Converts a value to an object. If the wanted type is open, the value's own type is used.
    pub(super) fn object(&mut self, value: &'a DataValue, wanted: &Type) -> Result<Value, Lost> {
        match value {
            DataValue::Null => Ok(Value::Null),
            DataValue::Reference(name) => Ok(external_reference(self.asset, name)),
            _ => {
                let own = if is_open(wanted) { Cow::Owned(resolved(infer(value))) } else { Cow::Borrowed(wanted) };
                self.value(value, &own)
            }
        }
    }

    /// Converts a value of a list or dictionary.
    fn part(&mut self, value: &'a DataValue, wanted: &Type, step: Step<'a>) -> Result<Value, Lost> {
        self.steps.push(step);
        let part = if wanted.is_value_type() { self.value(value, wanted) } else { self.object(value, wanted) }?;
        self.steps.pop();
        Ok(part)
    }

    /// Converts a value to this type.
    fn value(&mut self, value: &'a DataValue, wanted: &Type) -> Result<Value, Lost> {
        let ty = || wanted.clone().into();
        Ok(match (wanted, value) {
            (Type::Primitive(ty), DataValue::Enum(own)) => Value::Primitive(self.primitive(*ty, &own.value)?),
            (Type::Primitive(ty), value) => Value::Primitive(self.primitive(*ty, value)?),
            (Type::Enum(_, number), DataValue::Enum(own)) => {
                Value::Enum { ty: ty(), number: self.primitive(*number, &own.value)? }
            }
            (Type::String, value) => Value::String(text(value).to_owned()),
            (Type::Nullable(_), DataValue::Null) => Value::Null,
            (Type::Nullable(inner), value) => self.value(value, inner)?,
            (_, DataValue::Bytes(bytes)) => Value::Bytes(bytes.clone()),
            (Type::Array(item) | Type::List(item), DataValue::List(list)) => {
                let items = list.items.iter().enumerate();
                let items =
                    items.map(|(at, value)| self.part(value, item, Step::Item(at))).collect::<Result<_, _>>()?;
                Value::List { ty: ty(), items }
            }
            (Type::Dictionary(key, wanted), DataValue::Map(map)) => {
                Value::Dictionary { ty: ty(), entries: self.entries(map, key, wanted)? }
            }
            (Type::Dictionary(_, wanted), DataValue::Record(record)) => {
                Value::Dictionary { ty: ty(), entries: self.fields(record, wanted)? }
            }
            (_, value) => {
                let fact = format!("a value of the type {} cannot be written here", value.kind());
                return Err(self.lost(&fact, "give the value a different type"));
            }
        })
    }

    fn entries(&mut self, map: &'a DataMap, key: &Type, wanted: &Type) -> Result<Vec<(Value, Value)>, Lost> {
        let mut known = HashSet::new();
        let mut entries = Vec::with_capacity(map.entries.len());
        for (at, (name, value)) in map.entries.iter().enumerate() {
            if matches!(name, DataValue::Null) {
                return Err(self.lost("a key of a dictionary is null", "remove the entry"));
            }
            let own_key = self.part(name, key, Step::Key(at))?;
            // Keys that differ in the data may be equal in the dictionary's type, such as 1 and 1.0.
            if !known.insert(identity(&own_key)) {
                let fact = format!("entry {at} of the dictionary has the same key as an earlier entry");
                return Err(self.lost(&fact, "remove one of the two entries, or give the key a different type"));
            }
            entries.push((own_key, self.part(value, wanted, Step::of_entry(at, name))?));
        }
        Ok(entries)
    }

    fn fields(&mut self, record: &'a DataRecord, wanted: &Type) -> Result<Vec<(Value, Value)>, Lost> {
        let field = |field: &'a rigmill_format::DataField| {
            let value = self.part(&field.value, wanted, Step::Field(&field.name))?;
            Ok((Value::String(field.name.clone()), value))
        };
        record.fields.iter().map(field).collect()
    }

    fn primitive(&self, ty: PrimitiveType, value: &DataValue) -> Result<Primitive, Lost> {
        match converted(value, ty) {
            Some(Primitive::Char(character)) if is_two_chars(character) => Err(self.lost(
                "the character is above U+FFFF, but a .NET Char ends at U+FFFF",
                "write the character as a string",
            )),
            Some(primitive) => Ok(primitive),
            None => {
                let fact = format!(
                    "the number cannot become a {} without loss, but the other numbers in the list can",
                    ty.name()
                );
                Err(self
                    .lost(&fact, "write all numbers in the list as floats, or set the type of the numbers in a schema"))
            }
        }
    }

    fn lost(&self, fact: &str, help: &'static str) -> Lost {
        Lost { fact: format!("{}: {fact}", location(&self.steps)), help }
    }
}

/// Returns whether .NET represents a character as two values of type `Char`.
pub(super) const fn is_two_chars(character: char) -> bool {
    character.len_utf16() > 1
}

/// Returns bytes that are the same only for equal values of the same type.
fn identity(value: &Value) -> Vec<u8> {
    let (platform, profile) = (Platform::default(), Profile::HiDef);
    let file = XnbFile { platform, profile, readers: Vec::new(), primary: value.clone(), resources: Vec::new() };
    encode(&file).unwrap_or_default()
}

/// Returns a string, or the name of an enum value.
fn text(value: &DataValue) -> &str {
    match value {
        DataValue::Text(text) => text,
        DataValue::Enum(value) => text(&value.value),
        _ => "",
    }
}
