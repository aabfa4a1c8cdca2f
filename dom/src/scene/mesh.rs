//! [`SceneMesh`]: polygons as modelled by an artist.

use serde::Serialize;

use super::{Element, SceneMorph, SceneSkin};
use crate::DataValue;

/// Polygons of any size, with attributes for each corner of each polygon.
///
/// A mesh with `f` faces has `f` entries in `face_sizes`. If the sum of these is `c`, each list of corners has `c` entries.
/// Corners are stored face by face, counter-clockwise when seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneMesh {
    /// The element of the source that the mesh comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name of the mesh. Empty if the source only names the node.
    pub name: String,
    /// The vertices x, y, z, relative to the node that places the mesh.
    pub positions: Vec<[f32; 3]>,
    /// The number of corners of each face. 1 and 2 are points and lines, which have no triangles.
    pub face_sizes: Vec<u32>,
    /// The vertex of each corner.
    pub corner_vertices: Vec<u32>,
    /// The unit normal of each corner. `None` if the source has none.
    pub corner_normals: Option<Vec<[f32; 3]>>,
    /// The tangent of each corner, where w is the sign of the bitangent. `None` if the source has none.
    pub corner_tangents: Option<Vec<[f32; 4]>>,
    /// The colour r, g, b, a of each corner, linear, 0 to 1. `None` if the source has none.
    pub corner_colors: Option<Vec<[f32; 4]>>,
    /// Additional sets of colours, in the order of the source. Only allowed with the first set.
    pub more_colors: Vec<Vec<[f32; 4]>>,
    /// Custom attributes, whose meaning only the game knows.
    pub attributes: Vec<SceneAttribute>,
    /// The sets of texture coordinates. v points up, as in FBX, unless [`has_v_down`](Self::has_v_down) is true.
    pub uv_sets: Vec<UvSet>,
    /// The materials of the mesh, as indices in the scene's materials.
    pub materials: Vec<u32>,
    /// The material of each face, as an index in `materials`. Empty if the mesh has at most one material.
    pub face_materials: Vec<u32>,
    /// The bones that move the vertices. `None` for a rigid mesh.
    pub skin: Option<SceneSkin>,
    /// The morph targets, which change vertices before the skin moves them.
    pub morphs: Vec<SceneMorph>,
    /// Named values, like those of a node.
    pub properties: Vec<(String, DataValue)>,
    /// More data of a mesh that its source stores ready for drawing. `None` for a mesh from a modelling program.
    pub stored: Option<StoredMesh>,
}

impl SceneMesh {
    /// Whether v points down the image. This is the case for stored meshes, because inverting v twice would lose bits.
    #[must_use]
    pub const fn has_v_down(&self) -> bool {
        self.stored.is_some()
    }
}

/// The additional data of a mesh that a content file stores ready for drawing.
///
/// All faces of such a mesh are triangles, and all corners of a vertex have the same attributes. Vertices and triangles must
/// stay unchanged and in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StoredMesh {
    /// The bounding sphere that the file states, relative to the node that places the mesh: center and radius. It is not
    /// checked.
    pub sphere: ([f32; 3], f32),
    /// The bitangent of each corner, pointing up the image, if the file has them. Only allowed with normals and tangents.
    pub corner_bitangents: Option<Vec<[f32; 3]>>,
}

/// A custom attribute of corners, whose meaning only the game knows, such as a temperature.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneAttribute {
    /// The name of the attribute; not empty. No other attribute of the mesh has this name.
    pub name: String,
    /// The number of components per corner: 1 to 4.
    pub width: u32,
    /// The components of each corner, finite; 0 beyond `width`.
    pub corner_values: Vec<[f32; 4]>,
}

/// A set of texture coordinates.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UvSet {
    /// The name of the set. Empty if the source has none.
    pub name: String,
    /// The texture coordinates u, v of each corner.
    pub corner_uvs: Vec<[f32; 2]>,
}
