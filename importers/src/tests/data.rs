//! Game data.

mod schemas;
mod support;
mod xml;
