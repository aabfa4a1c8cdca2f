//! [`Shading`] and [`AlphaMode`]: how a material's numbers make a surface.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// The lighting model that a material was made for.
    ///
    /// Every material has the numbers of Phong's model, so that a simple renderer can draw it: of the others they are approximations,
    /// but for the colour and the opacity, which all models share.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum Shading: u16 {
        /// Diffuse and specular colour with an exponent, after Phong or Blinn; with a black highlight it is Lambert's.
        #[default]
        Phong = 0, "phong";
        /// Base colour, metalness and roughness, as in glTF 2.0, appendix B.
        MetallicRoughness = 1, "metallic-roughness";
        /// The colour itself, independent of the light.
        Unlit = 2, "unlit";
    }
}

numbered! {
    /// How the opacity of a material or of its texture is used.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AlphaMode: u16 {
        /// Nothing.
        #[default]
        Opaque = 0, "opaque";
        /// A point is there if its opacity is at least the cutoff.
        Mask = 1, "mask";
        /// Objects behind it show through.
        Blend = 2, "blend";
    }
}

impl fmt::Display for Shading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for AlphaMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
