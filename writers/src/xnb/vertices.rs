//! Writes the vertices of a model's meshes, as XNA's vertex declarations describe them.

use rigmill_codec_xnb::{VertexElement, VertexElementFormat as Format, VertexElementUsage as Usage};
use rigmill_format::{ModelMesh, Vertices};

/// Returns the elements of a mesh's vertices.
pub(super) fn elements(mesh: &ModelMesh) -> Vec<VertexElement> {
    let Vertices { normals, tangents, colors, uv_sets, joint_sets, .. } = &mesh.vertices;
    let mut elements = vec![(Format::Vector3, Usage::Position, 0)];
    if !normals.is_empty() {
        elements.push((Format::Vector3, Usage::Normal, 0));
    }
    elements.extend((0..).zip(uv_sets).map(|(set, _)| (Format::Vector2, Usage::TextureCoordinate, set)));
    if !colors.is_empty() {
        elements.push((Format::Color, Usage::Color, 0));
    }
    if !tangents.is_empty() && !normals.is_empty() {
        elements.push((Format::Vector3, Usage::Tangent, 0));
        elements.push((Format::Vector3, Usage::Binormal, 0));
    }
    for (set, _) in (0..).zip(joint_sets) {
        elements.push((Format::Byte4, Usage::BlendIndices, set));
        elements.push((Format::Vector4, Usage::BlendWeight, set));
    }
    let mut offset = 0;
    let element = |(format, usage, usage_index): (Format, Usage, u32)| {
        let element = VertexElement { offset, format, usage: usage as i32, usage_index };
        offset += u32::try_from(format.size()).unwrap_or(u32::MAX);
        element
    };
    elements.into_iter().map(element).collect()
}

/// Returns the size of a vertex in bytes.
pub(super) fn stride(elements: &[VertexElement]) -> usize {
    elements.iter().map(|element| element.format.size()).sum()
}

/// Appends a mesh's vertices, one after another.
pub(super) fn write_vertices(vertices: &Vertices, elements: &[VertexElement], bytes: &mut Vec<u8>) {
    for vertex in 0..vertices.positions.len() {
        for element in elements {
            element.format.encode(numbers(vertices, vertex, element), bytes);
        }
    }
}

/// Returns the numbers of an element. A Vector2 or Vector3 uses the first of them.
fn numbers(vertices: &Vertices, vertex: usize, element: &VertexElement) -> [f32; 4] {
    let three = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    let set = element.usage_index as usize;
    match element.usage() {
        Some(Usage::Normal) => three(vertices.normals[vertex]),
        Some(Usage::TextureCoordinate) => {
            let [u, v] = vertices.uv_sets[set][vertex];
            [u, v, 0.0, 0.0]
        }
        Some(Usage::Color) => vertices.colors[vertex],
        Some(Usage::Tangent) => vertices.tangents[vertex],
        Some(Usage::Binormal) => three(binormal(vertices, vertex)),
        // Meshes whose bone indices do not fit into a byte were already rejected.
        Some(Usage::BlendIndices) => vertices.joint_sets[set].joints[vertex].map(f32::from),
        Some(Usage::BlendWeight) => vertices.joint_sets[set].weights[vertex],
        _ => three(vertices.positions[vertex]),
    }
}

/// Returns XNA's binormal, which points in the direction in which v grows: down the image. A model's own bitangent points up.
fn binormal(vertices: &Vertices, vertex: usize) -> [f32; 3] {
    let own = vertices.bitangents.get(vertex).copied();
    own.unwrap_or_else(|| Vertices::bitangent(vertices.normals[vertex], vertices.tangents[vertex])).map(|along| -along)
}
