//! [`Buffers`]: the vertex and index buffers of a model. As in XNA's pipeline, meshes share them: there is a vertex buffer for
//! each vertex declaration, and one index buffer for all meshes.

use rigmill_codec_xnb::{IndexBuffer, VertexBuffer};
use rigmill_format::{MeshPart, ModelMesh};

use super::vertices::{elements, stride, write_vertices};

/// A vertex buffer of a model, identified by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferId(usize);

/// The vertex and index buffers of a model.
#[derive(Default)]
pub(super) struct Buffers {
    vertices: Vec<VertexBuffer>,
    indices: Vec<u32>,
}

/// The location of a mesh part in its buffers.
#[derive(Clone, Copy)]
pub(super) struct Location {
    pub(super) buffer: BufferId,
    /// The first vertex that the part uses. The part's indices are relative to it.
    pub(super) first_vertex: u32,
    pub(super) vertex_count: u32,
    pub(super) first_index: u32,
}

impl Buffers {
    /// Adds a mesh. Returns the location of each of its parts.
    pub(super) fn add(&mut self, mesh: &ModelMesh) -> Vec<Location> {
        let elements = elements(mesh);
        let known = self.vertices.iter().position(|buffer| buffer.elements == elements);
        let index = known.unwrap_or_else(|| {
            self.vertices.push(VertexBuffer { stride: stride(&elements), elements, bytes: Vec::new() });
            self.vertices.len() - 1
        });
        let buffer = &mut self.vertices[index];
        let base = u32::try_from(buffer.vertex_count()).unwrap_or(u32::MAX);
        write_vertices(&mesh.vertices, &buffer.elements, &mut buffer.bytes);
        mesh.parts.iter().map(|part| self.add_part(mesh, part, BufferId(index), base)).collect()
    }

    /// Adds the indices of a part. In XNA, triangles are clockwise when seen from outside.
    fn add_part(&mut self, mesh: &ModelMesh, part: &MeshPart, buffer: BufferId, base: u32) -> Location {
        let first = part.first_index as usize;
        let indices = mesh.indices.get(first..first + part.index_count as usize).unwrap_or_default();
        let least = indices.iter().copied().min().unwrap_or(0);
        let most = indices.iter().copied().max().unwrap_or(0);
        let first_index = u32::try_from(self.indices.len()).unwrap_or(u32::MAX);
        let clockwise = indices.chunks_exact(3).flat_map(|corner| [corner[0], corner[2], corner[1]]);
        self.indices.extend(clockwise.map(|index| index - least));
        Location { buffer, first_vertex: base + least, vertex_count: most - least + 1, first_index }
    }

    /// Returns a whole vertex buffer, and leaves it empty.
    pub(super) fn take_vertices(&mut self, BufferId(index): BufferId) -> VertexBuffer {
        let VertexBuffer { stride, elements, bytes } = &mut self.vertices[index];
        VertexBuffer { stride: *stride, elements: std::mem::take(elements), bytes: std::mem::take(bytes) }
    }

    /// Returns the index buffer, and leaves it empty.
    pub(super) fn take_indices(&mut self) -> IndexBuffer {
        std::mem::take(&mut self.indices).into()
    }
}
