//! [`MorphJob`]: computes the vertices of a mesh for given morph target weights.

use rigmill_format::ModelMeshView;

use super::changes::{add_to_normals, add_to_positions, add_to_tangents};
use super::mesh::MorphMesh;
use crate::error::{JobError, check_length};

/// Adds the morph targets of a mesh to its vertices. Normals and tangents that change are normalized.
#[derive(Debug)]
pub struct MorphJob<'a> {
    /// The mesh, whose vertices are the starting point.
    pub mesh: ModelMeshView<'a>,
    /// The morph targets of the mesh.
    pub morph: &'a MorphMesh,
    /// The weight of each target. A weight of 1 shows the whole shape. A weight that is not finite counts as 0.
    pub weights: &'a [f32],
    /// A buffer from [`MorphMesh::shares`]. Its content does not matter before or after a job.
    pub shares: &'a mut [f32],
    /// Receives the position of each vertex.
    pub positions: &'a mut [[f32; 3]],
    /// Receives the normal of each vertex; empty if you do not need normals. Unused if the mesh has no normals.
    pub normals: &'a mut [[f32; 3]],
    /// Receives the tangent of each vertex, with the mesh's own w; empty if you do not need tangents. Unused if the
    /// mesh has no tangents.
    pub tangents: &'a mut [[f32; 4]],
}

impl MorphJob<'_> {
    /// Runs the job. Allocates no memory.
    ///
    /// # Errors
    /// A buffer is too short, or the mesh is a different one with fewer vertices than the mesh of `morph`.
    pub fn run(self) -> Result<(), JobError> {
        let Self { mesh, morph, weights, shares, positions, normals, tangents } = self;
        let vertices = morph.vertex_count();
        check_length("mesh", mesh.vertex_count(), vertices)?;
        check_length("weights", weights.len(), morph.len())?;
        check_length("shares", shares.len(), morph.share_count())?;
        check_length("positions", positions.len(), vertices)?;
        let base = morph.base(&mesh);
        let has = [base.normals.len(), base.tangents.len()].map(|found| found >= vertices);
        let (with_normals, with_tangents) = (has[0] && !normals.is_empty(), has[1] && !tangents.is_empty());
        check_length("mesh", base.positions.len(), vertices)?;
        check_length("normals", normals.len(), if with_normals { vertices } else { 0 })?;
        check_length("tangents", tangents.len(), if with_tangents { vertices } else { 0 })?;
        morph.fill_shares(weights, shares);
        add_to_positions(&morph.positions, shares, &base.positions[..vertices], &mut positions[..vertices]);
        if with_normals {
            add_to_normals(&morph.normals, shares, &base.normals[..vertices], &mut normals[..vertices]);
        }
        if with_tangents {
            add_to_tangents(&morph.tangents, shares, &base.tangents[..vertices], &mut tangents[..vertices]);
        }
        Ok(())
    }
}
