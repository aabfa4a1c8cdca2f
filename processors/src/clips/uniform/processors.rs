//! The processors with the name `uniform-clip`, one for each type of source, and their parameters.

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
        /// The clip's frame rate, in frames per second (greater than 0, at most 1000). By default, Rigmill uses the
        /// highest key rate of any bone whose keys are evenly spaced. If no bone has evenly spaced keys, Rigmill uses
        /// 30.
        rate: Option<SampleRate> = None,
        /// The maximum number of keys in all clips of the source together (greater than 0). Each bone counts as ten
        /// keys in every frame. The default is 4,194,304, plus 8 for each key in the source. A single clip can contain
        /// at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The name of the clip's skeleton, including its path in the project, such as `Models/Grund.skeleton`. By
        /// default, clips from a scene, such as an FBX or glTF file, use the scene's own skeleton. Clips from other
        /// sources need this parameter.
        skeleton: String = String::new(),
        /// The root bone whose movement becomes a separate motion, called `NAME.motion`. In a scene, a clip's motion is
        /// called `NAME@CLIP.motion`. Rigmill removes this movement from the clip. Specify the bone's name, or a table
        /// of `motion` parameters such as `{ root = "Root", components = "ground" }`. By default, the movement stays in
        /// the clip.
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
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &AnimationSource,
        params: &UniformClipParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<WithMotion<UniformClip>> {
        params.sampling().animation(input, ctx, uniform)
    }
}

/// Samples each clip of a [`Scene`] that moves anything into a [`UniformClip`], labelled with its name, such as `@Run`. Also
/// makes the scene's [`Skeleton`](rigmill_format::Skeleton) (`.skeleton`), if the clips use it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformSceneProcessor;

impl Processor for UniformSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = UniformClipParams;
    const NAME: &'static str = "uniform-clip";
    const VERSION: u32 = 7;

    fn process(&self, input: &Scene, params: &UniformClipParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        params.sampling().scene(input, ctx, uniform)
    }
}

fn uniform(clip: ClipOnSkeleton<'_>, ctx: &mut ProcessContext<'_>) -> Result<UniformClip> {
    let source = clip.source(ctx)?;
    let resting = clip.resting();
    Ok(UniformClip { skeleton: clip.skeleton_name, resting, ..uniform_clip(&source) })
}
