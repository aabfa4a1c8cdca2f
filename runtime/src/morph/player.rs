//! [`PlayerWeights`] and [`CrowdWeights`]: the morph target weights that playing clips set.

use rigmill_format::ModelMeshView;

use super::mesh::MorphMesh;
use super::tracks::{MorphTracks, SampleWeightsJob};
use crate::characters::{Character, LayerShown};
use crate::clips::Clip;
use crate::error::{JobError, check_length};
use crate::{Crowd, Player};

/// The weights of a mesh's targets that the clips of a [`Player`] set. A fade mixes the weights of its two clips. A
/// layer replaces the weights of the layers before it, for the targets that its clips set. All other targets keep the
/// weights of the mesh.
#[derive(Clone, Debug)]
pub struct PlayerWeights {
    /// By layer and action.
    tracks: Vec<Vec<Option<MorphTracks>>>,
    mixer: Mixer,
}

impl PlayerWeights {
    /// Binds all clips of a player that have weights to a mesh.
    #[must_use]
    pub fn new(player: &Player, morph: &MorphMesh, mesh: &ModelMeshView<'_>) -> Self {
        Self { tracks: player.layer_clips().map(|clips| tracks(clips, mesh)).collect(), mixer: Mixer::new(morph) }
    }

    /// Computes the weights after the player's last update: one weight per target. This method allocates no memory.
    ///
    /// # Errors
    /// The buffer is too short.
    pub fn sample(&mut self, player: &Player, out: &mut [f32]) -> Result<(), JobError> {
        let Self { tracks, mixer } = self;
        let out = mixer.start(out)?;
        for (layer, tracks) in player.layers_shown().zip(tracks) {
            mixer.add(&layer, tracks, 1.0, out)?;
        }
        Ok(())
    }
}

/// The weights of a mesh's targets that the clips of a [`Crowd`] set, for one character at a time. Fades and layers work as in
/// [`PlayerWeights`], but a layer is blended over the layers below it by the layer's weight.
#[derive(Clone, Debug)]
pub struct CrowdWeights {
    /// By clip.
    tracks: Vec<Option<MorphTracks>>,
    mixer: Mixer,
}

impl CrowdWeights {
    /// Binds all clips of a crowd that have weights to a mesh.
    #[must_use]
    pub fn new(crowd: &Crowd, morph: &MorphMesh, mesh: &ModelMeshView<'_>) -> Self {
        Self { tracks: tracks(crowd.clips(), mesh), mixer: Mixer::new(morph) }
    }

    /// The number of the mesh's targets.
    #[must_use]
    pub fn targets(&self) -> usize {
        self.mixer.own.len()
    }

    /// Whether no clip of the crowd sets a weight of the mesh.
    #[must_use]
    pub fn sets_nothing(&self) -> bool {
        self.tracks.iter().flatten().all(MorphTracks::is_empty)
    }

    /// Computes the weights of a character after the crowd's last update: one weight per target. If the character does not
    /// exist, these are the default weights of the mesh. This method allocates no memory.
    ///
    /// # Errors
    /// The buffer is too short.
    pub fn sample(&mut self, crowd: &Crowd, character: Character, out: &mut [f32]) -> Result<(), JobError> {
        let Self { tracks, mixer } = self;
        let out = mixer.start(out)?;
        for (layer, weight) in crowd.layers_shown(character) {
            mixer.add(&layer, tracks, weight, out)?;
        }
        Ok(())
    }
}

fn tracks(clips: &[Clip], mesh: &ModelMeshView<'_>) -> Vec<Option<MorphTracks>> {
    clips.iter().map(|clip| clip.weights().map(|weights| MorphTracks::new(weights, mesh))).collect()
}

/// Mixes the weights of layers, each over the layers below.
#[derive(Clone, Debug)]
struct Mixer {
    /// The default weights of the mesh, for targets that no clip sets.
    own: Vec<f32>,
    /// The weights of the two sides of a cross-fade.
    sides: [Vec<f32>; 2],
}

impl Mixer {
    fn new(morph: &MorphMesh) -> Self {
        let own = morph.weights().to_vec();
        Self { sides: [own.clone(), own.clone()], own }
    }

    /// Sets the part of a buffer for the weights to the default weights, and returns it.
    fn start<'a>(&self, out: &'a mut [f32]) -> Result<&'a mut [f32], JobError> {
        check_length("out", out.len(), self.own.len())?;
        let out = &mut out[..self.own.len()];
        out.copy_from_slice(&self.own);
        Ok(out)
    }

    /// Blends a layer over the weights so far. The index in `tracks` is the clip number.
    fn add(
        &mut self,
        layer: &LayerShown,
        tracks: &[Option<MorphTracks>],
        weight: f32,
        out: &mut [f32],
    ) -> Result<(), JobError> {
        for (clip, side) in layer.clips.iter().zip(&mut self.sides) {
            side.copy_from_slice(out);
            let tracks = clip.and_then(|(clip, time)| Some((tracks.get(clip)?.as_ref()?, time)));
            if let Some((tracks, time)) = tracks {
                SampleWeightsJob { tracks, time, out: side }.run()?;
            }
        }
        for ((out, from), to) in out.iter_mut().zip(&self.sides[0]).zip(&self.sides[1]) {
            let shown = if layer.fraction >= 1.0 { *to } else { from + (to - from) * layer.fraction };
            *out = if weight >= 1.0 { shown } else { *out + (shown - *out) * weight };
        }
        Ok(())
    }
}
