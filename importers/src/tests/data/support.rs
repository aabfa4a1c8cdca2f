//! Helpers for tests of game data.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

use rigmill_dom::{DataSource, DataValue, Located};
use rigmill_pipeline::{Diagnostic, Digest, ImportContext, Importer, SourcePath, Sources};

use crate::DataParams;

/// A project with a few files.
struct Files(BTreeMap<String, Vec<u8>>);

impl Sources for Files {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(self.0.get(path.as_str()).map(|bytes| (bytes.clone(), Digest::of(bytes))))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

/// Imports `Data/source` with the schema (if there is one), and returns the result and the diagnostics.
pub(super) fn import<I: Importer<Params = DataParams, Output = DataSource> + Default>(
    source: &[u8],
    schema: Option<&str>,
) -> (Option<DataSource>, Vec<Diagnostic>) {
    let path = SourcePath::new("Data/source").unwrap();
    let files = [("Data/source", Some(source)), ("Data/schema.toml", schema.map(str::as_bytes))];
    let files = files.into_iter().filter_map(|(path, bytes)| Some((path.to_owned(), bytes?.to_vec())));
    let files = Files(files.collect());
    let mut ctx = ImportContext::new(&path, &files);
    let params = DataParams { schema: schema.map(|_| "Data/schema.toml".to_owned()) };
    let value = I::default().import(&mut ctx, &params).ok();
    (value, ctx.finish().1)
}

/// Formats a tree in one line: `{name: value}` for records, preceded by their types, `[…]` for lists, and `<key: value>` for
/// maps.
pub(in crate::tests) fn shown(value: &Located<DataValue>) -> String {
    let mut text = String::new();
    show(&value.value, &mut text);
    text
}

fn show(value: &DataValue, text: &mut String) {
    let _ = match value {
        DataValue::Text(it) => write!(text, "{it:?}"),
        DataValue::Reference(it) => write!(text, "-> {}{}", it.path, it.label),
        DataValue::Enum(it) => {
            text.push_str(&it.type_name);
            text.push(':');
            show(&it.value, text);
            Ok(())
        }
        DataValue::List(list) => {
            write!(text, "{}[", list.type_name).unwrap();
            for (index, item) in list.items.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                show(&item.value, text);
            }
            write!(text, "]")
        }
        DataValue::Map(map) => {
            write!(text, "{}<", map.type_name).unwrap();
            for (index, (key, value)) in map.entries.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                show(&key.value, text);
                text.push_str(": ");
                show(&value.value, text);
            }
            write!(text, ">")
        }
        DataValue::Record(record) => {
            write!(text, "{}{{", record.type_name).unwrap();
            for (index, field) in record.fields.iter().enumerate() {
                write!(text, "{}{}: ", if index > 0 { ", " } else { "" }, field.name.value).unwrap();
                show(&field.value.value, text);
            }
            write!(text, "}}")
        }
        other => write!(text, "{other:?}"),
    };
}
