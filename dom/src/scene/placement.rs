//! [`TexturePlacement`]: where on a surface a texture is, and how it is sampled.

use serde::Serialize;

/// How a texture continues beyond its border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum TextureWrap {
    /// The texture again.
    #[default]
    Repeat,
    /// The border.
    Clamp,
    /// Its mirror image.
    Mirror,
}

/// How texels become a colour; the second word of two is between mipmaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum TextureFilter {
    /// The source does not say.
    #[default]
    Any,
    /// The nearest.
    Nearest,
    /// The four nearest.
    Linear,
    /// The nearest texel of the nearest mipmap.
    NearestMipNearest,
    /// The four nearest texels of the nearest mipmap.
    LinearMipNearest,
    /// The nearest texel of each of two mipmaps.
    NearestMipLinear,
    /// The four nearest texels of each of two mipmaps.
    LinearMipLinear,
}

/// Where on a surface a texture is, and how it is sampled, in the terms of glTF: with v down, the mesh's coordinates are scaled, then
/// rotated, then moved, by `KHR_texture_transform`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TexturePlacement {
    /// The set of the mesh's texture coordinates.
    pub uv_set: u32,
    /// Added to u and v.
    pub offset: [f32; 2],
    /// In radians; positive turns the coordinates from v towards u.
    pub rotation: f32,
    /// Factors of u and v.
    pub scale: [f32; 2],
    /// Along u and v.
    pub wrap: [TextureWrap; 2],
    /// For a texture that appears smaller than it is.
    pub min_filter: TextureFilter,
    /// For a texture that appears larger than it is; none of those with mipmaps.
    pub mag_filter: TextureFilter,
}

impl TexturePlacement {
    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let ([u, v], [x, y]) = (self.offset, self.scale);
        [u, v, self.rotation, x, y].iter().all(|number| number.is_finite())
    }
}

impl Default for TexturePlacement {
    fn default() -> Self {
        Self {
            uv_set: 0,
            offset: [0.0; 2],
            rotation: 0.0,
            scale: [1.0; 2],
            wrap: [TextureWrap::Repeat; 2],
            min_filter: TextureFilter::Any,
            mag_filter: TextureFilter::Any,
        }
    }
}
