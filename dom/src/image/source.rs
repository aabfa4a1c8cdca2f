//! [`ImageSource`]: what an image file holds.

use serde::Serialize;

use super::{CubeImage, Image};

/// What an image file holds: an image, or the six of a cube map, perhaps with its own mipmaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ImageSource {
    /// An image.
    Flat(Image),
    /// A cube map.
    Cube(CubeImage),
    /// An image with smaller ones of the file's own, the largest first; at least two.
    Mipmaps(Vec<Image>),
    /// A cube map with smaller ones of the file's own, the largest first; at least two.
    CubeMipmaps(Vec<CubeImage>),
}

impl ImageSource {
    /// The images, one or six, without smaller ones.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        match self {
            Self::Flat(image) => std::slice::from_ref(image),
            Self::Cube(cube) => cube.faces(),
            Self::Mipmaps(images) => images.get(..1).unwrap_or_default(),
            Self::CubeMipmaps(cubes) => cubes.first().map_or(&[], |cube| cube.faces()),
        }
    }
}
