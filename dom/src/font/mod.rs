//! Fonts: as outlines, and as the images that other pipelines made from outlines.

mod outlines;
mod stored;

pub use outlines::{FontSource, GlyphSource, OutlineCommand};
pub use stored::{StoredFontSource, StoredGlyph};
