//! [`LayeredPose`]: the skeleton and pose layers of a script.

use std::sync::Arc;

use rigmill_runtime::content::{BreathSettings, Skeleton, SpringSettings};
use rigmill_runtime::layers::{Breath, LayerError, Pose, PoseLayer, SpringBones};
use rigmill_runtime::{Matrix, Transform};

use super::content::ContentFolder;
use super::problem::{Problem, at};
use super::script::LayerKind;

/// The problem that the layer with the settings at `path` does not fit the skeleton.
fn does_not_fit(error: &LayerError, path: &str) -> Problem {
    let problem = match error {
        LayerError::SharedBone { bone } => {
            // The other chain begins at this bone.
            let help = format!("add `exclude = [{bone:?}]` to the chain that begins above this bone");
            Problem::from(format!("{path}: bone {bone:?} belongs to two spring chains")).help(help)
        }
        LayerError::UnknownBone { near, .. } if near.is_empty() => {
            let help = format!("write a bone of the skeleton in {path}; `rigmill inspect` shows the skeleton's bones");
            Problem::new(format!("{path}: {error}")).help(help)
        }
        error => Problem::new(format!("{path}: {error}")),
    };
    at(2)(problem)
}

/// A skeleton, the pose from its clips, and the layers on top.
pub(super) struct LayeredPose {
    skeleton: Arc<Skeleton>,
    /// The local matrices from the clips; the bind pose for bones without a clip.
    animated: Vec<Matrix>,
    layers: Vec<Box<dyn PoseLayer>>,
    shown: Vec<Matrix>,
}

impl LayeredPose {
    /// Loads the skeleton at `path` in its bind pose.
    pub(super) fn load(content: &ContentFolder<'_>, path: &str) -> Result<Self, Problem> {
        let skeleton: Arc<Skeleton> = content.load(path).map_err(at(1))?;
        let animated: Vec<_> = skeleton.view().bones().map(|bone| bone.bind().normalized().to_matrix()).collect();
        Ok(Self { shown: animated.clone(), animated, layers: Vec::new(), skeleton })
    }

    /// Adds a layer with the settings at `path`.
    pub(super) fn add(&mut self, kind: LayerKind, content: &ContentFolder<'_>, path: &str) -> Result<(), Problem> {
        let skeleton = self.skeleton.view();
        let misfit = |error: LayerError| does_not_fit(&error, path);
        let layer: Box<dyn PoseLayer> = match kind {
            LayerKind::Breath => {
                let settings: Arc<BreathSettings> = content.load(path).map_err(at(2))?;
                Box::new(Breath::new(&settings.view(), &skeleton).map_err(misfit)?)
            }
            LayerKind::Spring => {
                let settings: Arc<SpringSettings> = content.load(path).map_err(at(2))?;
                Box::new(SpringBones::new(&settings.view(), &skeleton).map_err(misfit)?)
            }
        };
        self.layers.push(layer);
        Ok(())
    }

    /// Sets a bone's local matrix from a clip. Bones that the skeleton does not have are ignored.
    pub(super) fn set(&mut self, bone: &str, local: &Matrix) {
        let number = self.skeleton.view().find(bone);
        if let Some(matrix) = number.and_then(|number| self.animated.get_mut(number)) {
            *matrix = *local;
        }
    }

    /// Advances the layers by `dt` seconds, on a copy of the clips' pose.
    pub(super) fn apply(&mut self, dt: f32) {
        self.shown.clone_from(&self.animated);
        let mut pose = Pose { skeleton: self.skeleton.view(), local: &mut self.shown };
        self.layers.iter_mut().for_each(|layer| layer.apply(&mut pose, dt));
    }

    /// The bone's bind pose; `None` if the skeleton does not have it.
    pub(super) fn bind(&self, bone: &str) -> Option<Transform> {
        self.bind_of(bone).map(|(bind, _)| bind)
    }

    /// A bone's bind pose, and whether it has no parent.
    pub(super) fn bind_of(&self, bone: &str) -> Option<(Transform, bool)> {
        let view = self.skeleton.view();
        view.bone(view.find(bone)?).map(|bone| (*bone.bind(), bone.parent().is_none()))
    }

    /// The bone's matrix after the layers; `None` if the skeleton does not have it.
    pub(super) fn shown(&self, bone: &str) -> Option<&Matrix> {
        self.shown.get(self.skeleton.view().find(bone)?)
    }

    /// The bones' names and matrices after the layers, in the skeleton's order.
    pub(super) fn bones(&self) -> impl Iterator<Item = (&str, &Matrix)> {
        let view = self.skeleton.view();
        (0..view.len()).zip(&self.shown).filter_map(move |(number, matrix)| Some((view.bone(number)?.name(), matrix)))
    }
}
