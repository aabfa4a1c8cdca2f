//! Sources: their paths in the project, and their text.

mod path;
mod text;

pub use path::{SourcePath, SourcePathError};
pub use text::SourceText;
