//! [`SceneNode`]: a node of a scene's hierarchy.

use serde::Serialize;

use super::{Element, SceneTransform};
use crate::DataValue;

/// A node: a bone, the position of a mesh, or anything else that an artist placed in the scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneNode {
    /// The element of the source that the node comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name, exactly as in the source. Leading spaces are part of it.
    pub name: String,
    /// The parent, which comes before this node in the list.
    pub parent: Option<u32>,
    /// The kind.
    pub kind: NodeKind,
    /// The node's local transform, without animation.
    pub local: SceneTransform,
    /// The same transform as a single-precision matrix for row vectors, row by row, if the source has one. It is kept because
    /// its bits cannot be computed from the channels.
    pub matrix: Option<[f32; 16]>,
    /// The mesh that the node places. The mesh's vertices are relative to this node.
    pub mesh: Option<u32>,
    /// The properties that the artist or a program added to the node, in the order of their names, without duplicates. Values
    /// are texts, booleans, integers (`I64`), finite numbers (`F64`) and vectors (`Vector3`). In glTF, they can also be larger
    /// integers (`U64`), lists, and records.
    pub properties: Vec<(String, DataValue)>,
}

impl SceneNode {
    /// The name without surrounding spaces, for look-ups.
    #[must_use]
    pub fn alias(&self) -> &str {
        self.name.trim()
    }

    /// The value of the property with this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&DataValue> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// The kind of a node according to its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum NodeKind {
    /// Only a transform: a dummy, null, group or armature.
    #[default]
    Empty,
    /// A bone (limb node) of a skeleton.
    Bone,
    /// The position of a mesh.
    Mesh,
    /// A camera.
    Camera,
    /// A light.
    Light,
    /// An object of the exporting program, such as a camera switcher or a producer's view.
    Helper,
}
