//! Arithmetic on eight lanes at once, as plain loops that compilers turn into vector instructions.

/// The components of eight vectors or quaternions.
pub(super) type Lanes<const N: usize> = [[f32; 8]; N];

/// Normalizes a quaternion and writes it to a lane.
#[inline(always)]
pub(super) fn set_normalized(out: &mut Lanes<4>, lane: usize, [x, y, z, w]: [f32; 4]) {
    let scale = 1.0 / (x * x + y * y + z * z + w * w).sqrt();
    out[0][lane] = x * scale;
    out[1][lane] = y * scale;
    out[2][lane] = z * scale;
    out[3][lane] = w * scale;
}

/// Linear interpolation: `a` at 0, `b` at 1.
#[inline(always)]
pub(super) fn lerp(a: &Lanes<3>, b: &Lanes<3>, fraction: f32) -> Lanes<3> {
    let mut out = [[0.0; 8]; 3];
    for axis in 0..3 {
        for lane in 0..8 {
            out[axis][lane] = a[axis][lane] + (b[axis][lane] - a[axis][lane]) * fraction;
        }
    }
    out
}

/// The Hamilton product: the rotation `b` followed by `a`.
#[inline(always)]
pub(super) fn multiply(a: &Lanes<4>, b: &Lanes<4>) -> Lanes<4> {
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let [x, y, z, w] = [a[0][lane], a[1][lane], a[2][lane], a[3][lane]];
        let [p, q, r, v] = [b[0][lane], b[1][lane], b[2][lane], b[3][lane]];
        out[0][lane] = w * p + x * v + y * r - z * q;
        out[1][lane] = w * q - x * r + y * v + z * p;
        out[2][lane] = w * r + x * q - y * p + z * v;
        out[3][lane] = w * v - x * p - y * q - z * r;
    }
    out
}
