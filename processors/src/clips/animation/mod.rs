//! [`AnimationProcessor`]: a clip, as a game loads it.

mod bones;
mod convert;
mod keys;
mod params;
mod resample;

use rigmill_dom::AnimationSource;
use rigmill_format::AnimationSequence;
use rigmill_pipeline::{ProcessContext, Processor};

use crate::motion::{WithMotion, take_motion};
use crate::report::Result;
pub(crate) use convert::convert;
pub use params::{AnimationParams, RenameTable};

/// Turns an [`AnimationSource`] into an [`AnimationSequence`].
///
/// Each step is enabled by its parameter. The steps run in this order: rename bones, move the root first, remove root motion,
/// resample, snap tiny components, fix constant tracks, close the loop. Root motion becomes a second product, `.motion`.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnimationProcessor;

impl Processor for AnimationProcessor {
    type Input = AnimationSource;
    type Output = WithMotion<AnimationSequence>;
    type Params = AnimationParams;
    const NAME: &'static str = "animation";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &AnimationSource,
        params: &AnimationParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<WithMotion<AnimationSequence>> {
        let mut clip = convert(input, ctx)?;
        bones::rename_bones(&mut clip, input, params.rename_bones.get(), ctx)?;
        bones::move_root_first(&mut clip, &params.root, ctx)?;
        let motion = take_motion(&mut clip, params.root_motion.as_ref(), None, ctx)?;
        if let Some(rate) = params.sample_rate {
            resample::resample(&mut clip, rate.get(), ctx)?;
        }
        keys::snap_tiny(&mut clip, params.snap_tiny.get());
        if params.drop_constant_tracks {
            keys::fix_constant_tracks(&mut clip);
        }
        clip.close_loop = params.close_loop;
        Ok(WithMotion { clip, motion })
    }
}
