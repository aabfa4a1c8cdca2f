//! Converts a model's mesh to a mesh of a scene.

use std::ops::Range;

use rigmill_codec_xnb::{IndexBuffer, ModelMesh, ResourceId, Value, VertexBuffer, VertexElementUsage};
use rigmill_dom::{SceneMesh, StoredMesh, UvSet};
use rigmill_math::vector::{cross, dot};

use super::problems::invalid;
use super::ranges::{Part, Ranges};
use super::skin::{self, Influences};
use crate::codes;
use crate::report::{Problem, Result};

/// Converts a mesh, with its parts one after another. `materials` are the materials of the shared resources that are effects.
pub(super) fn mesh(
    source: &ModelMesh<Value>,
    resources: &[Value],
    materials: &[Option<u32>],
    bones: usize,
    budget: &mut Budget,
) -> Result<SceneMesh> {
    let [x, y, z, radius] = source.sphere;
    let stored = Some(StoredMesh { sphere: ([x, y, z], radius), corner_bitangents: None });
    let name = source.name.clone().unwrap_or_default();
    let mut mesh = SceneMesh { name, stored, ..SceneMesh::default() };
    let ranges = Ranges::new(&source.parts).ok_or_else(|| invalid("too many vertices"))?;
    for (number, part) in source.parts.iter().enumerate() {
        budget.spend(part)?;
        let corners = corners(part, resources)?;
        add_faces(&mut mesh, part, &corners, &ranges, materials);
        add_attributes(&mut mesh, &corners, number == 0);
    }
    let mut influences = Some(Vec::new());
    for range in ranges.iter() {
        let buffer = vertex_buffer(resources, range.buffer)?;
        let used = Vertices { buffer, range: range.first as usize..range.end as usize };
        let positions = used.first(VertexElementUsage::Position);
        let positions = positions.ok_or_else(|| invalid("the vertices have no positions"))?;
        mesh.positions.extend(positions.iter().map(|&[x, y, z, _]| [x, y, z]));
        influences = influences.zip(used.influences()).map(|(mut all, more): (Vec<_>, _)| {
            all.extend(more);
            all
        });
    }
    if let Some(influences) = influences.filter(|influences| !influences.is_empty()) {
        mesh.skin = skin::skin(&source.tag, influences, bones)?;
    }
    Ok(mesh)
}

fn resource(resources: &[Value], id: Option<ResourceId>) -> Option<&Value> {
    resources.get(id?.index())
}

fn number(id: Option<ResourceId>) -> usize {
    id.map_or(0, |id| id.index() + 1)
}

fn vertex_buffer(resources: &[Value], id: Option<ResourceId>) -> Result<&VertexBuffer> {
    match resource(resources, id) {
        Some(Value::VertexBuffer(buffer)) => Ok(buffer),
        _ => Err(invalid(format!("shared resource {} is not a vertex buffer", number(id)))),
    }
}

fn index_buffer(resources: &[Value], id: Option<ResourceId>) -> Result<&IndexBuffer> {
    match resource(resources, id) {
        Some(Value::IndexBuffer(buffer)) => Ok(buffer),
        _ => Err(invalid(format!("shared resource {} is not an index buffer", number(id)))),
    }
}

/// The corners of a part's triangles.
struct Corners<'a> {
    vertices: Vertices<'a>,
    /// The vertex of each corner, relative to the part's first vertex.
    indices: Vec<u32>,
}

/// Returns the corners of a part in counter-clockwise order, as in scenes. In XNA, triangles are clockwise when seen from
/// outside.
fn corners<'a>(part: &Part, resources: &'a [Value]) -> Result<Corners<'a>> {
    let buffer = vertex_buffer(resources, part.vertex_buffer)?;
    let indices = index_buffer(resources, part.index_buffer)?;
    let range = part.first_vertex as usize..(part.first_vertex as usize).saturating_add(part.vertex_count as usize);
    if range.end > buffer.vertex_count() {
        let Part { first_vertex, vertex_count, .. } = part;
        return Err(invalid(format!(
            "a part uses {vertex_count} vertices from vertex {first_vertex}, but there are only {}",
            buffer.vertex_count()
        )));
    }
    let first = part.first_index as usize;
    let end = (part.triangle_count as usize).checked_mul(3).and_then(|count| first.checked_add(count));
    let used = end.and_then(|end| indices.indices.get(first..end));
    let beyond = || invalid(format!("a part has triangles beyond the {} indices", indices.indices.len()));
    let used = used.ok_or_else(beyond)?;
    if let Some(beyond) = used.iter().find(|index| **index >= part.vertex_count) {
        return Err(invalid(format!(
            "an index refers to vertex {beyond}, but the part has only {} vertices",
            part.vertex_count
        )));
    }
    let indices = used.chunks_exact(3).flat_map(|corner| [corner[0], corner[2], corner[1]]).collect();
    Ok(Corners { vertices: Vertices { buffer, range }, indices })
}

/// Adds a part's triangles with their material.
fn add_faces(mesh: &mut SceneMesh, part: &Part, corners: &Corners<'_>, ranges: &Ranges, materials: &[Option<u32>]) {
    let faces = corners.indices.len() / 3;
    let base = part.first_vertex.wrapping_add(ranges.offset(part.vertex_buffer, part.first_vertex));
    mesh.face_sizes.extend(std::iter::repeat_n(3, faces));
    mesh.corner_vertices.extend(corners.indices.iter().map(|corner| base + corner));
    let material = part.effect.and_then(|effect| materials.get(effect.index()).copied().flatten());
    let index = material.map_or(0, |material| {
        mesh.materials.iter().position(|&known| known == material).unwrap_or_else(|| {
            mesh.materials.push(material);
            mesh.materials.len() - 1
        })
    });
    mesh.face_materials.extend(std::iter::repeat_n(u32::try_from(index).unwrap_or(0), faces));
}

/// Adds the attributes of a part's corners.
fn add_attributes(mesh: &mut SceneMesh, corners: &Corners<'_>, is_first: bool) {
    type Usage = VertexElementUsage;
    let normals = corners.attribute(Usage::Normal, 0).map(|all| all.into_iter().map(unit).collect());
    extend(&mut mesh.corner_normals, normals, is_first);
    let tangents = corners.vertices.tangents().map(|all| corners.of_each(&all));
    let binormals = corners.attribute(Usage::Binormal, 0).filter(|_| tangents.is_some());
    // In XNA, binormals point down in the image. In a scene, they point up.
    let upwards = |binormal: [f32; 4]| unit(binormal).map(|along| -along);
    let bitangents = binormals.map(|all| all.into_iter().map(upwards).collect());
    if let Some(stored) = &mut mesh.stored {
        extend(&mut stored.corner_bitangents, bitangents, is_first);
    }
    extend(&mut mesh.corner_tangents, tangents, is_first);
    extend(&mut mesh.corner_colors, corners.attribute(Usage::Color, 0), is_first);
    let more = (1..).map_while(|set| corners.attribute(Usage::Color, set)).collect();
    extend_colors(&mut mesh.more_colors, more, is_first);
    if mesh.corner_colors.is_none() {
        mesh.more_colors.clear();
    }
    let sets = (0..).map_while(|set| corners.attribute(Usage::TextureCoordinate, set));
    let sets = sets.map(|all| all.iter().map(|&[u, v, ..]| [u, v]).collect()).collect();
    extend_uvs(&mut mesh.uv_sets, sets, is_first);
}

/// Adds an attribute. An attribute that only some parts have is removed.
fn extend<T>(all: &mut Option<Vec<T>>, more: Option<Vec<T>>, is_first: bool) {
    match (all.as_mut(), more) {
        (Some(all), Some(more)) => all.extend(more),
        (None, Some(more)) if is_first => *all = Some(more),
        _ => *all = None,
    }
}

/// Adds colour sets. A set that only some parts have is removed, with all sets after it.
fn extend_colors(all: &mut Vec<Vec<[f32; 4]>>, sets: Vec<Vec<[f32; 4]>>, is_first: bool) {
    if is_first {
        *all = sets;
        return;
    }
    all.truncate(sets.len());
    all.iter_mut().zip(sets).for_each(|(set, more)| set.extend(more));
}

fn extend_uvs(all: &mut Vec<UvSet>, sets: Vec<Vec<[f32; 2]>>, is_first: bool) {
    if is_first {
        *all = sets.into_iter().map(|corner_uvs| UvSet { name: String::new(), corner_uvs }).collect();
        return;
    }
    all.truncate(sets.len());
    for (set, more) in all.iter_mut().zip(sets) {
        set.corner_uvs.extend(more);
    }
}

/// Returns the vector with unit length. A vector that already has unit length in single precision stays unchanged.
fn unit([x, y, z, _]: [f32; 4]) -> [f32; 3] {
    let square = x * x + y * y + z * z;
    let length = square.sqrt();
    if (square - 1.0).abs() <= 1e-5 {
        [x, y, z]
    } else if length > 0.0 {
        [x / length, y / length, z / length]
    } else {
        [0.0, 0.0, 1.0]
    }
}

/// The number of vertices and corners that the parts of a model may still use. Parts may share buffers, but not so often that a
/// small file creates a huge model.
pub(super) struct Budget {
    vertices: u64,
    corners: u64,
}

/// How often each vertex may be used on average. In XNA's own pipeline, each part has its own vertices.
const SHARES: u64 = 16;

impl Budget {
    pub(super) fn for_resources(resources: &[Value]) -> Self {
        let mut budget = Self { vertices: 0, corners: 0 };
        for resource in resources {
            match resource {
                Value::VertexBuffer(buffer) => budget.vertices += buffer.vertex_count() as u64 * SHARES,
                Value::IndexBuffer(buffer) => budget.corners += buffer.indices.len() as u64 * SHARES,
                _ => {}
            }
        }
        budget
    }

    fn spend(&mut self, part: &Part) -> Result<()> {
        let left = self.vertices.checked_sub(part.vertex_count.into());
        let Some((vertices, corners)) = left.zip(self.corners.checked_sub(u64::from(part.triangle_count) * 3)) else {
            let fact = format!("more than {SHARES} mesh parts use the same vertices or indices");
            return Err(Problem::new(codes::XNB_LIMIT, fact, "rebuild the file from its source"));
        };
        *self = Self { vertices, corners };
        Ok(())
    }
}

/// Consecutive vertices of a buffer.
struct Vertices<'a> {
    buffer: &'a VertexBuffer,
    range: Range<usize>,
}

impl Vertices<'_> {
    /// Returns the first element with a usage.
    fn first(&self, usage: VertexElementUsage) -> Option<Vec<[f32; 4]>> {
        self.attribute(usage, 0)
    }

    /// Returns an attribute of each vertex.
    fn attribute(&self, usage: VertexElementUsage, index: u32) -> Option<Vec<[f32; 4]>> {
        let element = self.buffer.elements.iter().find(|it| (it.usage(), it.usage_index) == (Some(usage), index))?;
        self.buffer.numbers(element, self.range.clone())
    }

    /// Returns tangents with unit length and with the sign of the binormal. In XNA, the binormal points down in the image; in a
    /// scene, it points up.
    fn tangents(&self) -> Option<Vec<[f32; 4]>> {
        let normals = self.first(VertexElementUsage::Normal)?;
        let tangents = self.first(VertexElementUsage::Tangent)?;
        let binormals = self.first(VertexElementUsage::Binormal)?;
        let signed = |((n, t), b): (([f32; 4], [f32; 4]), [f32; 4])| {
            let xyz = |[x, y, z, _]: [f32; 4]| [x, y, z];
            let along = dot(cross(xyz(n), xyz(t)), xyz(b));
            let [x, y, z] = unit(t);
            [x, y, z, if along > 0.0 { -1.0 } else { 1.0 }]
        };
        Some(normals.into_iter().zip(tangents).zip(binormals).map(signed).collect())
    }

    /// Returns the bones that move each vertex.
    fn influences(&self) -> Option<Vec<Influences>> {
        let mut all: Vec<Influences> = Vec::new();
        for set in 0.. {
            let joints = self.attribute(VertexElementUsage::BlendIndices, set);
            let Some((joints, weights)) = joints.zip(self.attribute(VertexElementUsage::BlendWeight, set)) else {
                break;
            };
            all.resize_with(joints.len(), Vec::new);
            for ((vertex, joints), weights) in all.iter_mut().zip(joints).zip(weights) {
                vertex.extend(joints.into_iter().zip(weights));
            }
        }
        (!all.is_empty()).then_some(all)
    }
}

impl Corners<'_> {
    /// Returns an attribute of each corner.
    fn attribute(&self, usage: VertexElementUsage, index: u32) -> Option<Vec<[f32; 4]>> {
        self.vertices.attribute(usage, index).map(|all| self.of_each(&all))
    }

    fn of_each(&self, all: &[[f32; 4]]) -> Vec<[f32; 4]> {
        self.indices.iter().map(|&index| all[index as usize]).collect()
    }
}
