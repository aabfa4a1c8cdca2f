//! Spawns the entities of a model.

use std::collections::HashMap;

use bevy_asset::{AssetEvent, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_mesh::Mesh3d;
use bevy_mesh::morph::MeshMorphWeights;
use bevy_mesh::skinning::SkinnedMesh;
use bevy_transform::components::Transform;

use super::{RigModel, RigModelPart};
use crate::assets::modified;
use crate::convert;

/// Spawns a model below its entity when the model is loaded: a named entity per bone, and an entity per part of a mesh.
///
/// ```
/// use bevy_asset::AssetServer;
/// use bevy_ecs::prelude::*;
/// use bevy_rigmill::{RigModelRoot, RigPlayer};
///
/// fn spawn_robot(mut commands: Commands, assets: Res<AssetServer>) {
///     let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
///     player.play("body", "Run");
///     commands.spawn((RigModelRoot(assets.load("rigmill://Models/Grund.model.rmb")), player));
/// }
/// ```
#[derive(Component, Clone, Debug)]
#[require(Transform)]
#[cfg_attr(feature = "pbr", require(bevy_camera::visibility::Visibility))]
pub struct RigModelRoot(pub Handle<RigModel>);

/// The entities of a model's bones.
#[derive(Component, Clone, Debug)]
pub struct RigNodes {
    /// The entities of the bones, by bone name.
    pub by_name: HashMap<String, Entity>,
    /// All entities: first those of the bones, then those of the mesh parts.
    all: Vec<Entity>,
    /// The mesh parts that have morph targets.
    pub(crate) faces: Vec<Entity>,
    shape: Shape,
}

/// A part of a mesh of a model. Without the feature `pbr`, the game must add its own materials to these entities.
#[derive(Component, Clone, Copy, Debug)]
pub struct RigMeshPart(pub RigModelPart);

/// The properties of a model that determine its entities.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    bones: Vec<(String, Option<usize>)>,
    /// For each mesh part: the part, its bone, and the bones of its skin.
    parts: Vec<(RigModelPart, usize, Vec<u32>)>,
}

impl Shape {
    fn new(model: &RigModel) -> Self {
        let view = model.model.view();
        let part = |part: &RigModelPart| {
            let mesh = view.mesh(part.mesh);
            let skin = mesh.map(|mesh| mesh.skin_bones().to_vec()).unwrap_or_default();
            (*part, mesh.map_or(0, |mesh| mesh.bone()), skin)
        };
        Self {
            bones: view.bones().map(|bone| (bone.name().to_owned(), bone.parent())).collect(),
            parts: model.parts.iter().map(part).collect(),
        }
    }
}

type Roots<'w> = (Entity, Ref<'w, RigModelRoot>, Option<&'w RigNodes>);

/// Spawns models when they are loaded, and again when their bones or parts have changed.
pub(crate) fn spawn_models(
    mut commands: Commands,
    models: Res<Assets<RigModel>>,
    mut events: MessageReader<AssetEvent<RigModel>>,
    roots: Query<Roots>,
) {
    let modified: Vec<_> = events.read().filter_map(modified).collect();
    for (entity, root, nodes) in &roots {
        if nodes.is_some() && !root.is_changed() && !modified.contains(&root.0.id()) {
            continue;
        }
        let Some(model) = models.get(&root.0) else { continue };
        let shape = Shape::new(model);
        if nodes.is_some_and(|nodes| nodes.shape == shape) && !root.is_changed() {
            // The entities stay: their meshes and materials were replaced in place.
            continue;
        }
        for old in nodes.into_iter().flat_map(|nodes| &nodes.all) {
            commands.entity(*old).try_despawn();
        }
        let nodes = spawn(&mut commands, entity, model, shape);
        commands.entity(entity).insert(nodes);
    }
}

fn spawn(commands: &mut Commands, root: Entity, model: &RigModel, shape: Shape) -> RigNodes {
    let view = model.model.view();
    let mut bones: Vec<Entity> = Vec::new();
    for bone in view.bones() {
        let parent = bone.parent().and_then(|parent| bones.get(parent)).copied().unwrap_or(root);
        let local = Transform::from_matrix(convert::mat4(bone.local()));
        let node = commands.spawn((Name::new(bone.name().to_owned()), local, ChildOf(parent)));
        bones.push(shown(node).id());
    }
    let by_name = view.bones().zip(&bones).map(|(bone, entity)| (bone.name().to_owned(), *entity)).collect();
    let (mut all, mut faces) = (bones.clone(), Vec::new());
    for (number, part) in model.parts.iter().enumerate() {
        if let Some(entity) = spawn_part(commands, root, model, (number, part), &bones) {
            all.push(entity);
            let has_targets = view.mesh(part.mesh).is_some_and(|mesh| mesh.targets().len() > 0);
            faces.extend(has_targets.then_some(entity));
        }
    }
    RigNodes { by_name, all, faces, shape }
}

fn spawn_part(
    commands: &mut Commands,
    root: Entity,
    model: &RigModel,
    (number, part): (usize, &RigModelPart),
    bones: &[Entity],
) -> Option<Entity> {
    let mesh = model.model.view().mesh(part.mesh)?;
    let handle = model.meshes.get(number)?.clone();
    let joints: Vec<Entity> = mesh.skin_bones().iter().filter_map(|bone| bones.get(*bone as usize)).copied().collect();
    // The bones of a skin determine the position of its vertices, regardless of the mesh entity's position.
    let parent = if mesh.is_skinned() { root } else { bones.get(mesh.bone()).copied().unwrap_or(root) };
    let name = Name::new(format!("{}/{}", mesh.name(), part.part));
    let mut entity = commands.spawn((name, Mesh3d(handle), RigMeshPart(*part), Transform::IDENTITY, ChildOf(parent)));
    if let Some(Some(inverse_bindposes)) = model.skins.get(part.mesh) {
        entity.insert(SkinnedMesh { inverse_bindposes: inverse_bindposes.clone(), joints });
        #[cfg(feature = "pbr")]
        entity.insert(bevy_camera::visibility::DynamicSkinnedMeshBounds);
    }
    if mesh.targets().len() > 0 {
        entity.insert(MeshMorphWeights::Value { weights: weights(&mesh) });
    }
    #[cfg(feature = "pbr")]
    {
        let material = part.material.and_then(|material| model.materials.get(material)).cloned().unwrap_or_default();
        entity.insert(bevy_pbr::MeshMaterial3d(material));
    }
    Some(shown(entity).id())
}

/// The default weights of the morph targets.
fn weights(mesh: &rigmill_format::model::ModelMeshView<'_>) -> Vec<f32> {
    mesh.targets().map(|target| target.weight()).take(bevy_mesh::morph::MAX_MORPH_WEIGHTS).collect()
}

/// Bevy only displays entities whose ancestors all have a visibility.
#[cfg(feature = "pbr")]
fn shown(mut entity: EntityCommands<'_>) -> EntityCommands<'_> {
    entity.insert(bevy_camera::visibility::Visibility::default());
    entity
}

#[cfg(not(feature = "pbr"))]
fn shown(entity: EntityCommands<'_>) -> EntityCommands<'_> {
    entity
}
