//! [`weights`] and [`PlayerMorphs`]: the weights of a model's morph targets, animated by clips and actions.

use rigmill_format::ModelMeshView;
use rigmill_runtime::Player;
use rigmill_runtime::content::Model;
use rigmill_runtime::morph::{MorphMesh, PlayerWeights};

use super::error::AskError;
use super::mixer::Part;

/// Returns the weight of each morph target of a model, mesh by mesh: the model's own weight, overridden by clips.
pub(crate) fn weights(model: &Model, parts: &[Part]) -> Result<Vec<f32>, AskError> {
    let mut all = Vec::new();
    for mesh in model.view().meshes() {
        let first = all.len();
        all.extend(own(&mesh));
        for part in parts {
            part.morph(&mesh, &mut all[first..])?;
        }
    }
    Ok(all)
}

/// Returns the mesh's own weights.
fn own<'a>(mesh: &ModelMeshView<'a>) -> impl Iterator<Item = f32> + use<'a> {
    mesh.targets().map(|target| target.weight())
}

/// For each mesh, the weights that the clips of a player animate, and the number of targets.
#[derive(Debug)]
pub(crate) struct PlayerMorphs(Vec<(PlayerWeights, usize)>);

impl PlayerMorphs {
    /// Binds all clips of a player. Without a model, there are no targets.
    pub(crate) fn new(player: &Player, model: Option<&Model>) -> Self {
        let of_mesh =
            |mesh: ModelMeshView<'_>| (PlayerWeights::new(player, &MorphMesh::new(&mesh), &mesh), mesh.targets().len());
        Self(model.map_or_else(Vec::new, |model| model.view().meshes().map(of_mesh).collect()))
    }

    /// Returns the weight of each target, mesh by mesh, after the player's last update.
    pub(crate) fn weights(&mut self, player: &Player) -> Result<Vec<f32>, AskError> {
        let mut all = Vec::new();
        for (mesh, targets) in &mut self.0 {
            let first = all.len();
            all.resize(first + *targets, 0.0);
            mesh.sample(player, &mut all[first..])?;
        }
        Ok(all)
    }
}
