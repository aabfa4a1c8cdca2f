//! [`SceneNode`]: a node of a scene's hierarchy.

use serde::Serialize;

use super::{Element, SceneTransform};

/// A node: a bone, a mesh's place, or what else an artist put into the scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneNode {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name, exactly: leading blanks are a part of it.
    pub name: String,
    /// The node it hangs on, which is before it in the list.
    pub parent: Option<u32>,
    /// What it is.
    pub kind: NodeKind,
    /// Its place relative to its parent while nothing moves it.
    pub local: SceneTransform,
    /// The same as the source has it, where that is a matrix of single precision, which no channels give to the last bit: rows,
    /// for row vectors.
    pub matrix: Option<[f32; 16]>,
    /// The mesh that it places. The mesh's vertices are relative to this node.
    pub mesh: Option<u32>,
}

impl SceneNode {
    /// The name without blanks around it, for look-ups.
    #[must_use]
    pub fn alias(&self) -> &str {
        self.name.trim()
    }
}

/// What a node is, as its source says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum NodeKind {
    /// A transform and nothing else: a dummy, null, group or armature.
    #[default]
    Empty,
    /// A bone (limb node) of a skeleton.
    Bone,
    /// The place of a mesh.
    Mesh,
    /// A camera.
    Camera,
    /// A light.
    Light,
    /// What the exporting program needs for itself: a camera switcher, a producer's view.
    Helper,
}
