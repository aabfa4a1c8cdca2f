//! Bounding spheres.

use rigmill_format::BoundingSphere;
use rigmill_math::to_f32;
use rigmill_math::vector::{add, length, subtract};

/// Returns a sphere around points, computed with Ritter's method as in XNA: starts with the two points farthest apart along an
/// axis, and enlarges the sphere for each point outside. Without points, returns a sphere with radius 0 at the origin.
pub(super) fn around(points: impl Iterator<Item = [f64; 3]> + Clone) -> BoundingSphere {
    let Some(first) = points.clone().next() else { return BoundingSphere::default() };
    let (mut center, mut radius) = first_guess(first, points.clone());
    for point in points {
        let offset = subtract(point, center);
        let distance = length(offset);
        if distance > radius {
            radius = (radius + distance) * 0.5;
            center = add(center, offset.map(|along| along * (1.0 - radius / distance)));
        }
    }
    BoundingSphere { center: center.map(to_f32), radius: to_f32(radius) }
}

fn first_guess(first: [f64; 3], points: impl Iterator<Item = [f64; 3]>) -> ([f64; 3], f64) {
    let (mut least, mut most) = ([first; 3], [first; 3]);
    for point in points {
        for axis in 0..3 {
            if point[axis] < least[axis][axis] {
                least[axis] = point;
            }
            if point[axis] > most[axis][axis] {
                most[axis] = point;
            }
        }
    }
    let distance = |axis: usize| length(subtract(most[axis], least[axis]));
    let farther = |a: usize, b: usize| if distance(a) > distance(b) { a } else { b };
    // If distances are equal, XNA uses the last axis.
    let axis = farther(farther(0, 1), 2);
    let center = add(most[axis], least[axis]).map(|along| along * 0.5);
    (center, distance(axis) * 0.5)
}
