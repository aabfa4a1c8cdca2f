//! [`SceneMaterial`]: what a surface looks like.

use serde::Serialize;

use super::{Element, SceneEffect};

/// A material, in the terms that all modelling programs share. What a source leaves out is what its format says then.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneMaterial {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name.
    pub name: String,
    /// Diffuse or base colour r, g, b, linear.
    pub diffuse: [f32; 3],
    /// Specular colour r, g, b, linear.
    pub specular: [f32; 3],
    /// Exponent of the specular highlight, at least 0.
    pub shininess: f32,
    /// Light that it gives off by itself, r, g, b, linear.
    pub emissive: [f32; 3],
    /// 1 for opaque, 0 for invisible.
    pub opacity: f32,
    /// Textures by their use, as indices into the scene's: `diffuse`, `normal`, `specular`, `emissive`, `opacity`,
    /// `roughness`, `metalness`, `occlusion`; in the order of these names, each at most once.
    pub textures: Vec<(String, u32)>,
    /// The game's own effect that draws it, where the source names one.
    pub effect: Option<SceneEffect>,
}

impl SceneMaterial {
    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let colors = [self.diffuse, self.specular, self.emissive];
        colors.iter().flatten().chain([&self.shininess, &self.opacity]).all(|number| number.is_finite())
    }
}
