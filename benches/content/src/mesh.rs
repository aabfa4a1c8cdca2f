//! [`Mesh`]: triangles in the order in which a GPU draws them.

use std::path::Path;

use rigmill_format::{Content, Model};
use rigmill_processors::IndexOrder;

/// A part of a model's mesh that a GPU draws with one call.
pub(crate) struct Mesh {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Returns the same triangles in a different order.
    pub(crate) fn arranged(&self, order: IndexOrder) -> Self {
        let numbers = order.arrange(&self.triangles, &self.positions);
        let triangles = numbers.iter().map(|triangle| self.triangles[*triangle as usize]).collect();
        Self { positions: self.positions.clone(), triangles }
    }
}

/// Returns the parts of a model's meshes.
pub(crate) fn read(path: &Path) -> Result<Vec<Mesh>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let model = Model::decode(&bytes).map_err(|error| error.to_string())?;
    let mut parts = Vec::new();
    for mesh in model.meshes {
        for part in &mesh.parts {
            let first = part.first_index as usize;
            let indices = &mesh.indices[first..first + part.index_count as usize];
            let triangles = indices.as_chunks::<3>().0.to_vec();
            parts.push(Mesh { positions: mesh.vertices.positions.clone(), triangles });
        }
    }
    Ok(parts)
}
