//! [`SpringSource`]: chains of bones that swing, as a source describes them.

use serde::Serialize;

use crate::Located;

/// Chains of bones that swing, and what they collide with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpringSource {
    /// Updates per second.
    pub rate: Located<f32>,
    /// The chains.
    pub chains: Vec<SpringChainSource>,
    /// The colliders.
    pub colliders: Vec<SpringColliderSource>,
}

/// A bone and all below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpringChainSource {
    /// The bone that it begins at.
    pub root: Located<String>,
    /// Bones at which it ends.
    pub exclude: Vec<Located<String>>,
    /// The part of the velocity lost in 1/60 s.
    pub damping: f32,
    /// The part of the way back covered in 1/60 s.
    pub elasticity: f32,
    /// How much of the pose is kept, 0 to 1.
    pub stiffness: f32,
    /// The part of the first bone's way that is taken along.
    pub inertia: f32,
    /// The radius of each bone.
    pub radius: f32,
    /// The length of an added end, as part of the bone before it.
    pub end_length: f32,
    /// Where an added end is, in the first bone's axes.
    pub end_offset: [f32; 3],
    /// An acceleration that the bind pose already gives way to.
    pub gravity: [f32; 3],
    /// An acceleration.
    pub force: [f32; 3],
}

/// A sphere or capsule on a bone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpringColliderSource {
    /// The bone that it is on.
    pub bone: Located<String>,
    /// Its center in the bone's space.
    pub center: [f32; 3],
    /// The radius.
    pub radius: f32,
    /// Its height from end to end.
    pub height: f32,
    /// The capsule's axis: 0 x, 1 y, 2 z.
    pub axis: u32,
    /// Whether it keeps bones inside, and not outside.
    pub inside: bool,
}
