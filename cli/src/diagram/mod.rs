//! Diagrams of the build graph, for `rigmill graph`.
//!
//! Surveys -> [`gather`] -> [`Diagram`] -> optionally [`select`] or [`fold`] -> `json`, `dot` or `svg`. `layout` is independent
//! of assets: it places boxes and routes links. The same project gives the same bytes.

mod dot;
mod elements;
mod fold;
mod gather;
mod json;
mod layout;
mod select;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use dot::dot;
pub(crate) use elements::Diagram;
pub(crate) use fold::fold;
pub(crate) use gather::gather;
pub(crate) use json::json;
pub(crate) use select::{SelectError, named, select};
pub(crate) use svg::svg;
