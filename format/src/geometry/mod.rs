//! Transforms, bounding spheres and boxes.

mod bounds;
mod rigid_transform;
mod transform;

pub use bounds::{BoundingBox, BoundingSphere};
pub use rigid_transform::RigidTransform;
pub use transform::Transform;
