//! What the [`params!`](crate::params) macro expands to; no stage calls these by hand.

pub use crate::params::{parse, show, type_label};
