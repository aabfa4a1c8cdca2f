//! [`Buffers`]: the vertex and index buffers of a model, shared by its meshes as XNA's pipeline does: a vertex buffer for each
//! kind of vertex, one index buffer for all.

use rigmill_format::{MeshPart, ModelMesh};

use super::bytes::Bytes;
use super::file::XnbFile;
use super::readers;
use super::vertices::Declaration;

/// A vertex buffer.
struct Pool {
    declaration: Declaration,
    vertices: Bytes,
    vertex_count: u32,
}

/// The vertex and index buffers of a model.
#[derive(Default)]
pub(super) struct Buffers {
    pools: Vec<Pool>,
    indices: Vec<u32>,
}

/// Where a part of a mesh is in its buffers.
#[derive(Clone, Copy)]
pub(super) struct Location {
    pub(super) pool: usize,
    /// The first of the vertices that it shows; its indices count from there.
    pub(super) first_vertex: u32,
    pub(super) vertices: u32,
    pub(super) first_index: u32,
}

impl Buffers {
    /// Adds a mesh; gives back where each of its parts is.
    pub(super) fn add(&mut self, mesh: &ModelMesh) -> Vec<Location> {
        let declaration = Declaration::of(mesh);
        let known = self.pools.iter().position(|pool| pool.declaration == declaration);
        let number = known.unwrap_or_else(|| {
            self.pools.push(Pool { declaration, vertices: Bytes::default(), vertex_count: 0 });
            self.pools.len() - 1
        });
        let pool = &mut self.pools[number];
        let base = pool.vertex_count;
        pool.declaration.write_vertices(&mesh.vertices, &mut pool.vertices);
        pool.vertex_count += u32::try_from(mesh.vertices.positions.len()).unwrap_or(u32::MAX);
        mesh.parts.iter().map(|part| self.add_part(mesh, part, number, base)).collect()
    }

    /// Adds a part's indices. XNA's triangles are clockwise seen from outside.
    fn add_part(&mut self, mesh: &ModelMesh, part: &MeshPart, pool: usize, base: u32) -> Location {
        let first = part.first_index as usize;
        let indices = mesh.indices.get(first..first + part.index_count as usize).unwrap_or_default();
        let least = indices.iter().copied().min().unwrap_or(0);
        let most = indices.iter().copied().max().unwrap_or(0);
        let first_index = u32::try_from(self.indices.len()).unwrap_or(u32::MAX);
        let clockwise = indices.chunks_exact(3).flat_map(|corner| [corner[0], corner[2], corner[1]]);
        self.indices.extend(clockwise.map(|index| index - least));
        Location { pool, first_vertex: base + least, vertices: most - least + 1, first_index }
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

    pub(super) fn write_indices(&self, file: &mut XnbFile) {
        file.begin_object(readers::INDEX_BUFFER);
        let narrow: Option<Vec<u16>> = self.indices.iter().map(|&index| u16::try_from(index).ok()).collect();
        file.content.bool(narrow.is_some());
        match narrow {
            Some(narrow) => {
                file.content.count(narrow.len() * 2);
                narrow.iter().for_each(|index| file.content.raw(&index.to_le_bytes()));
            }
            None => {
                file.content.count(self.indices.len() * 4);
                self.indices.iter().for_each(|&index| file.content.u32(index));
            }
        }
    }
}
