//! [`XnbSummary`]: what a file is made of.

use rigmill_pipeline::Diagnostic;

use super::container::{Opened, open};
use super::content::Content;
use super::cursor::Cursor;
use super::value::XnbValue;
use super::{XnbHeader, file, tag};

/// What a file is made of, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct XnbSummary {
    /// What it says of itself.
    pub header: XnbHeader,
    /// The names of its type readers, in order.
    pub readers: Vec<String>,
    /// The type of what it holds: `AnimationSequence`, `Model`.
    pub content: String,
    /// What a model's Tag holds, where it has one.
    pub tag: Option<String>,
    /// The types of its shared resources, in order.
    pub shared_resources: Vec<String>,
}

/// What a file is made of. `animation_reader` is the type of the game's reader of animations.
///
/// # Errors
/// Why the file cannot be read, strictly.
pub fn summary(bytes: &[u8], animation_reader: &str) -> Result<XnbSummary, Box<Diagnostic>> {
    let file = file::read(bytes, animation_reader, false).map_err(|fault| Box::new(fault.into_error()))?;
    Ok(XnbSummary {
        header: file.header,
        readers: file.readers,
        content: file.primary.type_name(),
        tag: tag_of(&file.primary),
        shared_resources: file.shared.iter().map(XnbValue::type_name).collect(),
    })
}

/// The header of a file and the names of its type readers, as far as those can be read, whatever follows.
#[must_use]
pub fn outline(bytes: &[u8], animation_reader: &str) -> Option<(XnbHeader, Vec<String>)> {
    let Opened { header, content, offset, .. } = open(bytes).ok()?;
    let cursor = Cursor::new(&content, offset, true);
    let readers =
        Content::begin(cursor, animation_reader).map_or_else(|_| Vec::new(), |content| content.reader_names());
    Some((header, readers))
}

fn tag_of(content: &XnbValue) -> Option<String> {
    match content {
        XnbValue::Model(model) if !matches!(model.tag, XnbValue::Null) => Some(tag::described(&model.tag)),
        _ => None,
    }
}
