//! [`MadeTexture`]: a texture or a cube map.

use rigmill_format::{Texture, TextureCube};
use rigmill_pipeline::{Product, Products};

/// A texture or a cube map, which is the only product of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeTexture {
    /// A texture.
    Flat(Texture),
    /// A cube map.
    Cube(TextureCube),
}

impl Products for MadeTexture {
    fn into_products(self) -> Result<Vec<Product>, String> {
        match self {
            Self::Flat(texture) => texture.into_products(),
            Self::Cube(cube) => cube.into_products(),
        }
    }
}
