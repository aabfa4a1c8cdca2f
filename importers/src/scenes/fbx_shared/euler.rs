//! Rotations by Euler angles.

use rigmill_math::angle::sin_cos;

/// x, y, z, w.
pub(crate) type Quaternion = [f64; 4];

/// The orders of Euler angles, the first axis first.
pub(crate) const ROTATION_ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];

/// The rotation by Euler angles in degrees: the product of those about the axes, of which the first is innermost.
#[inline]
pub(crate) fn euler(angles: [f64; 3], order: [usize; 3]) -> Quaternion {
    let half = |axis: usize| angles[axis].to_radians() / 2.0;
    let [first, second, third] = order;
    let ([s0, c0], [s1, c1], [s2, c2]) = (sin_cos(half(first)), sin_cos(half(second)), sin_cos(half(third)));
    // 1 if the axes follow each other as x, y and z do, else -1: the product of the units of the first two is that of the third, or
    // its opposite.
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
