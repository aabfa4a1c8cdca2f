//! [`Scene`]: the content of a whole file from a modelling program.

use serde::Serialize;

use super::{SceneCamera, SceneClip, SceneLevels, SceneLight, SceneMaterial, SceneMesh, SceneNode, SceneTexture};
use crate::DataSource;

/// Everything in a scene from which content is made. The scene is right-handed with y up, in metres, unless a parameter of the
/// importer keeps the source's own axes or unit.
///
/// Importers check that every index is in range, that every number is finite, and that every parent comes before its children.
/// Processors may rely on this. Indices in the lists are `u32`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The nodes. Parents come before their children, and siblings are in the order of the source. The scene's own root is not
    /// a node: it is the parent of the nodes without a parent.
    pub nodes: Vec<SceneNode>,
    /// The meshes in the order of the source, which is also that of the model's meshes. Any number of nodes can use a mesh.
    pub meshes: Vec<SceneMesh>,
    /// The materials of meshes.
    pub materials: Vec<SceneMaterial>,
    /// The images that materials use.
    pub textures: Vec<SceneTexture>,
    /// The animations, in the order of the source.
    pub clips: Vec<SceneClip>,
    /// The cameras, in the order of their nodes.
    pub cameras: Vec<SceneCamera>,
    /// The lights, in the order of their nodes.
    pub lights: Vec<SceneLight>,
    /// The levels of detail, in the order of the source.
    pub levels: Vec<SceneLevels>,
    /// Game data that the source's pipeline stored in the scene, without references to assets.
    pub tag: Option<DataSource>,
}
