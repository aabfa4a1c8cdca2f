//! [`PoseCache`]: caches sampled whole poses, for bones that request them one by one.

use rigmill_format::{PlayMode, SkeletonView};

use crate::blocks::{CompressedScratch, PoseBlock, pose_blocks};
use crate::clips::{Clip, KeyFrame, SampleJob};

/// The number of cached poses: enough for two layers in a cross-fade.
const KEPT: usize = 4;

/// The poses that were sampled last. All bones of a model that play a clip at the same time share one pose.
#[derive(Clone, Debug)]
pub(super) struct PoseCache {
    rest: Vec<PoseBlock>,
    wanted: Vec<bool>,
    entries: Vec<Entry>,
    /// The entry that is replaced next.
    next: usize,
    scratch: CompressedScratch,
}

#[derive(Clone, Debug)]
struct Entry {
    of: Option<(Clip, f32, PlayMode)>,
    pose: Vec<PoseBlock>,
}

impl PoseCache {
    pub(super) fn new(skeleton: &SkeletonView<'_>) -> Self {
        let rest = pose_blocks(skeleton.bones().map(|bone| bone.bind().normalized()));
        Self {
            wanted: vec![true; rest.len()],
            entries: vec![Entry { of: None, pose: rest.clone() }; KEPT],
            next: 0,
            scratch: CompressedScratch::new(skeleton.len()),
            rest,
        }
    }

    /// The channels of a bone at a time of a clip. The clip must fit the skeleton.
    pub(super) fn key_frame(&mut self, clip: &Clip, bone: usize, time: f32, mode: PlayMode) -> KeyFrame {
        let is_it = |entry: &Entry| {
            entry
                .of
                .as_ref()
                .is_some_and(|(known, at, how)| known.is(clip) && at.to_bits() == time.to_bits() && *how == mode)
        };
        let entry = self.entries.iter().position(is_it).unwrap_or_else(|| self.sample(clip, time, mode));
        let transform = self.entries[entry].pose[bone / 8].transform(bone);
        let (translation, rotation, scale) = (transform.translation, transform.rotation, transform.scale);
        KeyFrame { translation: Some(translation), rotation: Some(rotation), scale: Some(scale) }
    }

    fn sample(&mut self, clip: &Clip, time: f32, mode: PlayMode) -> usize {
        let index = self.next;
        self.next = (index + 1) % KEPT;
        let Entry { of, pose } = &mut self.entries[index];
        *of = Some((clip.clone(), time, mode));
        let (rest, wanted, scratch) = (&self.rest[..], &self.wanted[..], &mut self.scratch);
        let done = SampleJob { clip, time, mode, rest, wanted, scratch, out: pose }.run();
        debug_assert!(done.is_ok(), "the clip fits the skeleton");
        index
    }
}
