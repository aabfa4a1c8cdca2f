//! [`Refusal`]: why a file makes no scene.

use rigmill_codec_gltf::{Error, ErrorKind};
use rigmill_dom::Element;
use rigmill_pipeline::{Diagnostic, ImportContext, StageError};

use crate::codes;

/// What helps against most damages.
pub(super) const EXPORT_AGAIN: &str = "export the file again";
/// What helps against a buffer without its bytes.
pub(super) const BUFFER_HELP: &str = "export again, as one binary file (.glb) or with the buffers beside the file";

/// Why a file makes no scene.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It is at fault.
    Told(Box<Diagnostic>),
    /// A file that it names cannot be read.
    Stage(StageError),
}

impl Refusal {
    pub(super) fn new(code: &'static str, fact: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Told(Diagnostic::error(code, fact).help(help).into())
    }

    /// Something contradicts the format.
    pub(super) fn unreadable(fact: impl Into<String>) -> Self {
        Self::new(codes::GLTF_UNREADABLE, fact, EXPORT_AGAIN)
    }

    /// A number of `element` that is no number.
    pub(super) fn not_finite(element: &Element, what: &str) -> Self {
        let fact = format!("{element}: {what} is not finite");
        Self::new(codes::GLTF_NOT_FINITE, fact, "mend it in the modelling program and export again")
    }

    /// There are more of something than are allowed.
    pub(super) fn limit(found: u64, what: &str, most: u64, help: &str) -> Self {
        Self::new(codes::GLTF_LIMIT, format!("there are {found} {what}, at most {most} are allowed"), help)
    }

    pub(super) fn into_error(self, ctx: &mut ImportContext<'_>) -> StageError {
        match self {
            Self::Told(diagnostic) => ctx.fail(*diagnostic),
            Self::Stage(error) => error,
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let (code, help) = match error.kind {
            ErrorKind::Truncated => (codes::GLTF_UNREADABLE, "copy or export the file again"),
            ErrorKind::Version => (codes::GLTF_UNREADABLE, "export the file as glTF 2.0"),
            ErrorKind::Document => (codes::GLTF_UNREADABLE, "see whether it is the right file, or export it again"),
            ErrorKind::Buffer => (codes::GLTF_BUFFER, BUFFER_HELP),
            ErrorKind::Accessor => (codes::GLTF_ACCESSOR, EXPORT_AGAIN),
            ErrorKind::Limit => (codes::GLTF_LIMIT, EXPORT_AGAIN),
            _ => (codes::GLTF_UNREADABLE, EXPORT_AGAIN),
        };
        Self::new(code, error.to_string(), help)
    }
}

impl From<StageError> for Refusal {
    fn from(error: StageError) -> Self {
        Self::Stage(error)
    }
}

/// An element of the file: of what kind, its name, and its index.
pub(super) fn element(kind: &'static str, name: Option<&String>, index: usize) -> Element {
    Element { kind, name: name.cloned().unwrap_or_default(), id: index as u64 }
}

/// A warning that something of the file is not in the scene.
pub(super) fn left_out(fact: String, help: &str) -> Diagnostic {
    Diagnostic::warning(codes::GLTF_LEFT_OUT, fact).help(help)
}
