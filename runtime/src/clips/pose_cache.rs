//! [`PoseCache`]: caches sampled whole poses, for bones that request them one by one.

use rigmill_format::{PlayMode, SkeletonView, Transform};

use super::{Clip, SampleJob};
use crate::blocks::{CompressedScratch, PoseBlock, pose_blocks};

/// The number of cached poses: enough for two layers in a cross-fade.
const KEPT: usize = 4;

/// The poses that were sampled last. All bones of a model that play a clip at the same time share one pose.
#[derive(Clone, Debug)]
pub(crate) struct PoseCache {
    rest: Vec<PoseBlock>,
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
    pub(crate) fn new(skeleton: &SkeletonView<'_>) -> Self {
        let rest = pose_blocks(skeleton.bones().map(|bone| bone.bind().normalized()));
        Self {
            entries: vec![Entry { of: None, pose: rest.clone() }; KEPT],
            next: 0,
            scratch: CompressedScratch::new(skeleton.len()),
            rest,
        }
    }

    /// The transform of a bone at a time of a clip. The clip must fit the skeleton.
    pub(crate) fn transform(&mut self, clip: &Clip, bone: usize, time: f32, mode: PlayMode) -> Transform {
        let is_it = |entry: &Entry| {
            let is_it =
                |(of, at, how): &(Clip, f32, PlayMode)| of.is(clip) && at.to_bits() == time.to_bits() && *how == mode;
            entry.of.as_ref().is_some_and(is_it)
        };
        let entry = self.entries.iter().position(is_it).unwrap_or_else(|| self.sample(clip, time, mode));
        self.entries[entry].pose[bone / 8].transform(bone)
    }

    fn sample(&mut self, clip: &Clip, time: f32, mode: PlayMode) -> usize {
        let index = self.next;
        self.next = (index + 1) % KEPT;
        let Entry { of, pose } = &mut self.entries[index];
        *of = Some((clip.clone(), time, mode));
        let (rest, scratch) = (&self.rest, &mut self.scratch);
        let done = SampleJob { clip, time, mode, rest, wanted: &[], scratch, out: pose }.run();
        debug_assert!(done.is_ok(), "the clip fits the skeleton");
        index
    }
}
