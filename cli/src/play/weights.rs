//! The command `model` of a script: the weights of morph targets that a character shows.

use rigmill_runtime::content::Model;
use rigmill_runtime::morph::{MorphMesh, PlayerWeights};
use rigmill_runtime::{Content, Player};

use super::json::{number, text};
use super::problem::Problem;

/// The meshes of a character's model that have morph targets.
#[derive(Default)]
pub(super) struct Weights(Vec<MeshWeights>);

/// A mesh's targets, and their weights in this frame.
struct MeshWeights {
    mesh: String,
    morph: MorphMesh,
    player: PlayerWeights,
    weights: Vec<f32>,
}

impl Weights {
    /// Binds what a player plays to the model called `name`.
    ///
    /// # Errors
    /// The model cannot be loaded, or has no morph targets.
    pub(super) fn load(content: &Content, name: &str, player: &Player) -> Result<Self, Problem> {
        let model = content.load::<Model>(name).map_err(Problem::new)?;
        let meshes = model.view().meshes().filter(|mesh| mesh.targets().len() > 0);
        let bound = meshes.map(|mesh| {
            let morph = MorphMesh::new(&mesh);
            let (player, weights) = (PlayerWeights::new(player, &morph, &mesh), morph.weights().to_vec());
            MeshWeights { mesh: mesh.name().to_owned(), morph, player, weights }
        });
        let bound: Vec<_> = bound.collect();
        if bound.is_empty() { Err(format!("{name} has no morph targets").into()) } else { Ok(Self(bound)) }
    }

    /// The weights after the player's last update, as a field of an object; nothing without meshes.
    pub(super) fn field(&mut self, player: &Player) -> Result<String, String> {
        let meshes: Vec<String> = self.0.iter_mut().map(|mesh| mesh.field(player)).collect::<Result<_, _>>()?;
        Ok(if meshes.is_empty() { String::new() } else { format!(r#","weights":{{{}}}"#, meshes.join(",")) })
    }
}

impl MeshWeights {
    fn field(&mut self, player: &Player) -> Result<String, String> {
        self.player.sample(player, &mut self.weights).map_err(|error| error.to_string())?;
        let targets = self.morph.names().zip(&self.weights);
        let targets: Vec<String> =
            targets.map(|(name, weight)| format!("{}:{}", text(name), number(*weight))).collect();
        Ok(format!("{}:{{{}}}", text(&self.mesh), targets.join(",")))
    }
}
