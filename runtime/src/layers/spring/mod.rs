//! [`SpringBones`]: chains of bones that swing.

mod chain;
mod collider;
mod make;
mod particle;
mod show;

use rigmill_format::{SkeletonView, SpringBonesView};
use rigmill_math::Matrix;

use super::bound::{Branch, bind_pose};
use super::{LayerError, Pose, PoseLayer, find, seconds};
use chain::{Chain, Step};
use collider::Collider;

/// The longest time that one frame simulates, in seconds. Time beyond it is dropped, to bound the cost of a frame.
const MOST_SECONDS: f64 = 0.25;

/// Lets hair, tails and antennas swing behind the pose, as Unity's Dynamic Bone does: particles at the bones, moved by
/// Verlet integration, pulled back to the pose, pushed out of colliders, and kept at their bones' lengths; then each
/// bone is rotated towards its particle.
///
/// The simulation runs in model space, at its own fixed rate. Between two updates of the simulation, each particle's
/// distance from the pose is interpolated. So a chain is attached to the pose of the current frame at any frame rate,
/// and its swing hardly depends on the frame rate. Damping and elasticity have the same effect at every rate.
///
/// For a model that moves through its world, call [`set_root_motion`](Self::set_root_motion).
#[derive(Clone, Debug)]
pub struct SpringBones {
    /// Bones of the skeleton that it was made for.
    bones: usize,
    /// Seconds from update to update.
    step: f64,
    /// Seconds since the last update.
    since: f64,
    /// Whether there is a previous frame to continue from.
    running: bool,
    branch: Branch,
    chains: Vec<Chain>,
    colliders: Vec<Collider>,
}

impl SpringBones {
    /// Springs for characters with this skeleton, at rest.
    ///
    /// # Errors
    /// The skeleton lacks a bone that the settings name, or two chains share a bone.
    pub fn new(settings: &SpringBonesView<'_>, skeleton: &SkeletonView<'_>) -> Result<Self, LayerError> {
        let plans = make::plans(settings, skeleton)?;
        let on = settings.colliders().map(|collider| find(skeleton, collider.bone()));
        let on = on.collect::<Result<Vec<_>, _>>()?;
        let moved = plans.iter().flat_map(|plan| plan.bones.iter().map(|bone| bone.number));
        let mut branch = Branch::new(skeleton, moved.chain(on.iter().copied()));
        branch.update(&bind_pose(skeleton));
        let chains = settings.chains().zip(&plans).map(|(chain, plan)| plan.chain(&chain, settings.rate(), &branch));
        let chains = chains.collect();
        let colliders = settings.colliders().zip(on);
        let colliders = colliders.map(|(collider, bone)| Collider::new(&collider, branch.index_of(bone))).collect();
        let step = 1.0 / f64::from(settings.rate().max(1.0));
        Ok(Self { bones: skeleton.len(), step, since: 0.0, running: false, branch, chains, colliders })
    }

    /// Resets the swing: the next frame shows the unchanged pose. For a model that was moved elsewhere.
    pub fn reset(&mut self) {
        self.running = false;
    }

    /// Moves the simulation with the model, which has moved through its world since the last frame. `old_to_new` transforms
    /// from the model's space of that frame to that of the next: the inverse of its motion. Particles stay behind, except
    /// for their inertia.
    pub fn set_root_motion(&mut self, old_to_new: &Matrix) {
        self.chains.iter_mut().for_each(|chain| chain.set_root_motion(old_to_new));
        self.colliders.iter_mut().for_each(|collider| collider.set_root_motion(old_to_new));
    }

    /// Runs the updates that fall into the frame, each with the pose of its own time.
    fn simulate(&mut self, frame: f64) {
        let mut at = self.step - self.since;
        // Ends: a frame has at most MOST_SECONDS, and a step at least 1/240 s.
        while at <= frame {
            #[expect(clippy::cast_possible_truncation, reason = "a fraction from 0 to 1 and a few milliseconds")]
            let step = Step { fraction: (at / frame) as f32, seconds: self.step as f32 };
            self.chains.iter_mut().for_each(|chain| chain.update(&step, &self.colliders));
            at += self.step;
        }
        self.since = (frame - (at - self.step)).max(0.0);
    }

    fn take_pose(&mut self, local: &[Matrix]) {
        self.branch.update(local);
        self.chains.iter_mut().for_each(|chain| chain.take_pose(&self.branch));
        self.colliders.iter_mut().for_each(|collider| collider.take_pose(&self.branch));
    }

    fn rest(&mut self) {
        self.chains.iter_mut().for_each(Chain::rest);
        self.colliders.iter_mut().for_each(Collider::rest);
        self.since = 0.0;
        // A pose that is not finite is no start.
        self.running = self.chains.iter().all(Chain::is_finite);
    }
}

impl PoseLayer for SpringBones {
    fn apply(&mut self, pose: &mut Pose<'_>, dt: f32) {
        if pose.local.len() != self.bones {
            return;
        }
        self.take_pose(pose.local);
        if !self.running {
            return self.rest();
        }
        let frame = seconds(dt).min(MOST_SECONDS);
        if frame > 0.0 {
            self.simulate(frame);
        }
        if !self.chains.iter().all(Chain::is_finite) {
            return self.rest();
        }
        #[expect(clippy::cast_possible_truncation, reason = "a fraction from 0 to 1")]
        let fraction = (self.since / self.step) as f32;
        self.chains.iter().for_each(|chain| show::show(chain, fraction, &mut self.branch, pose.local));
    }
}
