//! Encodes unit vectors as two numbers: points of an octahedron that is unfolded into a square.
//!
//! The method is described in Z. H. Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors",
//! Journal of Computer Graphics Techniques 3 (2), 2014. The vector is divided by the sum of its absolute components. Then x and
//! y are stored. If z is below 0, the corners of the square are folded out. Here, the numbers are normalized 16-bit codes:
//! -32,767 is -1, and 32,767 is 1. All axes are exact.
//!
//! The sign of a tangent's second code is the sign of the tangent. Its absolute value, 1 to 32,767, represents the second
//! number from -1 to 1 in steps of 1/16,383.

use rigmill_math::to_f32;

const MOST: i32 = 32_767;
/// The absolute value of a tangent's second code that represents 0. The same distance from it in each direction represents 1
/// and -1.
const MIDDLE: i32 = 16_384;
const STEPS: i32 = MIDDLE - 1;

/// Encodes a normal.
pub(super) fn encode_normal(normal: [f32; 3]) -> [i16; 2] {
    // On the edge of the square, two codes represent the same vector. Encoding twice selects one of them.
    nearest_normal(decode_normal(nearest_normal(normal)))
}

fn nearest_normal(normal: [f32; 3]) -> [i16; 2] {
    unfolded(normal).map(|number| to_code(nearest(number * f64::from(MOST))))
}

/// Decodes a normal to a unit vector.
pub(super) fn decode_normal(codes: [i16; 2]) -> [f32; 3] {
    let [x, y] = codes.map(i32::from);
    folded([x, y].map(f64::from), MOST)
}

/// Encodes a tangent.
pub(super) fn encode_tangent(tangent: [f32; 4]) -> [i16; 2] {
    nearest_tangent(decode_tangent(nearest_tangent(tangent)))
}

fn nearest_tangent([x, y, z, w]: [f32; 4]) -> [i16; 2] {
    let [x, y] = unfolded([x, y, z]);
    let size = MIDDLE + nearest(y * f64::from(STEPS));
    [to_code(nearest(x * f64::from(MOST))), to_code(if w < 0.0 { -size } else { size })]
}

/// Decodes a tangent: x, y, z is a unit vector, and w is 1 or -1.
pub(super) fn decode_tangent([first, second]: [i16; 2]) -> [f32; 4] {
    let from_middle = i32::from(second).abs() - MIDDLE;
    // Both numbers are integer multiples of 1 / (MOST x STEPS).
    let point = [i32::from(first) * STEPS, from_middle * MOST].map(f64::from);
    let [x, y, z] = folded(point, MOST * STEPS);
    [x, y, z, if second < 0 { -1.0 } else { 1.0 }]
}

/// Whether no encoder creates these codes for a normal.
pub(super) fn is_bad_normal(codes: [i16; 2]) -> bool {
    nearest_normal(decode_normal(codes)) != codes
}

/// Whether no encoder creates these codes for a tangent.
pub(super) fn is_bad_tangent(codes: [i16; 2]) -> bool {
    nearest_tangent(decode_tangent(codes)) != codes
}

/// Converts a direction to a point in the square from -1 to 1. A vector of length 0 gives the middle.
fn unfolded(direction: [f32; 3]) -> [f64; 2] {
    let [x, y, z] = direction.map(f64::from);
    let sum = x.abs() + y.abs() + z.abs();
    let is_direction = sum > 0.0 && sum.is_finite();
    let [x, y] = if is_direction { [x / sum, y / sum] } else { [0.0; 2] };
    if z < 0.0 { [(1.0 - y.abs()) * side(x), (1.0 - x.abs()) * side(y)] } else { [x, y] }
}

/// Converts a point in the square from -`most` to `most` to a direction. Integers keep the edges and corners of the square
/// exact.
fn folded([x, y]: [f64; 2], most: i32) -> [f32; 3] {
    let most = f64::from(most);
    let z = most - x.abs() - y.abs();
    let [x, y] = if z < 0.0 { [(most - y.abs()) * side(x), (most - x.abs()) * side(y)] } else { [x, y] };
    let length = (x * x + y * y + z * z).sqrt();
    // Adding 0.0 turns -0.0 into 0.0, because both represent the same direction.
    [x, y, z].map(|along| to_f32(along / length + 0.0))
}

fn side(number: f64) -> f64 {
    if number < 0.0 { -1.0 } else { 1.0 }
}

/// The nearest integer. Halves are rounded away from 0.
#[expect(clippy::cast_possible_truncation, reason = "at most 32,767")]
fn nearest(number: f64) -> i32 {
    (number + 0.5 * side(number)) as i32
}

/// Converts a code to i16. It must be in range.
fn to_code(code: i32) -> i16 {
    i16::try_from(code).unwrap_or(i16::MAX)
}

#[cfg(test)]
mod tests {
    use rigmill_test_random::{Random, cases};

    use super::{decode_normal, decode_tangent, encode_normal, encode_tangent, is_bad_normal, is_bad_tangent};

    /// Codes from everywhere, most of them on edges, corners and axes, where several codes represent the same direction.
    fn codes() -> impl Iterator<Item = [i16; 2]> {
        const SPECIAL: [i16; 11] = [i16::MIN, -32_767, -32_766, -16_384, -1, 0, 1, 16_383, 16_384, 32_766, 32_767];
        let mut random = Random::new(7);
        (0..300_000).map(move |_| {
            let any = [(); 2].map(|()| i16::try_from(random.below(65_536) as i64 - 32_768).unwrap_or_default());
            let [x, y] = any;
            match random.below(4) {
                0 => [SPECIAL[random.below(SPECIAL.len())], y],
                1 => [x, SPECIAL[random.below(SPECIAL.len())]],
                2 => [SPECIAL[random.below(SPECIAL.len())], SPECIAL[random.below(SPECIAL.len())]],
                _ => any,
            }
        })
    }

    #[test]
    fn every_direction_has_one_code() {
        for codes in codes() {
            let normal = decode_normal(codes);
            let again = encode_normal(normal);
            assert!(!is_bad_normal(again) && encode_normal(decode_normal(again)) == again, "{codes:?}: {again:?}");
            assert_eq!(is_bad_normal(codes), again != codes, "{codes:?}");
            let tangent = decode_tangent(codes);
            let again = encode_tangent(tangent);
            assert!(!is_bad_tangent(again) && encode_tangent(decode_tangent(again)) == again, "{codes:?}: {again:?}");
            assert_eq!(is_bad_tangent(codes), again != codes, "{codes:?}");
        }
    }

    #[test]
    fn whatever_is_encoded_is_accepted() {
        let mut random = Random::new(8);
        for _ in 0..cases(300_000) {
            // Also near the planes between axes.
            let part = |random: &mut Random| random.signed() * [1.0, 1e-4, 1e-9, 0.0][random.below(4)];
            let [x, y, z] = [(); 3].map(|()| part(&mut random));
            assert!(!is_bad_normal(encode_normal([x, y, z])), "{x} {y} {z}");
            for w in [1.0, -1.0] {
                let codes = encode_tangent([x, y, z, w]);
                assert!(!is_bad_tangent(codes) && decode_tangent(codes)[3] == w, "{x} {y} {z} {w}");
            }
        }
    }
}
