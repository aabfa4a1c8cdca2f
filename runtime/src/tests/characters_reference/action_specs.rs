//! Actions with events and motions, for both players and crowds.

use rigmill_format as format;
use rigmill_format::{Action, ActionLayer, ActionSet, Content as _, PlayMode};

use super::super::clips::{named, slide};
use super::super::content::Folder;
use super::super::models::skeleton;
use super::clock::{Clock, Delivered, seconds};
use crate::characters::{Character, CrowdActions};
use crate::clips::PlayedEvent;
use crate::{Crowd, Player, Rules};

/// An action and its clip. Times are in units.
#[derive(Clone, Debug)]
pub(super) struct ActionSpec {
    pub duration: i64,
    pub events: Vec<i64>,
    pub start: i64,
    pub speed: f32,
    pub blend: i64,
    pub mode: PlayMode,
    pub motion: Option<format::Motion>,
}

impl ActionSpec {
    pub(super) fn clock(&self) -> Clock {
        let repeats = self.mode == PlayMode::Repeat;
        Clock::new(self.start, self.duration, repeats, self.speed.into(), self.events.clone())
    }

    fn write(&self, folder: &Folder, name: &str) {
        let duration = seconds(self.duration);
        let sequences = vec![named("Root", slide(&[0.0, 8.0], duration.max(1e-3), duration))];
        let clip = format::AnimationSequence { duration, close_loop: false, sequences };
        folder.write(name, &clip.encode().unwrap());
        let event = |(number, time): (usize, &i64)| format::ClipEvent {
            time: seconds(*time),
            name: "step".to_owned(),
            value: number as f32,
            text: String::new(),
        };
        let events = self.events.iter().enumerate().map(event).collect();
        folder.write(&format!("{name}.events"), &format::ClipEvents { events }.encode().unwrap());
        if let Some(motion) = &self.motion {
            folder.write(&format!("{name}.motion"), &motion.encode().unwrap());
        }
    }

    fn action(&self, number: usize) -> Action {
        Action {
            name: number.to_string(),
            clip: format!("Animation/{number}"),
            mode: self.mode,
            blend_time: seconds(self.blend),
            start_time: seconds(self.start),
            time_scale: self.speed,
        }
    }
}

/// An action that plays a clip repeatedly.
pub(super) fn repeated(duration: i64, events: &[i64]) -> ActionSpec {
    ActionSpec {
        duration,
        events: events.to_vec(),
        start: 0,
        speed: 1.0,
        blend: 0,
        mode: PlayMode::Repeat,
        motion: None,
    }
}

/// A player under each set of rules and a crowd, which all play the same actions. Actions are identified by number.
pub(super) struct Subjects {
    pub players: Vec<Player>,
    pub crowd: Crowd,
    pub one: Character,
    actions: CrowdActions,
}

pub(super) const LAYER: &str = "body";

impl Subjects {
    pub(super) fn new(specs: &[ActionSpec], rules: &[Rules]) -> Self {
        let folder = Folder::new();
        folder.write("Robot.skeleton", &skeleton().encode().unwrap());
        specs.iter().enumerate().for_each(|(number, spec)| spec.write(&folder, &format!("Animation/{number}")));
        let actions = specs.iter().enumerate().map(|(number, spec)| spec.action(number)).collect();
        let layers = vec![ActionLayer { name: LAYER.to_owned(), actions, ..ActionLayer::default() }];
        let set = ActionSet { skeleton: "Robot.skeleton".to_owned(), layers };
        folder.write("Robot.actions", &set.encode().unwrap());
        let content = folder.content();
        let actions = CrowdActions::load(&content, "Robot.actions").unwrap();
        let crowd = actions.crowd(1).unwrap();
        let players = rules.iter().map(|rules| Player::load(&content, "Robot.actions", *rules).unwrap()).collect();
        Self { players, one: crowd.characters()[0], crowd, actions }
    }

    pub(super) fn play(&mut self, spec: usize) {
        let name = spec.to_string();
        self.players.iter_mut().for_each(|player| player.play(LAYER, &name).unwrap());
        self.actions.play(&mut self.crowd, self.one, LAYER, &name).unwrap();
    }

    pub(super) fn update(&mut self, dt: i64) {
        self.update_seconds(seconds(dt));
    }

    pub(super) fn update_seconds(&mut self, dt: f32) {
        self.players.iter_mut().for_each(|player| player.update(dt).unwrap());
        self.crowd.update(dt).unwrap();
    }

    /// The events of the last update, for each of the subjects.
    pub(super) fn delivered(&self) -> Vec<Vec<Delivered>> {
        let crowd = self.crowd.events(self.one, 0).map(delivered).collect();
        self.players.iter().map(|player| player.events(LAYER).map(delivered).collect()).chain([crowd]).collect()
    }
}

pub(super) fn delivered(played: PlayedEvent<'_>) -> Delivered {
    Delivered { event: played.event.value as usize, after: played.after.into(), fades_out: played.fades_out }
}
