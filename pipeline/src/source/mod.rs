//! Source paths, globs that match them, and the text of sources.

mod globs;
mod path;
mod text;

pub use globs::Globs;
pub use path::{SourcePath, SourcePathError};
pub use text::SourceText;
