//! [`Particle`]: a point that swings.

use rigmill_math::{Matrix, matrix, vector};

use crate::layers::bound::Branch;

pub(super) type Vector = [f32; 3];

/// A point at a bone, or at an end that was added after a bone.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    /// The index of the bone in the branch. For an added end, this is the bone before it.
    pub(super) index: usize,
    /// The bone's number in the skeleton. `None` for an added end.
    pub(super) bone: Option<usize>,
    /// The point, in the space of the bone at `index`.
    pub(super) tip: Vector,
    /// The index of the particle above. The first particle has its own index.
    pub(super) parent: usize,
    /// Whether it is its parent's only child. If so, its position rotates its parent.
    pub(super) rotates_parent: bool,
    /// The point's position in the pose, in this frame and in the last frame.
    pub(super) target: Vector,
    pub(super) target_before: Vector,
    /// The particle's position now and one update earlier.
    pub(super) position: Vector,
    pub(super) previous: Vector,
    /// The particle's offset from the pose, at the last update and the update before.
    pub(super) offset: Vector,
    pub(super) offset_before: Vector,
}

impl Particle {
    pub(super) fn new(index: usize, bone: Option<usize>, tip: Vector, parent: usize) -> Self {
        Self {
            index,
            bone,
            tip,
            parent,
            rotates_parent: true,
            target: [0.0; 3],
            target_before: [0.0; 3],
            position: [0.0; 3],
            previous: [0.0; 3],
            offset: [0.0; 3],
            offset_before: [0.0; 3],
        }
    }

    #[inline]
    pub(super) fn take_pose(&mut self, branch: &Branch) {
        self.target_before = self.target;
        self.target = matrix::transform_point(self.tip, branch.absolute(self.index));
    }

    #[inline]
    pub(super) fn rest(&mut self) {
        (self.target_before, self.position, self.previous) = (self.target, self.target, self.target);
        (self.offset, self.offset_before) = ([0.0; 3], [0.0; 3]);
    }

    /// The point's position in the pose, at a fraction of the frame.
    #[inline]
    pub(super) fn target_at(&self, fraction: f32) -> Vector {
        vector::lerp(self.target_before, self.target, fraction)
    }

    /// Stores the offset from the pose after an update.
    #[inline]
    pub(super) fn record_offset(&mut self, target: Vector) {
        self.offset_before = self.offset;
        self.offset = vector::subtract(self.position, target);
    }

    /// The position to show, at a fraction of the time between two updates.
    #[inline]
    pub(super) fn shown(&self, fraction: f32) -> Vector {
        vector::add(self.target, vector::lerp(self.offset_before, self.offset, fraction))
    }

    #[inline]
    pub(super) fn set_root_motion(&mut self, old_to_new: &Matrix) {
        for point in [&mut self.target, &mut self.position, &mut self.previous] {
            *point = matrix::transform_point(*point, old_to_new);
        }
        let origin = matrix::translation(old_to_new);
        for vector in [&mut self.offset, &mut self.offset_before] {
            *vector = vector::subtract(matrix::transform_point(*vector, old_to_new), origin);
        }
    }

    #[inline]
    pub(super) fn is_finite(&self) -> bool {
        let all = [self.target, self.position, self.previous, self.offset_before];
        all.iter().flatten().all(|component| component.is_finite())
    }
}
