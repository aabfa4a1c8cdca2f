//! Sampling a compressed clip: the keys of eight bones out of their bits, then all eight at once.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{SEGMENT_FRAMES, TURNS, step_size};

use super::keys::{Keys, Rows};
use super::lanes::{Lanes, Turns, between, normalised, product, rebuilt};
use super::pose::PoseBlock;
use crate::JobError;
use crate::dispatch::dispatched;
use crate::sample::check_length;

/// Room for the keys of one pose. One does for all clips of skeletons that are not larger, one after another.
#[derive(Clone, Debug)]
pub struct CompressedScratch(Vec<Keys>);

impl CompressedScratch {
    /// Room for skeletons of up to so many bones.
    #[must_use]
    pub fn new(bones: usize) -> Self {
        Self(vec![Keys::NONE; bones.div_ceil(8) * 3])
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
        check_length("scratch", self.scratch.0.len(), 3 * blocks)?;
        let (from, to, fraction) = around(&self.clip, self.time);
        let at = |frame: usize| (self.clip.segment(frame / SEGMENT_FRAMES), frame % SEGMENT_FRAMES);
        let same = from / SEGMENT_FRAMES == to / SEGMENT_FRAMES;
        let slots = &mut self.scratch.0[..];
        let rows = Rows::new(self.clip.records(), at(from), at(to), same);
        sample(&self.clip, rows, slots, fraction, self.bind, self.out);
        Ok(())
    }
}

dispatched! {
    fn sample(
        clip: &CompressedClipView<'_>,
        rows: Rows<'_>,
        slots: &mut [Keys],
        fraction: f32,
        bind: &[PoseBlock],
        out: &mut [PoseBlock],
    ) {
        unpack(clip, rows, slots);
        pose(clip, slots, fraction, bind, out);
    }
}

/// The frames around a time, and how far it is from the one to the other.
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

/// Takes the keys of all tracks out of their bits. What follows reads eight at once what is written here one by one, and
/// processors are slow at that where it has just been written: so all of one comes before all of the other.
#[inline(always)]
fn unpack(clip: &CompressedClipView<'_>, mut rows: Rows<'_>, slots: &mut [Keys]) {
    let mut slots = slots.iter_mut();
    for masks in clip.blocks() {
        for mask in masks.animated {
            if mask != 0
                && let Some(keys) = slots.next()
            {
                rows.take(mask, keys);
            }
        }
    }
}

#[inline(always)]
fn pose(clip: &CompressedClipView<'_>, slots: &[Keys], fraction: f32, bind: &[PoseBlock], out: &mut [PoseBlock]) {
    let mut constants = clip.constants();
    let mut slots = slots.iter();
    for ((masks, bind), out) in clip.blocks().zip(bind).zip(out) {
        let mut keys = masks.animated.map(|mask| if mask == 0 { None } else { slots.next() });
        match keys[0].take() {
            None => out.rotation = bind.rotation,
            Some(keys) if keys.turned => turn_turned(keys, bind, Lanes::all(fraction), out),
            Some(keys) => turn(keys, &bind.rotation, fraction, &mut out.rotation),
        }
        place(keys[1], &bind.translation, fraction, &mut out.translation);
        place(keys[2], &bind.scale, fraction, &mut out.scale);
        if masks.constant != [0; 3] {
            fill(masks.constant[0], &mut constants, &mut out.rotation);
            fill(masks.constant[1], &mut constants, &mut out.translation);
            fill(masks.constant[2], &mut constants, &mut out.scale);
        }
    }
}

#[inline(always)]
fn scaled(keys: &Keys) -> [[Lanes; 3]; 2] {
    let part = |whole: &[[i32; 8]; 3]| [0, 1, 2].map(|axis| Lanes::scaled(&whole[axis], &keys.codes[axis]));
    [part(&keys.from), part(&keys.to)]
}

/// The rotations of eight bones. One loop whose rounds do not touch one another: compilers work on four or eight at once.
#[inline(always)]
fn turn(keys: &Keys, bind: &[[f32; 8]; 4], fraction: f32, out: &mut [[f32; 8]; 4]) {
    let (f, t, c) = (&keys.from, &keys.to, &keys.codes);
    let mut turned = [[0.0_f32; 8]; 4];
    for lane in 0..8 {
        let [sx, sy, sz] = [step_size(c[0][lane]), step_size(c[1][lane]), step_size(c[2][lane])];
        let (ax, ay, az) = (f[0][lane] as f32 * sx, f[1][lane] as f32 * sy, f[2][lane] as f32 * sz);
        let (bx, by, bz) = (t[0][lane] as f32 * sx, t[1][lane] as f32 * sy, t[2][lane] as f32 * sz);
        let aw = root(1.0 - (ax * ax + ay * ay + az * az));
        let bw = root(1.0 - (bx * bx + by * by + bz * bz));
        let side = (ax * bx + ay * by + az * bz + aw * bw).to_bits() & 0x8000_0000;
        let toward = |a: f32, b: f32| a + (f32::from_bits(b.to_bits() ^ side) - a) * fraction;
        let (x, y, z, w) = (toward(ax, bx), toward(ay, by), toward(az, bz), toward(aw, bw));
        let [p, q, r, v] = [bind[0][lane], bind[1][lane], bind[2][lane], bind[3][lane]];
        let qx = v * x + p * w + q * z - r * y;
        let qy = v * y - p * z + q * w + r * x;
        let qz = v * z + p * y - q * x + r * w;
        let qw = v * w - p * x - q * y - r * z;
        let scale = 1.0 / (qx * qx + qy * qy + qz * qz + qw * qw).sqrt();
        turned[0][lane] = qx * scale;
        turned[1][lane] = qy * scale;
        turned[2][lane] = qz * scale;
        turned[3][lane] = qw * scale;
    }
    *out = turned;
}

/// The square root; 0 of what is below 0.
#[inline(always)]
fn root(value: f32) -> f32 {
    if value > 0.0 { value.sqrt() } else { 0.0 }
}

/// As [`turn`], for keys that are relative to turns.
#[cold]
fn turn_turned(keys: &Keys, bind: &PoseBlock, fraction: Lanes, out: &mut PoseBlock) {
    let [[fx, fy, fz], [tx, ty, tz]] = scaled(keys);
    let from = product(&turns(&keys.turns[0]), &rebuilt(fx, fy, fz));
    let to = product(&turns(&keys.turns[1]), &rebuilt(tx, ty, tz));
    let turn = normalised(&product(&bind.turns(), &between(&from, &to, fraction)));
    out.rotation = turn.map(|part| part.0);
}

/// The turns that lanes say, by component.
#[cold]
fn turns(numbers: &[u8; 8]) -> Turns {
    let mut out = [Lanes::ZERO; 4];
    for (lane, &number) in numbers.iter().enumerate() {
        let turn = TURNS.get(usize::from(number)).unwrap_or(&TURNS[0]);
        for (part, value) in out.iter_mut().zip(turn) {
            part.0[lane] = *value;
        }
    }
    out
}

#[inline(always)]
fn place(keys: Option<&Keys>, bind: &[[f32; 8]; 3], fraction: f32, out: &mut [[f32; 8]; 3]) {
    let Some(Keys { from, to, codes, .. }) = keys else {
        *out = *bind;
        return;
    };
    for axis in 0..3 {
        let mut moved = [0.0; 8];
        for lane in 0..8 {
            let step = step_size(codes[axis][lane]);
            let (a, b) = (from[axis][lane] as f32 * step, to[axis][lane] as f32 * step);
            moved[lane] = bind[axis][lane] + (a + (b - a) * fraction);
        }
        out[axis] = moved;
    }
}

#[inline(always)]
fn fill<const N: usize>(mask: u8, values: &mut impl Iterator<Item = f32>, out: &mut [[f32; 8]; N]) {
    let mut left = mask;
    while left != 0 {
        let lane = left.trailing_zeros() as usize & 7;
        left &= left - 1;
        for part in out.iter_mut() {
            part[lane] = values.next().unwrap_or_default();
        }
    }
}
