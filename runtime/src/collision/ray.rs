//! [`RayCast`]: finds the first triangle on a ray.

use rigmill_format::{BoundingBox, CollisionMeshView, NodeBelow};
use rigmill_math::to_f32;
use rigmill_math::vector::{add, normalize, scale};

use super::triangle::{Triangle, Vector};
use super::walk::Walk;

/// Finds the first triangle that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// The start of the ray, in the mesh's space.
    pub origin: [f32; 3],
    /// The direction of the ray. It may have any length except zero.
    pub direction: [f32; 3],
    /// The length of the ray, in the mesh's units. May be infinite.
    pub max_distance: f32,
    /// The sides of triangles that the ray can hit.
    pub faces: Faces,
}

/// The sides of triangles that a ray can hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// Both sides.
    #[default]
    Both,
    /// Only the front: the side from which the corners are in counter-clockwise order.
    Front,
}

/// The point where a ray hits a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The distance from the ray's start, in the mesh's units.
    pub distance: f32,
    /// The hit point, in the mesh's space.
    pub point: [f32; 3],
    /// The triangle's unit normal, on its front side.
    pub normal: [f32; 3],
    /// The number of the triangle in the mesh.
    pub triangle: u32,
    /// Whether the ray hit the front of the triangle.
    pub front: bool,
}

/// The tolerance for rounding errors, as a fraction of the distance, so that no box is missed because of them.
const ROUNDING: f64 = 1e-9;

impl RayCast {
    /// Returns the nearest hit. If several triangles have the same distance, this is the triangle with the lowest number.
    /// `None` if the ray hits nothing, is not finite or has no direction. The ray never hits triangles without area.
    #[must_use]
    pub fn run(&self, mesh: CollisionMeshView<'_>) -> Option<Hit> {
        let line = Line::new(self)?;
        let mut best = Best { distance: f64::from(self.max_distance), hit: None };
        let mut walk = Walk::new(&mesh);
        while let Some((index, node, distance)) = walk.pop(&mesh) {
            if distance > best.distance {
                continue;
            }
            match node.below {
                NodeBelow::Nodes { second } => {
                    let enter = |child| (child, mesh.node(child).and_then(|it| line.enter(&it.bounds, best.distance)));
                    walk.push_nearer_last(enter(index.saturating_add(1)), enter(second));
                }
                NodeBelow::Triangles { first, count } => {
                    (first..first.saturating_add(count))
                        .for_each(|triangle| self.meet(&mesh, &line, triangle, &mut best));
                }
            }
        }
        best.hit
    }

    fn meet(&self, mesh: &CollisionMeshView<'_>, line: &Line, number: u32, best: &mut Best) {
        let Some(triangle) = mesh.corners(number).map(Triangle::new) else { return };
        let Some(crossing) = triangle.crossing(line.origin, line.direction) else { return };
        if (self.faces == Faces::Front && !crossing.front) || !best.is_beaten_by(crossing.distance, number) {
            return;
        }
        let point = add(line.origin, scale(line.direction, crossing.distance));
        best.distance = crossing.distance;
        best.hit = Some(Hit {
            distance: to_f32(crossing.distance),
            point: point.map(to_f32),
            normal: triangle.normal(),
            triangle: number,
            front: crossing.front,
        });
    }
}

/// The nearest hit so far.
struct Best {
    distance: f64,
    hit: Option<Hit>,
}

impl Best {
    fn is_beaten_by(&self, distance: f64, triangle: u32) -> bool {
        let lower = self.hit.is_none_or(|hit| triangle < hit.triangle);
        distance < self.distance || (distance <= self.distance && lower)
    }
}

/// A ray in double precision.
struct Line {
    origin: Vector,
    direction: Vector,
}

impl Line {
    fn new(ray: &RayCast) -> Option<Self> {
        let (origin, direction) = (ray.origin.map(f64::from), normalize(ray.direction.map(f64::from))?);
        let is_ray = origin.iter().all(|along| along.is_finite()) && ray.max_distance >= 0.0;
        is_ray.then_some(Self { origin, direction })
    }

    /// The distance at which the ray enters the box, if it does so within `limit`.
    fn enter(&self, bounds: &BoundingBox, limit: f64) -> Option<f64> {
        let (mut from, mut to) = (0.0_f64, limit);
        for axis in 0..3 {
            let (origin, direction) = (self.origin[axis], self.direction[axis]);
            let [min, max] = [bounds.min[axis], bounds.max[axis]].map(|side| f64::from(side) - origin);
            if direction == 0.0 {
                if min > 0.0 || max < 0.0 {
                    return None;
                }
                continue;
            }
            let (near, far) = if direction > 0.0 { (min, max) } else { (max, min) };
            from = from.max(near / direction);
            to = to.min(far / direction);
        }
        // Rounded down, so that it is never greater than the distance of a hit in the box.
        (from <= to + ROUNDING * (from.abs() + to.abs())).then_some(from * (1.0 - ROUNDING))
    }
}
