//! [`Buffers`]: the vertex and index buffers of a model, shared by meshes whose vertices are alike, as XNA's pipeline does.

use rigmill_format::ModelMesh;

use super::bytes::Bytes;
use super::file::XnbFile;
use super::readers;
use super::vertices::Declaration;

/// A vertex buffer and an index buffer.
struct Pool {
    declaration: Declaration,
    vertices: Bytes,
    vertex_count: u32,
    indices: Vec<u32>,
}

/// The vertex and index buffers of a model.
#[derive(Default)]
pub(super) struct Buffers {
    pools: Vec<Pool>,
}

/// Where a mesh is in its buffers.
#[derive(Clone, Copy)]
pub(super) struct Location {
    pub(super) pool: usize,
    pub(super) first_vertex: u32,
    pub(super) first_index: u32,
}

impl Buffers {
    /// Adds a mesh. Its indices count from its own first vertex; XNA's triangles are clockwise seen from outside.
    pub(super) fn add(&mut self, mesh: &ModelMesh) -> Location {
        let declaration = Declaration::of(mesh);
        let known = self.pools.iter().position(|pool| pool.declaration == declaration);
        let number = known.unwrap_or_else(|| {
            self.pools.push(Pool { declaration, vertices: Bytes::default(), vertex_count: 0, indices: Vec::new() });
            self.pools.len() - 1
        });
        let pool = &mut self.pools[number];
        let first_index = u32::try_from(pool.indices.len()).unwrap_or(u32::MAX);
        let location = Location { pool: number, first_vertex: pool.vertex_count, first_index };
        pool.declaration.write_vertices(&mesh.vertices, &mut pool.vertices);
        pool.vertex_count += u32::try_from(mesh.vertices.positions.len()).unwrap_or(u32::MAX);
        pool.indices.extend(mesh.indices.chunks_exact(3).flat_map(|corner| [corner[0], corner[2], corner[1]]));
        location
    }

    pub(super) fn write_vertices(&self, pool: usize, file: &mut XnbFile) {
        let pool = &self.pools[pool];
        file.begin_object(readers::VERTEX_BUFFER);
        // XNA names the reader of what a vertex buffer begins with, although nothing refers to it.
        file.reader(readers::VERTEX_DECLARATION);
        pool.declaration.write(&mut file.content);
        file.content.u32(pool.vertex_count);
        file.content.raw(pool.vertices.as_slice());
    }

    pub(super) fn write_indices(&self, pool: usize, file: &mut XnbFile) {
        let indices = &self.pools[pool].indices;
        file.begin_object(readers::INDEX_BUFFER);
        let narrow: Option<Vec<u16>> = indices.iter().map(|&index| u16::try_from(index).ok()).collect();
        file.content.bool(narrow.is_some());
        match narrow {
            Some(narrow) => {
                file.content.count(narrow.len() * 2);
                narrow.iter().for_each(|index| file.content.raw(&index.to_le_bytes()));
            }
            None => {
                file.content.count(indices.len() * 4);
                indices.iter().for_each(|&index| file.content.u32(index));
            }
        }
    }
}
