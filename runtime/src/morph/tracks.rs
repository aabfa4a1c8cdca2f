//! [`MorphTracks`]: the weight tracks of a clip that belong to one mesh.

use std::sync::Arc;

use rigmill_format::ModelMeshView;

use crate::content::ClipWeights;
use crate::error::{JobError, check_length};

/// The weight tracks of a clip that belong to one mesh.
#[derive(Clone, Debug)]
pub struct MorphTracks {
    clip: Arc<ClipWeights>,
    /// Pairs of track number and target number.
    tracks: Vec<(usize, usize)>,
    targets: usize,
}

impl MorphTracks {
    /// Binds a clip's tracks to a mesh, by the names of the mesh and of its targets. Tracks of other meshes and targets are
    /// left out.
    #[must_use]
    pub fn new(clip: &Arc<ClipWeights>, mesh: &ModelMeshView<'_>) -> Self {
        let tracks = clip.view().tracks().enumerate().filter(|(_, track)| track.mesh == mesh.name());
        let tracks = tracks.filter_map(|(number, track)| Some((number, mesh.find_target(track.target)?))).collect();
        Self { clip: Arc::clone(clip), tracks, targets: mesh.targets().len() }
    }

    /// Whether the clip sets no weight of the mesh.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// The numbers of the targets whose weights the clip sets.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = usize> {
        self.tracks.iter().map(|(_, target)| *target)
    }

    /// The clip's duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.clip.view().duration()
    }
}

/// Samples the weights that a clip sets at one time.
#[derive(Debug)]
pub struct SampleWeightsJob<'a> {
    /// The clip's tracks for the mesh.
    pub tracks: &'a MorphTracks,
    /// The time in seconds from the clip's start. Times before the first key give the first key; times after the last key give
    /// the last key.
    pub time: f32,
    /// A buffer with one weight for each target of the mesh. The job writes the weights of the targets that the clip
    /// sets, and leaves all other weights unchanged.
    pub out: &'a mut [f32],
}

impl SampleWeightsJob<'_> {
    /// Runs the job. Allocates no memory.
    ///
    /// # Errors
    /// The buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let Self { tracks, time, out } = self;
        check_length("out", out.len(), tracks.targets)?;
        let clip = tracks.clip.view();
        let times = clip.times();
        let after = times.partition_point(|key| *key <= time);
        let before = after.saturating_sub(1);
        let fraction = match (times.get(before), times.get(after)) {
            (Some(from), Some(to)) if after > before => (time - from) / (to - from),
            _ => 0.0,
        };
        for (track, target) in &tracks.tracks {
            let weights = clip.track(*track).map_or(&[][..], |track| track.weights);
            let Some(from) = weights.get(before).or(weights.first()) else { continue };
            let to = weights.get(after).unwrap_or(from);
            out[*target] = from + (to - from) * fraction;
        }
        Ok(())
    }
}
