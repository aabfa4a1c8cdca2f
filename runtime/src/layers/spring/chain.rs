//! [`Chain`]: connected particles and their simulation.

use rigmill_math::{Matrix, matrix, to_f32, vector};

use super::collider::Collider;
use super::particle::{Particle, Vector};
use crate::layers::bound::Branch;

/// Particles in an order in which each comes after its parent. The first particle follows the pose.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) particles: Vec<Particle>,
    pub(super) swing: Swing,
    /// The acceleration in this frame.
    pub(super) acceleration: Vector,
}

/// The swing settings of a chain. Fractions are per update of the simulation.
#[derive(Clone, Debug)]
pub(super) struct Swing {
    pub(super) damping: f32,
    pub(super) elasticity: f32,
    pub(super) stiffness: f32,
    pub(super) inertia: f32,
    pub(super) radius: f32,
    pub(super) gravity: Vector,
    /// Gravity in the bind pose, along the axes of the first bone.
    pub(super) gravity_at_bind: Vector,
    pub(super) force: Vector,
}

/// One update of the simulation: its time as a fraction of the frame, and its duration.
pub(super) struct Step {
    pub(super) fraction: f32,
    pub(super) seconds: f32,
}

impl Chain {
    pub(super) fn take_pose(&mut self, branch: &Branch) {
        self.particles.iter_mut().for_each(|particle| particle.take_pose(branch));
        if let Some(root) = self.particles.first() {
            self.acceleration = self.swing.acceleration(branch.absolute(root.index));
        }
    }

    pub(super) fn rest(&mut self) {
        self.particles.iter_mut().for_each(Particle::rest);
    }

    pub(super) fn set_root_motion(&mut self, old_to_new: &Matrix) {
        self.particles.iter_mut().for_each(|particle| particle.set_root_motion(old_to_new));
    }

    pub(super) fn is_finite(&self) -> bool {
        self.particles.iter().all(Particle::is_finite)
    }

    /// Moves every particle, then enforces its constraints.
    pub(super) fn update(&mut self, step: &Step, colliders: &[Collider]) {
        let Some((root, others)) = self.particles.split_first_mut() else { return };
        let before = root.position;
        root.position = root.target_at(step.fraction);
        root.record_offset(root.position);
        let taken_along = vector::scale(vector::subtract(root.position, before), self.swing.inertia);
        let fall = vector::scale(self.acceleration, step.seconds * step.seconds);
        for particle in others {
            let way = vector::subtract(particle.position, particle.previous);
            let way = vector::add(vector::scale(way, 1.0 - self.swing.damping), fall);
            particle.previous = vector::add(particle.position, taken_along);
            particle.position = vector::add(particle.previous, way);
        }
        for index in 1..self.particles.len() {
            self.constrain(index, step.fraction, colliders);
        }
    }

    fn constrain(&mut self, index: usize, fraction: f32, colliders: &[Collider]) {
        let (above, rest) = self.particles.split_at_mut(index);
        let Some(particle) = rest.first_mut() else { return };
        let Some(parent) = above.get(particle.parent) else { return };
        let target = particle.target_at(fraction);
        let bone = vector::subtract(target, parent.target_at(fraction));
        let length = vector::length(bone);
        let home = vector::add(parent.position, bone);
        let mut position = self.swing.towards_home(particle.position, home, length);
        for collider in colliders {
            position = collider.push(position, self.swing.radius, fraction);
        }
        particle.position = at_distance(parent.position, position, length);
        particle.record_offset(target);
    }
}

impl Swing {
    /// The acceleration by gravity and the external force. The gravity that the bind pose already contains is subtracted.
    fn acceleration(&self, root: &Matrix) -> Vector {
        let strength = vector::length(self.gravity);
        if strength == 0.0 {
            return self.force;
        }
        let down = vector::scale(self.gravity, 1.0 / strength);
        let rotated = combine(axes(root), self.gravity_at_bind);
        let given_way = vector::dot(rotated, down).max(0.0);
        vector::add(vector::subtract(self.gravity, vector::scale(down, given_way)), self.force)
    }

    /// Applies elasticity, which pulls a particle back to the pose, and stiffness, which limits its distance from the pose.
    fn towards_home(&self, position: Vector, home: Vector, length: f32) -> Vector {
        let position = vector::lerp(position, home, self.elasticity);
        let way = vector::subtract(home, position);
        let distance = vector::length(way);
        let farthest = length * (1.0 - self.stiffness) * 2.0;
        if distance > farthest {
            return vector::add(position, vector::scale(way, (distance - farthest) / distance));
        }
        position
    }
}

/// The normalized directions of a bone's axes.
pub(super) fn axes(matrix: &Matrix) -> [Vector; 3] {
    matrix::rows(matrix).map(|row| {
        let over = 1.0 / vector::length(row);
        if over.is_finite() { vector::scale(row, over).map(to_f32) } else { [0.0; 3] }
    })
}

/// The sum of `axes`, each multiplied by its part.
pub(super) fn combine(axes: [Vector; 3], parts: Vector) -> Vector {
    let scaled = axes.into_iter().zip(parts).map(|(axis, part)| vector::scale(axis, part));
    scaled.fold([0.0; 3], vector::add)
}

/// The point at distance `length` from `center`, in the direction of `position`.
fn at_distance(center: Vector, position: Vector, length: f32) -> Vector {
    let way = vector::subtract(position, center);
    let distance = vector::length(way);
    if distance > 0.0 { vector::add(center, vector::scale(way, length / distance)) } else { position }
}
