//! Game data.

mod hostile;
mod notations;
mod schemas;
pub(in crate::tests) mod support;
mod xml;
