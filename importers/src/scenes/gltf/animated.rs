//! [`Animated`]: what clips can move.

use rigmill_codec_gltf::Accessors;
use rigmill_dom::{SceneMesh, SceneMorph, SceneNode};

use super::nodes::Nodes;

/// The file and the scene from which clips are read.
pub(super) struct Animated<'a> {
    pub(super) accessors: &'a Accessors<'a>,
    pub(super) nodes: &'a Nodes<'a>,
    /// The nodes of the scene, in their pose without clips.
    pub(super) placed: &'a [SceneNode],
    /// The meshes of the scene.
    pub(super) meshes: &'a [SceneMesh],
}

impl Animated<'_> {
    /// Returns the morph targets of a node's mesh.
    pub(super) fn morphs(&self, node: u32) -> &[SceneMorph] {
        let mesh = self.placed.get(node as usize).and_then(|node| node.mesh);
        mesh.and_then(|mesh| self.meshes.get(mesh as usize)).map_or(&[], |mesh| mesh.morphs.as_slice())
    }
}
