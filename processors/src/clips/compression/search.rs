//! The search for the smallest clip within a bound.

use rigmill_format::compressed_clip::{CompressedClip, STEP_SPREAD, step_code};
use rigmill_math::to_f32;

use super::error::CompressError;
use super::measure::interpolation_errors;
use super::plan::{Plan, Still};
use super::quantise::{Quantised, Quantiser};
use super::reference::ReferenceClip;
use super::reference_poses::{Moments, ReferencePoses};
use super::sensitivity::Sensitivity;
use super::source::SourceClip;
use super::{assemble, sensitivity, steps};

/// Rounds in which the steps approach the bound. Later rounds save less: rounds 5 to 8 save 1 %.
const ROUNDS: u32 = 8;
/// More rounds for clips that are not within the bound by then.
const MORE_ROUNDS: u32 = 40;
/// How many rates are tried at which quantisation may not keep the bound.
const MOST_SEARCHES: usize = 6;
/// Where no rate keeps the bound between frames, the lowest is used at which interpolation takes at most this many times as much
/// as at the best.
const NEARLY_LEAST: f32 = 1.5;
/// By which factor the rate rises, at least, from one of these to the next.
const NEXT_RATE: f64 = 1.9;
/// The part of the bound that interpolation between frames may take, at most; quantisation needs the rest.
const INTERPOLATION: f32 = 0.8;
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

/// A clip that is within its bound, at least at frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Compressed {
    /// The clip; its skeleton has no name yet.
    pub clip: CompressedClip,
    /// The largest error measured for each bone, in the units of the source.
    pub errors: Vec<f32>,
    /// Whether they are within the bound.
    pub is_within: bool,
}

/// Compresses a clip, at the lowest of `rates` (frames per second, ascending) at which it is within its bound.
///
/// Where a source jumps between frames at every rate, no rate keeps the bound there: then the clip is within it at frames, and
/// [`Compressed::is_within`] is false.
///
/// # Errors
/// The clip or the bound is invalid, or no steps keep the error at frames within the bound.
pub fn compress(reference: &dyn ReferenceClip, rates: &[f64], bound: &Bound) -> Result<Compressed, CompressError> {
    let limits = Limits::of(reference.bones().len(), bound)?;
    let keys = reference.key_times();
    let (mut searches, mut next_rate) = (0, 0.0);
    // What part of the bound interpolation takes at each rate.
    let mut tried: Vec<(f32, f64)> = Vec::new();
    for &rate in rates.iter().filter(|rate| **rate > 0.0) {
        if rate < next_rate || searches == MOST_SEARCHES {
            continue;
        }
        let source = match SourceClip::sampled(reference, rate) {
            Err(CompressError::TooManyKeys(_)) if !tried.is_empty() => break,
            source => source?,
        };
        let (_, part) = limits.worst(&interpolation_errors(&source, reference, &keys, &limits.shells));
        tried.push((part, rate));
        if part > INTERPOLATION {
            continue;
        }
        (searches, next_rate) = (searches + 1, NEXT_RATE * rate);
        match search_at(&source, reference, &keys, &limits, Holds::Always) {
            Err(CompressError::OverBound { .. }) => {}
            result => return result,
        }
    }
    let least = tried.iter().map(|(part, _)| *part).reduce(f32::min).unwrap_or_default();
    let fallback = tried.iter().find(|(part, _)| *part <= NEARLY_LEAST * least);
    let rate = fallback.map_or_else(|| rates.first().copied().unwrap_or(1.0), |(_, rate)| *rate);
    search_at(&SourceClip::sampled(reference, rate)?, reference, &keys, &limits, Holds::AtFrames)
}

/// When the bound has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    AtFrames,
    Always,
}

fn search_at(
    source: &SourceClip,
    reference: &dyn ReferenceClip,
    keys: &[f64],
    limits: &Limits,
    holds: Holds,
) -> Result<Compressed, CompressError> {
    let poses = ReferencePoses::of(source, reference, keys);
    let plan = Plan::of(source, &Still { part: STILL, errors: &limits.errors, shells: &limits.shells });
    search(source, &poses, limits, &plan, holds)
}

/// The bound bone by bone.
struct Limits {
    errors: Vec<f32>,
    shells: Vec<f32>,
}

impl Limits {
    fn of(bones: usize, bound: &Bound) -> Result<Self, CompressError> {
        let mut limits = Self { errors: vec![bound.error; bones], shells: vec![bound.shell; bones] };
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

    fn over(&self, bone: usize, part: f32) -> CompressError {
        let bound = self.errors[bone];
        CompressError::OverBound { bone, found: bound * part, bound }
    }
}

/// Finds the smallest clip: tries steps, measures their errors, and corrects the error that the steps aim at for each bone.
fn search(
    source: &SourceClip,
    reference: &ReferencePoses<'_>,
    limits: &Limits,
    plan: &Plan,
    holds: Holds,
) -> Result<Compressed, CompressError> {
    let quantiser = Quantiser { clip: source, reference, plan, shells: &limits.shells };
    let mut search = Search::new(quantiser, limits);
    let quick = if holds == Holds::Always { Moments::Few } else { Moments::None };
    let mut candidates = Vec::new();
    for round in 0..ROUNDS {
        candidates.extend(search.round(round, quick));
    }
    candidates.sort_by_key(|candidate: &Candidate| candidate.size);
    for candidate in candidates {
        if let Some(compressed) = search.finish(&candidate, holds, ROUNDS) {
            return Ok(compressed);
        }
    }
    for round in ROUNDS..ROUNDS + MORE_ROUNDS {
        let Some(candidate) = search.round(round, quick) else { continue };
        if let Some(compressed) = search.finish(&candidate, holds, round) {
            return Ok(compressed);
        }
    }
    Err(limits.over(search.over.0, search.over.1))
}

/// The state of a search.
struct Search<'a> {
    quantiser: Quantiser<'a>,
    limits: &'a Limits,
    sensitivities: Vec<Vec<Sensitivity>>,
    /// For each bone the error that its steps aim at.
    aims: Vec<f64>,
    costs: Vec<f64>,
    /// The bone that was the least over its bound while any was, and by how much.
    over: (usize, f32),
    /// The codes of the last round and their errors.
    last: Option<(Vec<[u8; 3]>, Vec<f32>)>,
}

/// Steps that keep the error within the bound.
struct Candidate {
    codes: Vec<[u8; 3]>,
    /// Of the packed clip, in bytes.
    size: usize,
}

impl<'a> Search<'a> {
    fn new(quantiser: Quantiser<'a>, limits: &'a Limits) -> Self {
        Self {
            sensitivities: sensitivity::sensitivities(quantiser.clip, quantiser.plan, &limits.shells),
            quantiser,
            limits,
            // Peaks of rounding errors are about three times their root mean square.
            aims: limits.errors.iter().map(|error| f64::from(*error) / 3.0).collect(),
            costs: limits.errors.iter().map(|error| f64::from(*error).powi(-2)).collect(),
            over: (0, f32::INFINITY),
            last: None,
        }
    }

    /// Tries the steps for the errors aimed at. `None` if they are over the bound, or are those of the round before.
    fn round(&mut self, round: u32, moments: Moments) -> Option<Candidate> {
        let steps = steps::solve(&self.sensitivities, &self.aims, &mut self.costs);
        let codes = within_reach(steps.iter().map(|steps| steps.map(nearest_code)).collect());
        // The same codes give the same clip, as they do once the steps of a clip that never fits are the finest.
        if let Some((_, errors)) = self.last.as_ref().filter(|(known, _)| *known == codes) {
            correct(&mut self.aims, errors, self.limits, round);
            return None;
        }
        let Quantised { keys, errors } = self.quantiser.run(&codes, moments);
        let is_within = self.judge(&errors, round);
        self.last = Some((codes.clone(), errors));
        if !is_within {
            return None;
        }
        let clip = assemble::assemble(self.quantiser.clip, self.quantiser.plan, &codes, keys);
        // Keys that are too far apart to be packed need coarser steps.
        clip.pack().ok().map(|bytes| Candidate { codes, size: bytes.len() })
    }

    /// Whether errors are within the bound. Corrects the errors that are aimed at.
    fn judge(&mut self, errors: &[f32], round: u32) -> bool {
        let worst = self.limits.worst(errors);
        correct(&mut self.aims, errors, self.limits, round);
        let is_within = worst.1 <= USED;
        if !is_within && worst.1 < self.over.1 {
            self.over = worst;
        }
        is_within
    }

    /// The clip with these steps, and its errors at all moments; `None` if the bound has to hold at all of them and does not.
    fn finish(&mut self, candidate: &Candidate, holds: Holds, round: u32) -> Option<Compressed> {
        let quantised = self.quantiser.run(&candidate.codes, Moments::All);
        let passes = holds == Holds::AtFrames || self.judge(&quantised.errors, round);
        passes.then(|| self.compressed(&candidate.codes, quantised))
    }

    fn compressed(&self, codes: &[[u8; 3]], quantised: Quantised) -> Compressed {
        let Quantised { keys, errors } = quantised;
        let clip = assemble::assemble(self.quantiser.clip, self.quantiser.plan, codes, keys);
        let largest_error = errors.iter().copied().reduce(f32::max);
        let is_within = self.limits.worst(&errors).1 <= 1.0;
        Compressed { clip: CompressedClip { largest_error, ..clip }, errors, is_within }
    }
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
