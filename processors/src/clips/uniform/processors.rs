//! The processors, one for each type of source, and their parameters.

use rigmill_dom::{AnimationSource, Scene};
use rigmill_format::UniformClip;
use rigmill_pipeline::{Labelled, ProcessContext, Processor};

use super::encode::uniform_clip;
use crate::clips::frames::{ClipOnSkeleton, Sampling};
use crate::motion::{RootMotion, WithMotion};
use crate::numbers::{KeyCount, SampleRate};
use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `uniform-clip`.
    pub struct UniformClipParams {
        /// Frames a second: above 0, at most 1000. The source's own where this is unset: one over the shortest key
        /// interval of its bones; 30 where each key has a time of its own.
        rate: Option<SampleRate> = None,
        /// How many keys all clips of the source may have together, ten for each bone and frame, above 0. By default 4,194,304,
        /// and 8 more for each key of the source. One clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// The asset name of the skeleton that the clip is for, such as `Models/Grund.skeleton`, from the project's folder.
        /// A clip of a scene that names none is for the scene's own, which then becomes `NAME.skeleton`; any other clip has
        /// to name one.
        skeleton: String = String::new(),
        /// The bone whose movement leaves the clip and becomes a Motion, `NAME.motion` or `NAME@CLIP.motion`: its name, or a table
        /// of parameters of the processor `motion`, such as `{ root = "Root", components = "ground" }`.
        /// Unset leaves the clip as it is.
        root_motion: Option<RootMotion> = None,
    }
}

impl UniformClipParams {
    fn sampling(&self) -> Sampling<'_> {
        Sampling {
            rate: self.rate,
            max_keys: self.max_keys,
            skeleton: &self.skeleton,
            root_motion: self.root_motion.as_ref(),
        }
    }
}

/// Samples an [`AnimationSource`] on a skeleton into a [`UniformClip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformAnimationProcessor;

impl Processor for UniformAnimationProcessor {
    type Input = AnimationSource;
    type Output = WithMotion<UniformClip>;
    type Params = UniformClipParams;
    const NAME: &'static str = "uniform-clip";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &AnimationSource,
        params: &UniformClipParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<WithMotion<UniformClip>> {
        params.sampling().animation(input, ctx, uniform)
    }
}

/// Samples each clip of a [`Scene`] that moves anything into a [`UniformClip`], labelled with its name: `@Run`; and makes the
/// scene's [`Skeleton`](rigmill_format::Skeleton) (`.skeleton`) if they are for that.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformSceneProcessor;

impl Processor for UniformSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = UniformClipParams;
    const NAME: &'static str = "uniform-clip";
    const VERSION: u32 = 5;

    fn process(&self, input: &Scene, params: &UniformClipParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        params.sampling().scene(input, ctx, uniform)
    }
}

fn uniform(clip: ClipOnSkeleton<'_>, ctx: &mut ProcessContext<'_>) -> Result<UniformClip> {
    let source = clip.source(ctx)?;
    let resting = clip.resting();
    Ok(UniformClip { skeleton: clip.skeleton_name, resting, ..uniform_clip(&source) })
}
