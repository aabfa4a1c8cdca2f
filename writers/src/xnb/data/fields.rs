//! [`object`]: converts game data to an object that a game's own type reader reads field by field.
//!
//! The data for such a reader contains neither names nor types. Therefore, the data must have every field, in the reader's
//! order and with the reader's type. A complete schema ensures this; the importer then marks the data with the root's first
//! field.

use rigmill_codec_xnb::{FieldWriter, GameObject, Primitive, Value};
use rigmill_format::{DataField, DataRecord, DataValue};
use rigmill_pipeline::Diagnostic;

use super::super::external_reference::external_name;
use super::super::params::ReaderName;
use super::location::{Step, location};
use super::primitives::primitive;
use super::values::{Lost, is_two_chars};
use crate::codes;

/// Returns the object for the reader with this name.
pub(super) fn object(root: &DataValue, reader: &ReaderName, asset: &str) -> Result<Value, Box<Diagnostic>> {
    let Some(fields) = complete(root) else {
        let message = "the game's type reader needs all fields in a fixed order, but the data has no complete schema";
        let help = "set the importer's `schema` parameter to a schema with `complete = true`";
        return Err(Box::new(Diagnostic::error(codes::DATA_FIELD_BY_FIELD, message).of_parameter("layout").help(help)));
    };
    let mut writing = Writing { asset, steps: Vec::new(), writer: FieldWriter::default() };
    writing.fields(fields).map_err(|lost| Diagnostic::error(codes::CONTENT_LOST, lost.fact).help(lost.help))?;
    let object = GameObject { reader: reader.as_str().to_owned(), bytes: writing.writer.into_bytes() };
    Ok(Value::GameObject(object.into()))
}

/// Returns the fields of a root that a complete schema has ordered, without the mark.
fn complete(root: &DataValue) -> Option<&[DataField]> {
    let DataValue::Record(DataRecord { fields, .. }) = root else { return None };
    let (mark, fields) = fields.split_first()?;
    (*mark == DataField::in_order()).then_some(fields)
}

struct Writing<'a> {
    /// The asset's name. References are relative to it.
    asset: &'a str,
    /// The location of the value that is being written.
    steps: Vec<Step<'a>>,
    writer: FieldWriter,
}

impl<'a> Writing<'a> {
    fn fields(&mut self, fields: &'a [DataField]) -> Result<(), Lost> {
        fields.iter().try_for_each(|field| self.part(&field.value, Step::Field(&field.name)))
    }

    fn part(&mut self, value: &'a DataValue, step: Step<'a>) -> Result<(), Lost> {
        self.steps.push(step);
        self.value(value)?;
        self.steps.pop();
        Ok(())
    }

    fn value(&mut self, value: &'a DataValue) -> Result<(), Lost> {
        match value {
            // A preceding field says whether the value is present.
            DataValue::Null => {}
            DataValue::Text(text) => self.writer.string(text),
            DataValue::Reference(name) => self.writer.string(&external_name(self.asset, name)),
            DataValue::Enum(own) => {
                let number = primitive(&own.value);
                let number = number.ok_or_else(|| self.lost("the value of the enum has a name, but no number"))?;
                self.writer.primitive(&number);
            }
            DataValue::List(list) => {
                self.writer.count(list.items.len());
                let mut items = list.items.iter().enumerate();
                items.try_for_each(|(at, item)| self.part(item, Step::Item(at)))?;
            }
            DataValue::Record(record) => self.fields(&record.fields)?,
            leaf => match primitive(leaf) {
                Some(Primitive::Char(character)) if is_two_chars(character) => {
                    return Err(self.lost("the character is above U+FFFF, but a .NET Char ends at U+FFFF"));
                }
                Some(leaf) => self.writer.primitive(&leaf),
                None => return Err(self.lost(&format!("a value of the type {} cannot be written here", leaf.kind()))),
            },
        }
        Ok(())
    }

    fn lost(&self, fact: &str) -> Lost {
        let help = "change the value, or its type in the schema";
        Lost { fact: format!("{}: {fact}", location(&self.steps)), help }
    }
}
