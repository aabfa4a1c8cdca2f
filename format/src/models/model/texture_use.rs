//! [`TextureUse`]: the purpose of a material's texture.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// The use of a material's texture. The textures of a material are in this order.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureUse: u16 {
        /// The surface's colour, with the opacity in the alpha channel.
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
