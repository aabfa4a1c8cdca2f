//! The modes of the format: how each mode is fitted to pixels and stored.

pub(crate) mod best;
mod bits;
mod indices;
pub(crate) mod joint;
pub(crate) mod solid;
pub(crate) mod split;
