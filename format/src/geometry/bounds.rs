//! [`BoundingSphere`] and [`BoundingBox`].

use bytemuck::{Pod, Zeroable};

use crate::layout::numbers::all_finite;

/// A bounding sphere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundingSphere {
    /// The center x, y, z.
    pub center: [f32; 3],
    /// The radius; finite and at least 0.
    pub radius: f32,
}

/// An axis-aligned bounding box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundingBox {
    /// The smallest x, y, z.
    pub min: [f32; 3],
    /// The largest x, y, z.
    pub max: [f32; 3],
}

impl BoundingSphere {
    /// Whether all numbers are finite and the radius is at least 0.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        all_finite(&self.center) && self.radius.is_finite() && self.radius >= 0.0
    }

    /// Whether the sphere contains a finite `point`. There is a tolerance for the rounding errors of the `f32` arithmetic that
    /// created the sphere, and for lengths whose squares underflow to zero.
    #[must_use]
    pub fn contains(&self, point: [f32; 3]) -> bool {
        let offset: [f64; 3] = std::array::from_fn(|axis| f64::from(point[axis]) - f64::from(self.center[axis]));
        let distance = offset.iter().map(|along| along * along).sum::<f64>().sqrt();
        let largest = self.center.iter().chain(&point).fold(0.0, |largest: f32, along| largest.max(along.abs()));
        distance <= f64::from(self.radius) * (1.0 + 1e-4) + f64::from(largest) * 1e-5 + 1e-18
    }
}

impl BoundingBox {
    /// Returns the smallest box that contains `points`. Without points, this is a box of size 0 at the origin.
    #[must_use]
    pub fn new(points: impl IntoIterator<Item = [f32; 3]>) -> Self {
        let mut points = points.into_iter();
        let Some(first) = points.next() else {
            return Self::default();
        };
        points.fold(Self { min: first, max: first }, |around, point| around.union(&Self { min: point, max: point }))
    }

    /// Returns the smallest box that contains this box and `other`.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        // Uses comparisons instead of f32::min, whose result for 0.0 and -0.0 differs between machines.
        let smaller = |axis: usize| if other.min[axis] < self.min[axis] { other.min[axis] } else { self.min[axis] };
        let larger = |axis: usize| if other.max[axis] > self.max[axis] { other.max[axis] } else { self.max[axis] };
        Self { min: std::array::from_fn(smaller), max: std::array::from_fn(larger) }
    }

    /// Whether this box contains `other`.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.min[axis] && other.max[axis] <= self.max[axis])
    }

    /// Whether this box contains `point`.
    #[must_use]
    pub fn contains_point(&self, point: [f32; 3]) -> bool {
        self.contains(&Self { min: point, max: point })
    }

    /// Whether all numbers are finite and the corners are in order.
    pub(crate) fn is_valid(&self) -> bool {
        all_finite(&self.min) && all_finite(&self.max) && (0..3).all(|axis| self.min[axis] <= self.max[axis])
    }
}
