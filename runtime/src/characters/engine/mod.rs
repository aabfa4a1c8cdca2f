//! Plays clips in layers with cross-fades: one clock for all bones that a clip moves.

pub(super) mod clock;
pub(super) mod fader;
mod groups;
pub(super) mod layer;
pub(super) mod layer_state;
pub(super) mod root_motion;
pub(super) mod stage;
