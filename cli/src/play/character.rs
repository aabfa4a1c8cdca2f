//! The commands `actions`, `model`, `act`, `stop` and `weight` of a script: a character that plays actions by name.

use std::io::Write;

use rigmill_format::LayerBlend;
use rigmill_runtime::characters::ActionError;
use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{Content, Player, Rules};

use super::content::ContentFolder;
use super::json::{number, numbers, text};
use super::problem::{Problem, at, instead};
use super::weights::Weights;
use crate::output::shell::must_print;
use crate::project::NATIVE;

/// A character, and where its root motion has taken it.
pub(super) struct Character {
    content: Content,
    player: Player,
    layers: Vec<String>,
    place: RigidTransform,
    weights: Weights,
}

impl Character {
    /// Loads the action set called `name` of the built content in `folder`.
    pub(super) fn load(folder: &str, name: &str, rules: Rules, content: &ContentFolder<'_>) -> Result<Self, Problem> {
        let inside = if folder == "." { Ok(()) } else { content.source(folder).map(drop) };
        let opened = inside.and_then(|()| {
            content.must_have(folder)?;
            Content::open(content.path.join(folder)).map_err(Problem::new)
        });
        let opened = opened.map_err(at(1))?;
        let player =
            Player::load(&opened, name, rules).map_err(|error| match target_within(folder, name, content) {
                Some(target) => at(1)(Problem::new(error).help(format!("name the folder of the target: {target}"))),
                None => at(2)(Problem::new(error)),
            })?;
        let layers = player.actions().view().layers().map(|layer| layer.name().to_owned()).collect();
        Ok(Self { content: opened, player, layers, place: RigidTransform::IDENTITY, weights: Weights::default() })
    }

    /// Gives the character a model of its content, whose weights of morph targets it prints from now on.
    pub(super) fn set_model(&mut self, name: &str) -> Result<(), Problem> {
        self.weights = Weights::load(&self.content, name, &self.player)?;
        Ok(())
    }

    pub(super) fn act(&mut self, layer: &str, action: &str) -> Result<(), Problem> {
        self.player.play(layer, action).map_err(|error| self.refused(&error))
    }

    pub(super) fn stop(&mut self, layer: &str, seconds: f32) -> Result<(), Problem> {
        self.player.stop(layer, seconds).map_err(|error| self.refused(&error))
    }

    pub(super) fn set_weight(&mut self, layer: &str, weight: f32) -> Result<(), Problem> {
        self.player.set_weight(layer, weight).map_err(|error| self.refused(&error))
    }

    /// Why the player refuses a layer, which is the first field of a command, or an action, which is the second.
    fn refused(&self, error: &ActionError) -> Problem {
        let view = self.player.actions().view();
        match error {
            ActionError::UnknownLayer { layer, .. } => {
                let layers: Vec<&str> = view.layers().map(|layer| layer.name()).collect();
                let problem = Problem::from(format!("there is no layer {layer:?}"));
                at(1)(problem.help(instead(layer, "layers", &layers)))
            }
            ActionError::UnknownAction { layer, action, .. } => {
                let found = view.layers().find(|found| found.name() == layer);
                let actions: Vec<&str> =
                    found.iter().flat_map(|layer| layer.actions()).map(|action| action.name()).collect();
                let problem = Problem::from(format!("layer {layer:?} has no action {action:?}"));
                at(2)(problem.help(instead(action, "actions of this layer", &actions)))
            }
            ActionError::NotAdditive { layer } => {
                let problem = Problem::from(format!("layer {layer:?} is not additive"));
                let additive: Vec<&str> = view
                    .layers()
                    .filter(|layer| layer.blend() != LayerBlend::Override)
                    .map(|layer| layer.name())
                    .collect();
                let help = match additive.as_slice() {
                    [] => "play a different action in this layer instead: no layer is additive".to_owned(),
                    _ => instead(layer, "additive layers", &additive),
                };
                at(1)(problem.help(help))
            }
            other => Problem::new(other),
        }
    }

    /// Advances the character, and prints its events, its place, the bones for which `shows` is true, and its weights.
    pub(super) fn step(
        &mut self,
        (frame, dt): (u64, f32),
        print: bool,
        shows: impl Fn(&str) -> bool,
        out: &mut impl Write,
    ) -> Result<(), Problem> {
        self.player.update(dt).map_err(Problem::new)?;
        self.place = self.place.then(&self.player.movement());
        self.print_events(frame, out);
        if print {
            let skeleton = self.player.model().skeleton().view();
            let bones = skeleton.bones().zip(self.player.model().absolute()).filter(|(bone, _)| shows(bone.name()));
            let bones = bones.map(|(bone, matrix)| format!("{}:{}", text(bone.name()), numbers(matrix)));
            let bones = bones.collect::<Vec<_>>().join(",");
            #[expect(clippy::cast_possible_truncation, reason = "printed with the nine digits of single precision")]
            let place = self.place.translation.iter().chain(&self.place.rotation).map(|part| *part as f32);
            let place = numbers(&place.collect::<Vec<_>>());
            let weights = self.weights.field(&self.player)?;
            must_print(writeln!(out, r#"{{"f":{frame},"place":{place},"absolute":{{{bones}}}{weights}}}"#));
        }
        Ok(())
    }

    fn print_events(&self, frame: u64, out: &mut impl Write) {
        for layer in &self.layers {
            for played in self.player.events(layer) {
                let event = played.event;
                let (layer, name, words) = (text(layer), text(event.name), text(event.text));
                let (value, after) = (number(event.value), number(played.after));
                let fades_out = played.fades_out;
                must_print(writeln!(
                    out,
                    r#"{{"event":{name},"f":{frame},"layer":{layer},"after":{after},"value":{value},"text":{words},"fades_out":{fades_out}}}"#
                ));
            }
        }
    }
}

/// Returns the folder of a target in a folder that does not have the built asset `name`, if there is one.
fn target_within(folder: &str, name: &str, content: &ContentFolder<'_>) -> Option<String> {
    let native = if folder == "." { NATIVE.to_owned() } else { format!("{}/{NATIVE}", folder.trim_end_matches('/')) };
    let has_asset = content.path.join(folder).join(format!("{name}.rmb")).exists();
    (!has_asset && content.path.join(&native).is_dir()).then_some(native)
}
