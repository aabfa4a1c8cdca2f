//! Models: meshes, skins, morph targets, materials (with the feature `pbr`), and the entities that display them.

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

/// A model: meshes that are attached to a hierarchy of bones.
///
/// It has labelled assets: `Mesh0/Part0` is the [`Mesh`] of a part of a mesh, where each part has one material. `Skin0`
/// contains the inverse bind poses of a skinned mesh. With the feature `pbr`, `Material0` is a `StandardMaterial`.
/// [`RigModelRoot`] spawns the model.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct RigModel {
    /// The content file, which contains bones, bounds, materials, cameras, lights, levels of detail and game data.
    pub model: Arc<Model>,
    /// All parts of all meshes, in order.
    pub parts: Vec<RigModelPart>,
    /// The Bevy mesh of each part.
    #[dependency]
    pub meshes: Vec<Handle<Mesh>>,
    /// For each mesh of the model, its inverse bind poses. `None` for a mesh that is not skinned.
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
    /// The number of the part's material in the model.
    pub material: Option<usize>,
}
