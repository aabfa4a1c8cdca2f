//! [`SceneMesh`]: polygons as an artist made them.

use serde::Serialize;

use super::{Element, SceneMorph, SceneSkin};
use crate::DataValue;

/// Polygons of any size, with attributes for each corner of each polygon.
///
/// A mesh of `f` faces has `f` entries in `face_sizes` and, for the sum `c` of these, `c` entries in each list of
/// corners; corners follow each other face by face, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneMesh {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name; empty where the source gives the name to the node alone.
    pub name: String,
    /// Vertices x, y, z, relative to the node that places the mesh.
    pub positions: Vec<[f32; 3]>,
    /// How many corners each face has; 1 and 2 are points and lines, which make no triangle.
    pub face_sizes: Vec<u32>,
    /// The vertex of each corner.
    pub corner_vertices: Vec<u32>,
    /// A normal of unit length for each corner; absent where the source gives none.
    pub corner_normals: Option<Vec<[f32; 3]>>,
    /// A tangent for each corner, w being the sign of the bitangent; absent where the source gives none.
    pub corner_tangents: Option<Vec<[f32; 4]>>,
    /// A colour r, g, b, a for each corner, linear, 0 to 1; absent where the source gives none.
    pub corner_colors: Option<Vec<[f32; 4]>>,
    /// More sets of such colours, in the order of the source; none without the first.
    pub more_colors: Vec<Vec<[f32; 4]>>,
    /// Attributes that only the game knows.
    pub attributes: Vec<SceneAttribute>,
    /// Texture coordinates, set by set. v points up, as in FBX, but where [`has_v_down`](Self::has_v_down) says otherwise.
    pub uv_sets: Vec<UvSet>,
    /// The materials of the mesh, as indices into the scene's.
    pub materials: Vec<u32>,
    /// The material of each face, as an index into `materials`; empty where it has at most one.
    pub face_materials: Vec<u32>,
    /// The bones that move its vertices; absent for a rigid mesh.
    pub skin: Option<SceneSkin>,
    /// Its morph targets. They change vertices before the skin moves them.
    pub morphs: Vec<SceneMorph>,
    /// Named values, as those of a node.
    pub properties: Vec<(String, DataValue)>,
    /// More about a mesh that its source stores ready to be drawn; absent for one of a modelling program.
    pub stored: Option<StoredMesh>,
}

impl SceneMesh {
    /// Whether v points down the image, as that of a stored mesh does: inverting it twice would lose bits.
    #[must_use]
    pub const fn has_v_down(&self) -> bool {
        self.stored.is_some()
    }
}

/// The rest of what a content file says of a mesh that is ready to be drawn.
///
/// All faces of such a mesh are triangles, and the corners of a vertex have the same attributes: vertices and triangles are to
/// stay as they are, in their order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StoredMesh {
    /// The file's sphere around the mesh, relative to the node that places it: center and radius. It is not checked.
    pub sphere: ([f32; 3], f32),
    /// A bitangent for each corner, pointing up the image, where the file has them; with normals and tangents only.
    pub corner_bitangents: Option<Vec<[f32; 3]>>,
}

/// An attribute of corners that only the game knows, such as a temperature.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneAttribute {
    /// Its name; not empty, and no other attribute of the mesh has it.
    pub name: String,
    /// The numbers of each corner: 1 to 4.
    pub width: u32,
    /// For each corner its numbers, finite; 0 beyond `width`.
    pub corner_values: Vec<[f32; 4]>,
}

/// A set of texture coordinates.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UvSet {
    /// Its name; empty where the source has none.
    pub name: String,
    /// u, v for each corner.
    pub corner_uvs: Vec<[f32; 2]>,
}
