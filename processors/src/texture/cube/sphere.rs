//! Converts between directions and points on a cube map's faces.
//!
//! As in OpenGL, Vulkan and Direct3D: u goes right and v goes down a face, both from -1 to 1, and the order of faces is +x, -x,
//! +y, -y, +z, -z.

/// Returns the direction of a point on a face. It does not have unit length.
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

/// Returns the face that a direction hits, and the point on this face.
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

/// Returns the coordinate of a pixel's centre, for a side of `size` pixels. Pixels outside the face have coordinates beyond its
/// edge.
pub(super) fn middle(pixel: i64, size: usize) -> f64 {
    (to_f64(pixel) + 0.5) * 2.0 / to_f64(i64::try_from(size).unwrap_or(i64::MAX)) - 1.0
}

/// Converts a small whole number.
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
