//! Functions that the [`params!`](crate::params) macro calls; not for stages.

pub use crate::params::{parse, show, type_label};
