//! Game data.

mod complete;
mod hostile;
mod notations;
mod schemas;
pub(in crate::tests) mod support;
mod xml;
