//! The search for the smallest clip within a bound.

use rigmill_format::compressed_clip::{CompressedClip, STEP_SPREAD, step_code};
use rigmill_math::to_f32;

use super::error::CompressError;
use super::plan::{Plan, Still};
use super::quantise::{Quantised, Quantiser};
use super::source::{ReferencePoses, SourceClip};
use super::{assemble, sensitivity, steps};

/// Rounds in which the steps approach the bound. Later rounds save less: rounds 5 to 8 save 1 %.
const ROUNDS: u32 = 8;
/// More rounds for clips that are not within the bound by then.
const MORE_ROUNDS: u32 = 60;
/// The part of the bound that is used. The rest is for rounding errors of other decoders, which sum in a different order.
const USED: f32 = 0.998;
/// The part of the bound by which a channel may move and still count as constant.
const STILL: f32 = 0.06;

/// How large the error of a clip may be, and where it is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The largest error, in the units of the source; finite, above 0.
    pub error: f32,
    /// How far from a bone it is measured, in the same units; finite, not negative.
    pub shell: f32,
    /// Errors and shells of single bones, by number.
    pub bones: Vec<(usize, f32, f32)>,
}

/// A clip that is within its bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Compressed {
    /// The clip; its skeleton has no name yet.
    pub clip: CompressedClip,
    /// The largest error measured for each bone, in the units of the source.
    pub errors: Vec<f32>,
}

/// Compresses a clip.
///
/// # Errors
/// The clip or the bound is invalid, or no steps keep the error within the bound.
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

    /// The bone with the largest error in relation to its bound, and their ratio.
    fn worst(&self, errors: &[f32]) -> (usize, f32) {
        let part = |bone: usize| errors[bone] / self.errors[bone];
        let worst = (0..errors.len()).max_by(|&a, &b| part(a).total_cmp(&part(b))).unwrap_or(0);
        (worst, part(worst))
    }
}

/// Tries steps, measures their errors, and corrects the error that the steps aim at for each bone. Returns the smallest clip.
fn search(source: &SourceClip, limits: &Limits, plan: &Plan) -> Result<Compressed, CompressError> {
    let reference = ReferencePoses::of(source);
    let sensitivities = sensitivity::sensitivities(source, plan, &limits.shells);
    let quantiser = Quantiser { clip: source, reference: &reference, plan, shells: &limits.shells };
    // Peaks of rounding errors are about three times their root mean square.
    let mut aims: Vec<f64> = limits.errors.iter().map(|error| f64::from(*error) / 3.0).collect();
    let mut costs: Vec<f64> = limits.errors.iter().map(|error| f64::from(*error).powi(-2)).collect();
    let mut best: Option<(usize, Compressed)> = None;
    let mut over = (0, f32::INFINITY);
    // The codes of the last round and their errors.
    let mut last: Option<(Vec<[u8; 3]>, Vec<f32>)> = None;
    for round in 0..ROUNDS + MORE_ROUNDS {
        if round >= ROUNDS && best.is_some() {
            break;
        }
        let steps = steps::solve(&sensitivities, &aims, &mut costs);
        let codes = within_reach(steps.iter().map(|steps| steps.map(nearest_code)).collect());
        // The same codes give the same clip, as they do once the steps of a clip that never fits are the finest.
        if let Some((_, errors)) = last.as_ref().filter(|(known, _)| *known == codes) {
            correct(&mut aims, errors, limits, round);
            continue;
        }
        let Quantised { keys, errors } = quantiser.run(&codes);
        let worst = limits.worst(&errors);
        correct(&mut aims, &errors, limits, round);
        last = Some((codes.clone(), errors.clone()));
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

/// Brings the error that each bone aims at closer to its bound: at once if it is over, in ever smaller steps if it is under.
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

/// Limits the codes to the range that a clip can hold above the smallest: coarser steps become finer.
fn within_reach(mut codes: Vec<[u8; 3]>) -> Vec<[u8; 3]> {
    let most = codes.iter().flatten().min().map_or(u8::MAX, |least| least.saturating_add(STEP_SPREAD));
    for code in codes.iter_mut().flatten() {
        *code = most.min(*code);
    }
    codes
}

/// Codes round down, so a little is added.
fn nearest_code(step: f64) -> u8 {
    step_code(to_f32(step * 1.1))
}
