//! Pose layers, which change a pose after the clips have been applied and before the pose is shown.

mod bound;
mod breath;
mod cycle;
mod ease;
mod ik;
mod spring;

use std::any::Any;
use std::fmt;

use rigmill_format::SkeletonView;
use rigmill_math::Matrix;
use thiserror::Error;

use crate::near::did_you_mean;

pub use rigmill_format::Easing;

pub use breath::Breath;
pub use ease::ease;
pub use ik::{AimBone, AimIk, AimIkLayer, AimSolution, TwoBoneIk, TwoBoneIkLayer, TwoBoneSolution};
pub use spring::SpringBones;

pub(crate) use ik::{Aiming, unscaled};

/// The pose of one frame, for a [`PoseLayer`].
#[derive(Debug)]
pub struct Pose<'a> {
    /// The skeleton.
    pub skeleton: SkeletonView<'a>,
    /// The bones' local matrices in the skeleton's order. This is a copy that was made for this frame.
    pub local: &'a mut [Matrix],
}

/// Changes a pose in each frame, after the clips and the earlier layers have been applied.
///
/// A layer's changes last for one frame, so nothing accumulates unless the layer stores it.
pub trait PoseLayer: Any + CloneLayer + fmt::Debug + Send + Sync {
    /// Advances by `dt` seconds and changes the pose. If the pose has a different skeleton than the layer was made for, it
    /// stays unchanged. This method allocates no memory and accepts any `dt`.
    fn apply(&mut self, pose: &mut Pose<'_>, dt: f32);
}

/// Makes boxed layers cloneable. It is implemented for every layer that is [`Clone`].
pub trait CloneLayer {
    /// Returns a copy with independent state.
    fn clone_layer(&self) -> Box<dyn PoseLayer>;
}

impl<T: PoseLayer + Clone + 'static> CloneLayer for T {
    fn clone_layer(&self) -> Box<dyn PoseLayer> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn PoseLayer> {
    fn clone(&self) -> Self {
        (**self).clone_layer()
    }
}

/// An error that prevents creating a layer for a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayerError {
    /// The settings name a bone that the skeleton does not have.
    #[error("the layer needs bone {bone:?}, but the skeleton does not have this bone{near}")]
    UnknownBone {
        /// The bone's name.
        bone: String,
        /// A suggestion of a similar name, to append to the message. Empty if there is none.
        near: String,
    },
    /// A bone of a limb or chain is not below the bone that must be above it.
    #[error("bone {bone:?} must be below bone {above:?} in the skeleton")]
    NotBelow {
        /// The bone's name.
        bone: String,
        /// The name of the bone above.
        above: String,
    },
    /// Two chains of springs share a bone.
    #[error("bone {bone:?} belongs to two spring chains; exclude the bone from the chain that begins above it")]
    SharedBone {
        /// The bone's name.
        bone: String,
    },
}

/// The number of the bone named `name`.
fn find(skeleton: &SkeletonView<'_>, name: &str) -> Result<usize, LayerError> {
    skeleton.find(name).ok_or_else(|| {
        let near = did_you_mean(name, skeleton.bones().map(|bone| bone.name()));
        LayerError::UnknownBone { bone: name.to_owned(), near }
    })
}

/// The layer, if it is of this type.
pub(crate) fn downcast<L: PoseLayer>(layer: &mut Box<dyn PoseLayer>) -> Option<&mut L> {
    (layer.as_mut() as &mut dyn Any).downcast_mut()
}

/// Converts a time step to seconds. NaN, infinite and negative steps count as 0.
fn seconds(dt: f32) -> f64 {
    if dt.is_finite() && dt > 0.0 { f64::from(dt) } else { 0.0 }
}
