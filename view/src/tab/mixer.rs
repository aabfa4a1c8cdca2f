//! [`Mixer`]: layers clips at given times, blended by the jobs of the runtime.

use rigmill_format::ModelMeshView;
use rigmill_runtime::blocks::{
    BlendJob, BlendLayer, CompressedScratch, MakeAdditiveJob, PoseBlock, PoseToModelJob, Rig, WeightBlock,
    weight_blocks,
};
use rigmill_runtime::characters::{LocalToModelJob, bone_mask};
use rigmill_runtime::clips::{Clip, SampleJob};
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::layers::{Pose, PoseLayer};
use rigmill_runtime::morph::{MorphTracks, SampleWeightsJob};
use rigmill_runtime::{Matrix, PlayMode, matrix};

use super::ask::{ModeAsk, PlayAsk, ReferenceAsk};
use super::error::AskError;
use super::overlay::Overlay;

/// A clip with the bones that it covers.
#[derive(Debug)]
pub(crate) struct Part {
    clip: Clip,
    time: f32,
    mode: ModeAsk,
    weight: f32,
    mask: Option<Vec<WeightBlock>>,
    added_to: Option<ReferenceAsk>,
}

impl Part {
    /// Binds the requested clip to a skeleton.
    pub(crate) fn new(ask: &PlayAsk, clip: Clip, skeleton: &Skeleton) -> Result<Self, AskError> {
        if !ask.time.is_finite() || !(0.0..=1.0).contains(&ask.weight) {
            return Err(AskError::Senseless("times must be finite, and weights must be from 0 to 1"));
        }
        let mask = match (ask.only_moved, ask.bones.as_slice()) {
            (false, []) => None,
            (true, []) => Some(moved_mask(&clip, skeleton.view().len())),
            (false, bones) => Some(bone_mask(&skeleton.view(), bones.iter().map(String::as_str))?),
            (true, _) => {
                return Err(AskError::Senseless("a clip covers either the bones that it moves, or given bones"));
            }
        };
        let PlayAsk { time, mode, weight, added_to, .. } = *ask;
        Ok(Self { clip, time, mode, weight, mask, added_to })
    }

    /// Returns the time in the clip `ahead` seconds later. A time within the clip's duration is unchanged.
    fn time(&self, ahead: f32) -> f32 {
        let (time, duration) = (self.time + ahead, self.clip.duration());
        if (0.0..=duration).contains(&time) || duration <= 0.0 {
            return time;
        }
        match self.mode {
            ModeAsk::Once => time,
            ModeAsk::Repeat => time.rem_euclid(duration),
            ModeAsk::PingPong => {
                let phase = time.rem_euclid(2.0 * duration);
                if phase <= duration { phase } else { 2.0 * duration - phase }
            }
        }
    }

    /// Returns the placement that root motion gives the model; the identity for a clip without root motion.
    pub(crate) fn place(&self, ahead: f32) -> Matrix {
        let motion = self.clip.motion();
        motion.map_or(matrix::IDENTITY, |motion| super::place::place_of(&motion.pose(f64::from(self.time(ahead)))))
    }

    /// Mixes the weights that the clip sets for the morph targets of a mesh over the weights below. For morph targets, additive
    /// clips are not added but mixed, and limits to bones are ignored.
    pub(crate) fn morph(&self, mesh: &ModelMeshView<'_>, weights: &mut [f32]) -> Result<(), AskError> {
        let Some(clip) = self.clip.weights() else { return Ok(()) };
        let tracks = MorphTracks::new(clip, mesh);
        let mut above = weights.to_vec();
        SampleWeightsJob { tracks: &tracks, time: self.time(0.0), out: &mut above }.run()?;
        for (weight, above) in weights.iter_mut().zip(above) {
            *weight = if self.weight >= 1.0 { above } else { *weight + (above - *weight) * self.weight };
        }
        Ok(())
    }

    fn is_alone(&self) -> bool {
        self.mask.is_none() && self.weight >= 1.0 && self.added_to.is_none()
    }
}

/// The buffers for blending.
#[derive(Debug)]
pub(crate) struct Mixer {
    scratch: CompressedScratch,
    pose: Vec<PoseBlock>,
    below: Vec<PoseBlock>,
    sampled: Vec<PoseBlock>,
    reference: Vec<PoseBlock>,
    rest: Vec<WeightBlock>,
    local: Vec<Matrix>,
    absolute: Vec<Matrix>,
}

impl Mixer {
    pub(crate) fn new(rig: &Rig) -> Self {
        let pose = || rig.bind().to_vec();
        let matrices = || vec![matrix::IDENTITY; rig.bones()];
        Self {
            scratch: CompressedScratch::new(rig.bones()),
            pose: pose(),
            below: pose(),
            sampled: pose(),
            reference: pose(),
            rest: vec![WeightBlock::NONE; rig.blocks()],
            local: matrices(),
            absolute: matrices(),
        }
    }

    /// Returns a matrix for each bone in model space: the parts at `ahead` seconds later, followed by the pose layers.
    pub(crate) fn pose(
        &mut self,
        (skeleton, rig): (&Skeleton, &Rig),
        parts: &[Part],
        ahead: f32,
        overlay: Option<(&mut Overlay, f32)>,
    ) -> Result<&[Matrix], AskError> {
        self.pose.copy_from_slice(rig.bind());
        for part in parts {
            self.put(rig, part, ahead)?;
        }
        let Self { pose, local, absolute, .. } = self;
        match overlay {
            None => PoseToModelJob { rig, pose, out: absolute }.run()?,
            Some((overlay, step)) => {
                for (bone, local) in local.iter_mut().enumerate() {
                    *local = pose[bone / 8].transform(bone).to_matrix();
                }
                overlay.apply(&mut Pose { skeleton: skeleton.view(), local }, step);
                LocalToModelJob { skeleton: skeleton.view(), local, out: absolute }.run()?;
            }
        }
        Ok(absolute)
    }

    /// Lays a part over the pose below, or adds it.
    fn put(&mut self, rig: &Rig, part: &Part, ahead: f32) -> Result<(), AskError> {
        let (time, mode) = (part.time(ahead), part.mode.into());
        if part.is_alone() {
            return sample(&part.clip, (time, mode), rig, &mut self.scratch, &mut self.pose);
        }
        sample(&part.clip, (time, mode), rig, &mut self.scratch, &mut self.sampled)?;
        match part.added_to {
            None => self.overlay(rig, part),
            Some(reference) => self.add(rig, part, reference),
        }
    }

    /// The pose below keeps the remaining weight.
    fn overlay(&mut self, rig: &Rig, part: &Part) -> Result<(), AskError> {
        for (block, rest) in self.rest.iter_mut().enumerate() {
            let covered = part.mask.as_ref().map_or(WeightBlock::ALL, |mask| mask[block]);
            *rest = WeightBlock(covered.0.map(|covered| 1.0 - part.weight * covered));
        }
        std::mem::swap(&mut self.pose, &mut self.below);
        let below = BlendLayer { pose: &self.below, weight: 1.0, mask: Some(&self.rest) };
        let above = BlendLayer { pose: &self.sampled, weight: part.weight, mask: part.mask.as_deref() };
        let layers = [below, above];
        let threshold = BlendJob::THRESHOLD;
        Ok(BlendJob { layers: &layers, additive: &[], rest: rig.bind(), threshold, out: &mut self.pose }.run()?)
    }

    fn add(&mut self, rig: &Rig, part: &Part, reference: ReferenceAsk) -> Result<(), AskError> {
        match reference {
            ReferenceAsk::Bind => self.reference.copy_from_slice(rig.bind()),
            ReferenceAsk::FirstFrame => {
                let first = (0.0, part.mode.into());
                sample(&part.clip, first, rig, &mut self.scratch, &mut self.reference)?;
            }
        }
        std::mem::swap(&mut self.pose, &mut self.below);
        // The difference is written to the pose buffer, which is overwritten later.
        MakeAdditiveJob { pose: &self.sampled, reference: &self.reference, out: &mut self.pose }.run()?;
        std::mem::swap(&mut self.pose, &mut self.sampled);
        let below = [BlendLayer { pose: &self.below, weight: 1.0, mask: None }];
        let added = [BlendLayer { pose: &self.sampled, weight: part.weight, mask: part.mask.as_deref() }];
        let threshold = BlendJob::THRESHOLD;
        Ok(BlendJob { layers: &below, additive: &added, rest: rig.bind(), threshold, out: &mut self.pose }.run()?)
    }
}

/// Returns a mask of the bones that a clip moves.
fn moved_mask(clip: &Clip, bones: usize) -> Vec<WeightBlock> {
    let mut weights = vec![0.0; bones];
    for bone in clip.moved_bones() {
        weights[*bone] = 1.0;
    }
    weight_blocks(weights)
}

fn sample(
    clip: &Clip,
    (time, mode): (f32, PlayMode),
    rig: &Rig,
    scratch: &mut CompressedScratch,
    out: &mut [PoseBlock],
) -> Result<(), AskError> {
    Ok(SampleJob { clip, time, mode, rest: rig.bind(), wanted: &[], scratch, out }.run()?)
}
