//! [`Scene`]: a whole file of a modelling program.

use serde::Serialize;

use super::{SceneCamera, SceneClip, SceneLevels, SceneLight, SceneMaterial, SceneMesh, SceneNode, SceneTexture};
use crate::DataSource;

/// Everything of a scene that content is made of. Right-handed with y up, in metres, unless a parameter of the
/// importer keeps the source's own axes or unit.
///
/// Importers check that every index is in range, every number finite, and every parent before its children; a processor
/// may rely on it. Indices into the lists are `u32`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// Parents before their children, siblings in the order of the source. The scene's own root is not a node: it
    /// is the parent of the nodes without one.
    pub nodes: Vec<SceneNode>,
    /// In the order of the source, which is that of the model's meshes. Each is used by any number of nodes.
    pub meshes: Vec<SceneMesh>,
    /// Surfaces of meshes.
    pub materials: Vec<SceneMaterial>,
    /// Images that materials use.
    pub textures: Vec<SceneTexture>,
    /// Animations, in the order of the source.
    pub clips: Vec<SceneClip>,
    /// Cameras, in the order of their nodes.
    pub cameras: Vec<SceneCamera>,
    /// Lights, in the order of their nodes.
    pub lights: Vec<SceneLight>,
    /// Levels of detail, in the order of the source.
    pub levels: Vec<SceneLevels>,
    /// Any value that the source's pipeline left in it for the game; without references.
    pub tag: Option<DataSource>,
}
