//! [`ImageSource`]: what an image file holds.

use serde::Serialize;

use super::{CubeImage, DeepImage, Image};

/// What an image file holds: an image, or the six of a cube map, perhaps with its own mipmaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ImageSource {
    /// An image.
    Flat(Image),
    /// An image of more than eight bits a channel, which eight would not hold.
    Deep(DeepImage),
    /// A cube map.
    Cube(CubeImage),
    /// An image with smaller ones of the file's own, the largest first; at least two.
    Mipmaps(Vec<Image>),
    /// A cube map with smaller ones of the file's own, the largest first; at least two.
    CubeMipmaps(Vec<CubeImage>),
}

impl ImageSource {
    /// The images of eight bits a channel, one or six, without smaller ones; none if there are more bits.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        match self {
            Self::Flat(image) => std::slice::from_ref(image),
            Self::Deep(_) => &[],
            Self::Cube(cube) => cube.faces(),
            Self::Mipmaps(images) => images.get(..1).unwrap_or_default(),
            Self::CubeMipmaps(cubes) => cubes.first().map_or(&[], |cube| cube.faces()),
        }
    }
}
