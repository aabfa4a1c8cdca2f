//! The measured programs, and how to run and measure them.

pub(crate) mod child;
pub(crate) mod ninja;
pub(crate) mod rigmill;
