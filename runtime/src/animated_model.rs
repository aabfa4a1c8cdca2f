//! A skeleton whose bones play clips.

use std::sync::Arc;

use crate::blender::check_options;
use crate::matrix::{self, Matrix};
use crate::{AnimationBlender, AnimationSequence, BoneClip, BoneError, LocalToModelJob, PlayError};
use crate::{PlayOptions, Rules, Skeleton};

/// An animated skeleton: a blender for each bone, and the matrices that come of them.
///
/// Bones that no clip moves keep their bind pose. [`update`](Self::update) allocates nothing.
#[derive(Clone, Debug)]
pub struct AnimatedModel {
    rules: Rules,
    skeleton: Arc<Skeleton>,
    blenders: Vec<AnimationBlender>,
    local: Vec<Matrix>,
    absolute: Vec<Matrix>,
}

impl AnimatedModel {
    /// A model in its bind pose.
    #[must_use]
    pub fn new(skeleton: Arc<Skeleton>, rules: Rules) -> Self {
        let view = skeleton.view();
        let binds = || view.bones().map(|bone| *bone.bind());
        let mut model = Self {
            rules,
            blenders: binds().map(|bind| AnimationBlender::with_bind_pose(rules, bind)).collect(),
            local: binds().map(|bind| matrix::from_bind_pose(&bind)).collect(),
            absolute: vec![matrix::IDENTITY; view.len()],
            skeleton,
        };
        model.update_absolute();
        model
    }

    /// Plays a clip on all bones that it moves. Others go on with what they play.
    ///
    /// # Errors
    /// The skeleton lacks a bone that the clip moves; or, under [`Rules::Standard`], an option is
    /// out of range. Under [`Rules::Standard`] nothing has changed then. Under
    /// [`Rules::RobotGame`] the bones before the unknown one play the clip.
    pub fn play(&mut self, clip: &Arc<AnimationSequence>, options: &PlayOptions) -> Result<(), PlayError> {
        if self.rules == Rules::Standard {
            check_options(options)?;
            for sequence in clip.view().sequences() {
                self.find(sequence.bone_name())?;
            }
        }
        for (number, sequence) in clip.view().sequences().enumerate() {
            let bone = self.find(sequence.bone_name())?;
            if let (Some(blender), Some(clip)) = (self.blenders.get_mut(bone), BoneClip::new(clip, number)) {
                blender.add(clip, options)?;
            }
        }
        Ok(())
    }

    /// Moves on by `dt` seconds.
    ///
    /// # Errors
    /// The first error of a bone. The other bones have moved on; that one keeps its matrix.
    pub fn update(&mut self, dt: f32) -> Result<(), BoneError> {
        let mut first_error = Ok(());
        for (bone, (blender, local)) in self.blenders.iter_mut().zip(&mut self.local).enumerate() {
            if blender.bind_count() == 0 {
                continue;
            }
            match blender.evaluate(dt) {
                Ok(matrix) => *local = matrix,
                Err(source) if first_error.is_ok() => first_error = Err(BoneError { bone, source }),
                Err(_) => {}
            }
        }
        self.update_absolute();
        first_error
    }

    /// The skeleton.
    #[must_use]
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// The rules that the model plays by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The bones' blenders, in the skeleton's order.
    #[must_use]
    pub fn blenders(&self) -> &[AnimationBlender] {
        &self.blenders
    }

    /// The bones' matrices relative to their parents, in the skeleton's order.
    #[must_use]
    pub fn local(&self) -> &[Matrix] {
        &self.local
    }

    /// The bones' matrices relative to the model, root axis included, in the skeleton's order.
    #[must_use]
    pub fn absolute(&self) -> &[Matrix] {
        &self.absolute
    }

    fn find(&self, bone: &str) -> Result<usize, PlayError> {
        let found = self.skeleton.view().find(bone);
        found.ok_or_else(|| PlayError::UnknownBone { bone: bone.to_owned() })
    }

    fn update_absolute(&mut self) {
        let job = LocalToModelJob { skeleton: self.skeleton.view(), local: &self.local, out: &mut self.absolute };
        let done = job.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }
}
