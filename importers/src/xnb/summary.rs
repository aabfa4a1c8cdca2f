//! [`XnbSummary`]: what a file is made of.

use rigmill_pipeline::Diagnostic;

use super::{XnbHeader, file};

/// What a file is made of, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct XnbSummary {
    /// What it says of itself.
    pub header: XnbHeader,
    /// The names of its type readers, in order.
    pub readers: Vec<String>,
    /// The type of what it holds: `AnimationSequence`, `Model`.
    pub content: String,
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
        shared_resources: file.shared.iter().map(super::value::XnbValue::type_name).collect(),
    })
}
