use super::{Quat, RotationOrder, Vec3, euler_to_quat, quat_mul};

const HALF_DEGREE: f64 = std::f64::consts::PI / 180.0 * 0.5;

/// Angles without a pattern, in degrees.
fn angles() -> impl Iterator<Item = Vec3> {
    (0..10_000).map(f64::from).map(|step| Vec3 { x: step * 0.0731, y: step * -1.37, z: step * 0.519 })
}

/// The formula of ufbx for XYZ order, in the same order of operations.
fn expected_rotation(angles: Vec3) -> Quat {
    let [x, y, z] = [angles.x, angles.y, angles.z].map(|angle| angle * HALF_DEGREE);
    let ([cx, cy, cz], [sx, sy, sz]) = ([x, y, z].map(libm::cos), [x, y, z].map(libm::sin));
    Quat {
        x: -cx * sy * sz + cy * cz * sx,
        y: cx * cz * sy + cy * sx * sz,
        z: cx * cy * sz - cz * sx * sy,
        w: cx * cy * cz + sx * sy * sz,
    }
}

fn bits(it: Quat) -> [u64; 4] {
    [it.x, it.y, it.z, it.w].map(f64::to_bits)
}

#[test]
fn rotations_of_angles_have_the_bits_of_the_formula() {
    for angles in angles() {
        let expected = expected_rotation(angles);
        assert_eq!(bits(euler_to_quat(angles, RotationOrder::Xyz)), bits(expected), "{angles:?}");
    }
}

#[test]
fn products_of_rotations_have_the_bits_of_the_formula() {
    let by = expected_rotation(Vec3 { x: 12.3, y: 45.6, z: 78.9 });
    for angles in angles() {
        let (a, b) = (expected_rotation(angles), by);
        let expected = Quat {
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        };
        assert_eq!(bits(quat_mul(a, b)), bits(expected), "{angles:?}");
    }
}
