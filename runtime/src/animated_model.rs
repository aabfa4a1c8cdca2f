//! A skeleton whose bones play clips.

use std::any::Any;
use std::sync::Arc;

use crate::blender::check_options;
use crate::{AnimationBlender, AnimationSequence, BoneClip, BoneError, LocalToModelJob, PlayError};
use crate::{PlayOptions, Pose, PoseLayer, Rules, Skeleton};
use rigmill_math::matrix::{self, Matrix};

/// An animated skeleton: a blender for each bone, and the matrices that come of them.
///
/// Bones that no clip moves keep their bind pose. Layers change a copy of the pose, frame by frame anew.
/// [`update`](Self::update) allocates nothing.
#[derive(Clone, Debug)]
pub struct AnimatedModel {
    rules: Rules,
    skeleton: Arc<Skeleton>,
    blenders: Vec<AnimationBlender>,
    /// The pose of the clips, from frame to frame.
    animated: Vec<Matrix>,
    layers: Vec<Box<dyn PoseLayer>>,
    /// The pose after the layers, where there are any; else empty.
    layered: Vec<Matrix>,
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
            animated: binds().map(|bind| bind.normalized().to_matrix()).collect(),
            layers: Vec::new(),
            layered: Vec::new(),
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

    /// Adds a layer behind those there are. It acts from the next update on.
    pub fn add_layer(&mut self, layer: impl PoseLayer + 'static) {
        self.layers.push(Box::new(layer));
        self.layered.clone_from(&self.animated);
    }

    /// The layers, in the order in which they act.
    #[must_use]
    pub fn layers(&self) -> &[Box<dyn PoseLayer>] {
        &self.layers
    }

    /// The first layer of a type, to change it.
    pub fn layer_mut<L: PoseLayer>(&mut self) -> Option<&mut L> {
        self.layers.iter_mut().find_map(|layer| (layer.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// Takes all layers away. The pose of the clips is left.
    pub fn take_layers(&mut self) -> Vec<Box<dyn PoseLayer>> {
        std::mem::take(&mut self.layers)
    }

    /// Moves on by `dt` seconds.
    ///
    /// # Errors
    /// The first error of a bone. The other bones have moved on; that one keeps its matrix.
    pub fn update(&mut self, dt: f32) -> Result<(), BoneError> {
        let mut first_error = Ok(());
        for (bone, (blender, local)) in self.blenders.iter_mut().zip(&mut self.animated).enumerate() {
            if blender.bind_count() == 0 {
                continue;
            }
            match blender.evaluate(dt) {
                Ok(matrix) => *local = matrix,
                Err(source) if first_error.is_ok() => first_error = Err(BoneError { bone, source }),
                Err(_) => {}
            }
        }
        self.apply_layers(dt);
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

    /// The bones' matrices relative to their parents, after the layers, in the skeleton's order.
    #[must_use]
    pub fn local(&self) -> &[Matrix] {
        if self.layers.is_empty() { &self.animated } else { &self.layered }
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

    fn apply_layers(&mut self, dt: f32) {
        if self.layers.is_empty() {
            return;
        }
        // Layers get a copy: what they write to bones that no clip moves must not add up.
        self.layered.clone_from(&self.animated);
        let mut pose = Pose { skeleton: self.skeleton.view(), local: &mut self.layered };
        self.layers.iter_mut().for_each(|layer| layer.apply(&mut pose, dt));
    }

    fn update_absolute(&mut self) {
        let local = if self.layers.is_empty() { &self.animated } else { &self.layered };
        let job = LocalToModelJob { skeleton: self.skeleton.view(), local, out: &mut self.absolute };
        let done = job.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }
}
