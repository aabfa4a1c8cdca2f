//! Packs: a list of their files.

use std::fmt::Write;

use rigmill_format::pack::{PackEntry, PackKind};
use rigmill_runtime::content::Pack;
use serde::Serialize;

use super::request::{Request, Shown};
use crate::output::object::{line, object};
use crate::output::printable::quoted;
use crate::output::shell::{SUCCESS, styled};
use crate::standalone::Unusable;

#[derive(Serialize)]
struct File<'a> {
    name: &'a str,
    /// The type of content, `file` or `removed`.
    r#type: String,
    bytes: u64,
}

impl<'a> File<'a> {
    fn new(entry: &PackEntry<'a>) -> Self {
        let kind = match entry.kind {
            PackKind::Content(of) => of.to_string(),
            PackKind::File => "file".to_owned(),
            PackKind::Removed => "removed".to_owned(),
        };
        Self { name: entry.name, r#type: kind, bytes: entry.length }
    }
}

/// The files of a pack or patch, for people or as a line of JSON.
///
/// # Errors
/// The damage of its table.
pub(super) fn show(request: Request<'_>) -> Result<Shown, Unusable> {
    let pack = Pack::open(request.path).map_err(|error| error.to_string())?;
    let entries = pack.entries().map_err(|error| error.to_string())?;
    let files: Vec<File<'_>> = entries.values().map(File::new).collect();
    let is_patch = pack.base().is_some();
    let kind = if is_patch { "Patch" } else { "Pack" };
    let text = if request.as_json { line(&object! { r#type: kind, files: files }) } else { table(kind, &files) };
    Ok(Shown { text, content: None })
}

fn table(kind: &str, files: &[File<'_>]) -> String {
    let count = if files.len() == 1 { "1 file".to_owned() } else { format!("{} files", files.len()) };
    let mut text = format!("{} of {count}\n  {:<48} {:<18} {:>12}\n", styled(SUCCESS, kind), "name", "type", "bytes");
    for File { name, r#type, bytes } in files {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {:<48} {type:<18} {bytes:>12}", quoted(*name).to_string());
    }
    text.trim_end().to_owned()
}
