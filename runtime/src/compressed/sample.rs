//! Sampling a compressed clip: keys of eight tracks at once out of their bits, then between the two keys of eight tracks,
//! then eight bones at a time.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{BlockMasks, SEGMENT_FRAMES, TURNS, window, window_in};

use super::group::{Ends, Heads, Row};
use super::spread::lanes;
use super::unpack::{Keys, Unpack, head};
use crate::dispatch::AnyProcessor;
use crate::sample::check_length;
use crate::{JobError, PoseBlock};

/// Room for the keys of one pose. One does for all clips of skeletons that are not larger, one after another.
#[derive(Clone, Debug)]
pub struct CompressedScratch {
    keys: Vec<Keys>,
    ends: [Ends; 2],
    records_end: [u8; 32],
    /// Rotations between the keys.
    turns: Vec<Between<4>>,
    /// Translations, then scales between the keys. The first track may be one within a group.
    moves: Vec<Between<3>>,
}

/// The parts of eight tracks.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
struct Between<const N: usize>([[f32; 8]; N]);

impl CompressedScratch {
    /// Room for skeletons of up to so many bones.
    #[must_use]
    pub fn new(bones: usize) -> Self {
        // Two groups are read from any on.
        let (turns, moves) = (bones.div_ceil(8) + 1, (2 * bones).div_ceil(8) + 2);
        Self {
            keys: vec![Keys::NONE; (3 * bones).div_ceil(8)],
            ends: [Ends::NONE; 2],
            records_end: [0; 32],
            turns: vec![Between([[0.0; 8]; 4]); turns],
            moves: vec![Between([[0.0; 8]; 3]); moves],
        }
    }
}

/// The group in which a track is, and the one after it.
#[inline(always)]
fn two<const N: usize>(groups: &[Between<N>], track: usize) -> [&[[f32; 8]; N]; 2] {
    match groups.get(track / 8..track / 8 + 2) {
        Some([a, b]) => [&a.0, &b.0],
        _ => [&[[0.0; 8]; N]; 2],
    }
}

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
            // SAFETY: who has an `Avx512` runs on a processor with AVX-512.
            unsafe {
                sample_avx512(avx512, self);
            }
            return Ok(());
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = crate::dispatch::Avx2::found() {
            #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX2")]
            // SAFETY: who has an `Avx2` runs on a processor with AVX2; none that has it lacks what else is asked for.
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
    let (tracks, base, bytes, records) = (clip.tracks(), clip.step_base(), clip.packed(), clip.records_place());
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

/// Brings what was found for tracks to their bones, and what does not move beside it.
#[inline(always)]
fn assemble(
    unpack: impl Unpack,
    clip: &CompressedClipView<'_>,
    scratch: &CompressedScratch,
    bind: &[PoseBlock],
    out: &mut [PoseBlock],
) {
    let [rotations, translations, _] = clip.tracks_by_channel();
    let [mut turn, mut translation, mut scale] = [0, rotations % 8, rotations % 8 + translations];
    let mut constants = Constants::of(clip);
    for ((BlockMasks { animated, constant }, bind), out) in clip.blocks().zip(bind).zip(&mut *out) {
        place_turns(unpack, scratch, (animated[0], &mut turn), &bind.rotation, &mut out.rotation);
        place_moves(unpack, scratch, (animated[1], &mut translation), &bind.translation, &mut out.translation);
        place_moves(unpack, scratch, (animated[2], &mut scale), &bind.scale, &mut out.scale);
        constants.hold(unpack, 0, constant[0], &mut out.rotation);
        constants.hold(unpack, 1, constant[1], &mut out.translation);
        constants.hold(unpack, 2, constant[2], &mut out.scale);
    }
}

/// The next rotations to the bones of a mask.
#[inline(always)]
fn place_turns(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &[[f32; 8]; 4],
    out: &mut [[f32; 8]; 4],
) {
    if mask == 0 {
        return copy(bind, out);
    }
    let ([a, b], first) = (two(&scratch.turns, *next), *next % 8);
    let part = |axis: usize, rest| unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[rest; 8]);
    *out = turn_bind(&[part(0, 0.0), part(1, 0.0), part(2, 0.0), part(3, 1.0)], bind);
    *next += mask.count_ones() as usize;
}

/// The next translations or scales to the bones of a mask.
#[inline(always)]
fn place_moves(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &[[f32; 8]; 3],
    out: &mut [[f32; 8]; 3],
) {
    if mask == 0 {
        return copy(bind, out);
    }
    let ([a, b], first) = (two(&scratch.moves, *next), *next % 8);
    for axis in 0..3 {
        let mut moved = unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[0.0; 8]);
        for lane in 0..8 {
            moved[lane] += bind[axis][lane];
        }
        out[axis] = moved;
    }
    *next += mask.count_ones() as usize;
}

/// Vector by vector: as a whole compilers copy them number by number, or by a call.
#[inline(always)]
fn copy<const N: usize>(from: &[[f32; 8]; N], to: &mut [[f32; 8]; N]) {
    for (from, to) in from.iter().zip(to) {
        *to = *from;
    }
}

/// What keeps values of its own.
struct Constants<'a> {
    bytes: &'a [u8],
    counts: [usize; 3],
    /// Where the next value of each channel lies.
    next: [usize; 3],
}

impl<'a> Constants<'a> {
    #[inline(always)]
    fn of(clip: &CompressedClipView<'a>) -> Self {
        let counts = clip.constants_by_channel();
        let first = clip.constants_place();
        let next = [first, first + 16 * counts[0], first + 16 * counts[0] + 12 * counts[1]];
        Self { bytes: clip.packed(), counts, next }
    }

    /// Sets the constants of a block.
    #[inline(always)]
    fn hold<const N: usize>(&mut self, unpack: impl Unpack, channel: usize, mask: u8, out: &mut [[f32; 8]; N]) {
        if mask == 0 {
            return;
        }
        for (part, out) in out.iter_mut().enumerate() {
            let bytes: [u8; 32] = window(self.bytes, self.next[channel] + 4 * part * self.counts[channel]);
            let mut values = [0.0; 8];
            for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                *value = f32::from_le_bytes(*bytes);
            }
            *out = unpack.spread(&values, mask, out);
        }
        self.next[channel] += 4 * mask.count_ones() as usize;
    }
}

/// Where in a clip a time is.
#[derive(Clone, Copy)]
struct Cursor {
    rows: [Row; 2],
    /// Whether both rows are of one segment.
    same: bool,
    fraction: f32,
}

impl Cursor {
    #[inline(always)]
    fn at(clip: &CompressedClipView<'_>, time: f32) -> Self {
        let (from, to, fraction) = around(clip, time);
        let first = clip.segment(from / SEGMENT_FRAMES);
        let same = from / SEGMENT_FRAMES == to / SEGMENT_FRAMES;
        let second = if same { first } else { clip.segment(to / SEGMENT_FRAMES) };
        let rows = [Row::new(&first, from % SEGMENT_FRAMES), Row::new(&second, to % SEGMENT_FRAMES)];
        Self { rows, same, fraction }
    }
}

/// The frames around a time, and how far it is from the one to the other.
#[inline(always)]
fn around(clip: &CompressedClipView<'_>, time: f32) -> (usize, usize, f32) {
    let last = clip.frames() - 1;
    let frames = time * clip.frame_rate();
    let whole = frames.floor();
    if frames.is_nan() || frames <= 0.0 {
        return (0, 0, 0.0);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0, and it saturates")]
    let from = whole as usize;
    if from >= last { (last, last, 0.0) } else { (from, from + 1, frames - whole) }
}

/// Eight rotations between their keys, the shorter way, of unit length.
#[inline(always)]
fn turn(keys: &Keys, fraction: f32) -> [[f32; 8]; 4] {
    let [f, t] = &keys.parts;
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let (ax, ay, az) = (f[0][lane], f[1][lane], f[2][lane]);
        let (bx, by, bz) = (t[0][lane], t[1][lane], t[2][lane]);
        let aw = root(1.0 - (ax * ax + ay * ay + az * az));
        let bw = root(1.0 - (bx * bx + by * by + bz * bz));
        let side = (ax * bx + ay * by + az * bz + aw * bw).to_bits() & 0x8000_0000;
        let toward = |a: f32, b: f32| a + (f32::from_bits(b.to_bits() ^ side) - a) * fraction;
        let (x, y, z, w) = (toward(ax, bx), toward(ay, by), toward(az, bz), toward(aw, bw));
        let scale = 1.0 / (x * x + y * y + z * z + w * w).sqrt();
        out[0][lane] = x * scale;
        out[1][lane] = y * scale;
        out[2][lane] = z * scale;
        out[3][lane] = w * scale;
    }
    out
}

/// Bind, then the turn.
#[inline(always)]
fn turn_bind(turn: &[[f32; 8]; 4], bind: &[[f32; 8]; 4]) -> [[f32; 8]; 4] {
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let [x, y, z, w] = [turn[0][lane], turn[1][lane], turn[2][lane], turn[3][lane]];
        let [p, q, r, v] = [bind[0][lane], bind[1][lane], bind[2][lane], bind[3][lane]];
        out[0][lane] = v * x + p * w + q * z - r * y;
        out[1][lane] = v * y - p * z + q * w + r * x;
        out[2][lane] = v * z + p * y - q * x + r * w;
        out[3][lane] = v * w - p * x - q * y - r * z;
    }
    out
}

/// Eight translations or scales between their keys.
#[inline(always)]
fn straight(keys: &Keys, fraction: f32) -> [[f32; 8]; 3] {
    let mut out = [[0.0; 8]; 3];
    for axis in 0..3 {
        for lane in 0..8 {
            let (a, b) = (keys.parts[0][axis][lane], keys.parts[1][axis][lane]);
            out[axis][lane] = a + (b - a) * fraction;
        }
    }
    out
}

/// The square root; 0 of what is below 0.
#[inline(always)]
fn root(value: f32) -> f32 {
    if value > 0.0 { value.sqrt() } else { 0.0 }
}

/// As [`turn`], for the tracks whose keys are relative to turns.
#[cold]
fn turn_turned(clip: &CompressedClipView<'_>, cursor: &Cursor, scratch: &mut CompressedScratch) {
    let groups = clip.tracks_by_channel()[0].div_ceil(8);
    for (group, keys) in scratch.keys.iter().enumerate().take(groups).filter(|(_, keys)| keys.turned != 0) {
        let [ends_from, ends_to] = &mut scratch.ends;
        let [from, to] = &cursor.rows;
        let heads = [from.heads(clip.packed(), 8 * group, ends_from), to.heads(clip.packed(), 8 * group, ends_to)];
        for (lane, _) in lanes(keys.turned) {
            let key = |heads: &Heads<'_>, parts: &[[f32; 8]; 3]| {
                let [x, y, z] = [0, 1, 2].map(|axis| parts[axis][lane]);
                let turn = TURNS.get(usize::from(head(heads, lane).turn())).unwrap_or(&TURNS[0]);
                product(turn, &[x, y, z, root(1.0 - (x * x + y * y + z * z))])
            };
            let (from, to) = (key(&heads[0], &keys.parts[0]), key(&heads[1], &keys.parts[1]));
            let side = dot(&from, &to).to_bits() & 0x8000_0000;
            let between = [0, 1, 2, 3].map(|axis: usize| {
                from[axis] + (f32::from_bits(to[axis].to_bits() ^ side) - from[axis]) * cursor.fraction
            });
            let scale = 1.0 / dot(&between, &between).sqrt();
            for (part, out) in
                between.iter().zip(scratch.turns.get_mut(group).into_iter().flat_map(|turns| &mut turns.0))
            {
                out[lane] = part * scale;
            }
        }
    }
}

fn dot(a: &[f32; 4], b: &[f32; 4]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// `b`, then `a`.
fn product(a: &[f32; 4], b: &[f32; 4]) -> [f32; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}
