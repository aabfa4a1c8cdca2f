//! Morph targets, and the weights that clips animate.

use rigmill_format::ModelMeshView;
use rigmill_runtime::content::ClipWeights;
use rigmill_runtime::morph::{MorphJob, MorphMesh};
use rigmill_test_random::Random;

use super::numbers::number;
use crate::target::look;

/// Applies the targets of a mesh to its vertices.
pub(super) fn morph(mesh: ModelMeshView<'_>, random: &mut Random) {
    let morph = MorphMesh::new(&mesh);
    let weights: Vec<f32> = (0..morph.len()).map(|_| number(random)).collect();
    let (mut shares, mut positions) = (morph.shares(), vec![[0.0; 3]; mesh.vertex_count()]);
    let (mut normals, mut tangents) = (vec![[0.0; 3]; mesh.vertex_count()], vec![[0.0; 4]; mesh.vertex_count()]);
    let job = MorphJob {
        mesh,
        morph: &morph,
        weights: &weights,
        shares: &mut shares,
        positions: &mut positions,
        normals: &mut normals,
        tangents: &mut tangents,
    };
    assert_eq!(job.run(), Ok(()));
    assert!(morph.names().all(|name| morph.find(name).is_some()), "a target is not found");
}

/// Reads everything in the weights of a clip.
pub(super) fn weights(clip: &ClipWeights) {
    let view = clip.view();
    view.tracks().for_each(look);
    look(view.times());
}
