//! Writes morph target weights.

use bevy_asset::{AssetEvent, Assets};
use bevy_ecs::prelude::*;
use bevy_mesh::morph::MeshMorphWeights;
use rigmill_runtime::Crowd;
use rigmill_runtime::characters::Character;
use rigmill_runtime::morph::{CrowdWeights, MorphMesh};

use super::crowd::RigCrowds;
use super::player::RigPlayer;
use crate::assets::modified;
use crate::models::{RigMeshPart, RigModel, RigModelRoot, RigNodes};

type Faces<'w> = (Entity, &'w RigModelRoot, &'w RigNodes);

/// Writes the weights that the clips of players set. If no clip sets a weight of a mesh part, its weights stay unchanged.
pub(crate) fn write_weights(
    mut crowds: ResMut<RigCrowds>,
    models: Res<Assets<RigModel>>,
    mut events: MessageReader<AssetEvent<RigModel>>,
    players: Query<Faces, With<RigPlayer>>,
    mut parts: Query<(&RigMeshPart, &mut MeshMorphWeights)>,
) {
    let crowds = &mut *crowds;
    for changed in events.read().filter_map(modified) {
        crowds.crowds.iter_mut().for_each(|crowd| crowd.faces.retain(|(model, _), _| *model != changed));
    }
    for (player, root, nodes) in &players {
        let (Some(seat), Some(model)) = (crowds.seats.get(&player), models.get(&root.0)) else { continue };
        let crowd = &mut crowds.crowds[seat.crowd];
        for entity in &nodes.faces {
            let Ok((part, weights)) = parts.get_mut(*entity) else { continue };
            let key = (root.0.id(), part.0.mesh);
            let bound = crowd.faces.entry(key).or_insert_with(|| bound(&crowd.crowd, model, part.0.mesh));
            if let Some(bound) = bound {
                write(bound, &crowd.crowd, seat.character, weights);
            }
        }
    }
}

/// Binds the clips of a crowd to the morph targets of a mesh.
fn bound(crowd: &Crowd, model: &RigModel, mesh: usize) -> Option<CrowdWeights> {
    let view = model.model.view();
    let mesh = view.mesh(mesh)?;
    Some(CrowdWeights::new(crowd, &MorphMesh::new(&mesh), &mesh)).filter(|bound| !bound.sets_nothing())
}

/// Writes weights. If they are unchanged, the component is not marked as changed.
fn write(bound: &mut CrowdWeights, crowd: &Crowd, character: Character, mut shown: Mut<'_, MeshMorphWeights>) {
    let mut weights = vec![0.0; bound.targets()];
    if bound.sample(crowd, character, &mut weights).is_err() {
        return;
    }
    weights.truncate(bevy_mesh::morph::MAX_MORPH_WEIGHTS);
    if !matches!(&*shown, MeshMorphWeights::Value { weights: old } if *old == weights) {
        *shown = MeshMorphWeights::Value { weights };
    }
}
