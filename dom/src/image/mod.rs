//! [`Image`]: pixels from image files of any supported format.

mod checks;
mod cube;
mod decode;
mod decoded;
mod deep;
mod direct_draw;
mod error;
mod icc;
mod jpeg;
mod open_exr;
mod palette;
mod pixels;
mod png_chunks;
mod png_colors;
mod png_gamma;
mod source;
mod srgb;
mod tag_image;

pub use cube::CubeImage;
pub use decode::{ImageContent, ImageOptions};
pub use deep::{DeepEncoding, DeepImage};
pub use error::ImageError;
pub use pixels::Image;
pub use png_gamma::PngGamma;
pub use source::ImageSource;
