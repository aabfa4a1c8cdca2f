//! [`RigEvent`].

use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use rigmill_format::EventView;
use rigmill_runtime::clips::PlayedEvent;
use rigmill_runtime::content::EventId;

/// Something that happens in a clip that plays, such as a footstep.
///
/// Compare [`id`](Self::id) with constants: `const FOOTSTEP: EventId = EventId::of("footstep")`.
#[derive(Message, Clone, Debug)]
pub struct RigEvent {
    /// The entity of the [`RigPlayer`](crate::RigPlayer), or of the `AnimationPlayer`.
    pub entity: Entity,
    /// The layer that played it; empty for clips of an `AnimationGraph`.
    pub layer: Arc<str>,
    /// The number that stands for its name.
    pub id: EventId,
    /// Its name.
    pub name: Arc<str>,
    /// A number for the game; 0 if the source has none.
    pub value: f32,
    /// A text for the game; empty if the source has none.
    pub text: Arc<str>,
    /// Seconds from the beginning of the frame's update to the event.
    pub after: f32,
    /// Whether its clip fades out: a game may ignore such an event.
    pub fades_out: bool,
}

impl RigEvent {
    pub(crate) fn of(event: &EventView<'_>) -> Self {
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
        Self { entity, layer: Arc::clone(layer), after, fades_out, ..Self::of(&played.event) }
    }
}
