//! [`Shading`] and [`AlphaMode`]: how a material's numbers are used.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// The lighting model that a material was made for.
    ///
    /// Every material has the numbers of the Phong model, so that a simple renderer can draw it. For the other lighting models,
    /// these numbers are approximations, except for the colour and the opacity, which all models share.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum Shading: u16 {
        /// Diffuse and specular colour with an exponent, by Phong or Blinn. With a black highlight, this is Lambert's model.
        #[default]
        Phong = 0, "phong";
        /// Base colour, metalness and roughness, as in appendix B of glTF 2.0.
        MetallicRoughness = 1, "metallic-roughness";
        /// The unlit colour, independent of lights.
        Unlit = 2, "unlit";
    }
}

numbered! {
    /// How the opacity of a material or of its texture is used.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum AlphaMode: u16 {
        /// The opacity is ignored.
        #[default]
        Opaque = 0, "opaque";
        /// A point is drawn if its opacity is at least the cutoff.
        Mask = 1, "mask";
        /// The surface is blended with the objects behind it.
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
