//! Characters that play clips: one bone, one skeleton, one player of actions, or many at once.

mod animated_model;
mod binder;
mod blender;
mod crowd;
mod local_to_model;
mod model;
mod play_options;
mod player;
mod players;

pub use animated_model::AnimatedModel;
pub use binder::AnimationBinder;
pub use blender::AnimationBlender;
pub use crowd::{Crowd, CrowdActions, CrowdActionsError, CrowdError, PoseClip, SequenceClip};
pub use local_to_model::LocalToModelJob;
pub use model::SkinningJob;
pub use play_options::PlayOptions;
pub use player::{ActionError, Player};
pub use players::{CharacterError, Players};
