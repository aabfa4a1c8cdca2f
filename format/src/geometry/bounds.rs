//! Spheres and boxes around points.

use bytemuck::{Pod, Zeroable};

use crate::layout::numbers::all_finite;

/// A sphere around something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundingSphere {
    /// x, y, z.
    pub center: [f32; 3],
    /// Finite and at least 0.
    pub radius: f32,
}

/// A box around something, along the axes.
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
    /// Whether it is a sphere at all: finite, and not turned inside out.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        all_finite(&self.center) && self.radius.is_finite() && self.radius >= 0.0
    }

    /// Whether the finite `point` lies within, but for what f32 arithmetic on the way to the sphere may have lost: some digits,
    /// and lengths whose squares are zero.
    #[must_use]
    pub fn contains(&self, point: [f32; 3]) -> bool {
        let offset: [f64; 3] = std::array::from_fn(|axis| f64::from(point[axis]) - f64::from(self.center[axis]));
        let distance = offset.iter().map(|along| along * along).sum::<f64>().sqrt();
        let largest = self.center.iter().chain(&point).fold(0.0, |largest: f32, along| largest.max(along.abs()));
        distance <= f64::from(self.radius) * (1.0 + 1e-4) + f64::from(largest) * 1e-5 + 1e-18
    }
}

impl BoundingBox {
    /// The smallest box around `points`; around none, the box of no size at the origin.
    #[must_use]
    pub fn of(points: impl IntoIterator<Item = [f32; 3]>) -> Self {
        let mut points = points.into_iter();
        let Some(first) = points.next() else {
            return Self::default();
        };
        points.fold(Self { min: first, max: first }, |around, point| around.union(&Self { min: point, max: point }))
    }

    /// The smallest box around this one and `other`.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        // Comparisons, not f32::min: which zero that gives for 0.0 and -0.0 differs between machines.
        let smaller = |axis: usize| if other.min[axis] < self.min[axis] { other.min[axis] } else { self.min[axis] };
        let larger = |axis: usize| if other.max[axis] > self.max[axis] { other.max[axis] } else { self.max[axis] };
        Self { min: std::array::from_fn(smaller), max: std::array::from_fn(larger) }
    }

    /// Whether `other` lies within.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.min[axis] && other.max[axis] <= self.max[axis])
    }

    /// Whether `point` lies within.
    #[must_use]
    pub fn contains_point(&self, point: [f32; 3]) -> bool {
        self.contains(&Self { min: point, max: point })
    }

    /// Whether it is a box at all: finite, and not turned inside out.
    pub(crate) fn is_valid(&self) -> bool {
        all_finite(&self.min) && all_finite(&self.max) && (0..3).all(|axis| self.min[axis] <= self.max[axis])
    }
}
