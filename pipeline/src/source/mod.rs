//! Source paths, globs that match them, the text of sources, and access to sources.

mod glob;
mod globs;
mod path;
mod sources;
mod text;
mod toml;

pub use globs::Globs;
pub use path::{SourcePath, SourcePathError};
pub use sources::Sources;
pub use text::SourceText;
pub use toml::subtable_above;
