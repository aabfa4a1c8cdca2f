//! Game data.

mod hostile;
mod notations;
mod schemas;
mod support;
mod xml;
