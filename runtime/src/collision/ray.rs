//! [`RayCast`]: the first triangle on a ray.

use rigmill_format::{BoundingBox, CollisionMeshView, NodeBelow};
use rigmill_math::to_f32;
use rigmill_math::vector::{add, normalize, scale};

use super::triangle::{Triangle, Vector};
use super::walk::Walk;

/// Finds the first triangle on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// Where the ray begins, in the mesh's space.
    pub origin: [f32; 3],
    /// Where it goes; of any length but zero.
    pub direction: [f32; 3],
    /// How far it goes, in the mesh's unit; may be infinite.
    pub max_distance: f32,
    /// Which sides of triangles it meets.
    pub faces: Faces,
}

/// The sides of triangles that a ray meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// Both.
    #[default]
    Both,
    /// The side from which the corners are counter-clockwise.
    Front,
}

/// The hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far it went, in the mesh's unit.
    pub distance: f32,
    /// Where.
    pub point: [f32; 3],
    /// The triangle's normal, of unit length, on its front.
    pub normal: [f32; 3],
    /// The triangle's number in the mesh.
    pub triangle: u32,
    /// Whether it met the triangle's front.
    pub front: bool,
}

/// The tolerance for rounding: no box is missed by less.
const ROUNDING: f64 = 1e-9;

impl RayCast {
    /// The nearest hit. If several triangles have the same distance, this is the triangle with the lowest number.
    /// `None` if nothing is hit, or if the ray is not finite or has no direction. The ray never hits triangles without
    /// area.
    #[must_use]
    pub fn run(&self, mesh: CollisionMeshView<'_>) -> Option<Hit> {
        let line = Line::of(self)?;
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
    fn of(ray: &RayCast) -> Option<Self> {
        let (origin, direction) = (ray.origin.map(f64::from), normalize(ray.direction.map(f64::from))?);
        let is_ray = origin.iter().all(|along| along.is_finite()) && ray.max_distance >= 0.0;
        is_ray.then_some(Self { origin, direction })
    }

    /// How far off the box begins, if the ray meets it within `limit`.
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
        // Never farther than a hit in the box.
        (from <= to + ROUNDING * (from.abs() + to.abs())).then_some(from * (1.0 - ROUNDING))
    }
}
