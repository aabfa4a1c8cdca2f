//! Interpolation between the keys of eight tracks.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::BASE_ROTATIONS;
use rigmill_math::quaternion::{self, EvenFraction};
use rigmill_math::vector::dot;

use super::cursor::Cursor;
use super::group::Heads;
use super::scratch::CompressedScratch;
use super::spread::lanes;
use super::unpack::Keys;
use crate::blocks::lanes::{Lanes, set_normalized};

/// Interpolates eight rotations along the shorter arc, at constant speed to within 1e-5 rad. The results have unit length.
#[inline(always)]
pub(super) fn even(keys: &Keys, fraction: EvenFraction) -> Lanes<4> {
    let [f, t] = &keys.parts;
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let (ax, ay, az) = (f[0][lane], f[1][lane], f[2][lane]);
        let (bx, by, bz) = (t[0][lane], t[1][lane], t[2][lane]);
        let aw = root(1.0 - (ax * ax + ay * ay + az * az));
        let bw = root(1.0 - (bx * bx + by * by + bz * bz));
        let dot = ax * bx + ay * by + az * bz + aw * bw;
        let side = dot.to_bits() & 0x8000_0000;
        let fraction = fraction.of_chord(f32::from_bits(dot.to_bits() ^ side));
        let toward = |a: f32, b: f32| a + (f32::from_bits(b.to_bits() ^ side) - a) * fraction;
        let (x, y, z, w) = (toward(ax, bx), toward(ay, by), toward(az, bz), toward(aw, bw));
        set_normalized(&mut out, lane, [x, y, z, w]);
    }
    out
}

/// The square root; 0 for negative numbers.
#[inline(always)]
fn root(value: f32) -> f32 {
    if value > 0.0 { value.sqrt() } else { 0.0 }
}

/// Like [`even`], for tracks that have keys relative to base rotations.
#[cold]
pub(super) fn even_rebased(
    clip: &CompressedClipView<'_>,
    cursor: &Cursor,
    fraction: EvenFraction,
    scratch: &mut CompressedScratch,
) {
    let groups = clip.tracks_by_channel()[0].div_ceil(8);
    for (group, keys) in scratch.keys.iter().enumerate().take(groups).filter(|(_, keys)| keys.rebased != 0) {
        let [ends_from, ends_to] = &mut scratch.ends;
        let [from, to] = &cursor.rows;
        let heads = [
            from.heads(clip.packed(), 8 * group, &mut ends_from.heads),
            to.heads(clip.packed(), 8 * group, &mut ends_to.heads),
        ];
        for (lane, _) in lanes(keys.rebased) {
            let key = |heads: &Heads<'_>, parts: &[[f32; 8]; 3]| {
                let [x, y, z] = [0, 1, 2].map(|axis| parts[axis][lane]);
                let base =
                    BASE_ROTATIONS.get(usize::from(heads.head(lane).base_rotation())).unwrap_or(&BASE_ROTATIONS[0]);
                quaternion::multiply(*base, [x, y, z, root(1.0 - (x * x + y * y + z * z))])
            };
            let (from, to) = (key(&heads[0], &keys.parts[0]), key(&heads[1], &keys.parts[1]));
            let dot_product = dot(from, to);
            let side = dot_product.to_bits() & 0x8000_0000;
            let fraction = fraction.of_chord(f32::from_bits(dot_product.to_bits() ^ side));
            let between = [0, 1, 2, 3]
                .map(|axis: usize| from[axis] + (f32::from_bits(to[axis].to_bits() ^ side) - from[axis]) * fraction);
            let scale = 1.0 / dot(between, between).sqrt();
            for (part, out) in
                between.iter().zip(scratch.rotations.get_mut(group).into_iter().flat_map(|between| &mut between.0))
            {
                out[lane] = part * scale;
            }
        }
    }
}
