//! Source paths, globs that match them, and the text of sources.

mod glob;
mod globs;
mod path;
mod text;
mod toml;

pub use globs::Globs;
pub use path::{SourcePath, SourcePathError};
pub use text::SourceText;
pub use toml::subtable_above;
