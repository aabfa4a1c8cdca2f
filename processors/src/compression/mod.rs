//! Compression of clips to an error bound that holds.
//!
//! The error is how far three points on a shell round each bone, along its axes, are in model space from where they should
//! be. It is measured on what decoding gives, at every frame and half way between each two, and a clip is only returned
//! when the largest is within the bound. How: `docs/compression.md`.

mod assemble;
mod error;
mod levers;
mod maths;
mod plan;
mod quantise;
mod source;
mod steps;
#[cfg(test)]
mod tests;

pub use error::CompressError;
pub use source::{SourceBone, SourceClip};

use rigmill_format::compressed_clip::{CompressedClip, STEP_SPREAD, step_code};

use plan::{Plan, Still};
use quantise::{Quantised, Quantiser};
use source::Truth;

/// Rounds in which the steps come closer to the bound. Each later one saves less: from 4 to 8 a hundredth.
const ROUNDS: u32 = 8;
/// Rounds more for clips that are not within the bound by then.
const MORE_ROUNDS: u32 = 60;
/// What part of the bound is used. The rest is for the rounding of other decoders, whose sums run in another order.
const USED: f32 = 0.998;
/// What part of the bound a channel may move and still count as one that does not.
const STILL: f32 = 0.06;

/// How far off a clip may be, and where that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The largest error, in the units of the source; finite, above 0.
    pub error: f32,
    /// How far from a bone it is measured, in the same units; finite, not negative.
    pub shell: f32,
    /// For single bones by number another error and shell.
    pub bones: Vec<(usize, f32, f32)>,
}

/// A clip that keeps to its bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Compressed {
    /// The clip; its skeleton has no name yet.
    pub clip: CompressedClip,
    /// For each bone the largest error that was measured, in the units of the source.
    pub errors: Vec<f32>,
}

/// Compresses a clip.
///
/// # Errors
/// The clip or the bound is none, or no steps keep to the bound. Nothing is ever returned that is over it.
pub fn compress(source: &SourceClip, bound: &Bound) -> Result<Compressed, CompressError> {
    source.check()?;
    let limits = Limits::of(source, bound)?;
    let still = Still { part: STILL, errors: &limits.errors, shells: &limits.shells };
    let plan = Plan::of(source, &still);
    search(source, &limits, &plan)
}

/// The bound bone by bone.
struct Limits {
    errors: Vec<f32>,
    shells: Vec<f32>,
}

impl Limits {
    fn of(source: &SourceClip, bound: &Bound) -> Result<Self, CompressError> {
        let mut limits =
            Self { errors: vec![bound.error; source.bones.len()], shells: vec![bound.shell; source.bones.len()] };
        for &(bone, error, shell) in &bound.bones {
            *limits.errors.get_mut(bone).ok_or(CompressError::Bound)? = error;
            *limits.shells.get_mut(bone).ok_or(CompressError::Bound)? = shell;
        }
        let fine = limits.errors.iter().all(|error| error.is_finite() && *error > 0.0)
            && limits.shells.iter().all(|shell| shell.is_finite() && *shell >= 0.0);
        if fine { Ok(limits) } else { Err(CompressError::Bound) }
    }

    /// The bone that is furthest over its bound or closest to it, and the part of the bound that its error is.
    fn worst(&self, errors: &[f32]) -> (usize, f32) {
        let part = |bone: usize| errors[bone] / self.errors[bone];
        let worst = (0..errors.len()).max_by(|&a, &b| part(a).total_cmp(&part(b))).unwrap_or(0);
        (worst, part(worst))
    }
}

/// Tries steps, measures what they give, and corrects what each bone may be off by in the model that steps are solved by.
fn search(source: &SourceClip, limits: &Limits, plan: &Plan) -> Result<Compressed, CompressError> {
    let truth = Truth::of(source);
    let levers = levers::levers(source, plan, &limits.shells);
    let quantiser = Quantiser { clip: source, truth: &truth, plan, shells: &limits.shells };
    // Peaks of rounding errors are about three times their root mean square.
    let mut aims: Vec<f64> = limits.errors.iter().map(|error| f64::from(*error) / 3.0).collect();
    let mut costs: Vec<f64> = limits.errors.iter().map(|error| f64::from(*error).powi(-2)).collect();
    let mut best: Option<(usize, Compressed)> = None;
    let mut over = (0, f32::INFINITY);
    for round in 0..ROUNDS + MORE_ROUNDS {
        if round >= ROUNDS && best.is_some() {
            break;
        }
        let steps = steps::solve(&levers, &aims, &mut costs);
        let codes = within_reach(steps.iter().map(|steps| steps.map(nearest_code)).collect());
        let Quantised { keys, errors } = quantiser.run(&codes);
        let worst = limits.worst(&errors);
        correct(&mut aims, &errors, limits, round);
        if worst.1 <= USED {
            let clip = assemble::assemble(source, plan, &codes, keys);
            let Ok(size) = clip.pack().map(|bytes| bytes.len()) else { continue };
            if best.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
                best = Some((size, Compressed { clip, errors }));
            }
        } else if worst.1 < over.1 {
            over = worst;
        }
    }
    let (bone, part) = over;
    let bound = limits.errors[bone];
    best.map(|(_, compressed)| compressed).ok_or(CompressError::OverBound { bone, found: bound * part, bound })
}

/// Brings what each bone aims at closer to its bound: at once where it is over, with more and more care where it is under.
fn correct(aims: &mut [f64], errors: &[f32], limits: &Limits, round: u32) {
    let growth = 0.7 / (1.0 + 0.5 * f64::from(round));
    for ((aim, error), limit) in aims.iter_mut().zip(errors).zip(&limits.errors) {
        let ratio = f64::from(limit * 0.98 / error.max(limit * 1e-3)).clamp(0.3, 1.5);
        *aim *= libm::pow(ratio, if ratio < 1.0 { 0.9 } else { growth });
        if round >= ROUNDS {
            *aim *= 0.9;
        }
        *aim = aim.clamp(f64::from(*limit) * 1e-6, f64::from(*limit));
    }
}

/// No code is further from the least than a clip can tell: steps that are coarser than that become finer.
fn within_reach(mut codes: Vec<[u8; 3]>) -> Vec<[u8; 3]> {
    let most = codes.iter().flatten().min().map_or(u8::MAX, |least| least.saturating_add(STEP_SPREAD));
    for code in codes.iter_mut().flatten() {
        *code = most.min(*code);
    }
    codes
}

/// Codes go down to the step below, so a little is added.
#[expect(clippy::cast_possible_truncation, reason = "steps are f32")]
fn nearest_code(step: f64) -> u8 {
    step_code((step * 1.1) as f32)
}
