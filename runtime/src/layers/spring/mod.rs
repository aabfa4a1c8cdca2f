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

/// The maximum time that one frame simulates, in seconds. Time beyond it is dropped, which bounds the cost of a frame.
const MAX_SECONDS: f64 = 0.25;

/// Makes hair, tails and antennas swing behind the pose, as Unity's Dynamic Bone does. Particles at the bones are moved by
/// Verlet integration, pulled back to the pose, pushed out of colliders, and kept at the length of their bones. Then each bone
/// is rotated towards its particle.
///
/// The simulation runs in model space, at its own fixed rate. Between two updates of the simulation, each particle's distance
/// from the pose is interpolated. So a chain is attached to the pose of the current frame at any frame rate, and its swing
/// hardly depends on the frame rate. Damping and elasticity have the same effect at every simulation rate.
///
/// If the model moves through its world, call [`set_root_motion`](Self::set_root_motion).
#[derive(Clone, Debug)]
pub struct SpringBones {
    /// The number of bones of the skeleton that the layer was made for.
    bones: usize,
    /// The time between two updates of the simulation, in seconds.
    step: f64,
    /// The time since the last update, in seconds.
    since: f64,
    /// Whether there is a previous frame to continue from.
    running: bool,
    branch: Branch,
    chains: Vec<Chain>,
    colliders: Vec<Collider>,
}

impl SpringBones {
    /// Creates springs at rest, for characters with this skeleton.
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

    /// Resets the swing: the next frame shows the unchanged pose. Call this method after you teleport a model.
    pub fn reset(&mut self) {
        self.running = false;
    }

    /// Moves the simulation when the model has moved through its world since the last frame. `old_to_new` transforms from the
    /// last frame's model space to the next frame's model space, so it is the inverse of the model's movement. Particles stay
    /// behind in the world, except for the share that their inertia setting moves with the model.
    pub fn set_root_motion(&mut self, old_to_new: &Matrix) {
        self.chains.iter_mut().for_each(|chain| chain.set_root_motion(old_to_new));
        self.colliders.iter_mut().for_each(|collider| collider.set_root_motion(old_to_new));
    }

    /// Runs the updates that fall into the frame, each with the pose at its own time.
    fn simulate(&mut self, frame: f64) {
        let mut at = self.step - self.since;
        // This loop ends, because a frame has at most MAX_SECONDS, and an update step is at least 1/240 s.
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
        // If the pose is not finite, the next frame cannot continue from it.
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
        let frame = seconds(dt).min(MAX_SECONDS);
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
