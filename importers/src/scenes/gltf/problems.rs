//! Problems of glTF files.

use rigmill_codec_gltf::{Error, ErrorKind};
use rigmill_dom::Element;
use rigmill_pipeline::{ImportContext, StageError};

use crate::codes;
use crate::report::Problem;

/// The remedy for most damaged files.
pub(super) const EXPORT_AGAIN: &str = "export the file again";
/// The remedy for a buffer without its bytes.
pub(super) const BUFFER_HELP: &str =
    "export the scene again as a single binary file (.glb), or with its buffers in the same folder";

/// Why a file cannot be imported.
pub(super) enum Failure {
    /// The file has a problem.
    Problem(Problem),
    /// A file that it names cannot be read.
    Stage(StageError),
}

impl Failure {
    pub(super) fn report(self, ctx: &mut ImportContext<'_>) -> StageError {
        match self {
            Self::Problem(problem) => ctx.fail(problem.into()),
            Self::Stage(error) => error,
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Problem(error.into())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let (code, help) = match error.kind {
            ErrorKind::Truncated => (codes::GLTF_UNREADABLE, "copy or export the file again"),
            ErrorKind::Version => (
                codes::GLTF_UNREADABLE,
                "export the scene as glTF 2.0, or convert the file (for example, with gltf-pipeline)",
            ),
            ErrorKind::Document => {
                (codes::GLTF_UNREADABLE, "check that this is the right file, or export the file again")
            }
            ErrorKind::Buffer => (codes::GLTF_BUFFER, BUFFER_HELP),
            ErrorKind::Accessor => (codes::GLTF_ACCESSOR, EXPORT_AGAIN),
            ErrorKind::Extension => {
                (codes::GLTF_EXTENSION, "turn off the extension in the exporter, and export the file again")
            }
            ErrorKind::Limit => (codes::GLTF_LIMIT, EXPORT_AGAIN),
            _ => (codes::GLTF_UNREADABLE, EXPORT_AGAIN),
        };
        Self::new(code, error.to_string(), help)
    }
}

impl From<StageError> for Failure {
    fn from(error: StageError) -> Self {
        Self::Stage(error)
    }
}

/// Creates the problem that a file contradicts the format.
pub(super) fn unreadable(fact: impl Into<String>) -> Problem {
    Problem::new(codes::GLTF_UNREADABLE, fact, EXPORT_AGAIN)
}

/// Creates the problem of a number in `element` that is not finite.
pub(super) fn not_finite(element: &Element, what: &str) -> Problem {
    let fact = format!("{element}: {what} is not finite");
    Problem::new(codes::GLTF_NOT_FINITE, fact, "fix this object in the modelling program, and export the file again")
}

/// Creates the problem of exceeding a limit.
pub(super) fn over_limit(found: u64, what: &str, most: u64, help: &str) -> Problem {
    Problem::limit(codes::GLTF_LIMIT, found, what, most, help)
}

/// Returns an element of the file, with its kind, its name and its index.
pub(super) fn element(kind: &'static str, name: Option<&String>, index: usize) -> Element {
    Element { kind, name: name.cloned().unwrap_or_default(), id: index as u64 }
}
