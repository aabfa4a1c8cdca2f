//! A skeleton whose bones play clips.

use std::sync::Arc;

use rigmill_math::matrix::{self, Matrix};

use super::additive::AdditiveClips;
use crate::characters::{AnimationBlender, LocalToModelJob};
use crate::clips::{BoneClip, Clip, PoseCache};
use crate::content::Skeleton;
use crate::error::{BoneError, PlayError};
use crate::layers::{Pose, PoseLayer, downcast};
use crate::{PlayOptions, Rules};

/// An animated skeleton: one blender per bone, and the resulting matrices.
///
/// Bones that no clip moves keep their bind pose. In each frame, the layers change a copy of the pose of the clips.
/// [`update`](Self::update) allocates no memory.
#[derive(Clone, Debug)]
pub struct AnimatedModel {
    rules: Rules,
    skeleton: Arc<Skeleton>,
    blenders: Vec<AnimationBlender>,
    /// The pose of the clips, without the layers. It persists from frame to frame.
    animated: Vec<Matrix>,
    /// The cache for clips that are sampled as whole poses. `None` until one of these clips has played.
    poses: Option<PoseCache>,
    pub(super) additive: Vec<AdditiveClips>,
    layers: Vec<Box<dyn PoseLayer>>,
    /// The pose after the layers; empty if there are no layers.
    layered: Vec<Matrix>,
    absolute: Vec<Matrix>,
}

impl AnimatedModel {
    /// Creates a model in its bind pose.
    #[must_use]
    pub fn new(skeleton: Arc<Skeleton>, rules: Rules) -> Self {
        let view = skeleton.view();
        let binds = || view.bones().map(|bone| *bone.bind());
        let mut model = Self {
            rules,
            blenders: binds().map(|bind| AnimationBlender::with_bind_pose(rules, bind)).collect(),
            animated: binds().map(|bind| bind.normalized().to_matrix()).collect(),
            poses: None,
            additive: Vec::new(),
            layers: Vec::new(),
            layered: Vec::new(),
            absolute: vec![matrix::IDENTITY; view.len()],
            skeleton,
        };
        model.update_absolute();
        model
    }

    /// Plays a clip of any type on all bones that the clip moves. The other bones continue with their clips.
    ///
    /// The first clip that is sampled as whole poses (any type except key frames of single bones) allocates buffers.
    ///
    /// # Errors
    /// The clip does not fit the skeleton or, under [`Rules::Standard`], an option is out of range. After an error, nothing has
    /// changed, with one exception: under [`Rules::RobotGame`], the bones before the first bone that the skeleton lacks play
    /// the clip.
    pub fn play(&mut self, clip: &Clip, options: &PlayOptions) -> Result<(), PlayError> {
        self.play_on(clip, options, |_| true)
    }

    /// Like [`play`](Self::play), but only on the bones for which `covers` returns true.
    ///
    /// # Errors
    /// Same as [`play`](Self::play).
    pub fn play_on(
        &mut self,
        clip: &Clip,
        options: &PlayOptions,
        covers: impl Fn(usize) -> bool,
    ) -> Result<(), PlayError> {
        let fits = clip.check(self.blenders.len());
        if self.rules == Rules::Standard {
            options.check()?;
            fits.clone()?;
        }
        if clip.sequence().is_none() {
            fits.clone()?;
            self.make_room_for_poses();
        }
        for (bone, part) in BoneClip::parts(clip).filter(|(bone, _)| covers(*bone)) {
            self.blenders[bone].add_with(part, options, self.poses.as_mut())?;
        }
        fits
    }

    /// Allocates the buffers for clips that are sampled as whole poses.
    pub(super) fn make_room_for_poses(&mut self) {
        self.poses.get_or_insert_with(|| PoseCache::new(&self.skeleton.view()));
    }

    /// Adds an additive layer after the existing additive layers, and returns its number.
    pub(super) fn add_additive(&mut self, clips: AdditiveClips) -> usize {
        self.additive.push(clips);
        self.layered.clone_from(&self.animated);
        self.additive.len() - 1
    }

    /// Adds a layer after the existing ones. It takes effect with the next update.
    pub fn add_layer(&mut self, layer: impl PoseLayer + 'static) {
        self.layers.push(Box::new(layer));
        self.layered.clone_from(&self.animated);
    }

    /// The pose layers, in the order in which they are applied.
    #[must_use]
    pub fn layers(&self) -> &[Box<dyn PoseLayer>] {
        &self.layers
    }

    /// The first pose layer of type `L`, for changing it.
    pub fn layer_mut<L: PoseLayer>(&mut self) -> Option<&mut L> {
        self.layers.iter_mut().find_map(downcast)
    }

    /// All pose layers of type `L`, in the order in which they are applied, for changing them.
    pub fn layers_mut<L: PoseLayer>(&mut self) -> impl Iterator<Item = &mut L> {
        self.layers.iter_mut().filter_map(downcast)
    }

    /// Removes and returns all pose layers. The pose of the clips remains.
    pub fn take_layers(&mut self) -> Vec<Box<dyn PoseLayer>> {
        std::mem::take(&mut self.layers)
    }

    /// Advances by `dt` seconds and computes the matrices.
    ///
    /// # Errors
    /// The first error of a bone. That bone keeps its matrix. All other bones have advanced.
    pub fn update(&mut self, dt: f32) -> Result<(), BoneError> {
        let mut first_error = Ok(());
        for (bone, (blender, local)) in self.blenders.iter_mut().zip(&mut self.animated).enumerate() {
            if blender.bind_count() == 0 {
                continue;
            }
            match blender.evaluate_with(dt, self.poses.as_mut()) {
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

    /// The rules that the model uses for playback.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The blender of each bone, in the skeleton's order.
    #[must_use]
    pub fn blenders(&self) -> &[AnimationBlender] {
        &self.blenders
    }

    /// The local matrix of each bone after the layers, in the skeleton's order.
    #[must_use]
    pub fn local(&self) -> &[Matrix] {
        if self.is_layered() { &self.layered } else { &self.animated }
    }

    /// The model-space matrix of each bone, including the root axis, in the skeleton's order.
    #[must_use]
    pub fn absolute(&self) -> &[Matrix] {
        &self.absolute
    }

    fn is_layered(&self) -> bool {
        !self.layers.is_empty() || !self.additive.is_empty()
    }

    fn apply_layers(&mut self, dt: f32) {
        if !self.is_layered() {
            return;
        }
        // Layers change a copy, because changes to bones that no clip moves must not accumulate.
        self.layered.clone_from(&self.animated);
        self.additive.iter_mut().for_each(|clips| clips.apply(&mut self.layered, dt));
        let mut pose = Pose { skeleton: self.skeleton.view(), local: &mut self.layered };
        self.layers.iter_mut().for_each(|layer| layer.apply(&mut pose, dt));
    }

    fn update_absolute(&mut self) {
        let local = if self.is_layered() { &self.layered } else { &self.animated };
        let job = LocalToModelJob { skeleton: self.skeleton.view(), local, out: &mut self.absolute };
        let done = job.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }
}
