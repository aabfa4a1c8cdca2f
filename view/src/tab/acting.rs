//! [`Acting`]: plays the actions of a script up to a given time.

use rigmill_runtime::content::Model;
use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{Content, Matrix, Player};

use super::ask::{ActionsAsk, Cue, LayerAsk, RulesAsk};
use super::error::{AskError, check_limit};
use super::morphs::PlayerMorphs;
use super::overlay::Overlay;
use super::place::place_of;

/// The maximum number of updates from the start of a script: ten minutes at 60 updates per second.
const MAX_UPDATES: usize = 36_000;

/// The maximum number of bone updates from the start of a script.
const MAX_BONE_UPDATES: usize = 1 << 26;

/// The maximum number of cues in a script.
const MAX_CUES: usize = 256;

/// A player and its position in its script.
///
/// Frame n is the pose after n + 1 updates of equal length, like the frames of `rigmill play`. Therefore a pose depends only on
/// the script and the time, and not on earlier poses: for an earlier time, the script is played again from its start.
#[derive(Debug)]
pub(crate) struct Acting {
    actions: String,
    rules: RulesAsk,
    rate: f32,
    layers: Vec<LayerAsk>,
    /// The player in its initial state.
    fresh: Player,
    player: Player,
    place: RigidTransform,
    morphs: PlayerMorphs,
    /// The cues that were already applied.
    given: Vec<Cue>,
    updates: usize,
}

impl Acting {
    /// Loads a player for a script in its bind pose, and binds its clips to the morph targets of a model.
    pub(crate) fn load(
        content: &Content,
        ask: &ActionsAsk,
        layers: &[LayerAsk],
        model: Option<&Model>,
    ) -> Result<Self, AskError> {
        if !(1.0..=1000.0).contains(&ask.rate) {
            return Err(AskError::Senseless("a script must have 1 to 1000 updates per second"));
        }
        let mut player = Player::load(content, &ask.actions, ask.rules.into())?;
        let skeleton = player.model().skeleton().clone();
        if let Some(overlay) = Overlay::load(content, layers, &skeleton)? {
            player.model_mut().add_layer(overlay);
        }
        Ok(Self {
            actions: ask.actions.clone(),
            rules: ask.rules,
            rate: ask.rate,
            layers: layers.to_vec(),
            morphs: PlayerMorphs::new(&player, model),
            fresh: player.clone(),
            player,
            place: RigidTransform::IDENTITY,
            given: Vec::new(),
            updates: 0,
        })
    }

    /// Whether this player is for the same actions and layers, regardless of the cues.
    pub(crate) fn is_for(&self, ask: &ActionsAsk, layers: &[LayerAsk]) -> bool {
        self.actions == ask.actions && self.rules == ask.rules && self.rate == ask.rate && self.layers == layers
    }

    /// Returns the placement of the model and a matrix for each bone, at the script's time.
    pub(crate) fn pose(&mut self, ask: &ActionsAsk) -> Result<(Matrix, &[Matrix]), AskError> {
        check_limit("cues", ask.script.len(), MAX_CUES)?;
        let frame = (ask.time * self.rate).round().max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and it saturates")]
        let updates = (frame as usize).saturating_add(1);
        let most = MAX_BONE_UPDATES / self.player.model().absolute().len().max(1);
        check_limit("updates", updates, MAX_UPDATES.min(most))?;
        if updates < self.updates || !self.is_continued_by(&ask.script) {
            self.restart();
        }
        while self.updates < updates {
            // After a failure, the next request begins again from the start and fails in the same way.
            self.update(&ask.script).inspect_err(|_| self.restart())?;
        }
        Ok((place_of(&self.place), self.player.model().absolute()))
    }

    /// Returns the weight of each morph target of the model, mesh by mesh, at the time of the last pose.
    pub(crate) fn weights(&mut self) -> Result<Vec<f32>, AskError> {
        self.morphs.weights(&self.player)
    }

    /// Whether the script begins with the cues that were already applied, and its next cue is not due before the next update.
    fn is_continued_by(&self, script: &[Cue]) -> bool {
        let last = self.updates.checked_sub(1).map(|frame| self.time(frame));
        let missed = script.get(self.given.len()).is_some_and(|next| last.is_some_and(|last| next.at <= last));
        script.starts_with(&self.given) && !missed
    }

    fn restart(&mut self) {
        self.player.clone_from(&self.fresh);
        self.place = RigidTransform::IDENTITY;
        self.given.clear();
        self.updates = 0;
    }

    /// Returns the time of a frame in seconds from the start of the script.
    fn time(&self, frame: usize) -> f32 {
        frame as f32 / self.rate
    }

    /// Applies the cues that are due, then performs one update.
    fn update(&mut self, script: &[Cue]) -> Result<(), AskError> {
        while let Some(cue) = script.get(self.given.len()).filter(|cue| cue.at <= self.time(self.updates)) {
            self.given.push(cue.clone());
            give(&mut self.player, cue)?;
        }
        self.updates += 1;
        self.player.update(1.0 / self.rate)?;
        self.place = self.place.then(&self.player.movement());
        Ok(())
    }
}

fn give(player: &mut Player, cue: &Cue) -> Result<(), AskError> {
    if let Some(action) = &cue.play {
        player.play(&cue.layer, action)?;
    }
    if let Some(seconds) = cue.stop {
        player.stop(&cue.layer, seconds)?;
    }
    if let Some(weight) = cue.weight {
        player.set_weight(&cue.layer, weight)?;
    }
    Ok(())
}
