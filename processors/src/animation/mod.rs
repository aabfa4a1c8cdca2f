//! [`AnimationProcessor`]: a clip, as a game loads it.

mod constant_tracks;
mod convert;
mod params;
mod rename;
mod resample;
mod root;
mod slerp;
mod snap;

use rigmill_dom::AnimationSource;
use rigmill_format::AnimationSequence;
use rigmill_pipeline::{ProcessContext, Processor, StageError};

pub(crate) use convert::convert;
pub(crate) use slerp::{lerp, slerp};

pub use params::{AnimationParams, RenameTable, SampleRate, SnapLimit};

/// Turns an [`AnimationSource`] into an [`AnimationSequence`].
///
/// The steps, each of which its parameters turn on, in order: rename bones, move the root first, resample, snap
/// tiny components, fix constant tracks, close the loop.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnimationProcessor;

impl Processor for AnimationProcessor {
    type Input = AnimationSource;
    type Output = AnimationSequence;
    type Params = AnimationParams;
    const NAME: &'static str = "animation";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &AnimationSource,
        params: &AnimationParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<AnimationSequence, StageError> {
        let mut clip = convert(input, ctx)?;
        rename::rename_bones(&mut clip, input, params.rename_bones.get(), ctx)?;
        root::move_root_first(&mut clip, &params.root, ctx)?;
        if let Some(rate) = params.sample_rate {
            resample::resample(&mut clip, rate, ctx)?;
        }
        snap::snap_tiny(&mut clip, params.snap_tiny);
        if params.drop_constant_tracks {
            constant_tracks::fix_constant_tracks(&mut clip);
        }
        clip.close_loop = params.close_loop;
        Ok(clip)
    }
}
