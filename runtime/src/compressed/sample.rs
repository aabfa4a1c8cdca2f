//! Sampling a compressed clip: keys of eight tracks at once out of their bits, then between the two keys of eight tracks,
//! then eight bones at a time.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::window_in;

use super::assemble::assemble;
use super::between::{straight, turn, turn_turned};
use super::cursor::Cursor;
use super::scratch::CompressedScratch;
use super::unpack::Unpack;
use crate::dispatch::AnyProcessor;
use crate::sample::check_length;
use crate::{JobError, PoseBlock};

/// Samples all bones of a compressed clip at one time. Between frames rotations go the shorter way, evenly in their
/// components (nlerp), translations and scales straight.
#[derive(Debug)]
pub struct CompressedSampleJob<'a> {
    /// The clip.
    pub clip: CompressedClipView<'a>,
    /// The bind pose of the skeleton that the clip was compressed for; a block for each eight bones.
    pub bind: &'a [PoseBlock],
    /// Room for keys.
    pub scratch: &'a mut CompressedScratch,
    /// Seconds from the clip's start. Before it the first frame holds, after the end the last.
    pub time: f32,
    /// Takes the pose; a block for each eight bones.
    pub out: &'a mut [PoseBlock],
}

impl CompressedSampleJob<'_> {
    /// Does the job. It allocates nothing.
    ///
    /// # Errors
    /// A buffer is too short. Nothing was written.
    pub fn run(self) -> Result<(), JobError> {
        let blocks = self.clip.bones().div_ceil(8);
        check_length("bind", self.bind.len(), blocks)?;
        check_length("out", self.out.len(), blocks)?;
        check_length("scratch", self.scratch.keys.len(), (3 * self.clip.bones()).div_ceil(8))?;
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = crate::dispatch::Avx512::found() {
            #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX-512")]
            // SAFETY: who has an `Avx512` runs on a processor that was asked for all of the features below.
            unsafe {
                sample_avx512(avx512, self);
            }
            return Ok(());
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = crate::dispatch::Avx2::found() {
            #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX2")]
            // SAFETY: who has an `Avx2` runs on a processor that was asked for all of the features below.
            unsafe {
                sample_avx2(avx2, self);
            }
            return Ok(());
        }
        sample(AnyProcessor, self);
        Ok(())
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sample_avx2(avx2: crate::dispatch::Avx2, job: CompressedSampleJob<'_>) {
    sample(avx2, job);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi")]
fn sample_avx512(avx512: crate::dispatch::Avx512, job: CompressedSampleJob<'_>) {
    sample(avx512, job);
}

/// Three passes, each of which has little to do for many, so that a processor works on several at once: one that had all
/// to do for one block, or for eight tracks, would wait for its square roots.
#[inline(always)]
fn sample(unpack: impl Unpack, job: CompressedSampleJob<'_>) {
    let CompressedSampleJob { clip, bind, scratch, time, out } = job;
    let cursor = Cursor::at(&clip, time);
    let turned = take(unpack, &clip, cursor, scratch);
    interpolate(&clip, cursor.fraction, scratch);
    if turned {
        turn_turned(&clip, &cursor, scratch);
    }
    assemble(unpack, &clip, scratch, bind, out);
}

/// Takes the keys of all tracks out of their bits. Tells whether one is relative to a turn.
#[inline(always)]
fn take(
    unpack: impl Unpack,
    clip: &CompressedClipView<'_>,
    Cursor { rows: [mut from, mut to], same, .. }: Cursor,
    scratch: &mut CompressedScratch,
) -> bool {
    let (tracks, base, bytes, records) = (clip.tracks(), clip.step_base(), clip.packed(), clip.records_position());
    let mut any_turned = 0;
    let CompressedScratch { keys, ends: [ends_from, ends_to], records_end, .. } = scratch;
    for (group, slot) in keys.iter_mut().enumerate().take(tracks.div_ceil(8)) {
        let (track, count) = (8 * group, tracks - 8 * group);
        let records = window_in(bytes, records + 4 * track, records_end);
        let places = unpack.places(records, base, &from.heads(bytes, track, ends_from), from.bit(), count);
        let (bits, turned) = unpack.taken(&places);
        slot.turned = turned;
        if same {
            slot.parts = unpack.keys(&places, [from.window(bytes, ends_from), to.window(bytes, ends_to)]);
            to.take(bits);
        } else {
            [slot.parts[0]] = unpack.keys(&places, [from.window(bytes, ends_from)]);
            let places = unpack.places(records, base, &to.heads(bytes, track, ends_to), to.bit(), count);
            let (bits, turned) = unpack.taken(&places);
            [slot.parts[1]] = unpack.keys(&places, [to.window(bytes, ends_to)]);
            slot.turned |= turned;
            to.take(bits);
        }
        from.take(bits);
        any_turned |= slot.turned;
    }
    any_turned != 0
}

/// Goes between the keys of all tracks.
#[inline(always)]
fn interpolate(clip: &CompressedClipView<'_>, fraction: f32, scratch: &mut CompressedScratch) {
    let [rotations, ..] = clip.tracks_by_channel();
    for (keys, turns) in scratch.keys.iter().zip(&mut scratch.turns).take(rotations.div_ceil(8)) {
        turns.0 = turn(keys, fraction);
    }
    let groups = rotations / 8..clip.tracks().div_ceil(8);
    for (keys, moves) in scratch.keys.get(groups).unwrap_or_default().iter().zip(&mut scratch.moves) {
        moves.0 = straight(keys, fraction);
    }
}
