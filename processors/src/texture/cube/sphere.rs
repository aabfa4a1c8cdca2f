//! Directions and the pixels of a cube map's faces.
//!
//! As OpenGL, Vulkan and Direct3D define them: u goes right and v down a face, both from -1 to 1; faces are +x, -x, +y, -y, +z, -z.

/// The direction of a point of a face; not of unit length.
pub(super) fn direction(face: usize, [u, v]: [f64; 2]) -> [f64; 3] {
    match face {
        0 => [1.0, -v, -u],
        1 => [-1.0, -v, u],
        2 => [u, 1.0, v],
        3 => [u, -1.0, -v],
        4 => [u, -v, 1.0],
        _ => [-u, -v, -1.0],
    }
}

/// The face that a direction meets, and the point of it.
pub(super) fn point([x, y, z]: [f64; 3]) -> (usize, [f64; 2]) {
    let [far_x, far_y, far_z] = [x.abs(), y.abs(), z.abs()];
    if far_x >= far_y && far_x >= far_z {
        return if x >= 0.0 { (0, [-z / far_x, -y / far_x]) } else { (1, [z / far_x, -y / far_x]) };
    }
    if far_y >= far_z {
        return if y >= 0.0 { (2, [x / far_y, z / far_y]) } else { (3, [x / far_y, -z / far_y]) };
    }
    if z >= 0.0 { (4, [x / far_z, -y / far_z]) } else { (5, [-x / far_z, -y / far_z]) }
}

/// The middle of a pixel, counted from the left or from the top of `size`; beyond the face for pixels before or after its own.
pub(super) fn middle(pixel: i64, size: usize) -> f64 {
    (to_f64(pixel) + 0.5) * 2.0 / to_f64(i64::try_from(size).unwrap_or(i64::MAX)) - 1.0
}

/// A small whole number.
#[expect(clippy::cast_precision_loss, reason = "sides of images are far below 2^52")]
pub(super) fn to_f64(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_where_its_direction_goes() {
        for face in 0..6 {
            for uv in [[0.0, 0.0], [0.5, -0.25], [-0.75, 0.5]] {
                assert_eq!(point(direction(face, uv)), (face, uv));
            }
        }
        // From the table of the OpenGL specification, section 8.13: major axis, sc, tc.
        assert_eq!(point([2.0, 1.0, 0.5]), (0, [-0.25, -0.5]));
        assert_eq!(point([1.0, -2.0, 0.5]), (3, [0.5, -0.25]));
        assert_eq!(point([1.0, 0.5, -2.0]), (5, [-0.5, -0.25]));
    }
}
