//! Root motion: the path of a clip's root as a [`Motion`].
//!
//! Each type of source has its own way to the [`RootPath`](track::RootPath); [`assemble`](assemble::assemble) makes a motion of it.

mod animation;
mod assemble;
mod deltas;
mod extract;
mod lagrange;
mod params;
mod scene;
mod seam;
mod slopes;
mod ticks;
mod track;

use rigmill_dom::{AnimationSource, MotionDeltasSource, Scene};
use rigmill_format::{Motion, MotionDeltas};
use rigmill_pipeline::{Labelled, NoParams, ProcessContext, Processor};

pub use params::{Extract, Frame, Interpolation, MotionParams};

use crate::clips::animation::convert;
use crate::report::Result;
use extract::push_clip;
use scene::{RootTrack, root_tracks};

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
        let path = animation::path(input, &params.root, ctx)?;
        let root = path.track.bone.clone();
        let mut products = Labelled::default();
        products.push("", assemble::assemble(path, params, ctx)?);
        if let Some(extract) = params.extract {
            push_clip(&mut products, "", convert(input, ctx)?, extract, &root);
        }
        Ok(products)
    }
}

/// Turns the animations of a [`Scene`] into [`Motion`]s of their root, each labelled with its name, `@Run`; without a label if
/// there is only one.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneMotionProcessor;

impl Processor for SceneMotionProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = MotionParams;
    const NAME: &'static str = "motion";
    const VERSION: u32 = 3;

    fn process(&self, input: &Scene, params: &MotionParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let mut products = Labelled::default();
        for RootTrack { label, path, clip } in root_tracks(input, &params.root, ctx)? {
            let root = path.track.bone.clone();
            products.push(label.clone(), assemble::assemble(path, params, ctx)?);
            if let Some(extract) = params.extract {
                push_clip(&mut products, &label, clip, extract, &root);
            }
        }
        Ok(products)
    }
}

/// Turns a [`MotionDeltasSource`] into a [`Motion`]. There is no clip, so `extract` does nothing.
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

/// Turns a [`MotionDeltasSource`] into [`MotionDeltas`] with the same numbers, to be written in the source's own format.
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
