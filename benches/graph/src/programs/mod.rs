//! The programs that are measured, and how one is run and timed.

pub(crate) mod child;
pub(crate) mod ninja;
pub(crate) mod rigmill;
