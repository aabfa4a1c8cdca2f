//! [`AnimationBinder`]: a clip on one bone, and the current time in the clip.

use rigmill_format::PlayMode;

use super::pose_cache::PoseCache;
use crate::clips::rules::{robot_game, standard};
use crate::clips::{BoneClip, KeyFrame};
use crate::error::PlayError;
use crate::{PlayOptions, Rules};

/// Plays one clip on one bone.
#[derive(Clone, Debug)]
pub struct AnimationBinder {
    rules: Rules,
    clip: Option<BoneClip>,
    mode: PlayMode,
    local_time: f32,
    time_scale: f32,
}

impl AnimationBinder {
    /// Creates a binder without a clip.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { rules, clip: None, mode: PlayMode::Repeat, local_time: 0.0, time_scale: 1.0 }
    }

    /// Binds a clip. Ignores the blend time of the options.
    pub fn bind(&mut self, clip: BoneClip, options: &PlayOptions) {
        self.local_time = match self.rules {
            Rules::RobotGame => options.start_time,
            Rules::Standard => standard::bound_time(options.start_time, clip.duration(), options.mode),
        };
        self.clip = Some(clip);
        self.mode = options.mode;
        self.time_scale = options.time_scale;
    }

    /// The bound clip.
    #[must_use]
    pub fn clip(&self) -> Option<&BoneClip> {
        self.clip.as_ref()
    }

    /// The time within the clip, in seconds.
    #[must_use]
    pub fn local_time(&self) -> f32 {
        self.local_time
    }

    /// Advances by `dt` seconds and returns the bone's channels.
    ///
    /// # Errors
    /// No clip is bound. Under [`Rules::RobotGame`], also where the original throws an exception or never returns. The time
    /// advances even if there is an error.
    pub fn evaluate(&mut self, dt: f32) -> Result<KeyFrame, PlayError> {
        self.evaluate_with(dt, None)
    }

    /// Like [`evaluate`](Self::evaluate), for clips of any type.
    pub(super) fn evaluate_with(&mut self, dt: f32, poses: Option<&mut PoseCache>) -> Result<KeyFrame, PlayError> {
        let duration = self.clip.as_ref().ok_or(PlayError::InvalidOperation)?.duration();
        match self.rules {
            // The original has no pose at all while time stands still.
            Rules::RobotGame if self.time_scale == 0.0 => return Ok(KeyFrame::default()),
            Rules::RobotGame => {
                self.local_time += self.time_scale * dt;
                self.local_time = robot_game::bound_time(self.local_time, duration, self.mode)?;
            }
            Rules::Standard => {
                let time = self.local_time + self.time_scale * dt;
                self.local_time = standard::bound_time(time, duration, self.mode);
            }
        }
        self.pose_with(poses)
    }

    /// The bone's channels at the current time.
    ///
    /// # Errors
    /// Same as [`evaluate`](Self::evaluate).
    pub fn pose(&self) -> Result<KeyFrame, PlayError> {
        self.pose_with(None)
    }

    /// Like [`pose`](Self::pose), for clips of any type.
    pub(super) fn pose_with(&self, poses: Option<&mut PoseCache>) -> Result<KeyFrame, PlayError> {
        let clip = self.clip.as_ref().ok_or(PlayError::InvalidOperation)?;
        match (clip.keys(), clip.of_whole_pose(), poses) {
            (Some(keys), ..) => self.rules.sample_key_frame(&keys, self.local_time, self.mode),
            (None, Some((clip, bone)), Some(poses)) => Ok(poses.key_frame(clip, bone, self.local_time, self.mode)),
            _ => Err(PlayError::InvalidOperation),
        }
    }
}
