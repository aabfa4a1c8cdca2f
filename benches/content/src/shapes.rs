//! Generated meshes of 20,000 triangles, in random order.

use crate::mesh::Mesh;

/// The number of squares along each side.
const SIDE: u32 = 100;

/// Returns two bumpy spheres of 10,000 triangles each, one inside the other.
pub(crate) fn sphere() -> Mesh {
    let mut mesh = Mesh { positions: Vec::new(), triangles: Vec::new() };
    for radius in [0.5, 1.0] {
        squares(&mut mesh, SIDE, SIDE / 2, |s, t| {
            let (around, down) = (s * 2.0 * std::f64::consts::PI, t * std::f64::consts::PI);
            let radius = radius * (1.0 + 0.2 * libm::sin(7.0 * around) * libm::sin(5.0 * down));
            let ring = radius * libm::sin(down);
            [ring * libm::cos(around), ring * libm::sin(around), -radius * libm::cos(down)]
        });
    }
    shuffle(&mut mesh.triangles);
    mesh
}

/// Returns a hilly field.
pub(crate) fn grid() -> Mesh {
    let mut mesh = Mesh { positions: Vec::new(), triangles: Vec::new() };
    squares(&mut mesh, SIDE, SIDE, |s, t| [s, t, 0.1 * libm::sin(30.0 * s) * libm::cos(20.0 * t)]);
    shuffle(&mut mesh.triangles);
    mesh
}

/// Adds a surface over a grid of parameters from 0 to 1.
fn squares(mesh: &mut Mesh, columns: u32, rows: u32, point: impl Fn(f64, f64) -> [f64; 3]) {
    let first = u32::try_from(mesh.positions.len()).unwrap_or(u32::MAX);
    for row in 0..=rows {
        for column in 0..=columns {
            let place = |at: u32, of: u32| f64::from(at) / f64::from(of);
            #[expect(clippy::cast_possible_truncation, reason = "the nearest float")]
            let position = point(place(column, columns), place(row, rows)).map(|along| along as f32);
            mesh.positions.push(position);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let corner = |right: u32, down: u32| first + (row + down) * (columns + 1) + column + right;
            mesh.triangles.push([corner(0, 0), corner(1, 0), corner(1, 1)]);
            mesh.triangles.push([corner(0, 0), corner(1, 1), corner(0, 1)]);
        }
    }
}

/// Shuffles elements. The result is always the same.
fn shuffle<T>(all: &mut [T]) {
    let mut state = 1_u64;
    for at in (1..all.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let below = (state >> 33) % (at as u64 + 1);
        all.swap(at, usize::try_from(below).unwrap_or(0));
    }
}
