//! Samples a compressed clip: unpacks the keys of eight tracks, interpolates them, and writes them to eight bones.

use std::array::from_mut;

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::window_in;
use rigmill_math::quaternion::EvenFraction;

use super::assemble::assemble;
use super::between::{even, even_rebased};
use super::cursor::Cursor;
use super::group::{Row, Tracks};
use super::needed::{bits_of_group, mark_needed};
use super::scratch::CompressedScratch;
use super::unpack::{Taken, Unpack};
use crate::blocks::PoseBlock;
use crate::blocks::dispatch::AnyProcessor;
use crate::blocks::lanes::lerp;
use crate::error::{JobError, check_length};

/// Samples the bones of a compressed clip at one time. Between frames, rotations take the shorter arc at constant speed (to
/// within 1e-5 rad), like slerp. Translations and scales are interpolated linearly.
#[derive(Debug)]
pub struct CompressedSampleJob<'a> {
    /// The clip.
    pub clip: CompressedClipView<'a>,
    /// The bind pose of the skeleton that the clip was compressed for: one block per eight bones.
    pub bind: &'a [PoseBlock],
    /// Buffers for intermediate results.
    pub scratch: &'a mut CompressedScratch,
    /// The time in seconds from the clip's start. Times before the start give the first frame; times after the end give the
    /// last frame.
    pub time: f32,
    /// One flag per block: `false` leaves the block unchanged. Blocks beyond its end are sampled.
    pub wanted: &'a [bool],
    /// Receives the pose: one block per eight bones.
    pub out: &'a mut [PoseBlock],
}

impl CompressedSampleJob<'_> {
    /// Runs the job.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let blocks = self.clip.bones().div_ceil(8);
        check_length("bind", self.bind.len(), blocks)?;
        check_length("out", self.out.len(), blocks)?;
        check_length("scratch", self.scratch.keys.len(), (3 * self.clip.bones()).div_ceil(8))?;
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = crate::blocks::dispatch::Avx512::found() {
            #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX-512")]
            // SAFETY: an `Avx512` exists only on processors that have all of the features below.
            unsafe {
                sample_avx512(avx512, self);
            }
            return Ok(());
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = crate::blocks::dispatch::Avx2::found() {
            #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX2")]
            // SAFETY: an `Avx2` exists only on processors that have all of the features below.
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
fn sample_avx2(avx2: crate::blocks::dispatch::Avx2, job: CompressedSampleJob<'_>) {
    sample(avx2, job);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi")]
fn sample_avx512(avx512: crate::blocks::dispatch::Avx512, job: CompressedSampleJob<'_>) {
    sample(avx512, job);
}

/// Runs three short passes over all tracks, so that the processor can overlap independent work. A single pass would wait for
/// its square roots.
#[inline(always)]
fn sample(unpack: impl Unpack, job: CompressedSampleJob<'_>) {
    let CompressedSampleJob { clip, bind, scratch, time, wanted, out } = job;
    mark_needed(&clip, wanted, &mut scratch.keys);
    let cursor = Cursor::at(&clip, time);
    let rebased = take(unpack, &clip, cursor, scratch);
    let even = EvenFraction::new(cursor.fraction);
    interpolate(&clip, cursor.fraction, even, scratch);
    if rebased {
        even_rebased(&clip, &cursor, even, scratch);
    }
    assemble(unpack, &clip, scratch, bind, wanted, out);
}

/// Unpacks the keys of the needed tracks. Returns whether any key is relative to a base rotation.
#[inline(always)]
fn take(
    unpack: impl Unpack,
    clip: &CompressedClipView<'_>,
    Cursor { rows: [mut from, mut to], same, .. }: Cursor,
    scratch: &mut CompressedScratch,
) -> bool {
    let (tracks, base, bytes, records) = (clip.tracks(), clip.step_base(), clip.packed(), clip.records_position());
    let mut any_rebased = 0;
    let CompressedScratch { keys, ends: [ends_from, ends_to], records_end, .. } = scratch;
    for (group, slot) in keys.iter_mut().enumerate().take(tracks.div_ceil(8)) {
        let (track, count) = (8 * group, tracks - 8 * group);
        if !slot.needed {
            slot.rebased = 0;
            let bits = bits_of_group(&from.heads(bytes, track, &mut ends_from.heads));
            from.take(bits);
            to.take(if same { bits } else { bits_of_group(&to.heads(bytes, track, &mut ends_to.heads)) });
            continue;
        }
        let records = window_in(bytes, records + 4 * track, records_end);
        let tracks = |row: &Row, heads| Tracks { records, heads, base, bit: row.bit(), count };
        let first = tracks(&from, from.heads(bytes, track, &mut ends_from.heads));
        let [window, next] = [from.window(bytes, &mut ends_from.row), to.window(bytes, &mut ends_to.row)];
        let taken = if same {
            let taken = unpack.unpack(&first, [window, next], &mut slot.parts);
            to.take(taken.bits);
            taken
        } else {
            let [parts, parts_of_next] = &mut slot.parts;
            let taken = unpack.unpack(&first, [window], from_mut(parts));
            let second = tracks(&to, to.heads(bytes, track, &mut ends_to.heads));
            let next = unpack.unpack(&second, [next], from_mut(parts_of_next));
            to.take(next.bits);
            Taken { rebased: taken.rebased | next.rebased, ..taken }
        };
        from.take(taken.bits);
        slot.rebased = taken.rebased;
        any_rebased |= slot.rebased;
    }
    any_rebased != 0
}

/// Interpolates the keys of the needed tracks.
#[inline(always)]
fn interpolate(
    clip: &CompressedClipView<'_>,
    fraction: f32,
    even_fraction: EvenFraction,
    scratch: &mut CompressedScratch,
) {
    let [rotations, ..] = clip.tracks_by_channel();
    for (keys, between) in scratch.keys.iter().zip(&mut scratch.rotations).take(rotations.div_ceil(8)) {
        if keys.needed {
            between.0 = even(keys, even_fraction);
        }
    }
    let groups = rotations / 8..clip.tracks().div_ceil(8);
    for (keys, between) in scratch.keys.get(groups).unwrap_or_default().iter().zip(&mut scratch.vectors) {
        if keys.needed {
            between.0 = lerp(&keys.parts[0], &keys.parts[1], fraction);
        }
    }
}
