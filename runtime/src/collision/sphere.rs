//! [`SphereQuery`]: finds the triangles that a sphere touches.

use rigmill_format::{BoundingBox, CollisionMeshView, NodeBelow};
use rigmill_math::to_f32;
use rigmill_math::vector::{dot, normalize, subtract};

use super::triangle::{Triangle, Vector};
use super::walk::Walk;

/// Finds the triangles that a sphere touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereQuery {
    /// The sphere's center, in the mesh's space.
    pub center: [f32; 3],
    /// The sphere's radius, in the mesh's units. Use infinity to find the nearest point at any distance.
    pub radius: f32,
}

/// A triangle that a sphere touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The distance from the sphere's center to `point`. The penetration depth is the radius minus this distance.
    pub distance: f32,
    /// The point of the triangle that is nearest to the sphere's center.
    pub point: [f32; 3],
    /// The unit vector from `point` to the sphere's center, which is the direction to push the sphere out. If the center is in
    /// the triangle, this is the triangle's normal.
    pub normal: [f32; 3],
    /// The number of the triangle in the mesh.
    pub triangle: u32,
}

impl SphereQuery {
    /// Returns the contact nearest to the center. If several triangles have the same distance, this is the triangle with the
    /// lowest number. `None` if there is no contact, if the center is not finite, or if the radius is negative or NaN.
    #[must_use]
    pub fn nearest(&self, mesh: CollisionMeshView<'_>) -> Option<Contact> {
        let center = self.center()?;
        let mut best = Reach::new(self.radius);
        let mut walk = Walk::new(&mesh);
        while let Some((index, node, square)) = walk.pop(&mesh) {
            if !best.reaches(square) {
                continue;
            }
            match node.below {
                NodeBelow::Nodes { second } => {
                    let square = |child| {
                        let square = mesh.node(child).map(|node| square_to_box(center, &node.bounds));
                        (child, square.filter(|square| best.reaches(*square)))
                    };
                    walk.push_nearer_last(square(index.saturating_add(1)), square(second));
                }
                NodeBelow::Triangles { first, count } => {
                    let touched =
                        (first..first.saturating_add(count)).filter_map(|number| touch(&mesh, center, number));
                    touched.for_each(|touched| best.offer(touched));
                }
            }
        }
        best.touched.map(|touched| touched.contact(&mesh, center))
    }

    /// Returns an iterator over all contacts, in the order of the triangles' numbers. Allocates no memory.
    #[must_use]
    pub fn contacts<'a>(&self, mesh: CollisionMeshView<'a>) -> Contacts<'a> {
        let center = self.center();
        let reach = Reach::new(if center.is_some() { self.radius } else { -1.0 });
        Contacts { mesh, center: center.unwrap_or_default(), reach, walk: Walk::new(&mesh), leaf: 0..0 }
    }

    fn center(&self) -> Option<Vector> {
        let center = self.center.map(f64::from);
        (center.iter().all(|along| along.is_finite()) && self.radius >= 0.0).then_some(center)
    }
}

/// An iterator over the triangles that a sphere touches, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Contacts<'a> {
    mesh: CollisionMeshView<'a>,
    center: Vector,
    reach: Reach,
    walk: Walk,
    leaf: std::ops::Range<u32>,
}

impl Iterator for Contacts<'_> {
    type Item = Contact;

    fn next(&mut self) -> Option<Contact> {
        loop {
            while let Some(triangle) = self.leaf.next() {
                let touched = touch(&self.mesh, self.center, triangle);
                if let Some(touched) = touched.filter(|touched| touched.square <= self.reach.square) {
                    return Some(touched.contact(&self.mesh, self.center));
                }
            }
            let (index, node, _) = self.walk.pop(&self.mesh)?;
            if !self.reach.reaches(square_to_box(self.center, &node.bounds)) {
                continue;
            }
            match node.below {
                NodeBelow::Nodes { second } => {
                    self.walk.push(second, 0.0);
                    self.walk.push(index.saturating_add(1), 0.0);
                }
                NodeBelow::Triangles { first, count } => self.leaf = first..first.saturating_add(count),
            }
        }
    }
}

/// The squared reach of a sphere, and the nearest contact so far.
#[derive(Clone, Copy, Debug)]
struct Reach {
    square: f64,
    touched: Option<Touched>,
}

/// The nearest point of a triangle.
#[derive(Clone, Copy, Debug)]
struct Touched {
    triangle: u32,
    point: Vector,
    square: f64,
}

/// The tolerance for rounding errors, as a fraction, so that no box is missed because of them.
const ROUNDING: f64 = 1e-9;

impl Reach {
    /// A negative or NaN radius reaches nothing.
    fn new(radius: f32) -> Self {
        let square = if radius >= 0.0 { f64::from(radius) * f64::from(radius) } else { -1.0 };
        Self { square, touched: None }
    }

    /// Whether something in a box with this squared distance can be within reach.
    fn reaches(&self, square: f64) -> bool {
        square * (1.0 - ROUNDING) <= self.square
    }

    fn offer(&mut self, touched: Touched) {
        let lower = self.touched.is_none_or(|best| touched.triangle < best.triangle);
        if touched.square < self.square || (touched.square <= self.square && lower) {
            (self.square, self.touched) = (touched.square, Some(touched));
        }
    }
}

impl Touched {
    fn contact(&self, mesh: &CollisionMeshView<'_>, center: Vector) -> Contact {
        let outward = normalize(subtract(center, self.point)).map(|normal| normal.map(to_f32));
        let facing = || mesh.corners(self.triangle).map(|corners| Triangle::new(corners).normal());
        Contact {
            distance: to_f32(self.square.sqrt()),
            point: self.point.map(to_f32),
            normal: outward.or_else(facing).unwrap_or_default(),
            triangle: self.triangle,
        }
    }
}

fn touch(mesh: &CollisionMeshView<'_>, center: Vector, triangle: u32) -> Option<Touched> {
    let point = Triangle::new(mesh.corners(triangle)?).nearest(center);
    let offset = subtract(center, point);
    Some(Touched { triangle, point, square: dot(offset, offset) })
}

/// The squared distance from `point` to the box; 0 inside the box.
fn square_to_box(point: Vector, bounds: &BoundingBox) -> f64 {
    let outside: Vector = std::array::from_fn(|axis| {
        let below = f64::from(bounds.min[axis]) - point[axis];
        let above = point[axis] - f64::from(bounds.max[axis]);
        below.max(above).max(0.0)
    });
    dot(outside, outside)
}
