//! Computations with one triangle: ray intersection and nearest point.

use rigmill_math::to_f32;
use rigmill_math::vector::{add, cross, dot, length, normalize, scale, subtract};

/// A vector in double precision, so that products of `f32` values do not overflow, and stay precise enough to decide on which
/// side of an edge a point is.
pub(super) type Vector = [f64; 3];

/// The angle between a ray and a triangle's plane, in radians, below which the ray does not hit the triangle.
const PARALLEL: f64 = 1e-9;

/// How far beyond its edges a triangle can still be hit, as a fraction of the triangle. So a ray cannot pass between two
/// triangles at their common edge.
const EDGE: f64 = 1e-12;

/// A triangle of a collision mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    a: Vector,
    b: Vector,
    c: Vector,
}

/// The intersection of a ray and a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) distance: f64,
    pub(super) front: bool,
}

impl Triangle {
    pub(super) fn new(corners: [[f32; 3]; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| corner.map(f64::from));
        Self { a, b, c }
    }

    /// The unit normal, by the right-hand rule around the corners. Zero for a triangle without area.
    pub(super) fn normal(&self) -> [f32; 3] {
        let normal = cross(subtract(self.b, self.a), subtract(self.c, self.a));
        normalize(normal).unwrap_or_default().map(to_f32)
    }

    /// The intersection with the ray from `origin` along `direction`, a unit vector (Möller and Trumbore, 1997).
    pub(super) fn crossing(&self, origin: Vector, direction: Vector) -> Option<Crossing> {
        let (to_b, to_c) = (subtract(self.b, self.a), subtract(self.c, self.a));
        let p = cross(direction, to_c);
        // The cosine of the angle between ray and normal, times twice the area, negated.
        let determinant = dot(to_b, p);
        if determinant.abs() <= PARALLEL * length(cross(to_b, to_c)) {
            return None;
        }
        let from_a = subtract(origin, self.a);
        let q = cross(from_a, to_b);
        let [u, v, distance] = [dot(from_a, p), dot(direction, q), dot(to_c, q)].map(|part| part / determinant);
        let within = u >= -EDGE && v >= -EDGE && u + v <= 1.0 + EDGE;
        (within && distance >= 0.0).then_some(Crossing { distance, front: determinant > 0.0 })
    }

    /// The point of the triangle that is nearest to `point`.
    pub(super) fn nearest(&self, point: Vector) -> Vector {
        if let Some(foot) = self.foot(point) {
            return foot;
        }
        let edges = [(self.a, self.b), (self.b, self.c), (self.c, self.a)];
        let [first, second, third] = edges.map(|(from, to)| nearest_of_segment(from, to, point));
        nearer(nearer(first, second, point), third, point)
    }

    /// The foot of the perpendicular from `point`, if it is inside the triangle.
    fn foot(&self, point: Vector) -> Option<Vector> {
        let (to_b, to_c) = (subtract(self.b, self.a), subtract(self.c, self.a));
        let normal = cross(to_b, to_c);
        let square = dot(normal, normal);
        if square <= 0.0 {
            return None;
        }
        let offset = subtract(point, self.a);
        let v = dot(cross(offset, to_c), normal) / square;
        let w = dot(cross(to_b, offset), normal) / square;
        let within = v >= 0.0 && w >= 0.0 && v + w <= 1.0;
        within.then(|| add(self.a, add(scale(to_b, v), scale(to_c, w))))
    }
}

fn nearest_of_segment(from: Vector, to: Vector, point: Vector) -> Vector {
    let along = subtract(to, from);
    let square = dot(along, along);
    if square <= 0.0 {
        return from;
    }
    let part = dot(subtract(point, from), along) / square;
    add(from, scale(along, part.clamp(0.0, 1.0)))
}

fn nearer(a: Vector, b: Vector, point: Vector) -> Vector {
    let square = |to: Vector| dot(subtract(to, point), subtract(to, point));
    if square(b) < square(a) { b } else { a }
}
