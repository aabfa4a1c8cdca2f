//! [`Morphs`]: the vertices of a model's meshes with morph targets applied.

use std::sync::Arc;

use rigmill_format::{ModelMeshView, Normals, Positions, Tangents};
use rigmill_runtime::content::{ClipWeights, Model};
use rigmill_runtime::error::JobError;
use rigmill_runtime::morph::{MorphJob, MorphMesh, MorphTracks, SampleWeightsJob};

/// The vertex data of a mesh before skinning. Normals and tangents can be missing.
pub(super) struct Vertices<'a> {
    pub(super) positions: Positions<'a>,
    pub(super) normals: Normals<'a>,
    pub(super) tangents: Tangents<'a>,
}

/// A mesh with morph targets, and its vertices at the current weights.
#[derive(Debug)]
struct Morphed {
    morph: MorphMesh,
    /// The tracks of the clip for the mesh's targets.
    tracks: Option<MorphTracks>,
    weights: Vec<f32>,
    shares: Vec<f32>,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    tangents: Vec<[f32; 4]>,
}

/// The meshes of a model that have targets.
#[derive(Debug)]
pub(super) struct Morphs(Vec<Option<Morphed>>);

impl Morphs {
    /// Collects the meshes of a model that have targets. A clip may animate the weights.
    pub(super) fn new(model: &Model, clip: Option<&Arc<ClipWeights>>) -> Self {
        let of_mesh = |mesh: ModelMeshView<'_>| (mesh.targets().len() > 0).then(|| Morphed::new(&mesh, clip));
        Self(model.view().meshes().map(of_mesh).collect())
    }

    /// Sets the weights to their values at a time of the clip. Weights that the clip does not animate keep the mesh's values.
    pub(super) fn show(&mut self, model: &Model, time: f32) -> Result<(), JobError> {
        let meshes = model.view().meshes().zip(&mut self.0);
        meshes
            .filter_map(|(mesh, morphed)| Some((mesh, morphed.as_mut()?)))
            .try_for_each(|(mesh, it)| it.show(mesh, time))
    }

    /// Returns the vertices of the model's mesh with this number.
    pub(super) fn vertices<'a>(&'a self, number: usize, mesh: &ModelMeshView<'a>) -> Vertices<'a> {
        match self.0.get(number) {
            Some(Some(it)) => Vertices {
                positions: Positions::F32(&it.positions),
                normals: Normals::F32(&it.normals),
                tangents: Tangents::F32(&it.tangents),
            },
            _ => Vertices { positions: mesh.positions(), normals: mesh.normals(), tangents: mesh.tangents() },
        }
    }
}

impl Morphed {
    fn new(mesh: &ModelMeshView<'_>, clip: Option<&Arc<ClipWeights>>) -> Self {
        let morph = MorphMesh::new(mesh);
        Self {
            tracks: clip.map(|clip| MorphTracks::new(clip, mesh)),
            weights: morph.weights().to_vec(),
            shares: morph.shares(),
            positions: mesh.positions().to_vec(),
            normals: mesh.normals().to_vec(),
            tangents: mesh.tangents().to_vec(),
            morph,
        }
    }

    fn show(&mut self, mesh: ModelMeshView<'_>, time: f32) -> Result<(), JobError> {
        let Self { morph, tracks, weights, shares, positions, normals, tangents } = self;
        weights.copy_from_slice(morph.weights());
        if let Some(tracks) = tracks {
            SampleWeightsJob { tracks, time, out: weights }.run()?;
        }
        MorphJob { mesh, morph, weights, shares, positions, normals, tangents }.run()
    }
}
