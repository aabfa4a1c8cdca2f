//! Converts plain values to game data.

use rigmill_codec_xnb::{PrimitiveType, Type, Value};
use rigmill_dom::{DataEnum, DataList, DataMap, DataReference, DataSource, DataValue, Located, Position};
use rigmill_pipeline::{Diagnostic, SourcePath};

use super::primitives::{data_type, data_value, replacement};
use super::problems::unsupported;
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum length of an asset's name, in bytes.
const LONGEST_NAME: usize = 1024;
/// The maximum number of values in all lists and dictionaries. Type names, which each value of game data stores, also count:
/// each 64 bytes count as one value.
const MAX_VALUES: usize = 1 << 20;
const NAME_BYTES: usize = 64;

/// Converts a value to game data. External references are relative to `source`. Adds warnings about values whose types game
/// data cannot represent.
pub(super) fn source(value: Value, source: &SourcePath, warnings: &mut Vec<Diagnostic>) -> Result<DataSource> {
    let mut conversion = Conversion { source, replaced: Vec::new(), values_left: MAX_VALUES };
    let root = conversion.located(value)?;
    warnings.extend(conversion.replaced.into_iter().filter_map(warning));
    Ok(DataSource { root })
}

fn warning(ty: PrimitiveType) -> Option<Diagnostic> {
    let (_, values) = replacement(ty)?;
    let message = format!("{} values become {values}, because game data does not support this type", ty.name());
    Some(Diagnostic::warning(codes::XNB_FOREIGN, message).help("check that the game can use the converted values"))
}

struct Conversion<'a> {
    source: &'a SourcePath,
    /// The types that game data cannot represent, each once.
    replaced: Vec<PrimitiveType>,
    values_left: usize,
}

impl Conversion<'_> {
    /// XNB files have no lines, so all positions are the start of the file.
    fn located(&mut self, value: Value) -> Result<Located<DataValue>> {
        Ok(Located::new(self.value(value)?, Position::START))
    }

    fn value(&mut self, value: Value) -> Result<DataValue> {
        Ok(match value {
            Value::Null => DataValue::Null,
            Value::Primitive(value) => {
                let ty = value.primitive_type();
                if replacement(ty).is_some() && !self.replaced.contains(&ty) {
                    self.replaced.push(ty);
                }
                data_value(value)
            }
            Value::Enum { ty, number } => {
                let type_name = self.type_name(&ty, 0)?;
                DataValue::Enum(DataEnum { type_name, value: data_value(number).into() }.into())
            }
            Value::String(text) => DataValue::Text(text),
            Value::Bytes(bytes) => DataValue::Bytes(bytes),
            Value::ExternalReference(name) if name.0.is_empty() => DataValue::Null,
            Value::ExternalReference(name) => self.reference(&name.0)?,
            Value::List { ty, items } => {
                let type_name = self.type_name(&ty, items.len())?;
                // Allocated in its final size, because collecting results would reallocate.
                let mut converted = Vec::with_capacity(items.len());
                for item in items {
                    converted.push(self.located(item)?);
                }
                DataValue::List(DataList { type_name, items: converted }.into())
            }
            Value::Dictionary { ty, entries } => {
                let type_name = self.type_name(&ty, 2 * entries.len())?;
                let mut converted = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    converted.push((self.located(key)?, self.located(value)?));
                }
                DataValue::Map(DataMap { type_name, entries: converted }.into())
            }
            other => {
                let message = format!("the file contains a {}, which Rigmill cannot build", other.type_name());
                return Err(unsupported(
                    message,
                    "import the source of this file instead; `rigmill inspect` shows what this file contains",
                ));
            }
        })
    }

    /// Returns the name of a type. Counts it for all values that store it, before it takes memory.
    fn type_name(&mut self, ty: &Type, values: usize) -> Result<String> {
        let name = data_type(&ty.name());
        let left = self.values_left.checked_sub(values + name.len() / NAME_BYTES);
        self.values_left = left.ok_or_else(|| {
            let fact = format!("the lists and dictionaries have more than {MAX_VALUES} values");
            Problem::new(codes::XNB_LIMIT, fact, "split the asset")
        })?;
        Ok(name)
    }

    fn reference(&self, name: &str) -> Result<DataValue> {
        let path = reference_path(self.source, name)?;
        Ok(DataValue::Reference(Box::new(DataReference { path, ..DataReference::default() })))
    }
}

/// Returns the path to which an external reference in the file `source` refers.
pub(super) fn reference_path(source: &SourcePath, name: &str) -> Result<String> {
    let error = |fact: String| {
        let help = "move the file into the project together with the files it refers to";
        Problem::new(codes::XNB_VALUE, format!("an external reference: {fact}"), help)
    };
    if name.len() > LONGEST_NAME {
        return Err(error(format!("the name is {} bytes long, but the limit is {LONGEST_NAME} bytes", name.len())));
    }
    source.relative(name).map(Into::into).map_err(|invalid| error(invalid.to_string()))
}
