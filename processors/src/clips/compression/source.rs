//! [`SourceClip`]: a clip with a local transform for each bone at each frame.

use rigmill_format::Transform;
use rigmill_math::to_f32;

use super::error::CompressError;
use super::rates::rates;
use super::reference::{ReferenceClip, SourceBone};
use crate::clips::frames::Frames;
use crate::clips::interpolation::{lerp, slerp};

/// The distance between a time and a frame, in frames, below which only rounding separates them.
const ON_FRAME: f64 = 1e-6;
/// The number of values in a transform.
pub(crate) const NUMBERS: u8 = 10;

/// The input of compression: a local transform for each bone at each frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceClip {
    /// The skeleton, parents before children.
    pub bones: Vec<SourceBone>,
    /// The frame rate in frames per second.
    pub frame_rate: f32,
    /// The time of the last frame in seconds. All other frames are at multiples of 1 divided by the frame rate.
    pub duration: f32,
    /// The local transforms of all bones at the first frame, then at the second frame, and so on.
    pub locals: Vec<Transform>,
}

impl SourceClip {
    /// Samples a clip at a frame rate: at 0, 1/rate, 2/rate and so on, with the last frame at the clip's end.
    ///
    /// # Errors
    /// If there are too many frames, no bones, or a number that is not finite.
    pub fn sampled(reference: &dyn ReferenceClip, rate: f64) -> Result<Self, CompressError> {
        let bones = reference.bones().to_vec();
        // The rate in the precision in which the clip states it.
        let frame_rate = to_f32(rate);
        let duration = reference.duration();
        let frames = Frames::new(duration, f64::from(frame_rate), f64::from(NUMBERS) * bones.len().max(1) as f64);
        let frames = frames.map_err(|error| CompressError::TooManyKeys(error.to_string()))?;
        let mut locals = vec![Transform::IDENTITY; frames.count as usize * bones.len()];
        if !bones.is_empty() {
            for (time, pose) in frames.times().zip(locals.chunks_exact_mut(bones.len())) {
                reference.pose_at(time, pose);
            }
        }
        let clip = Self { bones, frame_rate, duration, locals };
        clip.check()?;
        Ok(clip)
    }

    /// Returns the number of complete frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        if self.bones.is_empty() { 0 } else { self.locals.len() / self.bones.len() }
    }

    /// Returns the rates to try for the clip: its own rate, and multiples of it.
    #[must_use]
    pub fn rates(&self) -> Vec<f64> {
        rates(f64::from(self.frame_rate), None, &self.key_times(), f64::INFINITY)
    }

    /// Returns the time of a frame in seconds.
    #[must_use]
    pub fn time(&self, frame: usize) -> f64 {
        let is_last = frame + 1 >= self.frames();
        if is_last { f64::from(self.duration) } else { frame as f64 / f64::from(self.frame_rate) }
    }

    /// Rejects clips that cannot be compressed.
    fn check(&self) -> Result<(), CompressError> {
        let ordered = |(bone, it): (usize, &SourceBone)| it.parent.is_none_or(|parent| parent < bone);
        let finite =
            |it: &Transform| it.translation.iter().chain(&it.rotation).chain(&it.scale).all(|value| value.is_finite());
        let fine = !self.bones.is_empty()
            && !self.locals.is_empty()
            && self.bones.len() <= usize::from(u16::MAX)
            && self.locals.len().is_multiple_of(self.bones.len())
            && u32::try_from(self.frames()).is_ok()
            && self.duration.is_finite()
            && self.bones.iter().enumerate().all(ordered)
            && self.bones.iter().map(|bone| &bone.bind).chain(&self.locals).all(finite);
        if fine { Ok(()) } else { Err(CompressError::Source) }
    }

    /// Returns the local transforms at a frame.
    pub(super) fn pose(&self, frame: usize) -> &[Transform] {
        &self.locals[frame * self.bones.len()..][..self.bones.len()]
    }
}

impl ReferenceClip for SourceClip {
    fn bones(&self) -> &[SourceBone] {
        &self.bones
    }

    fn duration(&self) -> f32 {
        self.duration
    }

    /// Between frames, rotations turn at constant speed, and translations and scales change linearly.
    fn pose_at(&self, time: f64, pose: &mut [Transform]) {
        let last = self.frames().saturating_sub(1);
        let at = time * f64::from(self.frame_rate);
        let whole = if (at - at.round()).abs() < ON_FRAME { at.round() } else { at.floor() };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "limited to the frames")]
        let from = if time >= f64::from(self.duration) { last } else { whole.clamp(0.0, last as f64) as usize };
        let to = (from + 1).min(last);
        let length = self.time(to) - self.time(from);
        let fraction = if length > 0.0 { ((time - self.time(from)) / length).clamp(0.0, 1.0) } else { 0.0 };
        if fraction < ON_FRAME {
            pose.copy_from_slice(self.pose(from));
            return;
        }
        for ((from, to), local) in self.pose(from).iter().zip(self.pose(to)).zip(pose) {
            local.translation = lerp(from.translation, to.translation, fraction);
            local.rotation = slerp(from.rotation, to.rotation, fraction);
            local.scale = lerp(from.scale, to.scale, fraction);
        }
    }

    fn key_times(&self) -> Vec<f64> {
        (0..self.frames()).map(|frame| self.time(frame)).collect()
    }
}
