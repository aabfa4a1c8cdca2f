//! [`RigRootMotion`].

use bevy_ecs::component::Component;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;

/// The movement of the root by the clips of a [`RigPlayer`](crate::RigPlayer) in the last frame. Add this component to the
/// player's entity.
///
/// The movement is relative to the character: its pose at the end of the frame relative to its pose at the beginning.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
pub struct RigRootMotion {
    /// The movement. Its scale is always 1.
    pub delta: Transform,
    /// Whether the plugin applies the movement to the entity's own [`Transform`]. Otherwise, the game must apply it, for
    /// example with a physics engine.
    pub applies: bool,
}

impl RigRootMotion {
    /// Creates root motion that moves the entity.
    #[must_use]
    pub fn applied() -> Self {
        Self { delta: Transform::IDENTITY, applies: true }
    }
}
