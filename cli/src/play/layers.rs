//! [`LayeredPose`]: a script's skeleton and layers.

use std::path::Path;
use std::sync::Arc;

use rigmill_format::SkeletonView;
use rigmill_pipeline::{Registry, nearest};
use rigmill_runtime::{
    Breath, BreathSettings, LayerError, Matrix, Pose, PoseLayer, Skeleton, SpringBones, SpringSettings, Transform,
    matrix,
};

use super::clip;
use super::script::LayerKind;
use crate::output::shell::Shell;

/// A skeleton, the pose of its clips, and layers over it.
pub(super) struct LayeredPose {
    skeleton: Arc<Skeleton>,
    /// What the clips made of the bones; the bind pose where none has.
    animated: Vec<Matrix>,
    layers: Vec<Box<dyn PoseLayer>>,
    shown: Vec<Matrix>,
}

impl LayeredPose {
    /// The skeleton at `path` in its bind pose.
    pub(super) fn load(registry: &Registry, folder: &Path, path: &str, shell: &Shell) -> Result<Self, String> {
        let skeleton: Arc<Skeleton> = clip::load(registry, folder, path, shell)?;
        let animated: Vec<_> = skeleton.view().bones().map(|bone| matrix::from_bind_pose(bone.bind())).collect();
        Ok(Self { shown: animated.clone(), animated, layers: Vec::new(), skeleton })
    }

    /// Adds the layer whose settings are at `path`.
    pub(super) fn add(
        &mut self,
        kind: LayerKind,
        (registry, folder, path): (&Registry, &Path, &str),
        shell: &Shell,
    ) -> Result<(), String> {
        let skeleton = self.skeleton.view();
        let told = |error| told(path, &error, skeleton);
        let layer: Box<dyn PoseLayer> = match kind {
            LayerKind::Breath => {
                let settings: Arc<BreathSettings> = clip::load(registry, folder, path, shell)?;
                Box::new(Breath::new(&settings.view(), &skeleton).map_err(told)?)
            }
            LayerKind::Spring => {
                let settings: Arc<SpringSettings> = clip::load(registry, folder, path, shell)?;
                Box::new(SpringBones::new(&settings.view(), &skeleton).map_err(told)?)
            }
        };
        self.layers.push(layer);
        Ok(())
    }

    /// Takes what a clip made of a bone. Bones that the skeleton lacks stay as their clips have them.
    pub(super) fn set(&mut self, bone: &str, local: &Matrix) {
        let number = self.skeleton.view().find(bone);
        if let Some(place) = number.and_then(|number| self.animated.get_mut(number)) {
            *place = *local;
        }
    }

    /// Moves the layers on by `dt` seconds, over a copy of the clips' pose.
    pub(super) fn apply(&mut self, dt: f32) {
        self.shown.clone_from(&self.animated);
        let mut pose = Pose { skeleton: self.skeleton.view(), local: &mut self.shown };
        self.layers.iter_mut().for_each(|layer| layer.apply(&mut pose, dt));
    }

    /// The bone's pose while nothing moves it; `None` where the skeleton lacks it.
    pub(super) fn bind(&self, bone: &str) -> Option<Transform> {
        self.bind_of(bone).map(|(bind, _)| bind)
    }

    /// A bone's bind pose, and whether it has no parent.
    pub(super) fn bind_of(&self, bone: &str) -> Option<(Transform, bool)> {
        let view = self.skeleton.view();
        view.bone(view.find(bone)?).map(|bone| (*bone.bind(), bone.parent().is_none()))
    }

    /// The bone as it is shown; `None` where the skeleton lacks it.
    pub(super) fn shown(&self, bone: &str) -> Option<&Matrix> {
        self.shown.get(self.skeleton.view().find(bone)?)
    }

    /// The bones as they are shown, with their names, in the skeleton's order.
    pub(super) fn bones(&self) -> impl Iterator<Item = (&str, &Matrix)> {
        let view = self.skeleton.view();
        (0..view.len()).zip(&self.shown).filter_map(move |(number, matrix)| Some((view.bone(number)?.name(), matrix)))
    }
}

/// Why the settings at `path` do not fit the skeleton, with the bone that may be meant.
fn told(path: &str, error: &LayerError, skeleton: SkeletonView<'_>) -> String {
    let near = match error {
        LayerError::UnknownBone { bone } => nearest(bone, skeleton.bones().map(|bone| bone.name())),
        _ => None,
    };
    let help = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
    format!("{path}: {error}{help}")
}
