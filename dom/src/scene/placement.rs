//! [`TexturePlacement`]: the position of a texture on a surface, and how it is sampled.

use serde::Serialize;

/// How a texture continues beyond its border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum TextureWrap {
    /// The texture repeats.
    #[default]
    Repeat,
    /// The border pixels continue.
    Clamp,
    /// The texture repeats, every second time mirrored.
    Mirror,
}

/// How texels are combined to a colour. The part of a name after `Mip` states how mipmaps are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum TextureFilter {
    /// The source does not state a filter.
    #[default]
    Any,
    /// The nearest texel.
    Nearest,
    /// The four nearest texels, interpolated.
    Linear,
    /// The nearest texel of the nearest mipmap.
    NearestMipNearest,
    /// The four nearest texels of the nearest mipmap, interpolated.
    LinearMipNearest,
    /// The nearest texel of the two nearest mipmaps, interpolated.
    NearestMipLinear,
    /// The four nearest texels of the two nearest mipmaps, interpolated.
    LinearMipLinear,
}

/// The position of a texture on a surface, and how it is sampled, as in glTF's `KHR_texture_transform`: with v pointing down,
/// the mesh's coordinates are scaled, then rotated, then moved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TexturePlacement {
    /// The number of the mesh's set of texture coordinates.
    pub uv_set: u32,
    /// The offset of u and v.
    pub offset: [f32; 2],
    /// The rotation in radians. A positive angle rotates the coordinates from v towards u.
    pub rotation: f32,
    /// The scale factors of u and v.
    pub scale: [f32; 2],
    /// How the texture continues along u and along v.
    pub wrap: [TextureWrap; 2],
    /// The filter for a texture that appears smaller than it is.
    pub min_filter: TextureFilter,
    /// The filter for a texture that appears larger than it is. Never one of the filters with mipmaps.
    pub mag_filter: TextureFilter,
}

impl TexturePlacement {
    /// Whether all numbers are finite.
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
