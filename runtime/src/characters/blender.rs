//! [`AnimationBlender`]: the clip of one bone, or a cross-fade between two clips.

use rigmill_format::Transform;
use rigmill_math::Matrix;

use super::engine::clock::Clock;
use super::play_options::check_finite;
use crate::clips::rules::{robot_game, standard};
use crate::clips::{BoneClip, KeyFrame, PoseCache};
use crate::error::PlayError;
use crate::{PlayOptions, Rules};

/// Plays one clip on one bone or, during a cross-fade, an outgoing and an incoming clip.
///
/// No method other than [`add`](Self::add) allocates memory.
#[derive(Clone, Debug)]
pub struct AnimationBlender {
    rules: Rules,
    bind_pose: Transform,
    /// The outgoing clip of a cross-fade.
    from: Option<Binding>,
    /// The only clip or, during a cross-fade, the incoming clip.
    to: Option<Binding>,
    /// The outgoing side of the blend if it is a fixed pose. This happens when a clip is added during a blend, only under
    /// [`Rules::Standard`], and only while two clips are bound.
    frozen: Option<KeyFrame>,
    blend_time: f32,
    elapsed_time: f32,
}

/// A clip on one bone, with the bone's own clock.
#[derive(Clone, Debug)]
struct Binding {
    clip: BoneClip,
    clock: Clock,
}

impl Binding {
    /// Advances by `dt` seconds and returns the bone's channels. The time advances even if there is an error.
    fn evaluate(&mut self, rules: Rules, dt: f32, poses: Option<&mut PoseCache>) -> Result<KeyFrame, PlayError> {
        match rules {
            Rules::Standard => self.clock.advance(dt),
            Rules::RobotGame => {
                if !self.clock.advance_robot_game(dt)? {
                    return Ok(KeyFrame::default());
                }
            }
        }
        self.pose(rules, poses)
    }

    /// The bone's channels at the current time.
    fn pose(&self, rules: Rules, poses: Option<&mut PoseCache>) -> Result<KeyFrame, PlayError> {
        self.clip.sample(rules, self.clock.time, self.clock.mode, poses)
    }
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
            from: None,
            to: None,
            frozen: None,
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
        }
        let clock = Clock::new(self.rules, clip.duration(), options);
        self.from = self.to.replace(Binding { clip, clock });
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
    pub(super) fn evaluate_with(&mut self, dt: f32, mut poses: Option<&mut PoseCache>) -> Result<Matrix, PlayError> {
        let rules = self.rules;
        if rules == Rules::Standard {
            check_finite("the time step", dt)?;
        }
        self.elapsed_time += dt;
        let fraction = self.elapsed_time / self.blend_time;
        let is_over = fraction > 1.0;
        let to = self.to.as_mut().ok_or(PlayError::InvalidOperation)?;
        let Some(from) = self.from.as_mut().filter(|_| !is_over) else {
            let frame = to.evaluate(rules, dt, poses)?;
            (self.from, self.frozen) = (None, None);
            return Ok(self.matrix(&frame));
        };
        let outgoing = match self.frozen {
            Some(frozen) => frozen,
            None => from.evaluate(rules, dt, poses.as_deref_mut())?,
        };
        let incoming = to.evaluate(rules, dt, poses)?;
        Ok(match rules {
            Rules::RobotGame => robot_game::matrix(&robot_game::blend(&outgoing, &incoming, fraction)),
            Rules::Standard => self.blend(&outgoing, &incoming).to_matrix(),
        })
    }

    /// The number of bound clips: 0, 1, or 2 during a cross-fade.
    #[must_use]
    pub fn bind_count(&self) -> u32 {
        u32::from(self.from.is_some()) + u32::from(self.to.is_some())
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
        self.from.as_ref().or(self.to.as_ref()).map_or(0.0, |clip| clip.clock.time)
    }

    /// The time within the incoming clip, in seconds; 0 if no clip fades in.
    #[must_use]
    pub fn second_local_time(&self) -> f32 {
        self.to.as_ref().filter(|_| self.from.is_some()).map_or(0.0, |clip| clip.clock.time)
    }

    /// The time within the clip that the bone plays, in seconds. During a cross-fade, this is the time of the incoming clip
    /// under [`Rules::Standard`], and the time of the outgoing clip under [`Rules::RobotGame`].
    #[must_use]
    pub fn play_time(&self) -> f32 {
        match self.rules {
            Rules::RobotGame => self.first_local_time(),
            Rules::Standard => self.to.as_ref().map_or(0.0, |clip| clip.clock.time),
        }
    }

    /// The time within the outgoing clip, in seconds. `None` if there is no cross-fade.
    #[must_use]
    pub fn outgoing_time(&self) -> Option<f32> {
        self.from.as_ref().map(|clip| clip.clock.time)
    }

    /// Unbinds all clips.
    pub fn clear(&mut self) {
        (self.from, self.to, self.frozen) = (None, None, None);
    }

    /// The matrix of one clip's channels.
    fn matrix(&self, frame: &KeyFrame) -> Matrix {
        match self.rules {
            Rules::RobotGame => robot_game::matrix(frame),
            Rules::Standard => frame.or(&self.bind_pose).to_matrix(),
        }
    }

    /// The current blend under [`Rules::Standard`].
    fn blend(&self, outgoing: &KeyFrame, incoming: &KeyFrame) -> Transform {
        let fraction = standard::unit(self.elapsed_time / self.blend_time);
        standard::blend(&outgoing.or(&self.bind_pose), &incoming.or(&self.bind_pose), fraction)
    }

    /// If a blend is in progress, makes the current pose the outgoing side of the next blend.
    fn freeze_blend(&mut self, options: &PlayOptions, mut poses: Option<&mut PoseCache>) -> Result<(), PlayError> {
        let (Some(from), Some(to)) = (&self.from, &self.to) else { return Ok(()) };
        if options.blend_time == 0.0 {
            return Ok(());
        }
        let outgoing = match self.frozen {
            Some(frozen) => frozen,
            None => from.pose(self.rules, poses.as_deref_mut())?,
        };
        let incoming = to.pose(self.rules, poses)?;
        self.frozen = Some(self.blend(&outgoing, &incoming).into());
        Ok(())
    }
}
