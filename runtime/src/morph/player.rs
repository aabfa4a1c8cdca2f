//! [`PlayerWeights`]: the weights of a mesh's targets that a player's clips set.

use rigmill_format::ModelMeshView;

use super::mesh::MorphMesh;
use super::tracks::{MorphTracks, SampleWeightsJob};
use crate::Player;
use crate::error::{JobError, check_length};

/// The weights of a mesh's targets that the clips of a [`Player`] set: fades mix those of their clips, and a layer has the targets that its
/// clips set, over the layers before it. Other targets keep the weights of the mesh.
#[derive(Clone, Debug)]
pub struct PlayerWeights {
    /// By layer and action.
    tracks: Vec<Vec<Option<MorphTracks>>>,
    /// The weights without targets that clips set.
    own: Vec<f32>,
    /// The two sides of a fade.
    sides: [Vec<f32>; 2],
}

impl PlayerWeights {
    /// Binds all clips of a player that have weights to a mesh.
    #[must_use]
    pub fn new(player: &Player, morph: &MorphMesh, mesh: &ModelMeshView<'_>) -> Self {
        let of_clip = |clip: &crate::clips::Clip| clip.weights().map(|weights| MorphTracks::new(weights, mesh));
        let own = morph.weights().to_vec();
        Self {
            tracks: player.layer_clips().map(|clips| clips.iter().map(of_clip).collect()).collect(),
            sides: [own.clone(), own.clone()],
            own,
        }
    }

    /// The weights after the player's last update: one for each target. It allocates nothing.
    ///
    /// # Errors
    /// The buffer is too short.
    pub fn sample(&mut self, player: &Player, out: &mut [f32]) -> Result<(), JobError> {
        let Self { tracks, own, sides } = self;
        check_length("out", out.len(), own.len())?;
        let out = &mut out[..own.len()];
        out.copy_from_slice(own);
        for (layer, tracks) in player.layers_shown().zip(tracks) {
            for (clip, side) in layer.clips.iter().zip(&mut *sides) {
                side.copy_from_slice(out);
                let tracks = clip.and_then(|(clip, time)| Some((tracks.get(clip)?.as_ref()?, time)));
                if let Some((tracks, time)) = tracks {
                    SampleWeightsJob { tracks, time, out: side }.run()?;
                }
            }
            for ((out, from), to) in out.iter_mut().zip(&sides[0]).zip(&sides[1]) {
                *out = if layer.fraction >= 1.0 { *to } else { from + (to - from) * layer.fraction };
            }
        }
        Ok(())
    }
}
