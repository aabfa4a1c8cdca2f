//! The part of a clip that moves one bone.

use std::sync::Arc;

use rigmill_format::KeyFrameSequenceView;

use crate::content::AnimationSequence;

/// One sequence of a shared clip.
#[derive(Clone, Debug)]
pub struct BoneClip {
    clip: Arc<AnimationSequence>,
    sequence: usize,
}

impl BoneClip {
    /// The sequence with the index `sequence`; `None` if the clip has none such.
    #[must_use]
    pub fn new(clip: &Arc<AnimationSequence>, sequence: usize) -> Option<Self> {
        clip.view().sequence(sequence)?;
        Some(Self { clip: Arc::clone(clip), sequence })
    }

    /// The sequence of `clip` that moves `bone`, if it has one.
    #[must_use]
    pub fn find(clip: &Arc<AnimationSequence>, bone: &str) -> Option<Self> {
        Self::new(clip, clip.view().find(bone)?)
    }

    /// The clip.
    #[must_use]
    pub fn clip(&self) -> &Arc<AnimationSequence> {
        &self.clip
    }

    /// The keys. Never `None`: [`new`](Self::new) has checked.
    pub(crate) fn keys(&self) -> Option<KeyFrameSequenceView<'_>> {
        self.clip.view().sequence(self.sequence)
    }
}
