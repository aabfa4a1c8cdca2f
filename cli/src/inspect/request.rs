//! [`Request`]: a file to show; [`Shown`]: how it is shown.

use std::path::Path;

use rigmill_pipeline::Registry;

use crate::output::shell::Shell;
use crate::standalone::Unusable;

/// The file to show, and how.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) path: &'a Path,
    pub(super) as_json: bool,
    pub(super) registry: &'a Registry,
    pub(super) shell: &'a Shell,
}

/// A file as it is shown.
pub(super) struct Shown {
    pub(super) text: String,
    /// The content that it holds or would be built to, if the runtime loads any of it.
    pub(super) content: Option<Vec<u8>>,
}

/// Why a file cannot be shown, with the parts of it that can.
pub(super) struct Unreadable {
    pub(super) shown: Option<String>,
    pub(super) error: Unusable,
}

impl<E: Into<Unusable>> From<E> for Unreadable {
    fn from(error: E) -> Self {
        Self { shown: None, error: error.into() }
    }
}
