//! [`Image`]: pixels, from any image format.

mod checks;
mod decode;
mod direct_draw;
mod error;
mod jpeg;
mod palette;
mod pixels;

pub use error::ImageError;
pub use pixels::Image;
