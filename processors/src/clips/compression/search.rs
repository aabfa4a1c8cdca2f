//! The search for the smallest clip within a bound.

use rigmill_format::compressed_clip::{CompressedClip, STEP_SPREAD, step_code};
use rigmill_math::to_f32;

use super::error::CompressError;
use super::measure::interpolation_errors;
use super::plan::{Plan, Still};
use super::quantize::{Quantiser, Quantized};
use super::reference::ReferenceClip;
use super::reference_poses::{Moments, ReferencePoses};
use super::sensitivity::Sensitivity;
use super::source::SourceClip;
use super::{assemble, sensitivity, steps};

/// The number of rounds in which the step sizes approach the bound. Later rounds save less: rounds 5 to 8 save 1 %.
const ROUNDS: u32 = 8;
/// The number of additional rounds for clips that still exceed the bound.
const MORE_ROUNDS: u32 = 40;
/// The maximum number of rates for which a search is started, as quantization may fail at any rate.
const MAX_SEARCHES: usize = 6;
/// If no rate keeps the bound between frames, the search uses the lowest rate whose interpolation error is at most this many
/// times the smallest interpolation error.
const NEARLY_LEAST: f32 = 1.5;
/// The minimum factor between two of these rates.
const NEXT_RATE: f64 = 1.9;
/// The maximum fraction of the bound that interpolation between frames may use. Quantization needs the rest.
const INTERPOLATION: f32 = 0.8;
/// The fraction of the bound that is used. The rest allows for rounding errors of other decoders, which may add in a different
/// order.
const USED: f32 = 0.998;
/// The fraction of the bound by which a channel may vary and still count as constant.
const STILL: f32 = 0.06;

/// The maximum error of a clip, and the distance from bones at which it is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The maximum error, in the units of the source; finite, above 0.
    pub error: f32,
    /// The distance between a bone and the points at which the error is measured, in the same units; finite, not negative.
    pub shell: f32,
    /// Bones with individual bounds: the index of the bone, its maximum error, and its shell distance.
    pub bones: Vec<(usize, f32, f32)>,
}

impl Bound {
    /// Returns the maximum error of a bone, and whether it is the bone's own.
    pub(super) fn error_of(&self, bone: usize) -> (f32, bool) {
        let own = self.bones.iter().rev().find(|(own, ..)| *own == bone);
        own.map_or((self.error, false), |(_, error, _)| (*error, *error != self.error))
    }
}

/// A compressed clip, whose error is within the bound at least at its frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Compressed {
    /// The clip. Its skeleton does not have a name yet.
    pub clip: CompressedClip,
    /// The largest measured error of each bone, in the units of the source.
    pub errors: Vec<f32>,
    /// Whether all errors are within the bound, also between frames.
    pub is_within: bool,
}

/// Compresses a clip at the lowest of `rates` (frames per second, ascending) at which its error is within the bound.
///
/// If a source jumps between frames at every rate, no rate keeps the bound there. The returned clip then is within the bound
/// only at frames, and [`Compressed::is_within`] is false.
///
/// # Errors
/// If the clip or the bound is invalid, or no step sizes keep the error at frames within the bound.
pub fn compress(reference: &dyn ReferenceClip, rates: &[f64], bound: &Bound) -> Result<Compressed, CompressError> {
    let limits = Limits::new(reference.bones().len(), bound)?;
    let keys = reference.key_times();
    let (mut searches, mut next_rate) = (0, 0.0);
    // The fraction of the bound that interpolation uses, for each rate.
    let mut tried: Vec<(f32, f64)> = Vec::new();
    for &rate in rates.iter().filter(|rate| **rate > 0.0) {
        if rate < next_rate || searches == MAX_SEARCHES {
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

/// Where the bound must hold.
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
    let poses = ReferencePoses::new(source, reference, keys);
    let plan = Plan::new(source, &Still { part: STILL, errors: &limits.errors, shells: &limits.shells });
    search(source, &poses, limits, &plan, holds)
}

/// The bound of each bone.
struct Limits {
    errors: Vec<f32>,
    shells: Vec<f32>,
}

impl Limits {
    fn new(bones: usize, bound: &Bound) -> Result<Self, CompressError> {
        let mut limits = Self { errors: vec![bound.error; bones], shells: vec![bound.shell; bones] };
        for &(bone, error, shell) in &bound.bones {
            *limits.errors.get_mut(bone).ok_or(CompressError::Bound)? = error;
            *limits.shells.get_mut(bone).ok_or(CompressError::Bound)? = shell;
        }
        let fine = limits.errors.iter().all(|error| error.is_finite() && *error > 0.0)
            && limits.shells.iter().all(|shell| shell.is_finite() && *shell >= 0.0);
        if fine { Ok(limits) } else { Err(CompressError::Bound) }
    }

    /// Returns the bone with the largest error relative to its bound, and the ratio of the two.
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

/// Finds the smallest clip: tries step sizes, measures their errors, and corrects the target error of each bone.
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
    /// The target error of each bone, for which steps are computed.
    aims: Vec<f64>,
    costs: Vec<f64>,
    /// The bone and the excess of the round that came closest to the bound without keeping it.
    over: (usize, f32),
    /// The step codes and errors of the last round.
    last: Option<(Vec<[u8; 3]>, Vec<f32>)>,
}

/// Step sizes that keep the error within the bound.
struct Candidate {
    codes: Vec<[u8; 3]>,
    /// The size of the packed clip in bytes.
    size: usize,
}

impl<'a> Search<'a> {
    fn new(quantiser: Quantiser<'a>, limits: &'a Limits) -> Self {
        Self {
            sensitivities: sensitivity::sensitivities(quantiser.clip, quantiser.plan, &limits.shells),
            quantiser,
            limits,
            // The largest rounding errors are about three times their root mean square.
            aims: limits.errors.iter().map(|error| f64::from(*error) / 3.0).collect(),
            costs: limits.errors.iter().map(|error| f64::from(*error).powi(-2)).collect(),
            over: (0, f32::INFINITY),
            last: None,
        }
    }

    /// Tries the step sizes for the current target errors. Returns `None` if the errors exceed the bound, or if the steps are
    /// the same as in the last round.
    fn round(&mut self, round: u32, moments: Moments) -> Option<Candidate> {
        let steps = steps::solve(&self.sensitivities, &self.aims, &mut self.costs);
        let codes = within_reach(steps.iter().map(|steps| steps.map(nearest_code)).collect());
        // The same codes give the same clip. This happens when the steps of a clip that never fits have become as fine as
        // possible.
        if let Some((_, errors)) = self.last.as_ref().filter(|(known, _)| *known == codes) {
            correct(&mut self.aims, errors, self.limits, round);
            return None;
        }
        let Quantized { keys, errors } = self.quantiser.run(&codes, moments);
        let is_within = self.judge(&errors, round);
        self.last = Some((codes.clone(), errors));
        if !is_within {
            return None;
        }
        let clip = assemble::assemble(self.quantiser.clip, self.quantiser.plan, &codes, keys);
        // If keys are too far apart to be packed, coarser steps are needed.
        clip.pack().ok().map(|bytes| Candidate { codes, size: bytes.len() })
    }

    /// Returns whether the errors are within the bound, and corrects the target errors.
    fn judge(&mut self, errors: &[f32], round: u32) -> bool {
        let worst = self.limits.worst(errors);
        correct(&mut self.aims, errors, self.limits, round);
        let is_within = worst.1 <= USED;
        if !is_within && worst.1 < self.over.1 {
            self.over = worst;
        }
        is_within
    }

    /// Returns the clip with these steps, and its errors at all moments; `None` if the bound must hold at all moments but does
    /// not.
    fn finish(&mut self, candidate: &Candidate, holds: Holds, round: u32) -> Option<Compressed> {
        let quantized = self.quantiser.run(&candidate.codes, Moments::All);
        let passes = holds == Holds::AtFrames || self.judge(&quantized.errors, round);
        passes.then(|| self.compressed(&candidate.codes, quantized))
    }

    fn compressed(&self, codes: &[[u8; 3]], quantized: Quantized) -> Compressed {
        let Quantized { keys, errors } = quantized;
        let clip = assemble::assemble(self.quantiser.clip, self.quantiser.plan, codes, keys);
        let largest_error = errors.iter().copied().reduce(f32::max);
        let is_within = self.limits.worst(&errors).1 <= 1.0;
        Compressed { clip: CompressedClip { largest_error, ..clip }, errors, is_within }
    }
}

/// Moves each bone's target error closer to its bound: immediately if the bone exceeds the bound, or else in ever smaller
/// steps.
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

/// Limits the codes to the range that a clip can represent above the smallest code. Coarser steps become finer.
fn within_reach(mut codes: Vec<[u8; 3]>) -> Vec<[u8; 3]> {
    let most = codes.iter().flatten().min().map_or(u8::MAX, |least| least.saturating_add(STEP_SPREAD));
    for code in codes.iter_mut().flatten() {
        *code = most.min(*code);
    }
    codes
}

/// Returns the code of a step. Codes round down, so a little is added first.
fn nearest_code(step: f64) -> u8 {
    step_code(to_f32(step * 1.1))
}
