//! [`TexturePlacement`]: the position of a texture on a surface, and how it is sampled.

use bytemuck::{Pod, Zeroable};

use crate::layout::numbered;
use crate::layout::numbers::all_finite;

numbered! {
    /// How a texture continues beyond its border.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureWrap: u16 {
        /// The texture repeats.
        #[default]
        Repeat = 0, "repeat";
        /// The border pixels continue.
        Clamp = 1, "clamp";
        /// The texture repeats, every second time mirrored.
        Mirror = 2, "mirror";
    }
}

numbered! {
    /// How texels are combined to a colour. The part of a name after `mip` states how mipmaps are combined.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureFilter: u16 {
        /// The game may choose.
        #[default]
        Any = 0, "any";
        /// The nearest texel.
        Nearest = 1, "nearest";
        /// The four nearest texels, interpolated.
        Linear = 2, "linear";
        /// The nearest texel of the nearest mipmap.
        NearestMipNearest = 3, "nearest-mip-nearest";
        /// The four nearest texels of the nearest mipmap, interpolated.
        LinearMipNearest = 4, "linear-mip-nearest";
        /// The nearest texel of the two nearest mipmaps, interpolated.
        NearestMipLinear = 5, "nearest-mip-linear";
        /// The four nearest texels of the two nearest mipmaps, interpolated.
        LinearMipLinear = 6, "linear-mip-linear";
    }
}

/// The position of a texture on a surface, and how it is sampled. All numbers are finite.
///
/// A mesh's coordinates u, v are converted to those of the texture as in glTF's `KHR_texture_transform`, where v points down:
/// they are scaled, then rotated, then moved. [`matrix`](Self::matrix) has the formula.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TexturePlacement {
    /// The number of the mesh's set of texture coordinates. If the mesh lacks this set, the texture is not used.
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
    /// Whether the coordinates of the mesh are used unchanged.
    #[must_use]
    pub fn is_untransformed(&self) -> bool {
        self.offset == [0.0; 2] && self.rotation == 0.0 && self.scale == [1.0; 2]
    }

    /// Returns the matrix from u, v, 1 of the mesh to u, v of the texture: one row for u and one row for v.
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
    /// The filters for minification and for magnification.
    filters: [u16; 2],
}

impl PlacementRecord {
    /// `None` if the placement breaks a rule.
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
