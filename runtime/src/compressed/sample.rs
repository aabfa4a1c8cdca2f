//! Sampling a compressed clip: keys of eight tracks at once out of their bits, then between the two keys of eight tracks,
//! then eight bones at a time.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{BlockMasks, SEGMENT_FRAMES, TURNS, window};

use super::group::{Heads, ROW_WINDOW, Row, records};
use super::unpack::{AnyProcessor, Keys, Unpack, head, lanes};
use crate::sample::check_length;
use crate::{JobError, PoseBlock};

/// Room for the keys of one pose. One does for all clips of skeletons that are not larger, one after another.
#[derive(Clone, Debug)]
pub struct CompressedScratch {
    keys: Vec<Keys>,
    /// Track by track: x, y, z, w of rotations between the keys, of no certain length.
    turns: [Vec<f32>; 4],
    /// Track by track: x, y, z of translations, then of scales between the keys.
    moves: [Vec<f32>; 3],
}

impl CompressedScratch {
    /// Room for skeletons of up to so many bones.
    #[must_use]
    pub fn new(bones: usize) -> Self {
        // Eight numbers are read from any track on.
        let (turns, moves) = (8 * bones.div_ceil(8) + 8, 8 * (2 * bones).div_ceil(8) + 16);
        Self {
            keys: vec![Keys::NONE; (3 * bones).div_ceil(8)],
            turns: [(); 4].map(|()| vec![0.0; turns]),
            moves: [(); 3].map(|()| vec![0.0; moves]),
        }
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
        if let Some(avx2) = super::unpack_avx2::Avx2::found() {
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
fn sample_avx2(avx2: super::unpack_avx2::Avx2, job: CompressedSampleJob<'_>) {
    sample(avx2, job);
}

/// Three passes, each of which has little to do for many, so that a processor works on several at once: one that had all
/// to do for one block would wait for its square roots.
#[inline(always)]
fn sample(unpack: impl Unpack, job: CompressedSampleJob<'_>) {
    let CompressedSampleJob { clip, bind, scratch, time, out } = job;
    let cursor = Cursor::at(&clip, time);
    let turned = take(unpack, &clip, cursor, &mut scratch.keys);
    interpolate(&clip, cursor.fraction, scratch);
    if turned {
        turn_turned(&clip, &cursor, scratch);
    }
    assemble(unpack, &clip, scratch, bind, out);
}

/// Takes the keys of all tracks out of their bits. Tells whether one is relative to a turn.
#[inline(always)]
fn take(unpack: impl Unpack, clip: &CompressedClipView<'_>, mut cursor: Cursor<'_>, keys: &mut [Keys]) -> bool {
    let (tracks, base) = (clip.tracks(), clip.step_base());
    let mut any_turned = 0;
    // What an earlier row leaves in them is behind the end of a later one, where there are no keys.
    let mut ends = [[0; ROW_WINDOW]; 2];
    for (group, slot) in keys.iter_mut().enumerate().take(tracks.div_ceil(8)) {
        let (track, count) = (8 * group, tracks - 8 * group);
        let records = records(clip, track);
        let [first, second] = &mut ends;
        let [(from, from_bit), (to, to_bit)] = [cursor.rows[0].window(first), cursor.rows[1].window(second)];
        let places = unpack.places(&records, &cursor.rows[0].heads(track), from_bit, count);
        let (bits, turned) = unpack.taken(&places);
        slot.steps = unpack.steps(&records, base);
        slot.turned = turned;
        if cursor.same {
            [slot.from, slot.to] = unpack.two_keys(&places, [from, to]);
            cursor.rows[1].take(bits);
        } else {
            slot.from = unpack.keys(&places, from);
            let places = unpack.places(&records, &cursor.rows[1].heads(track), to_bit, count);
            let (bits, turned) = unpack.taken(&places);
            slot.to = unpack.keys(&places, to);
            slot.turned |= turned;
            cursor.rows[1].take(bits);
        }
        cursor.rows[0].take(bits);
        any_turned |= slot.turned;
    }
    any_turned != 0
}

/// Goes between the keys of all tracks.
#[inline(always)]
fn interpolate(clip: &CompressedClipView<'_>, fraction: f32, scratch: &mut CompressedScratch) {
    let [rotations, ..] = clip.tracks_by_channel();
    let [x, y, z, w] = &mut scratch.turns;
    let chunks =
        x.as_chunks_mut().0.iter_mut().zip(y.as_chunks_mut().0).zip(z.as_chunks_mut().0).zip(w.as_chunks_mut().0);
    for (keys, (((x, y), z), w)) in scratch.keys.iter().take(rotations.div_ceil(8)).zip(chunks) {
        [*x, *y, *z, *w] = turn(keys, fraction);
    }
    let groups = rotations / 8..clip.tracks().div_ceil(8);
    let [x, y, z] = &mut scratch.moves;
    let chunks = x.as_chunks_mut().0.iter_mut().zip(y.as_chunks_mut().0).zip(z.as_chunks_mut().0);
    for (keys, ((x, y), z)) in scratch.keys.get(groups).unwrap_or_default().iter().zip(chunks) {
        [*x, *y, *z] = straight(keys, fraction);
    }
}

/// Brings what was found for tracks to their bones.
#[inline(always)]
fn assemble(
    unpack: impl Unpack,
    clip: &CompressedClipView<'_>,
    scratch: &CompressedScratch,
    bind: &[PoseBlock],
    out: &mut [PoseBlock],
) {
    let [rotations, translations, _] = clip.tracks_by_channel();
    let mut next = [0, rotations % 8, rotations % 8 + translations];
    let mut constants = Constants::of(clip);
    for ((BlockMasks { animated, constant }, bind), out) in clip.blocks().zip(bind).zip(&mut *out) {
        if animated[0] == 0 {
            out.rotation = bind.rotation;
        } else {
            let part = |axis: usize, rest| unpack.spread(eight(&scratch.turns[axis], next[0]), animated[0], &[rest; 8]);
            let turn = [part(0, 0.0), part(1, 0.0), part(2, 0.0), part(3, 1.0)];
            out.rotation = turn_bind(&turn, &bind.rotation);
            next[0] += animated[0].count_ones() as usize;
        }
        out.translation = bind.translation;
        out.scale = bind.scale;
        for (channel, parts) in [(1, &mut out.translation), (2, &mut out.scale)] {
            if animated[channel] != 0 {
                for (part, moves) in parts.iter_mut().zip(&scratch.moves) {
                    let moved = unpack.spread(eight(moves, next[channel]), animated[channel], &[0.0; 8]);
                    for lane in 0..8 {
                        part[lane] += moved[lane];
                    }
                }
                next[channel] += animated[channel].count_ones() as usize;
            }
        }
        constants.hold(unpack, 0, constant[0], &mut out.rotation);
        constants.hold(unpack, 1, constant[1], &mut out.translation);
        constants.hold(unpack, 2, constant[2], &mut out.scale);
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
        Self { bytes: clip.constant_bytes(), counts, next: [0, 16 * counts[0], 16 * counts[0] + 12 * counts[1]] }
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

/// The numbers from a place on.
#[inline(always)]
fn eight(values: &[f32], at: usize) -> &[f32; 8] {
    values.get(at..).and_then(|values| values.first_chunk()).unwrap_or(&[0.0; 8])
}

/// Where in a clip a time is.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    rows: [Row<'a>; 2],
    /// Whether both rows are of one segment.
    same: bool,
    fraction: f32,
}

impl<'a> Cursor<'a> {
    #[inline(always)]
    fn at(clip: &CompressedClipView<'a>, time: f32) -> Self {
        let (from, to, fraction) = around(clip, time);
        let first = clip.segment(from / SEGMENT_FRAMES);
        let same = from / SEGMENT_FRAMES == to / SEGMENT_FRAMES;
        let second = if same { first } else { clip.segment(to / SEGMENT_FRAMES) };
        let rows = [Row::new(first, from % SEGMENT_FRAMES), Row::new(second, to % SEGMENT_FRAMES)];
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

/// Eight rotations between their keys, the shorter way, of no certain length.
#[inline(always)]
fn turn(keys: &Keys, fraction: f32) -> [[f32; 8]; 4] {
    let (f, t, s) = (&keys.from, &keys.to, &keys.steps);
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let [sx, sy, sz] = [s[0][lane], s[1][lane], s[2][lane]];
        let (ax, ay, az) = (f[0][lane] as f32 * sx, f[1][lane] as f32 * sy, f[2][lane] as f32 * sz);
        let (bx, by, bz) = (t[0][lane] as f32 * sx, t[1][lane] as f32 * sy, t[2][lane] as f32 * sz);
        let aw = root(1.0 - (ax * ax + ay * ay + az * az));
        let bw = root(1.0 - (bx * bx + by * by + bz * bz));
        let side = (ax * bx + ay * by + az * bz + aw * bw).to_bits() & 0x8000_0000;
        let toward = |a: f32, b: f32| a + (f32::from_bits(b.to_bits() ^ side) - a) * fraction;
        out[0][lane] = toward(ax, bx);
        out[1][lane] = toward(ay, by);
        out[2][lane] = toward(az, bz);
        out[3][lane] = toward(aw, bw);
    }
    out
}

/// Bind, then the turn, of unit length.
#[inline(always)]
fn turn_bind(turn: &[[f32; 8]; 4], bind: &[[f32; 8]; 4]) -> [[f32; 8]; 4] {
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let [x, y, z, w] = [turn[0][lane], turn[1][lane], turn[2][lane], turn[3][lane]];
        let [p, q, r, v] = [bind[0][lane], bind[1][lane], bind[2][lane], bind[3][lane]];
        let qx = v * x + p * w + q * z - r * y;
        let qy = v * y - p * z + q * w + r * x;
        let qz = v * z + p * y - q * x + r * w;
        let qw = v * w - p * x - q * y - r * z;
        let scale = 1.0 / (qx * qx + qy * qy + qz * qz + qw * qw).sqrt();
        out[0][lane] = qx * scale;
        out[1][lane] = qy * scale;
        out[2][lane] = qz * scale;
        out[3][lane] = qw * scale;
    }
    out
}

/// Eight translations or scales between their keys.
#[inline(always)]
fn straight(keys: &Keys, fraction: f32) -> [[f32; 8]; 3] {
    let mut out = [[0.0; 8]; 3];
    for axis in 0..3 {
        for lane in 0..8 {
            let step = keys.steps[axis][lane];
            let (a, b) = (keys.from[axis][lane] as f32 * step, keys.to[axis][lane] as f32 * step);
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
fn turn_turned(clip: &CompressedClipView<'_>, cursor: &Cursor<'_>, scratch: &mut CompressedScratch) {
    let groups = clip.tracks_by_channel()[0].div_ceil(8);
    for (group, keys) in scratch.keys.iter().enumerate().take(groups).filter(|(_, keys)| keys.turned != 0) {
        let heads = cursor.rows.map(|row| row.heads(8 * group));
        for (lane, _) in lanes(keys.turned) {
            let key = |heads: &Heads, whole: &[[i32; 8]; 3]| {
                let [x, y, z] = [0, 1, 2].map(|axis| whole[axis][lane] as f32 * keys.steps[axis][lane]);
                let turn = TURNS.get(usize::from(head(heads, lane).turn())).unwrap_or(&TURNS[0]);
                product(turn, &[x, y, z, root(1.0 - (x * x + y * y + z * z))])
            };
            let (from, to) = (key(&heads[0], &keys.from), key(&heads[1], &keys.to));
            let dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
            for (axis, out) in scratch.turns.iter_mut().enumerate() {
                let to = f32::from_bits(to[axis].to_bits() ^ dot.to_bits() & 0x8000_0000);
                if let Some(out) = out.get_mut(8 * group + lane) {
                    *out = from[axis] + (to - from[axis]) * cursor.fraction;
                }
            }
        }
    }
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
