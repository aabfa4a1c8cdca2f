//! Events that the last update played.

use rigmill_runtime::clips::PlayedEvent;

use crate::values::RigmillText;

/// An event of a clip that the last update played.
///
/// Its texts stay valid until the player or crowd is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillEvent {
    /// The layer that played the clip.
    pub layer: RigmillText,
    /// The event's name, such as `footstep`.
    pub name: RigmillText,
    /// A string for the game; empty if the source has none.
    pub text: RigmillText,
    /// The hash of the name: 64-bit FNV-1a of its bytes.
    pub id: u64,
    /// A number for the game; 0 if the source has none.
    pub value: f32,
    /// The time from the beginning of the update to the event, in seconds.
    pub after: f32,
    /// 1 if the event's clip is fading out, else 0. A game can ignore events of clips that fade out.
    pub fades_out: u32,
    /// Always 0.
    pub reserved: u32,
}

impl RigmillEvent {
    pub(crate) fn new(layer: &str, played: &PlayedEvent<'_>) -> Self {
        let event = played.event;
        Self {
            layer: RigmillText::new(layer),
            name: RigmillText::new(event.name),
            text: RigmillText::new(event.text),
            id: event.id.0,
            value: event.value,
            after: played.after,
            fades_out: u32::from(played.fades_out),
            reserved: 0,
        }
    }
}
