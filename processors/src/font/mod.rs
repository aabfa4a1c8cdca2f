//! Fonts: characters packed into a texture, with the measurements that place them in a line of text.
//!
//! [`SpriteFontProcessor`] rasterizes outlines, [`FontTextureProcessor`] cuts an image into characters, and
//! [`StoredFontProcessor`] keeps a font that another pipeline made.

mod dxt3;
mod font_texture;
mod glyph_image;
mod packing;
mod raster;
mod sheet;
mod sprite_font;
mod stored;

pub use font_texture::{FirstCharacter, FontTextureParams, FontTextureProcessor};
pub use sprite_font::{FontCompression, SpriteFontParams, SpriteFontProcessor};
pub use stored::{StoredFontParams, StoredFontProcessor};
