//! Rotations from Euler angles.

use rigmill_math::angle::sin_cos_all;

/// x, y, z, w.
pub(crate) type Quaternion = [f64; 4];

/// The orders of Euler angles, first axis first.
pub(crate) const ROTATION_ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];

/// Returns the rotation with these Euler angles in degrees. The rotation about the first axis applies first.
pub(crate) fn euler(angles: [f64; 3], order: [usize; 3]) -> Quaternion {
    let [sines, cosines] = sin_cos_all(&angles.map(half));
    product(sines, cosines, order)
}

/// The number of rotations that are computed at the same time.
#[cfg(feature = "fbx")]
const BATCH: usize = 16;

/// Returns the rotations for many angles, with the same bits as [`euler`].
#[cfg(feature = "fbx")]
pub(crate) fn euler_all(angles: &[[f64; 3]], order: [usize; 3]) -> Vec<Quaternion> {
    let mut rotations = Vec::with_capacity(angles.len());
    for batch in angles.chunks(BATCH) {
        let mut halves = [0.0; BATCH * 3];
        halves.iter_mut().zip(batch.as_flattened()).for_each(|(to, angle)| *to = half(*angle));
        let [sines, cosines] = sin_cos_all(&halves);
        let (sines, cosines) = (sines.as_chunks().0, cosines.as_chunks().0);
        rotations.extend(batch.iter().zip(sines).zip(cosines).map(|((_, s), c)| product(*s, *c, order)));
    }
    rotations
}

fn half(degrees: f64) -> f64 {
    degrees.to_radians() / 2.0
}

/// Returns the product of rotations about x, y and z, from the sines and cosines of half their angles.
#[inline]
fn product(sines: [f64; 3], cosines: [f64; 3], order: [usize; 3]) -> Quaternion {
    let ([s0, s1, s2], [c0, c1, c2]) = (order.map(|axis| sines[axis]), order.map(|axis| cosines[axis]));
    // 1 if the axes have a cyclic order like x, y, z, or else -1: the product of the units of the first two axes is the unit of
    // the third, or its opposite.
    let side = if (order[0] + 1) % 3 == order[1] { 1.0 } else { -1.0 };
    let mut quaternion = [0.0, 0.0, 0.0, c0 * c1 * c2 + side * (s0 * s1 * s2)];
    quaternion[order[0]] = s0 * c1 * c2 - side * (c0 * s1 * s2);
    quaternion[order[1]] = c0 * s1 * c2 + side * (s0 * c1 * s2);
    quaternion[order[2]] = c0 * c1 * s2 - side * (s0 * s1 * c2);
    quaternion
}

#[cfg(test)]
mod tests {
    use rigmill_math::quaternion::multiply;

    use super::*;

    #[test]
    fn every_order_is_the_product_of_its_axes() {
        let angles = [25.0, -130.0, 400.0];
        for order in ROTATION_ORDERS {
            let about = |axis: usize| {
                let half = f64::to_radians(angles[axis]) / 2.0;
                let mut about = [0.0, 0.0, 0.0, libm::cos(half)];
                about[axis] = libm::sin(half);
                about
            };
            let [first, second, third] = order.map(about);
            let expected = multiply(third, multiply(second, first));
            let found = euler(angles, order);
            assert!(
                found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15),
                "{order:?}: {found:?}, {expected:?}"
            );
        }
    }
}
