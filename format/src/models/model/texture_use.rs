//! [`TextureUse`]: the purpose of a material's texture.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// The use of a texture. The order is that of a material's textures.
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

impl fmt::Display for TextureUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
