//! [`ImageSource`]: what an image file holds.

use serde::Serialize;

use super::{CubeImage, Image};

/// What an image file holds: an image, or the six of a cube map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ImageSource {
    /// An image.
    Flat(Image),
    /// A cube map.
    Cube(CubeImage),
}

impl ImageSource {
    /// The images: one, or six.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        match self {
            Self::Flat(image) => std::slice::from_ref(image),
            Self::Cube(cube) => cube.faces(),
        }
    }
}
