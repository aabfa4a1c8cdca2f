//! A tab of the browser: its requests, and the poses that it receives.
//!
//! Data flows in one direction: [`ask`](ask::Ask) -> [`Session`] -> `figures`, which bind clips of the `repertoire` and have a
//! `mixer` or an `acting` player pose them -> bytes.

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

pub(crate) use clips::{ClipIndex, skeleton_of};
pub(crate) use poser::{PoseError, Poser};
pub(crate) use session::{Session, Sources};
