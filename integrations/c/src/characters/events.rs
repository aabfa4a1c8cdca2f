//! Events that the last update played.

use rigmill_runtime::clips::PlayedEvent;

use crate::values::RigmillText;

/// An event of a clip that the last update played.
///
/// Its texts stay valid until the player or crowd is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillEvent {
    /// The layer whose clip it is of.
    pub layer: RigmillText,
    /// Its name, such as `footstep`.
    pub name: RigmillText,
    /// A text for the game; empty if the source has none.
    pub text: RigmillText,
    /// A number that stands for the name: 64-bit FNV-1a of its bytes.
    pub id: u64,
    /// A number for the game; 0 if the source has none.
    pub value: f32,
    /// Seconds from the beginning of the update to the event.
    pub after: f32,
    /// 1 if its clip fades out: a game may leave such an event out.
    pub fades_out: u32,
    /// 0.
    pub reserved: u32,
}

impl RigmillEvent {
    pub(crate) fn of(layer: &str, played: &PlayedEvent<'_>) -> Self {
        let event = played.event;
        Self {
            layer: RigmillText::of(layer),
            name: RigmillText::of(event.name),
            text: RigmillText::of(event.text),
            id: event.id.0,
            value: event.value,
            after: played.after,
            fades_out: u32::from(played.fades_out),
            reserved: 0,
        }
    }
}
