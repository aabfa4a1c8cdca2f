//! Unit vectors as two numbers: points of an octahedron, unfolded into a square.
//!
//! After Z. H. Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors", Journal of Computer Graphics
//! Techniques 3 (2), 2014. The vector is divided by the sum of its absolute components; x and y are stored, and where z is below 0, the
//! corners of the square are folded out. Here the numbers are 16-bit codes, normalised: -32,767 is -1, and 32,767 is 1. All axes are exact.
//!
//! A tangent has its sign in the sign of the second code: its size, 1 to 32,767, is the second number from -1 to 1 in steps of 1/16,383.

use rigmill_math::to_f32;

const MOST: i32 = 32_767;
/// The second code of a tangent stands for 0 at this size; so many steps away from it, for 1 and -1.
const MIDDLE: i32 = 16_384;
const STEPS: i32 = MIDDLE - 1;

/// The codes of a normal.
pub(super) fn encode_normal(normal: [f32; 3]) -> [i16; 2] {
    unfolded(normal).map(|number| to_code(nearest(number * f64::from(MOST))))
}

/// The unit vector of a normal's codes.
pub(super) fn decode_normal(codes: [i16; 2]) -> [f32; 3] {
    let [x, y] = codes.map(i32::from);
    folded([x, y].map(f64::from), MOST)
}

/// The codes of a tangent.
pub(super) fn encode_tangent([x, y, z, w]: [f32; 4]) -> [i16; 2] {
    let [x, y] = unfolded([x, y, z]);
    let size = MIDDLE + nearest(y * f64::from(STEPS));
    [to_code(nearest(x * f64::from(MOST))), to_code(if w < 0.0 { -size } else { size })]
}

/// The tangent of its codes: x, y, z of unit length, and w = 1 or -1.
pub(super) fn decode_tangent([first, second]: [i16; 2]) -> [f32; 4] {
    let from_middle = i32::from(second).abs() - MIDDLE;
    // Both numbers as multiples of 1 / (MOST x STEPS), which are whole.
    let point = [i32::from(first) * STEPS, from_middle * MOST].map(f64::from);
    let [x, y, z] = folded(point, MOST * STEPS);
    [x, y, z, if second < 0 { -1.0 } else { 1.0 }]
}

/// Whether no encoder makes these codes of a normal.
pub(super) fn is_bad_normal(codes: [i16; 2]) -> bool {
    codes.contains(&i16::MIN)
}

/// Whether no encoder makes these codes of a tangent.
pub(super) fn is_bad_tangent(codes: [i16; 2]) -> bool {
    is_bad_normal(codes) || codes[1] == 0
}

/// The point of a direction in the square from -1 to 1. A vector without a direction has none, and gets the middle.
fn unfolded(direction: [f32; 3]) -> [f64; 2] {
    let [x, y, z] = direction.map(f64::from);
    let sum = x.abs() + y.abs() + z.abs();
    let is_direction = sum > 0.0 && sum.is_finite();
    let [x, y] = if is_direction { [x / sum, y / sum] } else { [0.0; 2] };
    if z < 0.0 { [(1.0 - y.abs()) * side(x), (1.0 - x.abs()) * side(y)] } else { [x, y] }
}

/// The direction of a point in the square from -`most` to `most`. Whole numbers keep its edges and corners exact.
fn folded([x, y]: [f64; 2], most: i32) -> [f32; 3] {
    let most = f64::from(most);
    let z = most - x.abs() - y.abs();
    let [x, y] = if z < 0.0 { [(most - y.abs()) * side(x), (most - x.abs()) * side(y)] } else { [x, y] };
    let length = (x * x + y * y + z * z).sqrt();
    // A sum with 0.0, since -0.0 is another number of the same direction.
    [x, y, z].map(|along| to_f32(along / length + 0.0))
}

fn side(number: f64) -> f64 {
    if number < 0.0 { -1.0 } else { 1.0 }
}

/// The nearest whole number, of halves the one farther from 0.
#[expect(clippy::cast_possible_truncation, reason = "at most 32,767")]
fn nearest(number: f64) -> i32 {
    (number + 0.5 * side(number)) as i32
}

/// A code, which is within the range of i16.
fn to_code(code: i32) -> i16 {
    i16::try_from(code).unwrap_or(i16::MAX)
}
