//! [`Image`]: pixels from image files of any supported format.

mod bitmap;
mod checks;
mod cube;
mod decode;
mod decoded;
mod deep;
mod direct_draw;
mod error;
mod fields;
mod format;
mod gif_file;
mod icc;
mod jpeg;
mod open_exr;
mod orientation;
mod palette;
mod pixels;
mod png_chunks;
mod png_colors;
mod png_file;
mod png_gamma;
mod radiance;
mod source;
mod srgb;
mod tag_image;
mod targa;
mod webp;

pub use cube::CubeImage;
pub use decode::{ImageContent, ImageOptions};
pub use deep::{DeepEncoding, DeepImage};
pub use error::ImageError;
pub use pixels::Image;
pub use png_gamma::PngGamma;
pub use source::ImageSource;
