//! The files of a project: how they are found, and how they differ from those of the last build.

mod drift;
mod names;
mod scan;
mod sightings;
mod tree;

pub(crate) use drift::{Drift, drift, drift_of};
pub(crate) use names::Names;
pub(crate) use scan::scan;
pub(crate) use sightings::Sightings;
pub(crate) use tree::Tree;
