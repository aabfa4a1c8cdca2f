//! [`TexturePlacement`]: where on a surface a texture is, and how it is sampled.

use bytemuck::{Pod, Zeroable};

use crate::layout::numbered;
use crate::layout::numbers::all_finite;

numbered! {
    /// How a texture continues beyond its border.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureWrap: u16 {
        /// The texture again.
        #[default]
        Repeat = 0, "repeat";
        /// Its border.
        Clamp = 1, "clamp";
        /// Its mirror image.
        Mirror = 2, "mirror";
    }
}

numbered! {
    /// How texels become a colour. What follows `mip` is done between mipmaps.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureFilter: u16 {
        /// As the game likes.
        #[default]
        Any = 0, "any";
        /// The nearest.
        Nearest = 1, "nearest";
        /// The four nearest.
        Linear = 2, "linear";
        /// The nearest texel of the nearest mipmap.
        NearestMipNearest = 3, "nearest-mip-nearest";
        /// The four nearest texels of the nearest mipmap.
        LinearMipNearest = 4, "linear-mip-nearest";
        /// The nearest texel of each of two mipmaps.
        NearestMipLinear = 5, "nearest-mip-linear";
        /// The four nearest texels of each of two mipmaps.
        LinearMipLinear = 6, "linear-mip-linear";
    }
}

/// Where on a surface a texture is, and how it is sampled. All numbers are finite.
///
/// A mesh's coordinates u, v become those of the texture as by glTF's `KHR_texture_transform`, with v down: they are scaled, then
/// rotated, then moved. [`matrix`](Self::matrix) has the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TexturePlacement {
    /// The set of the mesh's texture coordinates. A mesh without that set has no texture.
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

impl TexturePlacement {
    /// Whether the coordinates of the mesh are those of the texture.
    #[must_use]
    pub fn is_untransformed(&self) -> bool {
        self.offset == [0.0; 2] && self.rotation == 0.0 && self.scale == [1.0; 2]
    }

    /// From u, v, 1 of the mesh to u, v of the texture: a row for u, and a row for v.
    #[must_use]
    pub fn matrix(&self) -> [[f32; 3]; 2] {
        let ([u, v], [x, y]) = (self.offset, self.scale);
        let (sin, cos) = (libm::sinf(self.rotation), libm::cosf(self.rotation));
        [[cos * x, sin * y, u], [-sin * x, cos * y, v]]
    }

    pub(super) fn record(&self) -> PlacementRecord {
        PlacementRecord {
            uv_set: self.uv_set,
            offset: self.offset,
            rotation: self.rotation,
            scale: self.scale,
            wrap: self.wrap.map(TextureWrap::number),
            filters: [self.min_filter, self.mag_filter].map(TextureFilter::number),
        }
    }
}

/// A [`TexturePlacement`] in a file.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct PlacementRecord {
    uv_set: u32,
    offset: [f32; 2],
    rotation: f32,
    scale: [f32; 2],
    wrap: [u16; 2],
    /// For minification, for magnification.
    filters: [u16; 2],
}

impl PlacementRecord {
    /// `None` if it breaks a rule.
    pub(super) fn placement(&self) -> Option<TexturePlacement> {
        let ([u, v], [x, y]) = (self.offset, self.scale);
        let ([wrap_u, wrap_v], [min, mag]) = (self.wrap, self.filters);
        let placement = TexturePlacement {
            uv_set: self.uv_set,
            offset: self.offset,
            rotation: self.rotation,
            scale: self.scale,
            wrap: [TextureWrap::from_number(wrap_u)?, TextureWrap::from_number(wrap_v)?],
            min_filter: TextureFilter::from_number(min)?,
            mag_filter: TextureFilter::from_number(mag).filter(|it| *it <= TextureFilter::Linear)?,
        };
        all_finite(&[u, v, self.rotation, x, y]).then_some(placement)
    }
}
