//! Plays clips in layers with cross-fades, for crowds and for the additive layers of players.
//!
//! A [`Clip`](crate::clips::Clip) of any type plays in two forms, which share the [`Clock`](clock::Clock):
//!
//! - In layers: a [`Fader`](fader::Fader) has one clock for all bones that its clip moves. A [`Stage`](stage::Stage) samples
//!   whole poses and blends them in blocks of eight bones. It knows all clips and layers in advance.
//! - Bone by bone: an [`AnimationBlender`](super::AnimationBlender) has a clock for each bone, because by both sets of
//!   [`Rules`](crate::Rules) each bone loops with its own duration. Any clip can play at any time.
//!
//! In both forms, a whole pose is sampled by a [`SampleJob`](crate::clips::SampleJob).

pub(super) mod clock;
pub(super) mod fader;
mod groups;
pub(super) mod layer;
pub(super) mod layer_state;
pub(super) mod root_motion;
pub(super) mod stage;
