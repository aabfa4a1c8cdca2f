//! [`Actor`]: the state of one character of a crowd.

use crate::characters::engine::layer_state::LayerState;
use crate::characters::engine::stage::Stage;
use crate::layers::PoseLayer;

/// The state of one character.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    /// What each layer plays.
    pub(super) layers: Vec<LayerState>,
    pub(super) pose_layers: Vec<Box<dyn PoseLayer>>,
    pub(super) detail: usize,
    /// The number of updates per pose.
    interval: u32,
    /// The number of updates until the next pose.
    left: u32,
    /// The time since the last pose, in seconds.
    pub(super) waited: f32,
}

impl Actor {
    /// Creates a character that plays nothing.
    pub(super) fn new(stage: &Stage) -> Self {
        let layers = (0..stage.layers.len()).map(|layer| stage.state(layer)).collect();
        Self { layers, pose_layers: Vec::new(), detail: 0, interval: 1, left: 0, waited: 0.0 }
    }

    /// Returns to the state of a new character.
    pub(super) fn reset(&mut self) {
        let mut layers = std::mem::take(&mut self.layers);
        layers.iter_mut().for_each(LayerState::reset);
        *self = Self { layers, pose_layers: Vec::new(), detail: 0, interval: 1, left: 0, waited: 0.0 };
    }

    /// Sets the number of updates per pose. Characters with the same interval take turns, by their indices.
    pub(super) fn set_interval(&mut self, interval: u32, index: usize) {
        self.interval = interval.max(1);
        #[expect(clippy::cast_possible_truncation, reason = "a remainder of a number of 32 bits")]
        let turn = (index as u64 % u64::from(self.interval)) as u32;
        self.left = turn;
    }

    /// Advances by one update, and returns whether a pose is due.
    pub(super) fn is_due(&mut self, dt: f32) -> bool {
        self.waited += dt;
        let is_due = self.left == 0;
        self.left = if is_due { self.interval - 1 } else { self.left - 1 };
        is_due
    }
}
