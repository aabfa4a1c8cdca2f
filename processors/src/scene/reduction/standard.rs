//! The runtime's standard rules between two keys, bit for bit (`runtime/src/quaternion.rs` and `vector.rs`): what is
//! measured here is what is played there.

/// As in the runtime: the coefficients that make the chord between two rotations even.
const EVEN: [[f32; 4]; 4] = [
    [0.662_161_65, 0.161_410_96, -0.017_544_232, 0.052_220_21],
    [0.029_480_685, 0.406_394_36, 0.316_602_26, 0.104_589_65],
    [-0.295_749_87, 1.591_545_6, -2.156_825_5, 1.601_258_8],
    [0.254_128_7, -0.512_640_8, -1.268_919_3, 2.947_678],
];

/// The quaternion with unit length; the identity where it has no direction.
pub(super) fn normalise(quaternion: [f32; 4]) -> [f32; 4] {
    let [x, y, z, w] = quaternion.map(f64::from);
    let length = (x * x + y * y + z * z + w * w).sqrt();
    if length == 0.0 || !length.is_finite() {
        return [0.0, 0.0, 0.0, 1.0];
    }
    [x, y, z, w].map(|component| super::super::vector::single(component / length))
}

/// From `a` at 0 to `b` at 1, the shortest way.
pub(super) fn interpolate(a: [f32; 4], b: [f32; 4], fraction: f32) -> [f32; 4] {
    let (a, b) = (normalise(a), normalise(b));
    let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    let side = if dot < 0.0 { -1.0 } else { 1.0 };
    let fraction = even_fraction(fraction, dot * side);
    let (from, to) = (1.0 - fraction, fraction * side);
    normalise(std::array::from_fn(|i| a[i] * from + b[i] * to))
}

fn even_fraction(fraction: f32, dot: f32) -> f32 {
    let u = fraction - 0.5;
    let square = u * u;
    let x = 1.0 - dot;
    let rows = EVEN.map(|row| horner(row, x));
    fraction + u * (square - 0.25) * x * horner(rows, square)
}

fn horner(coefficients: [f32; 4], x: f32) -> f32 {
    let [c0, c1, c2, c3] = coefficients;
    c0 + x * (c1 + x * (c2 + x * c3))
}

/// From `a` at 0 to `b` at 1.
pub(super) fn lerp(a: [f32; 3], b: [f32; 3], fraction: f32) -> [f32; 3] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * fraction)
}
