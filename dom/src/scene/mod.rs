//! [`Scene`]: models, skeletons and clips as a modelling program exports them, whatever the file format.

mod clip;
mod effect;
mod element;
mod material;
mod mesh;
mod node;
mod skin;
mod texture;
mod transform;

use serde::Serialize;

use crate::DataSource;

pub use clip::{SceneClip, SceneCurveTrack, SceneTrack};
pub use effect::{SceneEffect, SceneEffectValue};
pub use element::Element;
pub use material::SceneMaterial;
pub use mesh::{SceneMesh, StoredMesh, UvSet};
pub use node::{NodeKind, SceneNode};
pub use skin::{SceneInfluence, SceneSkin};
pub use texture::SceneTexture;
pub use transform::SceneTransform;

/// Everything of a scene that content is made of. Right-handed with y up, in metres, unless the importer was told to
/// keep the source's own axes or unit.
///
/// Importers check that every index is in range, every number finite, and every parent before its children; a processor
/// may rely on it. Indices into the lists are `u32`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// Parents before their children, siblings in the order of the source. The scene's own root is no node: nodes
    /// without a parent hang on it.
    pub nodes: Vec<SceneNode>,
    /// In the order of the source, which is that of the model's meshes. Each is used by any number of nodes.
    pub meshes: Vec<SceneMesh>,
    /// Surfaces of meshes.
    pub materials: Vec<SceneMaterial>,
    /// Images that materials use.
    pub textures: Vec<SceneTexture>,
    /// Animations, in the order of the source.
    pub clips: Vec<SceneClip>,
    /// What the source's pipeline left in it for the game, whatever it is; without references.
    pub tag: Option<DataSource>,
}
