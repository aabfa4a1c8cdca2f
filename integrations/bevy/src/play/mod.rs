//! Playback with Rigmill's runtime: characters play actions by name, and all characters of an action set are in one crowd.

mod advance;
mod crowd;
mod faces;
mod joints;
mod player;
mod reload;
mod root_motion;

pub use crowd::RigCrowds;
pub use joints::{RigJoint, RigJoints, RigSkeletonRoot};
pub use player::RigPlayer;
pub use root_motion::RigRootMotion;

pub(crate) use advance::{advance, report, write_joints};
pub(crate) use crowd::{command, join, leave};
pub(crate) use faces::write_weights;
pub(crate) use joints::{bind_joints, target_joints};
pub(crate) use reload::rebuild;
