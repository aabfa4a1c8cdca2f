//! The built-in writers: format types to file bytes.
//!
//! [`RmbWriter`] writes every [`Content`](rigmill_format::Content) as the `.rmb` file of its type.

pub mod codes;
mod rmb;

use rigmill_format::{ActionSet, AnimationSequence, CollisionMesh, Model, Skeleton, Texture};
use rigmill_pipeline::Registry;

pub use rmb::RmbWriter;

/// Adds every writer of this crate.
#[must_use]
pub fn register(registry: Registry) -> Registry {
    registry
        .with_writer(RmbWriter::<AnimationSequence>::new())
        .with_writer(RmbWriter::<Skeleton>::new())
        .with_writer(RmbWriter::<Model>::new())
        .with_writer(RmbWriter::<CollisionMesh>::new())
        .with_writer(RmbWriter::<Texture>::new())
        .with_writer(RmbWriter::<ActionSet>::new())
}
