//! A model's mesh as a scene has it.

use rigmill_dom::{SceneMesh, StoredMesh, UvSet};

use super::fault::{Fault, Read};
use super::model::{XnbMesh, XnbPart};
use super::ranges::Ranges;
use super::skin::{self, Influences};
use super::value::XnbValue;
use super::vertices::{IndexBuffer, VertexBuffer, VertexElement};
use crate::codes;

const HELP: &str = "build the file again from its source";

/// XNA's VertexElementUsage, those that say what a mesh looks like.
pub(super) const POSITION: i32 = 0;
pub(super) const COLOR: i32 = 1;
pub(super) const TEXTURE_COORDINATE: i32 = 2;
pub(super) const NORMAL: i32 = 3;
pub(super) const BINORMAL: i32 = 4;
pub(super) const TANGENT: i32 = 5;
pub(super) const BLEND_INDICES: i32 = 6;
pub(super) const BLEND_WEIGHT: i32 = 7;

fn invalid(message: impl Into<String>) -> Box<Fault> {
    Fault::new(codes::XNB_VALUE, message, HELP)
}

/// The mesh, its parts one after the other.
pub(crate) fn mesh(
    source: &XnbMesh,
    shared: &[XnbValue],
    materials: &[Option<u32>],
    bones: usize,
    budget: &mut Budget,
) -> Read<SceneMesh> {
    let [x, y, z, radius] = source.sphere;
    let stored = Some(StoredMesh { sphere: ([x, y, z], radius), corner_bitangents: None });
    let mut mesh = SceneMesh { name: source.name.clone(), stored, ..SceneMesh::default() };
    let ranges = Ranges::of(&source.parts).ok_or_else(|| invalid("too many vertices"))?;
    for (number, part) in source.parts.iter().enumerate() {
        budget.spend(part)?;
        add_part(&mut mesh, part, number == 0, &ranges, shared, materials)?;
    }
    let mut influences = Some(Vec::new());
    for range in ranges.iter() {
        let buffer = vertex_buffer(shared, range.buffer)?;
        let used = Part { buffer, first: range.first as usize, count: (range.end - range.first) as usize };
        let positions = used.attribute(POSITION, 0).ok_or_else(|| invalid("vertices without a position"))?;
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

fn resource(shared: &[XnbValue], number: u32) -> Option<&XnbValue> {
    shared.get((number as usize).checked_sub(1)?)
}

fn vertex_buffer(shared: &[XnbValue], number: u32) -> Read<&VertexBuffer> {
    match resource(shared, number) {
        Some(XnbValue::Vertices(buffer)) => Ok(buffer),
        _ => Err(invalid(format!("shared resource {number} is no vertex buffer"))),
    }
}

/// Adds a part's triangles.
fn add_part(
    mesh: &mut SceneMesh,
    part: &XnbPart,
    is_first: bool,
    ranges: &Ranges,
    shared: &[XnbValue],
    materials: &[Option<u32>],
) -> Read<()> {
    let vertices = vertex_buffer(shared, part.vertex_buffer)?;
    let Some(XnbValue::Indices(indices)) = resource(shared, part.index_buffer) else {
        return Err(invalid(format!("shared resource {} is no index buffer", part.index_buffer)));
    };
    let corners = corners(part, vertices, indices)?;
    let base = part.first_vertex.wrapping_add(ranges.offset(part.vertex_buffer, part.first_vertex));
    let used = Part { buffer: vertices, first: part.first_vertex as usize, count: part.vertices as usize };
    mesh.face_sizes.extend(corners.chunks_exact(3).map(|_| 3));
    mesh.corner_vertices.extend(corners.iter().map(|corner| base + corner));
    let of_corners = |all: &[[f32; 4]]| corners.iter().map(|&corner| all[corner as usize]).collect::<Vec<_>>();
    let normals = used.attribute(NORMAL, 0).map(|all| of_corners(&all).into_iter().map(unit).collect());
    extend(&mut mesh.corner_normals, normals, is_first);
    let tangents = used.tangents().map(|all| of_corners(&all));
    let binormals = used.attribute(BINORMAL, 0).filter(|_| tangents.is_some());
    // XNA's point down the image, a scene's up.
    let upwards = |binormal: [f32; 4]| unit(binormal).map(|along| -along);
    let bitangents = binormals.map(|all| of_corners(&all).into_iter().map(upwards).collect());
    if let Some(stored) = &mut mesh.stored {
        extend(&mut stored.corner_bitangents, bitangents, is_first);
    }
    extend(&mut mesh.corner_tangents, tangents, is_first);
    let colors = used.attribute(COLOR, 0).map(|all| of_corners(&all));
    extend(&mut mesh.corner_colors, colors, is_first);
    let sets = (0..).map_while(|set| used.attribute(TEXTURE_COORDINATE, set));
    let sets: Vec<Vec<[f32; 2]>> =
        sets.map(|all| of_corners(&all).iter().map(|&[u, v, ..]| [u, v]).collect()).collect();
    add_uvs(mesh, sets, is_first);
    let material = resource_material(part.effect, materials);
    let index = material.map(|material| {
        mesh.materials.iter().position(|&known| known == material).unwrap_or_else(|| {
            mesh.materials.push(material);
            mesh.materials.len() - 1
        })
    });
    let index = u32::try_from(index.unwrap_or(0)).unwrap_or(0);
    mesh.face_materials.extend(corners.chunks_exact(3).map(|_| index));
    Ok(())
}

fn resource_material(effect: u32, materials: &[Option<u32>]) -> Option<u32> {
    materials.get((effect as usize).checked_sub(1)?).copied().flatten()
}

/// An attribute that one part has and another lacks is dropped.
fn extend<T>(all: &mut Option<Vec<T>>, more: Option<Vec<T>>, is_first: bool) {
    match (all.as_mut(), more) {
        (Some(all), Some(more)) => all.extend(more),
        (None, Some(more)) if is_first => *all = Some(more),
        _ => *all = None,
    }
}

fn add_uvs(mesh: &mut SceneMesh, sets: Vec<Vec<[f32; 2]>>, is_first: bool) {
    if is_first {
        mesh.uv_sets = sets.into_iter().map(|corner_uvs| UvSet { name: String::new(), corner_uvs }).collect();
        return;
    }
    mesh.uv_sets.truncate(sets.len());
    for (set, more) in mesh.uv_sets.iter_mut().zip(sets) {
        set.corner_uvs.extend(more);
    }
}

/// A vector of unit length; one that is of that length as far as single precision tells stays as it is.
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

/// The vertices of a part's triangles, counted from its first. XNA's triangles are clockwise seen from outside.
fn corners(part: &XnbPart, vertices: &VertexBuffer, indices: &IndexBuffer) -> Read<Vec<u32>> {
    let end = (part.first_vertex as usize).checked_add(part.vertices as usize);
    let held = vertices.bytes.len().checked_div(vertices.stride).unwrap_or(0);
    if end.is_none_or(|end| end > held) {
        return Err(invalid(format!("vertices {} and {} more, of {held}", part.first_vertex, part.vertices)));
    }
    let first = part.first_index as usize;
    let count = (part.triangles as usize).checked_mul(3);
    let used = count.and_then(|count| indices.indices.get(first..first.checked_add(count)?));
    let used = used.ok_or_else(|| invalid(format!("triangles beyond the {} indices", indices.indices.len())))?;
    if let Some(beyond) = used.iter().find(|index| **index >= part.vertices) {
        return Err(invalid(format!("vertex {beyond} of {}", part.vertices)));
    }
    Ok(used.chunks_exact(3).flat_map(|corner| [corner[0], corner[2], corner[1]]).collect())
}

/// How many vertices and corners the parts of a model may still show: parts may share buffers, but not so often that a small
/// file stands for a huge model.
pub(crate) struct Budget {
    vertices: u64,
    corners: u64,
}

impl Budget {
    pub(crate) fn of(shared: &[XnbValue]) -> Self {
        let mut budget = Self { vertices: 0, corners: 0 };
        for resource in shared {
            match resource {
                XnbValue::Vertices(buffer) => {
                    budget.vertices += buffer.bytes.len().checked_div(buffer.stride).unwrap_or(0) as u64
                }
                XnbValue::Indices(buffer) => budget.corners += buffer.indices.len() as u64,
                _ => {}
            }
        }
        Self { vertices: budget.vertices * SHARES, corners: budget.corners * SHARES }
    }

    fn spend(&mut self, part: &XnbPart) -> Read<()> {
        let left = self.vertices.checked_sub(part.vertices.into());
        match left.zip(self.corners.checked_sub(u64::from(part.triangles) * 3)) {
            Some((vertices, corners)) => {
                *self = Self { vertices, corners };
                Ok(())
            }
            None => {
                Err(Fault::new(codes::XNB_LIMIT, format!("more than {SHARES} parts share one buffer in whole"), HELP))
            }
        }
    }
}

/// How often each vertex may be shown, on average. XNA's own pipeline gives each part its own.
const SHARES: u64 = 16;

/// The vertices of a part.
struct Part<'a> {
    buffer: &'a VertexBuffer,
    first: usize,
    count: usize,
}

impl Part<'_> {
    /// Tangents of unit length, with the sign of the binormal; XNA's points down the image, a scene's up.
    fn tangents(&self) -> Option<Vec<[f32; 4]>> {
        let [normals, tangents, binormals] = [NORMAL, TANGENT, BINORMAL].map(|usage| self.attribute(usage, 0));
        let signed = |((n, t), b): (([f32; 4], [f32; 4]), [f32; 4])| {
            let across = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
            let along = across[0] * b[0] + across[1] * b[1] + across[2] * b[2];
            let [x, y, z] = unit(t);
            [x, y, z, if along > 0.0 { -1.0 } else { 1.0 }]
        };
        Some(normals?.into_iter().zip(tangents?).zip(binormals?).map(signed).collect())
    }

    /// The bones that move each vertex.
    fn influences(&self) -> Option<Vec<Influences>> {
        let mut all: Vec<Influences> = Vec::new();
        for set in 0.. {
            let Some((joints, weights)) = self.attribute(BLEND_INDICES, set).zip(self.attribute(BLEND_WEIGHT, set))
            else {
                break;
            };
            all.resize_with(joints.len(), Vec::new);
            for ((vertex, joints), weights) in all.iter_mut().zip(joints).zip(weights) {
                vertex.extend(joints.into_iter().zip(weights));
            }
        }
        (!all.is_empty()).then_some(all)
    }

    /// An attribute of each vertex, as four numbers: those that its format lacks are 0, and the last 1.
    fn attribute(&self, usage: i32, index: u32) -> Option<Vec<[f32; 4]>> {
        let wanted = |element: &&VertexElement| element.usage == usage && element.usage_index == index;
        let element = self.buffer.elements.iter().find(wanted)?;
        let vertices = self.buffer.bytes.chunks_exact(self.buffer.stride).skip(self.first).take(self.count);
        vertices.map(|vertex| numbers(&vertex[element.offset..], element.format)).collect()
    }
}

/// Whether all vertices of a buffer have finite numbers for an element.
pub(super) fn has_finite(element: &VertexElement, buffer: &VertexBuffer) -> bool {
    let mut vertices = buffer.bytes.chunks_exact(buffer.stride.max(1));
    vertices.all(|vertex| vertex.get(element.offset..).is_some_and(|bytes| numbers(bytes, element.format).is_some()))
}

/// The numbers of an attribute; `None` for a format that is not known.
fn numbers(bytes: &[u8], format: i32) -> Option<[f32; 4]> {
    let float = |at: usize| bytes.get(at * 4..at * 4 + 4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let floats = |count: usize| {
        let mut numbers = [0.0, 0.0, 0.0, 1.0];
        for (at, number) in numbers.iter_mut().enumerate().take(count) {
            *number = float(at).filter(|number| number.is_finite())?;
        }
        Some(numbers)
    };
    let byte = |at: usize| bytes.get(at).copied().map(f32::from);
    let short = |at: usize| bytes.get(at * 2..at * 2 + 2).map(|b| f32::from(i16::from_le_bytes([b[0], b[1]])));
    match format {
        0..=3 => floats(usize::try_from(format).ok()? + 1),
        4 => Some([byte(0)? / 255.0, byte(1)? / 255.0, byte(2)? / 255.0, byte(3)? / 255.0]),
        5 => Some([byte(0)?, byte(1)?, byte(2)?, byte(3)?]),
        6 => Some([short(0)?, short(1)?, 0.0, 1.0]),
        7 => Some([short(0)?, short(1)?, short(2)?, short(3)?]),
        8 => Some([short(0)? / 32767.0, short(1)? / 32767.0, 0.0, 1.0]),
        9 => Some([short(0)? / 32767.0, short(1)? / 32767.0, short(2)? / 32767.0, short(3)? / 32767.0]),
        _ => None,
    }
}
