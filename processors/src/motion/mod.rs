//! Root motion: converts the path of a clip's root to a [`Motion`].
//!
//! For each type of source, a separate module finds the [`RootPath`](track::RootPath). [`assemble`](assemble::assemble)
//! converts this path to a motion. Processors that make clips use [`companion`] to make motions in addition to their clips.

mod animation;
mod assemble;
mod companion;
mod deltas;
mod extract;
mod ground;
mod in_place;
mod lagrange;
mod params;
mod root;
mod root_motion;
mod scene;
mod seam;
mod slopes;
mod ticks;
mod track;

use rigmill_dom::{AnimationSource, MotionDeltasSource, Scene};
use rigmill_format::{Motion, MotionDeltas};
use rigmill_pipeline::{Labelled, NoParams, ProcessContext, Processor};

pub use companion::WithMotion;
pub(crate) use companion::{push_with_motion, take_motion, take_scene_motion};
pub use params::{Components, Extract, Frame, Interpolation, MotionParams, UpAxis};
pub use root_motion::RootMotion;

use crate::clips::animation::convert;
use crate::report::Result;
use crate::skeletons::named_skeleton;
use animation::Lasts;
use extract::push_clip;
use root::RootName;
use scene::{RootClip, root_clips};

/// Turns an [`AnimationSource`] into the [`Motion`] of its root.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionProcessor;

impl Processor for MotionProcessor {
    type Input = AnimationSource;
    type Output = Labelled;
    type Params = MotionParams;
    const NAME: &'static str = "motion";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &AnimationSource,
        params: &MotionParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled> {
        let clip = convert(input, ctx)?;
        let skeleton = named_skeleton(&params.skeleton, ctx)?;
        let root = RootName::of_parameter(&params.root);
        let root = animation::root(&clip, root, Lasts::AsRoot, skeleton.as_deref(), ctx)?;
        let mut products = Labelled::default();
        products.push("", assemble::assemble(root.path.clone(), params, ctx)?);
        push_clip(&mut products, "", clip, &root, params, ctx)?;
        Ok(products)
    }
}

/// Turns the animations of a [`Scene`] into [`Motion`]s of their root. Each motion is labelled with the name of its animation,
/// such as `@Run`; if there is only one animation, the motion has no label.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneMotionProcessor;

impl Processor for SceneMotionProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = MotionParams;
    const NAME: &'static str = "motion";
    const VERSION: u32 = 5;

    fn process(&self, input: &Scene, params: &MotionParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let mut products = Labelled::default();
        for RootClip { label, root, clip } in root_clips(input, RootName::of_parameter(&params.root), ctx)? {
            products.push(label.clone(), assemble::assemble(root.path.clone(), params, ctx)?);
            push_clip(&mut products, &label, clip, &root, params, ctx)?;
        }
        Ok(products)
    }
}

/// Turns a [`MotionDeltasSource`] into a [`Motion`]. Because there is no clip, the parameter `extract` has no effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeltasMotionProcessor;

impl Processor for DeltasMotionProcessor {
    type Input = MotionDeltasSource;
    type Output = Motion;
    type Params = MotionParams;
    const NAME: &'static str = "motion";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &MotionDeltasSource,
        params: &MotionParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Motion> {
        assemble::assemble(deltas::path(input, &params.root), params, ctx)
    }
}

/// Turns a [`MotionDeltasSource`] into [`MotionDeltas`] with the same numbers, which can be written in the source's own format.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionDeltasProcessor;

impl Processor for MotionDeltasProcessor {
    type Input = MotionDeltasSource;
    type Output = MotionDeltas;
    type Params = NoParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 1;

    fn process(&self, input: &MotionDeltasSource, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<MotionDeltas> {
        Ok(deltas::deltas(input))
    }
}
