//! [`Image`]: pixels, from any image format.

mod checks;
mod cube;
mod decode;
mod direct_draw;
mod error;
mod jpeg;
mod palette;
mod pixels;
mod source;

pub use cube::CubeImage;
pub use error::ImageError;
pub use pixels::Image;
pub use source::ImageSource;
