//! [`SpringSource`]: chains of bones that swing, as a source describes them.

use serde::Serialize;

use crate::Located;

/// Chains of bones that swing, and what they collide with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpringSource {
    /// The number of updates of the simulation per second.
    pub rate: Located<f32>,
    /// The chains.
    pub chains: Vec<SpringChainSource>,
    /// The colliders.
    pub colliders: Vec<SpringColliderSource>,
}

/// A chain: a bone and all bones below it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpringChainSource {
    /// The first bone of the chain.
    pub root: Located<String>,
    /// Bones that are excluded from the chain, together with all bones below them.
    pub exclude: Vec<Located<String>>,
    /// The fraction of the velocity that is lost per 1/60 s.
    pub damping: f32,
    /// The fraction of the distance to the pose that is covered per 1/60 s.
    pub elasticity: f32,
    /// How much of the pose is kept, 0 to 1.
    pub stiffness: f32,
    /// The fraction of the first bone's movement that all bones follow.
    pub inertia: f32,
    /// The radius of each bone for collisions.
    pub radius: f32,
    /// The length of an added end, relative to the bone before it.
    pub end_length: f32,
    /// The position of an added end, in the first bone's axes.
    pub end_offset: [f32; 3],
    /// An acceleration that the bind pose already includes.
    pub gravity: [f32; 3],
    /// An acceleration that the bind pose does not include.
    pub force: [f32; 3],
}

/// A sphere or capsule that is attached to a bone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpringColliderSource {
    /// The bone to which the collider is attached.
    pub bone: Located<String>,
    /// The center of the collider in the bone's space.
    pub center: [f32; 3],
    /// The radius.
    pub radius: f32,
    /// The height of the collider from end to end.
    pub height: f32,
    /// The capsule's axis: 0 for x, 1 for y, 2 for z.
    pub axis: u32,
    /// Whether the collider keeps bones inside instead of outside.
    pub inside: bool,
}
