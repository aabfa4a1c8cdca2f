//! [`Primitive`]: a part of a mesh, with its own vertices and one material.

use std::collections::BTreeMap;

use rigmill_codec_gltf::document::{self, ComponentType, Mode};
use rigmill_codec_gltf::{Accessors, ReadComponent, triangles};
use rigmill_dom::{Element, SceneShape};

use super::document::only_in_extension;
use super::problems::{not_finite, unreadable};
use super::targets::{self, Base};
use crate::report::Result;
use crate::scenes::budget::Budget;

/// The maximum number of texture coordinate sets that are read.
pub(super) const MAX_UV_SETS: u32 = 16;

/// The maximum number of colour sets that are read.
pub(super) const MAX_COLOR_SETS: u32 = 16;

/// The extension that allows several strips or fans in one list.
const RESTART: &str = "EXT_mesh_primitive_restart";

/// The data of a primitive: lists with an entry for each vertex, and triangles.
pub(super) struct Primitive {
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Option<Vec<[f32; 3]>>,
    pub(super) tangents: Option<Vec<[f32; 4]>>,
    /// The colours of each set.
    pub(super) color_sets: Vec<Vec<[f32; 4]>>,
    pub(super) uv_sets: Vec<Vec<[f32; 2]>>,
    /// Sets of up to four influences on each vertex.
    pub(super) joint_sets: Vec<JointSet>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The custom attributes, by name.
    pub(super) attributes: BTreeMap<String, Values>,
    /// The changes of each morph target.
    pub(super) targets: Vec<SceneShape>,
}

/// A custom attribute.
#[derive(Clone)]
pub(super) struct Values {
    /// The number of numbers per vertex, 1 to 4.
    pub(super) width: u32,
    /// The numbers of each vertex. Numbers beyond the width are 0.
    pub(super) of_vertices: Vec<[f32; 4]>,
}

/// The joints of each vertex, and their weights.
pub(super) type JointSet = (Vec<[u32; 4]>, Vec<[f32; 4]>);

/// Returns whether a primitive is read, which requires triangles and positions.
pub(super) fn is_read(primitive: &document::Primitive) -> bool {
    is_surface(primitive) && has_positions(primitive)
}

/// Returns whether a primitive has positions. An unknown extension may contain them instead.
pub(super) fn has_positions(primitive: &document::Primitive) -> bool {
    primitive.attributes.contains_key("POSITION")
}

/// Returns whether a primitive consists of triangles.
pub(super) fn is_surface(primitive: &document::Primitive) -> bool {
    matches!(primitive.mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)
}

/// The maximum number of joint sets that are read: eight influences on a vertex.
pub(super) const JOINT_SETS: u32 = 2;

/// Reads a primitive. Reads joints only if they are needed.
pub(super) fn read(
    source: &document::Primitive,
    with_joints: bool,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<Primitive> {
    let mut reader = Reader { source, element, accessors, budget, vertices: None };
    let Some(positions) = reader.list::<f32, 3>("POSITION", "a vertex")? else {
        return Err(unreadable(format!("{element}: a primitive has no positions")));
    };
    let mut uv_sets = Vec::new();
    for set in 0..MAX_UV_SETS {
        let Some(uvs) = reader.attribute(&format!("TEXCOORD_{set}"), "a texture coordinate")? else { break };
        uv_sets.push(uvs);
    }
    let normals = reader.attribute("NORMAL", "a normal")?;
    let tangents = reader.attribute("TANGENT", "a tangent")?;
    let base = Base {
        vertices: positions.len(),
        has_normals: normals.is_some(),
        has_tangents: normals.is_some() && tangents.is_some(),
    };
    Ok(Primitive {
        normals,
        tangents,
        color_sets: reader.color_sets()?,
        uv_sets,
        joint_sets: if with_joints { reader.joint_sets()? } else { Vec::new() },
        triangles: reader.triangles(positions.len())?,
        positions,
        attributes: BTreeMap::new(),
        targets: targets::read(source, &base, element, accessors, budget)?,
    })
}

struct Reader<'a> {
    source: &'a document::Primitive,
    element: &'a Element,
    accessors: &'a Accessors<'a>,
    budget: &'a mut Budget,
    /// The number of vertices, which is known after the first attribute was read.
    vertices: Option<usize>,
}

impl Reader<'_> {
    fn accessor(&self, semantic: &str) -> Option<u32> {
        self.source.attributes.get(semantic).copied()
    }

    /// Reads an attribute of each vertex, if there is one, and checks that its numbers are finite.
    fn attribute<T: ReadComponent + Into<f64>, const N: usize>(
        &mut self,
        semantic: &str,
        what: &str,
    ) -> Result<Option<Vec<[T; N]>>> {
        let Some(values) = self.list::<T, N>(semantic, what)? else { return Ok(None) };
        let finite = values.iter().flatten().all(|&number| number.into().is_finite());
        if finite { Ok(Some(values)) } else { Err(not_finite(self.element, what)) }
    }

    /// Reads an attribute of each vertex, if there is one.
    fn list<T: ReadComponent + Into<f64>, const N: usize>(
        &mut self,
        semantic: &str,
        what: &str,
    ) -> Result<Option<Vec<[T; N]>>> {
        let Some(index) = self.accessor(semantic) else { return Ok(None) };
        self.budget.take_geometry(self.accessors.count(index)?)?;
        let values = self.accessors.read::<T, N>(index)?;
        let vertices = *self.vertices.get_or_insert(values.len());
        if values.len() != vertices {
            let fact =
                format!("{}: {} vertices have {what}, but there are {vertices} vertices", self.element, values.len());
            return Err(unreadable(fact));
        }
        Ok(Some(values))
    }

    fn color_sets(&mut self) -> Result<Vec<Vec<[f32; 4]>>> {
        (0..MAX_COLOR_SETS).map_while(|set| self.colors(set).transpose()).collect()
    }

    /// Reads colours with or without alpha.
    fn colors(&mut self, set: u32) -> Result<Option<Vec<[f32; 4]>>> {
        let semantic = format!("COLOR_{set}");
        let Some(index) = self.accessor(&semantic) else { return Ok(None) };
        if self.accessors.width(index)? == 4 {
            return self.attribute(&semantic, "a colour");
        }
        let opaque = self.attribute::<f32, 3>(&semantic, "a colour")?;
        Ok(opaque.map(|colors| colors.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect()))
    }

    fn joint_sets(&mut self) -> Result<Vec<JointSet>> {
        let mut sets = Vec::new();
        for set in 0..JOINT_SETS {
            let joints = self.attribute::<u32, 4>(&format!("JOINTS_{set}"), "a joint")?;
            let weights = self.attribute::<f32, 4>(&format!("WEIGHTS_{set}"), "a weight")?;
            match (joints, weights) {
                (Some(joints), Some(weights)) => sets.push((joints, weights)),
                (None, None) => break,
                _ => {
                    let fact = "a primitive has joints without weights, or weights without joints";
                    return Err(unreadable(format!("{}: {fact}", self.element)));
                }
            }
        }
        Ok(sets)
    }

    fn triangles(&mut self, vertices: usize) -> Result<Vec<[u32; 3]>> {
        let list = match self.source.indices {
            Some(index) => self.indices(index, vertices)?,
            None => (0..u32::try_from(vertices).unwrap_or(u32::MAX)).collect(),
        };
        let triangles = triangles(self.source.mode, &list);
        self.budget.take_geometry(triangles.len() as u64 * 3 * (1 + self.sets()))?;
        Ok(triangles)
    }

    /// Returns the number of texture coordinate sets and colour sets.
    fn sets(&self) -> u64 {
        let is_set = |name: &&String| name.starts_with("TEXCOORD_") || name.starts_with("COLOR_");
        self.source.attributes.keys().filter(is_set).count() as u64
    }

    /// Returns the index that begins a new strip or fan: the largest number of its type.
    fn restart(&self, index: u32) -> u32 {
        match self.accessors.root.accessors.get(index as usize).map(|it| it.component_type) {
            Some(ComponentType::U8) => u8::MAX.into(),
            Some(ComponentType::U16) => u16::MAX.into(),
            _ => u32::MAX,
        }
    }

    fn indices(&mut self, index: u32, vertices: usize) -> Result<Vec<u32>> {
        self.budget.take_geometry(self.accessors.count(index)?)?;
        let list: Vec<u32> = self.accessors.read::<u32, 1>(index)?.into_iter().map(|[vertex]| vertex).collect();
        if self.source.extensions.contains_key(RESTART) && list.contains(&self.restart(index)) {
            return Err(only_in_extension(&self.element.to_string(), RESTART));
        }
        match list.iter().find(|&&vertex| vertex as usize >= vertices) {
            None => Ok(list),
            Some(vertex) => {
                let fact = format!(
                    "{}: a corner refers to vertex {vertex}, but the mesh has only {vertices} vertices",
                    self.element
                );
                Err(unreadable(fact))
            }
        }
    }
}
