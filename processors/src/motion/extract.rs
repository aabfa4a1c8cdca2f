//! The clip that a `motion` processor makes in addition to the motion.

use rigmill_format::AnimationSequence;
use rigmill_pipeline::{Labelled, ProcessContext};

use super::in_place::keep_in_place;
use super::params::{Extract, MotionParams};
use super::root::Root;
use crate::report::Result;

/// Adds the clip, labelled `.clip`, to the products if the parameters say so. `label` is the label of its motion.
pub(super) fn push_clip(
    products: &mut Labelled,
    label: &str,
    mut clip: AnimationSequence,
    root: &Root,
    params: &MotionParams,
    ctx: &mut ProcessContext<'_>,
) -> Result<()> {
    let Some(extract) = params.extract else { return Ok(()) };
    if extract == Extract::Remove {
        keep_in_place(&mut clip, root, params, ctx)?;
    }
    products.push(format!("{label}.clip"), clip);
    Ok(())
}
