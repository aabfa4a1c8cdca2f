//! [`Collider`]: a sphere or capsule that keeps particles outside or inside.

use rigmill_format::{SpringBound, SpringColliderView};
use rigmill_math::{Matrix, matrix, vector};

use super::particle::Vector;
use crate::layers::bound::Branch;

/// A capsule: all points within a radius of a line segment. If both ends of the segment are equal, it is a sphere.
#[derive(Clone, Debug)]
pub(super) struct Collider {
    index: Option<usize>,
    /// The ends of the line segment in the bone's space.
    line: [Vector; 2],
    radius: f32,
    inside: bool,
    /// The ends of the line segment in model space, in this frame and in the last frame.
    ends: [Vector; 2],
    ends_before: [Vector; 2],
    scaled_radius: f32,
}

impl Collider {
    pub(super) fn new(settings: &SpringColliderView<'_>, index: Option<usize>) -> Self {
        let radius = settings.radius();
        let half = (settings.height() * 0.5 - radius).max(0.0);
        let mut along = [0.0; 3];
        if let Some(component) = along.iter_mut().zip(0..).find(|(_, axis)| *axis == settings.axis()) {
            *component.0 = half;
        }
        let center = settings.center();
        Self {
            index,
            line: [vector::add(center, along), vector::subtract(center, along)],
            radius,
            inside: settings.bound() == SpringBound::Inside,
            ends: [[0.0; 3]; 2],
            ends_before: [[0.0; 3]; 2],
            scaled_radius: radius,
        }
    }

    pub(super) fn take_pose(&mut self, branch: &Branch) {
        let Some(index) = self.index else { return };
        let matrix = branch.absolute(index);
        self.ends_before = self.ends;
        self.ends = self.line.map(|end| matrix::transform_point(end, matrix));
        self.scaled_radius = self.radius * vector::length([matrix[0], matrix[1], matrix[2]]);
    }

    pub(super) fn rest(&mut self) {
        self.ends_before = self.ends;
    }

    pub(super) fn set_root_motion(&mut self, old_to_new: &Matrix) {
        self.ends = self.ends.map(|end| matrix::transform_point(end, old_to_new));
    }

    /// Moves a ball at `position` to the allowed side of the collider, at a time given as a fraction of the frame.
    #[inline]
    pub(super) fn push(&self, position: Vector, ball: f32, fraction: f32) -> Vector {
        let [a, b] = std::array::from_fn(|end| vector::lerp(self.ends_before[end], self.ends[end], fraction));
        let center = nearest_on_line(a, b, position);
        let way = vector::subtract(position, center);
        let distance = vector::length(way);
        let limit = if self.inside { (self.scaled_radius - ball).max(0.0) } else { self.scaled_radius + ball };
        let passes = if self.inside { distance > limit } else { distance < limit };
        // At the center, no direction is preferred.
        if passes && distance > 0.0 { vector::add(center, vector::scale(way, limit / distance)) } else { position }
    }
}

fn nearest_on_line(a: Vector, b: Vector, point: Vector) -> Vector {
    let [line, way] = [vector::subtract(b, a), vector::subtract(point, a)];
    let square = vector::dot(line, line);
    if square == 0.0 {
        return a;
    }
    let along = vector::dot(way, line) / square;
    vector::lerp(a, b, along.clamp(0.0, 1.0))
}
