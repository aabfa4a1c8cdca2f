//! [`Encoder`]: game data as objects of an XNB file.

use std::borrow::Cow;
use std::collections::HashSet;

use rigmill_format::{DataRecord, DataValue};

use super::super::external::relative;
use super::super::file::XnbFile;
use super::super::readers;
use super::basic::Basic;
use super::dotnet_type::DotnetType;
use super::infer::{infer, settled};
use super::place::{Step, place};

/// Why a value has no place in an XNB file.
#[derive(Debug)]
pub(super) struct Lost {
    pub(super) fact: String,
    pub(super) help: &'static str,
}

/// Writes values.
pub(super) struct Encoder<'a> {
    pub(super) file: XnbFile,
    /// The asset's name, which external references are relative to.
    asset: &'a str,
    /// Where the value is that is being written.
    steps: Vec<Step<'a>>,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(file: XnbFile, asset: &'a str) -> Self {
        Self { file, asset, steps: Vec::new() }
    }

    /// Writes an object: the number of its type reader, and what that reads. A value of an open type says its own.
    pub(super) fn object(&mut self, value: &'a DataValue, wanted: &DotnetType) -> Result<(), Lost> {
        match value {
            DataValue::Null => self.file.null(),
            DataValue::Reference(name) => {
                self.file.begin_object(readers::EXTERNAL_REFERENCE);
                self.file.content.string(&relative(self.asset, name));
            }
            _ => {
                let own = if wanted.is_open() { Cow::Owned(settled(infer(value))) } else { Cow::Borrowed(wanted) };
                let number = self.reader(&own);
                self.file.content.packed(number);
                self.body(value, &own)?;
            }
        }
        Ok(())
    }

    /// The number of a type's reader. As in XNA's pipeline the readers that it asks for follow it.
    fn reader(&mut self, wanted: &DotnetType) -> u32 {
        let name = wanted.reader();
        let is_known = self.file.knows(&name);
        let number = self.file.reader(&name);
        if !is_known {
            for argument in wanted.arguments().into_iter().filter(|argument| !argument.is_open()) {
                self.reader(argument);
            }
            if let DotnetType::Enum { number, .. } = wanted {
                self.reader(&DotnetType::Basic(*number));
            }
        }
        number
    }

    /// Writes a value of a list or dictionary.
    fn part(&mut self, value: &'a DataValue, wanted: &DotnetType, step: Step<'a>) -> Result<(), Lost> {
        self.steps.push(step);
        if wanted.is_value_type() { self.body(value, wanted) } else { self.object(value, wanted) }?;
        self.steps.pop();
        Ok(())
    }

    /// Writes what the type's reader reads.
    fn body(&mut self, value: &'a DataValue, wanted: &DotnetType) -> Result<(), Lost> {
        match (wanted, value) {
            (DotnetType::Basic(basic), DataValue::Enum(own)) => self.basic(*basic, &own.value),
            (DotnetType::Basic(basic), value) => self.basic(*basic, value),
            (DotnetType::Enum { number, .. }, DataValue::Enum(own)) => self.basic(*number, &own.value),
            (DotnetType::String, value) => {
                self.file.content.string(text(value));
                Ok(())
            }
            (DotnetType::Nullable(_), DataValue::Null) => {
                self.file.content.bool(false);
                Ok(())
            }
            (DotnetType::Nullable(inner), value) => {
                self.file.content.bool(true);
                self.body(value, inner)
            }
            (_, DataValue::Bytes(bytes)) => {
                self.file.content.count(bytes.len());
                self.file.content.raw(bytes);
                Ok(())
            }
            (DotnetType::Array(item) | DotnetType::List(item), DataValue::List(list)) => {
                self.file.content.count(list.items.len());
                list.items.iter().enumerate().try_for_each(|(at, value)| self.part(value, item, Step::Item(at)))
            }
            (DotnetType::Dictionary(key, wanted), DataValue::Map(map)) => {
                self.file.content.count(map.entries.len());
                let mut known = HashSet::new();
                map.entries.iter().enumerate().try_for_each(|(at, (name, value))| {
                    if matches!(name, DataValue::Null) {
                        return Err(self.lost("a dictionary's key is null", "leave the entry out"));
                    }
                    let start = self.file.content.as_slice().len();
                    self.part(name, key, Step::Key(at))?;
                    // Keys that differ here may be one as the dictionary's type has them: 1 and 1.0.
                    if !known.insert(self.file.content.as_slice()[start..].to_vec()) {
                        let fact =
                            format!("the keys of a dictionary are not all different: entry {at} has an earlier one's");
                        return Err(self.lost(&fact, "leave one of the entries out, or give the key another type"));
                    }
                    self.part(value, wanted, Step::of_entry(at, name))
                })
            }
            (DotnetType::Dictionary(_, wanted), DataValue::Record(record)) => self.record(record, wanted),
            (_, value) => Err(self.lost(&format!("{} has no place", value.kind()), "give the value another type")),
        }
    }

    fn record(&mut self, record: &'a DataRecord, wanted: &DotnetType) -> Result<(), Lost> {
        self.file.content.count(record.fields.len());
        for field in &record.fields {
            self.file.text(&field.name);
            self.part(&field.value, wanted, Step::Field(&field.name))?;
        }
        Ok(())
    }

    fn basic(&mut self, basic: Basic, value: &DataValue) -> Result<(), Lost> {
        let Some(converted) = basic.converted(value) else {
            let fact = format!("the number is no {} without loss, as which it stands among others", basic.name());
            return Err(self.lost(&fact, "write all of them as floats, or give them a type by a schema"));
        };
        if Basic::write(&converted, &mut self.file.content) {
            return Ok(());
        }
        Err(self.lost("the character takes two of .NET's Char", "write it as a text"))
    }

    fn lost(&self, fact: &str, help: &'static str) -> Lost {
        Lost { fact: format!("{}: {fact}", place(&self.steps)), help }
    }
}

/// A text, or the name of an enum's value.
fn text(value: &DataValue) -> &str {
    match value {
        DataValue::Text(text) => text,
        DataValue::Enum(value) => text(&value.value),
        _ => "",
    }
}
