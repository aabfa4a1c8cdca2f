//! A tab of the browser: what it asks, and the poses that it gets.
//!
//! Data flows one way: [`ask`](ask::Ask) -> [`Session`] -> `figures`, which bind clips of the `repertoire` and let a `mixer` or an
//! `acting` player pose them -> bytes.

mod acting;
mod ask;
mod clips;
mod compare;
mod error;
mod figures;
mod mixer;
mod morphs;
mod overlay;
mod place;
mod poser;
mod repertoire;
mod session;
mod settings;
mod sizes;
mod stock;
mod tracks;

pub(crate) use clips::{ClipIndex, is_clip, skeleton_of};
pub(crate) use poser::{PoseError, Poser};
pub(crate) use session::{Session, Sources};
