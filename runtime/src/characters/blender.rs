//! [`AnimationBlender`]: the clip of one bone, or a cross-fade between two clips.

use rigmill_format::Transform;
use rigmill_math::Matrix;

use super::play_options::check_finite;
use super::pose_cache::PoseCache;
use crate::characters::AnimationBinder;
use crate::clips::BoneClip;
use crate::clips::rules::{robot_game, standard};
use crate::error::PlayError;
use crate::{PlayOptions, Rules};

/// Plays one clip on one bone or, during a cross-fade, an outgoing and an incoming clip.
///
/// No method other than [`add`](Self::add) allocates memory.
#[derive(Clone, Debug)]
pub struct AnimationBlender {
    rules: Rules,
    bind_pose: Transform,
    first: AnimationBinder,
    second: AnimationBinder,
    /// The outgoing side of the blend if it is a fixed pose. This happens when a clip is added during a blend, only under
    /// [`Rules::Standard`], and only while two clips are bound.
    frozen: Option<Transform>,
    bind_count: u32,
    blend_time: f32,
    elapsed_time: f32,
}

impl AnimationBlender {
    /// Creates a blender without a clip, for a bone whose bind pose is the identity.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::with_bind_pose(rules, Transform::IDENTITY)
    }

    /// Creates a blender without a clip. Under [`Rules::Standard`], the bind pose replaces the channels that a clip does not
    /// have. Under [`Rules::RobotGame`], the identity replaces them.
    #[must_use]
    pub fn with_bind_pose(rules: Rules, bind_pose: Transform) -> Self {
        Self {
            rules,
            bind_pose: bind_pose.normalized(),
            first: AnimationBinder::new(rules),
            second: AnimationBinder::new(rules),
            frozen: None,
            bind_count: 0,
            blend_time: 0.0,
            elapsed_time: 0.0,
        }
    }

    /// Plays a clip: immediately if the blend time is 0 or nothing plays yet, otherwise with a cross-fade.
    ///
    /// # Errors
    /// Under [`Rules::Standard`]: a number is not finite, or the blend time is negative. Nothing has changed then. Under
    /// [`Rules::RobotGame`], this method never fails.
    pub fn add(&mut self, clip: BoneClip, options: &PlayOptions) -> Result<(), PlayError> {
        self.add_with(clip, options, None)
    }

    /// Like [`add`](Self::add), for clips of any type.
    pub(super) fn add_with(
        &mut self,
        clip: BoneClip,
        options: &PlayOptions,
        poses: Option<&mut PoseCache>,
    ) -> Result<(), PlayError> {
        match self.rules {
            Rules::RobotGame => self.elapsed_time = options.start_time,
            Rules::Standard => {
                options.check()?;
                self.freeze_blend(options, poses)?;
                self.elapsed_time = 0.0;
            }
        }
        self.blend_time = options.blend_time;
        if options.blend_time == 0.0 {
            self.clear();
        } else if self.bind_count == 2 {
            self.shift();
        }
        let binder = if self.bind_count == 0 { &mut self.first } else { &mut self.second };
        binder.bind(clip, options);
        self.bind_count += 1;
        Ok(())
    }

    /// Advances by `dt` seconds and returns the bone's local matrix.
    ///
    /// # Errors
    /// No clip is bound. Under [`Rules::RobotGame`], also where the original throws an exception or never returns; changes made
    /// before the error remain. Under [`Rules::Standard`], also a `dt` that is not finite.
    pub fn evaluate(&mut self, dt: f32) -> Result<Matrix, PlayError> {
        self.evaluate_with(dt, None)
    }

    /// Like [`evaluate`](Self::evaluate), for clips of any type.
    pub(super) fn evaluate_with(&mut self, dt: f32, poses: Option<&mut PoseCache>) -> Result<Matrix, PlayError> {
        match self.rules {
            Rules::RobotGame => self.evaluate_robot_game(dt, poses),
            Rules::Standard => Ok(self.evaluate_standard(dt, poses)?.to_matrix()),
        }
    }

    /// The number of bound clips: 0, 1, or 2 during a cross-fade.
    #[must_use]
    pub fn bind_count(&self) -> u32 {
        self.bind_count
    }

    /// The time on the blend clock, in seconds.
    #[must_use]
    pub fn elapsed_time(&self) -> f32 {
        self.elapsed_time
    }

    /// The duration of the last cross-fade, in seconds.
    #[must_use]
    pub fn blend_time(&self) -> f32 {
        self.blend_time
    }

    /// The time within the first clip, in seconds. This is the only clip or, during a cross-fade, the outgoing clip.
    #[must_use]
    pub fn first_local_time(&self) -> f32 {
        self.first.local_time()
    }

    /// The time within the incoming clip, in seconds; 0 if no clip fades in.
    #[must_use]
    pub fn second_local_time(&self) -> f32 {
        self.second.local_time()
    }

    /// The time within the clip that the bone plays, in seconds. During a cross-fade, this is the time of the incoming clip
    /// under [`Rules::Standard`], and the time of the outgoing clip under [`Rules::RobotGame`].
    #[must_use]
    pub fn play_time(&self) -> f32 {
        match self.rules {
            Rules::Standard if self.bind_count > 1 => self.second_local_time(),
            _ => self.first_local_time(),
        }
    }

    /// The time within the outgoing clip, in seconds. `None` if there is no cross-fade.
    #[must_use]
    pub fn outgoing_time(&self) -> Option<f32> {
        (self.bind_count > 1).then(|| self.first_local_time())
    }

    /// Unbinds all clips.
    pub fn clear(&mut self) {
        self.first = AnimationBinder::new(self.rules);
        self.second = AnimationBinder::new(self.rules);
        self.frozen = None;
        self.bind_count = 0;
    }

    /// Makes the incoming clip the only clip, at its current time.
    fn shift(&mut self) {
        self.first = std::mem::replace(&mut self.second, AnimationBinder::new(self.rules));
        self.bind_count -= 1;
    }

    fn evaluate_robot_game(&mut self, dt: f32, mut poses: Option<&mut PoseCache>) -> Result<Matrix, PlayError> {
        self.elapsed_time += dt;
        if self.bind_count < 2 {
            return Ok(robot_game::matrix(&self.first.evaluate_with(dt, poses)?));
        }
        let fraction = self.elapsed_time / self.blend_time;
        if fraction > 1.0 {
            let frame = self.second.evaluate_with(dt, poses)?;
            self.shift();
            return Ok(robot_game::matrix(&frame));
        }
        let outgoing = self.first.evaluate_with(dt, poses.as_deref_mut())?;
        let incoming = self.second.evaluate_with(dt, poses)?;
        Ok(robot_game::matrix(&robot_game::blend(&outgoing, &incoming, fraction)))
    }

    fn evaluate_standard(&mut self, dt: f32, mut poses: Option<&mut PoseCache>) -> Result<Transform, PlayError> {
        check_finite("the time step", dt)?;
        self.elapsed_time += dt;
        if self.bind_count < 2 {
            return Ok(self.first.evaluate_with(dt, poses)?.or(&self.bind_pose));
        }
        let fraction = self.elapsed_time / self.blend_time;
        if fraction > 1.0 {
            let frame = self.second.evaluate_with(dt, poses)?;
            self.frozen = None;
            self.shift();
            return Ok(frame.or(&self.bind_pose));
        }
        let outgoing = match self.frozen {
            Some(pose) => pose,
            None => self.first.evaluate_with(dt, poses.as_deref_mut())?.or(&self.bind_pose),
        };
        let incoming = self.second.evaluate_with(dt, poses)?.or(&self.bind_pose);
        Ok(standard::blend(&outgoing, &incoming, standard::unit(fraction)))
    }

    /// If a blend is in progress, makes the current pose the outgoing side of the next blend.
    fn freeze_blend(&mut self, options: &PlayOptions, mut poses: Option<&mut PoseCache>) -> Result<(), PlayError> {
        if self.bind_count < 2 || options.blend_time == 0.0 {
            return Ok(());
        }
        let outgoing = match self.frozen {
            Some(pose) => pose,
            None => self.first.pose_with(poses.as_deref_mut())?.or(&self.bind_pose),
        };
        let incoming = self.second.pose_with(poses)?.or(&self.bind_pose);
        let fraction = standard::unit(self.elapsed_time / self.blend_time);
        self.frozen = Some(standard::blend(&outgoing, &incoming, fraction));
        Ok(())
    }
}
