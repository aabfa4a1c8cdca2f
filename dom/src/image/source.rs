//! [`ImageSource`]: the content of an image file.

use serde::Serialize;

use super::{CubeImage, DeepImage, Image};

/// The content of an image file: an image, or the six images of a cube map, optionally with the file's own mipmaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ImageSource {
    /// An image.
    Flat(Image),
    /// An image with more than eight bits per channel, which eight bits cannot represent.
    Deep(DeepImage),
    /// A cube map.
    Cube(CubeImage),
    /// An image and its smaller mipmaps from the file, largest first; at least two.
    Mipmaps(Vec<Image>),
    /// A cube map and its smaller mipmaps from the file, largest first; at least two.
    CubeMipmaps(Vec<CubeImage>),
}

impl ImageSource {
    /// The one or six images with eight bits per channel, without smaller mipmaps. Empty if there are more bits per channel.
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
