//! Sources: their paths in the project, patterns of paths, and their text.

mod globs;
mod path;
mod text;

pub use globs::Globs;
pub use path::{SourcePath, SourcePathError};
pub use text::SourceText;
