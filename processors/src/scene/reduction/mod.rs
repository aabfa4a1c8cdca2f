//! Key reduction: removes unnecessary keys of a clip, within a bound on the error of any bone.
//!
//! The bound applies to the whole model: to points around each bone in model space, including the errors of the bones above.
//! The error of the reduced clip is measured at each frame and half way between frames, as the runtime's standard rules sample
//! it. Keys are put back until the error is within the bound.

mod frame_grid;
mod keys;
mod measure;
mod track;

use rigmill_format::{AnimationSequence, KeyFrameSequence};

use super::bones::Bones;
use frame_grid::FrameGrid;
use measure::{Limits, Rig};
use track::Track;

/// The fraction of the bound that is used. The rest allows for the runtime's single precision.
const MARGIN: f64 = 0.99;
/// For this number of rounds, keys are put back only where the error is largest. For the same number of additional rounds, they
/// are put back wherever the error is too large. A clip that is still not within the bound stays unchanged.
const ROUNDS: usize = 24;

/// The limits of the reduction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// The maximum error of a point's position, in the scene's unit.
    pub(super) max_error: f64,
    /// The distance of the points from their bone.
    pub(super) shell: f64,
}

/// Removes unnecessary keys from a clip. All sequences with more than one key must have keys at the same times: evenly spaced,
/// except that the last interval may be shorter.
pub(super) fn reduced(clip: AnimationSequence, bones: &Bones, bound: Bound) -> AnimationSequence {
    let Some(first) = clip.sequences.iter().find(|it| it.key_count > 2) else { return clip };
    let same_times =
        |it: &KeyFrameSequence| it.key_count == 1 || (it.key_count, &it.time) == (first.key_count, &first.time);
    if !clip.sequences.iter().all(same_times) {
        return clip;
    }
    let frames = FrameGrid::new(first);
    let source: Vec<Track> = clip.sequences.iter().map(Track::from_sequence).collect();
    let rig = Rig::new(bones, &clip.sequences, frames);
    let limits = Limits { error: bound.max_error * MARGIN, shell: bound.shell };
    let Some(kept) = kept(&rig, &source, &limits) else { return clip };
    let kept = clip.sequences.into_iter().zip(source.iter().zip(&kept));
    let sequences = kept.map(|(sequence, (track, kept))| without(sequence, track, kept)).collect();
    AnimationSequence { sequences, ..clip }
}

/// Returns which keys of each track are kept; `None` if the error does not get within the bound.
fn kept(rig: &Rig<'_>, source: &[Track], limits: &Limits) -> Option<Vec<Vec<bool>>> {
    let weights = rig.weights(source, limits);
    let mut kept: Vec<Vec<bool>> = source
        .iter()
        .zip(&weights)
        .map(|(track, weight)| keys::chosen(track, &rig.frames, weight, limits.error))
        .collect();
    for round in 0..2 * ROUNDS {
        let reduced: Vec<Track> = source.iter().zip(&kept).map(|(track, kept)| track.only(kept)).collect();
        let wanted = rig.wanted(source, &reduced, &kept, &weights, limits, round >= ROUNDS);
        if wanted.is_empty() {
            return Some(kept);
        }
        for (track, frame) in wanted {
            kept[track][frame] = true;
        }
    }
    None
}

/// Returns a sequence with the kept keys, each with its time. If this does not take fewer bytes, returns the sequence
/// unchanged.
fn without(sequence: KeyFrameSequence, track: &Track, kept: &[bool]) -> KeyFrameSequence {
    let count = kept.iter().filter(|kept| **kept).count();
    if sequence.key_count <= 2 || !is_smaller(&sequence, count) {
        return sequence;
    }
    KeyFrameSequence {
        key_count: u32::try_from(count).unwrap_or(u32::MAX),
        has_time: true,
        time: of_kept(track.times.clone(), false, kept),
        translation: of_kept(sequence.translation, sequence.fixed_translation, kept),
        rotation: of_kept(sequence.rotation, sequence.fixed_rotation, kept),
        scale: of_kept(sequence.scale, sequence.fixed_scale, kept),
        ..sequence
    }
}

fn of_kept<T>(list: Vec<T>, fixed: bool, kept: &[bool]) -> Vec<T> {
    if fixed { list } else { list.into_iter().zip(kept).filter(|(_, kept)| **kept).map(|(key, _)| key).collect() }
}

/// Returns whether `count` keys with their times take fewer bytes than all keys of the sequence without times.
fn is_smaller(sequence: &KeyFrameSequence, count: usize) -> bool {
    let numbers = |has: bool, fixed: bool, numbers: usize| if has && !fixed { numbers } else { 0 };
    let key = numbers(sequence.has_translation, sequence.fixed_translation, 3)
        + numbers(sequence.has_rotation, sequence.fixed_rotation, 4)
        + numbers(sequence.has_scale, sequence.fixed_scale, 3);
    count * (key + 1) < sequence.key_count as usize * (key + usize::from(sequence.has_time))
}
