//! Models: meshes, skins and morph targets, materials with the feature `pbr`, and the entities that show them.

mod loader;
#[cfg(feature = "pbr")]
mod material;
mod mesh;
mod spawn;

use std::sync::Arc;

use bevy_asset::{Asset, Handle};
use bevy_mesh::Mesh;
use bevy_mesh::skinning::SkinnedMeshInverseBindposes;
use bevy_reflect::TypePath;
use rigmill_runtime::content::Model;

pub use spawn::{RigMeshPart, RigModelRoot, RigNodes};

pub(crate) use loader::ModelLoader;
pub(crate) use spawn::spawn_models;

/// A model: meshes on the bones of a hierarchy.
///
/// Its parts are labelled assets: `Mesh0/Part0`, a [`Mesh`] for each part of a mesh, which has one material; `Skin0`, the inverse bind poses of
/// a skinned mesh; and with the feature `pbr` `Material0`, a `StandardMaterial`. [`RigModelRoot`] spawns it.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct RigModel {
    /// The content file: bones, bounds, materials, cameras, lights, levels of detail, game data.
    pub model: Arc<Model>,
    /// All parts of all meshes, in order.
    pub parts: Vec<RigModelPart>,
    /// The meshes of the parts.
    #[dependency]
    pub meshes: Vec<Handle<Mesh>>,
    /// For each mesh of the model its inverse bind poses, if it is skinned.
    #[dependency]
    pub skins: Vec<Option<Handle<SkinnedMeshInverseBindposes>>>,
    /// The materials of the model.
    #[cfg(feature = "pbr")]
    #[dependency]
    pub materials: Vec<Handle<bevy_pbr::StandardMaterial>>,
}

/// A part of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RigModelPart {
    /// The number of the mesh in the model.
    pub mesh: usize,
    /// The number of the part in the mesh.
    pub part: usize,
    /// The number of its material in the model.
    pub material: Option<usize>,
}
