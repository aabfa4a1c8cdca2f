//! [`BreathProcessor`]: converts a character's breathing parameters to the form that a game loads.

use rigmill_dom::BreathSource;
use rigmill_format::{Breath, BreathPhase, BreathRotation, Easing};
use rigmill_pipeline::{NoParams, ProcessContext, Processor};

use super::skeleton_bones::check_bones;
use crate::report::Result;

/// Turns a [`BreathSource`] into a [`Breath`]. All values stay the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreathProcessor;

impl Processor for BreathProcessor {
    type Input = BreathSource;
    type Output = Breath;
    type Params = NoParams;
    const NAME: &'static str = "breath";
    const VERSION: u32 = 3;

    fn process(&self, input: &BreathSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<Breath> {
        check_bones(input.rotating.iter().map(|(bone, _)| bone).chain(&input.keeping), ctx);
        let turn = |(bone, angles): &(_, _)| turn(bone, angles);
        Ok(Breath {
            phases: input.phases.map(|(duration, easing)| phase(duration.value, easing.value)),
            rest: input.rest.value,
            duration_rate: input.duration_rate.value,
            effect_rate: input.effect_rate.value,
            right: input.right.value,
            rotations: input.rotating.iter().map(turn).collect(),
            keeps: input.keeping.iter().map(|bone| bone.value.clone()).collect(),
        })
    }
}

fn phase(duration: f32, easing: &str) -> BreathPhase {
    BreathPhase { duration, easing: Easing::from_name(easing).unwrap_or_default() }
}

fn turn(bone: &rigmill_dom::Located<String>, angles: &rigmill_dom::Located<[f32; 2]>) -> BreathRotation {
    BreathRotation { bone: bone.value.clone(), angles: angles.value }
}
