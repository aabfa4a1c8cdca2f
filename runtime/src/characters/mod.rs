//! Characters that play clips: a single bone, a skeleton, a player of actions, or many characters.

mod action;
mod additive;
mod animated_model;
mod blender;
mod bone_mask;
mod crowd;
mod engine;
mod local_to_model;
mod model;
mod play_options;
mod player;
mod players;
mod skin_vertices;

pub use action::ActionError;
pub use animated_model::AnimatedModel;
pub use blender::AnimationBlender;
pub use bone_mask::bone_mask;
pub use crowd::{Character, Crowd, CrowdActions, CrowdActionsError, CrowdChunk, CrowdError};
pub use engine::layer::CrowdLayer;
pub use local_to_model::LocalToModelJob;
pub use model::SkinningJob;
pub use play_options::PlayOptions;
pub use player::{Player, PlayerError};
pub use players::{CharacterError, Players};
pub use rigmill_math::skin::DualQuaternion;
pub use skin_vertices::SkinVerticesJob;

pub(crate) use engine::fader::LayerShown;
