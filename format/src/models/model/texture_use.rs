//! [`TextureUse`]: what a material has a texture for.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// What a texture is for. Ordered as a material's textures are.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureUse: u16 {
        /// The surface's colour, and opacity in alpha.
        #[default]
        Diffuse = 0, "diffuse";
        /// Normals in tangent space.
        Normal = 1, "normal";
        /// The highlight's colour.
        Specular = 2, "specular";
        /// Emitted light.
        Emissive = 3, "emissive";
        /// Opacity.
        Opacity = 4, "opacity";
        /// Roughness.
        Roughness = 5, "roughness";
        /// How metallic it is.
        Metalness = 6, "metalness";
        /// Ambient occlusion.
        Occlusion = 7, "occlusion";
    }
}

impl TextureUse {
    /// The use with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|usage| usage.name() == name)
    }
}

impl fmt::Display for TextureUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
