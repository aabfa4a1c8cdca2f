//! Helpers for tests of kept curves.

use rigmill_dom::Curve;

/// Evaluates a curve at a time with the Hermite formula. An infinite tangent makes a step.
fn evaluate(curve: &Curve, time: f64) -> f64 {
    let after = curve.keys.partition_point(|key| f64::from(key.time) <= time + 1e-9);
    let (Some(a), b) = (after.checked_sub(1).map(|at| curve.keys[at]), curve.keys.get(after)) else {
        return curve.keys[0].value.into();
    };
    let Some(b) = b.filter(|b| a.out_tangent.is_finite() && b.in_tangent.is_finite()) else { return a.value.into() };
    let [p0, p1, m0, m1, t0, t1] = [a.value, b.value, a.out_tangent, b.in_tangent, a.time, b.time].map(f64::from);
    let (dx, s) = (t1 - t0, (time - t0) / (t1 - t0));
    let (m0, m1) = (m0 * dx, m1 * dx);
    (((2.0 * p0 + m0 - 2.0 * p1 + m1) * s - 3.0 * p0 - 2.0 * m0 + 3.0 * p1 - m1) * s + m0) * s + p0
}

/// Checks that curves match frames up to `bound`. Rotations are normalized first.
pub(super) fn check<const N: usize>(curves: &[Curve; N], frames: &[[f64; N]], rate: f64, bound: f64, unit: bool) {
    for (frame, known) in (0_u32..).zip(frames) {
        let mut found = curves.each_ref().map(|curve| evaluate(curve, f64::from(frame) / rate));
        if unit {
            let length = found.iter().map(|part| part * part).sum::<f64>().sqrt();
            let side: f64 = found.iter().zip(known).map(|(a, b)| a * b).sum();
            found = found.map(|part| part / length.copysign(side));
        }
        let off = found.iter().zip(known).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < bound, "frame {frame}: {found:?}, not {known:?}: {off:e}");
    }
}
