//! Plain values as game data.

use rigmill_dom::{DataEnum, DataList, DataMap, DataReference, DataSource, DataValue, Located, Position};
use rigmill_pipeline::{Diagnostic, SourcePath};

use super::fault::{Fault, Read};
use super::foreign::Foreign;
use super::value::XnbValue;
use crate::codes;

/// How many bytes the name of an asset may have.
const LONGEST_NAME: usize = 1024;

/// The game data that a value is. External references are relative to `source`. Warnings tell what game data has no kind for.
pub(crate) fn data(value: XnbValue, source: &SourcePath, warnings: &mut Vec<Diagnostic>) -> Read<DataSource> {
    let mut conversion = Conversion { source, foreign: Vec::new() };
    let root = conversion.located(value)?;
    warnings.extend(conversion.foreign.into_iter().map(warning));
    Ok(DataSource { root })
}

fn warning(foreign: Foreign) -> Diagnostic {
    let becomes = if foreign == Foreign::BoundingFrustum { "matrices" } else { "texts" };
    let message = format!("values of the type {} become {becomes}: game data has no kind for them", foreign.name());
    Diagnostic::warning(codes::XNB_FOREIGN, message).help("that is what the game loads, and what other targets get")
}

struct Conversion<'a> {
    source: &'a SourcePath,
    /// The types that game data has no kinds for, each once.
    foreign: Vec<Foreign>,
}

impl Conversion<'_> {
    /// An XNB file has no lines to be a place in.
    fn located(&mut self, value: XnbValue) -> Read<Located<DataValue>> {
        Ok(Located::new(self.value(value)?, Position::START))
    }

    fn value(&mut self, value: XnbValue) -> Read<DataValue> {
        Ok(match value {
            XnbValue::Null => DataValue::Null,
            XnbValue::Plain(value) => value,
            XnbValue::Foreign(foreign, value) => {
                if !self.foreign.contains(&foreign) {
                    self.foreign.push(foreign);
                }
                *value
            }
            XnbValue::Enum { type_name, number } => {
                DataValue::Enum(DataEnum { type_name: (*type_name).to_owned(), value: number }.into())
            }
            XnbValue::Text(text) => DataValue::Text(text),
            XnbValue::External(name) if name.is_empty() => DataValue::Null,
            XnbValue::External(name) => self.reference(&name)?,
            XnbValue::List { type_name, items } => {
                let mut made = Vec::with_capacity(items.len());
                for item in items {
                    made.push(self.located(item)?);
                }
                let items = made;
                DataValue::List(DataList { type_name: (*type_name).to_owned(), items }.into())
            }
            XnbValue::Dictionary { type_name, entries } => {
                let mut made = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    made.push((self.located(key)?, self.located(value)?));
                }
                let entries = made;
                DataValue::Map(DataMap { type_name: (*type_name).to_owned(), entries }.into())
            }
            other => {
                let message = format!("the file holds a {}, of which no content is made", other.type_name());
                return Err(Fault::new(codes::XNB_UNSUPPORTED, message, "`rigmill inspect` shows what is in it"));
            }
        })
    }

    fn reference(&self, name: &str) -> Read<DataValue> {
        let fault = |fact: String| {
            let help = "put the file where what it refers to is in the project, too";
            Fault::new(codes::XNB_VALUE, format!("an external reference: {fact}"), help)
        };
        if name.len() > LONGEST_NAME {
            return Err(fault(format!("a name of {} bytes, at most {LONGEST_NAME} are allowed", name.len())));
        }
        let path = self.source.relative(name).map_err(|error| fault(error.to_string()))?;
        Ok(DataValue::Reference(Box::new(DataReference { path: path.into(), ..DataReference::default() })))
    }
}
