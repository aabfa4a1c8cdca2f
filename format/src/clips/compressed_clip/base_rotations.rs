//! The 24 rotations of a cube. Every rotation is within 63 degrees of one of them. So the `w` of a rotation that is stored
//! relative to the nearest of them is never small.

const H: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The base rotations, as x, y, z, w. The first is the identity.
pub const BASE_ROTATIONS: [[f32; 4]; 24] = [
    [0.0, 0.0, 0.0, 1.0],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [H, 0.0, 0.0, H],
    [-H, 0.0, 0.0, H],
    [0.0, H, 0.0, H],
    [0.0, -H, 0.0, H],
    [0.0, 0.0, H, H],
    [0.0, 0.0, -H, H],
    [H, H, 0.0, 0.0],
    [H, -H, 0.0, 0.0],
    [H, 0.0, H, 0.0],
    [H, 0.0, -H, 0.0],
    [0.0, H, H, 0.0],
    [0.0, H, -H, 0.0],
    [0.5, 0.5, 0.5, 0.5],
    [0.5, 0.5, -0.5, 0.5],
    [0.5, -0.5, 0.5, 0.5],
    [0.5, -0.5, -0.5, 0.5],
    [-0.5, 0.5, 0.5, 0.5],
    [-0.5, 0.5, -0.5, 0.5],
    [-0.5, -0.5, 0.5, 0.5],
    [-0.5, -0.5, -0.5, 0.5],
];
