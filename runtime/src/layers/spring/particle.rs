//! [`Particle`]: a point that swings.

use crate::layers::bound::Branch;
use rigmill_math::{Matrix, matrix, vector};

pub(super) type Vector = [f32; 3];

/// A bone's point, or that of an end added behind a bone.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    /// The bone's place in the branch; for an added end that of the bone before it.
    pub(super) place: usize,
    /// The bone's number in the skeleton; none for an added end.
    pub(super) bone: Option<usize>,
    /// The point in the bone's space.
    pub(super) tip: Vector,
    /// The particle above it. The first one has itself.
    pub(super) parent: usize,
    /// Whether it is the only one below its parent, and so turns it.
    pub(super) turns_parent: bool,
    /// Where the pose has it, in this frame and the last.
    pub(super) target: Vector,
    pub(super) target_before: Vector,
    /// Where it is, and was an update earlier.
    pub(super) position: Vector,
    pub(super) previous: Vector,
    /// How far from the pose it was at the last update, and the one before.
    pub(super) offset: Vector,
    pub(super) offset_before: Vector,
}

impl Particle {
    pub(super) fn new(place: usize, bone: Option<usize>, tip: Vector, parent: usize) -> Self {
        Self {
            place,
            bone,
            tip,
            parent,
            turns_parent: true,
            target: [0.0; 3],
            target_before: [0.0; 3],
            position: [0.0; 3],
            previous: [0.0; 3],
            offset: [0.0; 3],
            offset_before: [0.0; 3],
        }
    }

    pub(super) fn take_pose(&mut self, branch: &Branch) {
        self.target_before = self.target;
        self.target = matrix::transform_point(self.tip, branch.absolute(self.place));
    }

    pub(super) fn rest(&mut self) {
        (self.target_before, self.position, self.previous) = (self.target, self.target, self.target);
        (self.offset, self.offset_before) = ([0.0; 3], [0.0; 3]);
    }

    /// Where the pose has it at a fraction of the frame.
    pub(super) fn target_at(&self, fraction: f32) -> Vector {
        vector::lerp(self.target_before, self.target, fraction)
    }

    /// Notes where an update left it.
    pub(super) fn settle(&mut self, target: Vector) {
        self.offset_before = self.offset;
        self.offset = vector::subtract(self.position, target);
    }

    /// Where it is shown at a fraction of the time between two updates.
    pub(super) fn shown(&self, fraction: f32) -> Vector {
        vector::add(self.target, vector::lerp(self.offset_before, self.offset, fraction))
    }

    pub(super) fn carry(&mut self, old_to_new: &Matrix) {
        for point in [&mut self.target, &mut self.position, &mut self.previous] {
            *point = matrix::transform_point(*point, old_to_new);
        }
        let origin = matrix::translation(old_to_new);
        for vector in [&mut self.offset, &mut self.offset_before] {
            *vector = vector::subtract(matrix::transform_point(*vector, old_to_new), origin);
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        let all = [self.target, self.position, self.previous, self.offset_before];
        all.iter().flatten().all(|component| component.is_finite())
    }
}
