//! [`TextureUse`]: what a material has a texture for.

use std::fmt;

/// What a texture is for. Ordered as a material's textures are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TextureUse {
    /// The surface's colour, and opacity in alpha.
    #[default]
    Diffuse,
    /// Normals in tangent space.
    Normal,
    /// The highlight's colour.
    Specular,
    /// Light given off.
    Emissive,
    /// Opacity.
    Opacity,
    /// Roughness.
    Roughness,
    /// How metallic it is.
    Metalness,
    /// Ambient occlusion.
    Occlusion,
}

impl TextureUse {
    /// Every use, by the number that a file stores.
    pub const ALL: [Self; 8] = [
        Self::Diffuse,
        Self::Normal,
        Self::Specular,
        Self::Emissive,
        Self::Opacity,
        Self::Roughness,
        Self::Metalness,
        Self::Occlusion,
    ];

    /// The use's name, such as `diffuse`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diffuse => "diffuse",
            Self::Normal => "normal",
            Self::Specular => "specular",
            Self::Emissive => "emissive",
            Self::Opacity => "opacity",
            Self::Roughness => "roughness",
            Self::Metalness => "metalness",
            Self::Occlusion => "occlusion",
        }
    }

    /// The use with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|usage| usage.name() == name)
    }

    pub(super) const fn number(self) -> u16 {
        self as u16
    }

    pub(super) fn from_number(number: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|usage| usage.number() == number)
    }
}

impl fmt::Display for TextureUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
