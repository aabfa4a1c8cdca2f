//! Root motion: the path of a clip's root as a [`Motion`].
//!
//! A source gives the [`RootPath`](track::RootPath) of its root, [`assemble`](assemble::assemble) makes the motion of it.

mod animation;
mod assemble;
mod deltas;
mod lagrange;
mod params;
mod scene;
mod seam;
mod slopes;
mod strip;
mod ticks;
mod track;

use rigmill_dom::{AnimationSource, MotionDeltasSource, Scene};
use rigmill_format::{Motion, MotionDeltas};
use rigmill_pipeline::{Labelled, NoParams, ProcessContext, Processor, StageError};

pub use params::{Extract, Frame, Interpolation, MotionParams, QuantumBits};

use crate::animation as clip;
use scene::{RootTrack, root_tracks};

/// The label of the clip beside its motion.
const CLIP: &str = ".clip";

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
    ) -> Result<Labelled, StageError> {
        let path = animation::path(input, &params.root, ctx)?;
        let root = path.track.bone.clone();
        let mut products = Labelled::default();
        products.push("", assemble::assemble(path, params, ctx)?);
        if let Some(extract) = params.extract {
            let mut clip = clip::convert(input, ctx)?;
            if extract == Extract::Remove {
                strip::remove_root_motion(&mut clip, &root);
            }
            products.push(CLIP, clip);
        }
        Ok(products)
    }
}

/// Turns the animations of a [`Scene`] into [`Motion`]s of their root, each labelled with its name, `@Run`; a single one
/// without a label.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneMotionProcessor;

impl Processor for SceneMotionProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = MotionParams;
    const NAME: &'static str = "motion";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &Scene,
        params: &MotionParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let tracks = root_tracks(input, &params.root, ctx)?;
        let mut products = Labelled::default();
        for RootTrack { label, path, mut clip } in tracks {
            let root = path.track.bone.clone();
            products.push(label.clone(), assemble::assemble(path, params, ctx)?);
            if let Some(extract) = params.extract {
                if extract == Extract::Remove {
                    strip::remove_root_motion(&mut clip, &root);
                }
                products.push(label + CLIP, clip);
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
    ) -> Result<Motion, StageError> {
        assemble::assemble(deltas::path(input, &params.root), params, ctx)
    }
}

/// Hands a [`MotionDeltasSource`] on with every number as it is, to be written in its own form again.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionDeltasProcessor;

impl Processor for MotionDeltasProcessor {
    type Input = MotionDeltasSource;
    type Output = MotionDeltas;
    type Params = NoParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &MotionDeltasSource,
        _params: &NoParams,
        _ctx: &mut ProcessContext<'_>,
    ) -> Result<MotionDeltas, StageError> {
        Ok(deltas::deltas(input))
    }
}
