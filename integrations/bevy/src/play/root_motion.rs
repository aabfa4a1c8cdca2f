//! [`RigRootMotion`].

use bevy_ecs::component::Component;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;

/// How the clips of a [`RigPlayer`](crate::RigPlayer) moved its root in the last frame. Add it to the player's entity.
///
/// The movement is relative to the character: its pose at the end of the frame as seen from its pose at the beginning.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
pub struct RigRootMotion {
    /// The movement, with a scale of 1.
    pub delta: Transform,
    /// Whether the movement is applied to the entity's own [`Transform`]. Otherwise the game does it, for example through its physics.
    pub applies: bool,
}

impl RigRootMotion {
    /// Root motion that moves the entity.
    #[must_use]
    pub fn applied() -> Self {
        Self { delta: Transform::IDENTITY, applies: true }
    }
}
