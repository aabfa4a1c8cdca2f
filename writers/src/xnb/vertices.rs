//! [`Declaration`]: what a vertex buffer's vertices are made of.

use rigmill_format::{ModelMesh, Vertices};

use super::bytes::Bytes;

/// XNA's VertexElementFormat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Vector2 = 1,
    Vector3 = 2,
    Vector4 = 3,
    Color = 4,
    Byte4 = 5,
}

impl Format {
    const fn size(self) -> u32 {
        match self {
            Self::Vector2 => 8,
            Self::Vector3 => 12,
            Self::Vector4 => 16,
            Self::Color | Self::Byte4 => 4,
        }
    }
}

/// What a part of a vertex means, with XNA's VertexElementUsage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    Position = 0,
    Color = 1,
    TextureCoordinate = 2,
    Normal = 3,
    Binormal = 4,
    Tangent = 5,
    BlendIndices = 6,
    BlendWeight = 7,
}

/// What a vertex is made of, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declaration(Vec<(Format, Usage, u32)>);

impl Declaration {
    /// What the vertices of a mesh are made of.
    pub(super) fn of(mesh: &ModelMesh) -> Self {
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
        Self(elements)
    }

    /// The bytes of a vertex.
    pub(super) fn stride(&self) -> u32 {
        self.0.iter().map(|(format, ..)| format.size()).sum()
    }

    /// Writes the declaration as XNA's VertexDeclarationReader reads it.
    pub(super) fn write(&self, bytes: &mut Bytes) {
        bytes.u32(self.stride());
        bytes.count(self.0.len());
        let mut offset = 0;
        for &(format, usage, index) in &self.0 {
            bytes.u32(offset);
            bytes.i32(format as i32);
            bytes.i32(usage as i32);
            bytes.u32(index);
            offset += format.size();
        }
    }

    /// Writes a mesh's vertices, one after the other.
    pub(super) fn write_vertices(&self, vertices: &Vertices, bytes: &mut Bytes) {
        for vertex in 0..vertices.positions.len() {
            for &(_, usage, index) in &self.0 {
                write_element(vertices, vertex, usage, index as usize, bytes);
            }
        }
    }
}

fn write_element(vertices: &Vertices, vertex: usize, usage: Usage, index: usize, bytes: &mut Bytes) {
    match usage {
        Usage::Position => bytes.floats(&vertices.positions[vertex]),
        Usage::Normal => bytes.floats(&vertices.normals[vertex]),
        Usage::TextureCoordinate => bytes.floats(&vertices.uv_sets[index][vertex]),
        Usage::Color => bytes.raw(&vertices.colors[vertex].map(unit_to_byte)),
        Usage::Tangent => bytes.floats(&vertices.tangents[vertex][..3]),
        Usage::Binormal => bytes.floats(&binormal(vertices, vertex)),
        // No mesh with more bones than a byte can tell gets here.
        Usage::BlendIndices => {
            bytes.raw(&vertices.joint_sets[index].joints[vertex].map(|joint| joint.to_le_bytes()[0]))
        }
        Usage::BlendWeight => bytes.floats(&vertices.joint_sets[index].weights[vertex]),
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255, rounded")]
fn unit_to_byte(number: f32) -> u8 {
    (number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// XNA's binormal points the way in which v grows: down the image, where a model's own points up.
fn binormal(vertices: &Vertices, vertex: usize) -> [f32; 3] {
    let own = vertices.bitangents.get(vertex).copied();
    own.unwrap_or_else(|| Vertices::bitangent(vertices.normals[vertex], vertices.tangents[vertex])).map(|along| -along)
}
