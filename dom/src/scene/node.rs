//! [`SceneNode`]: a node of a scene's hierarchy.

use serde::Serialize;

use super::{Element, SceneTransform};
use crate::DataValue;

/// A node: a bone, the position of a mesh, or anything else that an artist put into the scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneNode {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name, exactly: leading blanks are a part of it.
    pub name: String,
    /// The parent, which is before this node in the list.
    pub parent: Option<u32>,
    /// The kind.
    pub kind: NodeKind,
    /// Its transform relative to its parent, without animation.
    pub local: SceneTransform,
    /// The same transform as a matrix of single precision, where the source has one, since its bits do not follow from the
    /// channels: rows, for row vectors.
    pub matrix: Option<[f32; 16]>,
    /// The mesh that it places. The mesh's vertices are relative to this node.
    pub mesh: Option<u32>,
    /// The properties that the artist or a program added to it, in the order of their names, each of which occurs once. Values are texts,
    /// booleans, whole numbers (`I64`), finite numbers (`F64`) and vectors (`Vector3`); in glTF also whole numbers beyond these (`U64`),
    /// lists, and records.
    pub properties: Vec<(String, DataValue)>,
}

impl SceneNode {
    /// The name without blanks around it, for look-ups.
    #[must_use]
    pub fn alias(&self) -> &str {
        self.name.trim()
    }

    /// The value of a property.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&DataValue> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value)
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
    /// The position of a mesh.
    Mesh,
    /// A camera.
    Camera,
    /// A light.
    Light,
    /// An object of the exporting program: a camera switcher, a producer's view.
    Helper,
}
