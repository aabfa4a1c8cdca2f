//! [`RigEvent`].

use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use rigmill_format::EventView;
use rigmill_runtime::clips::PlayedEvent;
use rigmill_runtime::content::EventId;

/// An event of a playing clip, such as a footstep.
///
/// Compare its [`id`](Self::id) with a constant such as `const FOOTSTEP: EventId = EventId::of("footstep")`.
#[derive(Message, Clone, Debug)]
pub struct RigEvent {
    /// The entity of the [`RigPlayer`](crate::RigPlayer), or of the `AnimationPlayer`.
    pub entity: Entity,
    /// The layer that played the clip. Empty for clips of an `AnimationGraph`.
    pub layer: Arc<str>,
    /// The hash of the event's name.
    pub id: EventId,
    /// The event's name.
    pub name: Arc<str>,
    /// A number for the game; 0 if the source has none.
    pub value: f32,
    /// A string for the game; empty if the source has none.
    pub text: Arc<str>,
    /// The time from the beginning of the frame's update to the event, in seconds.
    pub after: f32,
    /// Whether the event's clip is fading out. A game can ignore events of clips that fade out.
    pub fades_out: bool,
}

impl RigEvent {
    pub(crate) fn new(event: &EventView<'_>) -> Self {
        Self {
            entity: Entity::PLACEHOLDER,
            layer: Arc::from(""),
            id: event.id,
            name: Arc::from(event.name),
            value: event.value,
            text: Arc::from(event.text),
            after: 0.0,
            fades_out: false,
        }
    }

    pub(crate) fn played(entity: Entity, layer: &Arc<str>, played: &PlayedEvent<'_>) -> Self {
        let PlayedEvent { after, fades_out, .. } = *played;
        Self { entity, layer: Arc::clone(layer), after, fades_out, ..Self::new(&played.event) }
    }
}
