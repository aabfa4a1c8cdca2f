//! [`Clip`]: a clip of any type, bound to the bones of a skeleton.

use std::sync::Arc;

use rigmill_format::SkeletonView;

use super::curves::{CurveClip, PoseTracks, SampledClip};
use super::sequence_tracks::SequenceTracks;
use crate::blocks::prefetch::prefetch_uniform;
use crate::content::{
    AnimationSequence, ClipEvents, ClipWeights, CompressedClip, Content, ContentType, LoadError, Motion, UniformClip,
};
use crate::error::PlayError;

/// A clip of any type, bound to the bones of a skeleton, together with its root motion, its events, and its morph target
/// weights.
///
/// A game need not know which processor made a clip: key frames, uniform clips, compressed clips, curve clips and sampled clips
/// all play in a [`Player`](crate::Player), a [`Crowd`](crate::Crowd) and an [`AnimatedModel`](crate::AnimatedModel), and
/// [`SampleJob`](crate::clips::SampleJob) samples any of them. Cloning is cheap, because clones share all data.
///
/// Uniform and compressed clips are the fastest to sample. All other clips are evaluated bone by bone.
///
/// ```no_run
/// use rigmill_runtime::Content;
/// use rigmill_runtime::clips::Clip;
/// use rigmill_runtime::content::Skeleton;
///
/// let content = Content::open("build/native")?;
/// let skeleton = content.load::<Skeleton>("Models/Grund.skeleton")?;
/// let walk = Clip::load(&content, "Animation/Players/Grund/Low_Walk", &skeleton.view())?;
/// println!("{} s, moves {} bones", walk.duration(), walk.moved_bones().len());
/// # Ok::<(), rigmill_runtime::content::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clip(Arc<Bound>);

/// A clip with data derived from it.
#[derive(Debug)]
struct Bound {
    source: ClipSource,
    bones: usize,
    moved: Vec<usize>,
    duration: f32,
    frame_rate: Option<f32>,
    companions: Companions,
}

/// Optional content that belongs to a clip in addition to its keys.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// The root motion of the clip.
    pub motion: Option<Arc<Motion>>,
    /// The events of the clip.
    pub events: Option<Arc<ClipEvents>>,
    /// The morph target weights of the clip.
    pub weights: Option<Arc<ClipWeights>>,
}

/// The keys of a clip of any type. [`SampleJob`](super::SampleJob) samples poses, and [`BoneClip`](super::BoneClip) single bones.
#[derive(Debug)]
pub(super) enum ClipSource {
    Sequence(SequenceTracks),
    Uniform(Arc<UniformClip>),
    Compressed(Arc<CompressedClip>),
    Curves(PoseTracks),
}

/// Loaded clip content of any type.
#[derive(Clone, Debug)]
pub enum ClipContent {
    /// Key frames of single bones.
    Sequence(Arc<AnimationSequence>),
    /// Keys of whole poses in single precision, at even intervals.
    Uniform(Arc<UniformClip>),
    /// Quantized keys of whole poses.
    Compressed(Arc<CompressedClip>),
    /// Hermite curves.
    Curves(Arc<CurveClip>),
    /// Curves through sampled frames.
    Sampled(Arc<SampledClip>),
}

/// Implements [`From`] for each kind of content.
macro_rules! kinds {
    ($($content:ident => $kind:ident),*) => {
        $(impl From<&Arc<$content>> for ClipContent {
            fn from(clip: &Arc<$content>) -> Self {
                Self::$kind(Arc::clone(clip))
            }
        })*
    };
}

kinds!(AnimationSequence => Sequence, UniformClip => Uniform, CompressedClip => Compressed, CurveClip => Curves, SampledClip => Sampled);

impl ClipContent {
    /// Loads the clip called `name`, which can have any type.
    ///
    /// # Errors
    /// The asset does not exist, cannot be loaded, or is not a clip.
    pub fn load(content: &Content, name: &str) -> Result<Self, LoadError> {
        Ok(match content.content_type(name) {
            Some(ContentType::UniformClip) => Self::Uniform(content.load(name)?),
            Some(ContentType::CompressedClip) => Self::Compressed(content.load(name)?),
            Some(ContentType::CurveClip) => Self::Curves(content.load(name)?),
            Some(ContentType::SampledClip) => Self::Sampled(content.load(name)?),
            // For any other type, this load fails with the right error.
            _ => Self::Sequence(content.load(name)?),
        })
    }
}

impl Clip {
    /// Creates a clip without companions. [`check`](Self::check) reports whether it fits the skeleton.
    #[must_use]
    pub fn new(clip: impl Into<ClipContent>, skeleton: &SkeletonView<'_>) -> Self {
        Self::with_companions(clip.into(), skeleton, Companions::default())
    }

    /// Loads the clip called `name`, which can have any type, and its companions, which are optional: the root motion
    /// `NAME.motion` (or `NAME` if the clip is `NAME.clip`), the events `NAME.events`, and the morph target weights
    /// `NAME.weights`.
    ///
    /// # Errors
    /// The clip, or a companion that exists, cannot be loaded.
    pub fn load(content: &Content, name: &str, skeleton: &SkeletonView<'_>) -> Result<Self, LoadError> {
        let motion = match name.strip_suffix(".clip") {
            Some(moved) => content.load_if_there(moved)?,
            None => content.load_if_there(&format!("{name}.motion"))?,
        };
        let events = content.load_if_there(&format!("{name}.events"))?;
        let weights = content.load_if_there(&format!("{name}.weights"))?;
        let companions = Companions { motion, events, weights };
        Ok(Self::with_companions(ClipContent::load(content, name)?, skeleton, companions))
    }

    /// Creates a clip with companions.
    #[must_use]
    pub fn with_companions(clip: ClipContent, skeleton: &SkeletonView<'_>, companions: Companions) -> Self {
        let bones = skeleton.len();
        let (source, bones, duration, frame_rate) = match clip {
            ClipContent::Sequence(clip) => {
                let duration = clip.view().duration();
                (ClipSource::Sequence(SequenceTracks::new(clip, skeleton)), bones, duration, None)
            }
            ClipContent::Uniform(clip) => {
                let (bones, duration, rate) = (clip.view().bones(), clip.view().duration(), clip.view().frame_rate());
                (ClipSource::Uniform(clip), bones, duration, Some(rate))
            }
            ClipContent::Compressed(clip) => {
                let (bones, duration, rate) = (clip.view().bones(), clip.view().duration(), clip.view().frame_rate());
                (ClipSource::Compressed(clip), bones, duration, Some(rate))
            }
            ClipContent::Curves(clip) => (ClipSource::Curves(clip.pose_tracks(skeleton)), bones, clip.duration(), None),
            ClipContent::Sampled(clip) => {
                (ClipSource::Curves(clip.pose_tracks(skeleton)), bones, clip.length(), Some(clip.frame_rate()))
            }
        };
        let moved = match &source {
            ClipSource::Sequence(tracks) => tracks.bones.iter().flatten().copied().collect(),
            ClipSource::Uniform(clip) => all_but(clip.view().resting(), bones),
            ClipSource::Compressed(clip) => all_but(clip.view().resting(), bones),
            ClipSource::Curves(tracks) => tracks.bones().collect(),
        };
        Self(Arc::new(Bound { source, bones, moved, duration, frame_rate, companions }))
    }

    /// The number of bones of the skeleton that the clip is for.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.0.bones
    }

    /// Its duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.0.duration
    }

    /// The number of frames per second. `None` for clips whose keys have individual times.
    #[must_use]
    pub fn frame_rate(&self) -> Option<f32> {
        self.0.frame_rate
    }

    /// The root motion, if the clip has this companion. In that case, the clip itself is in place.
    #[must_use]
    pub fn motion(&self) -> Option<&Arc<Motion>> {
        self.0.companions.motion.as_ref()
    }

    /// The clip's events, if it has the companion `NAME.events`.
    #[must_use]
    pub fn events(&self) -> Option<&Arc<ClipEvents>> {
        self.0.companions.events.as_ref()
    }

    /// The morph target weights, if the clip has the companion `NAME.weights`.
    #[must_use]
    pub fn weights(&self) -> Option<&Arc<ClipWeights>> {
        self.0.companions.weights.as_ref()
    }

    /// The numbers of the bones that the clip moves, in the clip's order if it has one. All other bones stay in the rest pose.
    #[must_use]
    pub fn moved_bones(&self) -> &[usize] {
        &self.0.moved
    }

    /// Checks that the clip fits a skeleton with this number of bones.
    ///
    /// # Errors
    /// The clip moves a bone that the skeleton does not have, or is for a different number of bones.
    pub fn check(&self, bones: usize) -> Result<(), PlayError> {
        let missing = match &self.0.source {
            ClipSource::Sequence(tracks) => tracks.missing.clone(),
            ClipSource::Curves(tracks) => tracks.missing.clone(),
            ClipSource::Uniform(_) | ClipSource::Compressed(_) => None,
        };
        match missing {
            Some(missing) => Err(missing),
            None if self.0.bones != bones => Err(PlayError::OtherSkeleton { found: self.0.bones, expected: bones }),
            None => Ok(()),
        }
    }

    /// Prefetches the data for sampling at a time. Does this only for uniform clips, which are many times larger than other
    /// clips and so do not fit into the processor's caches.
    pub(crate) fn prefetch(&self, time: f32) {
        if let ClipSource::Uniform(clip) = &self.0.source {
            prefetch_uniform(&clip.view(), time);
        }
    }

    pub(super) fn source(&self) -> &ClipSource {
        &self.0.source
    }

    /// The key frames, if the clip has separate key frames for each bone.
    pub(crate) fn sequence(&self) -> Option<(&Arc<AnimationSequence>, &[Option<usize>])> {
        match &self.0.source {
            ClipSource::Sequence(tracks) => Some((&tracks.clip, &tracks.bones)),
            _ => None,
        }
    }

    /// Whether both are clones of the same clip.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The numbers of all bones below `bones` that are not in `resting`.
fn all_but(resting: impl Iterator<Item = u16>, bones: usize) -> Vec<usize> {
    let mut moved: Vec<usize> = (0..bones).collect();
    let resting: Vec<usize> = resting.map(usize::from).collect();
    moved.retain(|bone| resting.binary_search(bone).is_err());
    moved
}
