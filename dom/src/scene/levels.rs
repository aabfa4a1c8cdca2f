//! [`SceneLevels`]: levels of detail.

use serde::Serialize;

use super::Element;

/// Levels of detail: nodes of which one is drawn at a time, with all that is below it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneLevels {
    /// Where they come from.
    #[serde(skip)]
    pub element: Element,
    /// The name of their group.
    pub name: String,
    /// What their thresholds are.
    pub threshold_kind: ThresholdKind,
    /// The finest first; at least one.
    pub levels: Vec<SceneLevel>,
}

/// A level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SceneLevel {
    /// The node at the top of what is drawn.
    pub node: u32,
    /// Where the level begins; finite, at least 0, and in order: distances ascend, shares descend.
    pub threshold: f64,
}

/// The unit of the thresholds of levels of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum ThresholdKind {
    /// The source does not say when a level is drawn: thresholds are 0.
    #[default]
    Unknown,
    /// The least distance to the camera, in the scene's unit.
    Distance,
    /// The least share of the screen, 1 for all of it.
    Coverage,
}

impl SceneLevels {
    /// The levels without thresholds, unless these are finite, at least 0, and in order.
    #[must_use]
    pub fn checked(mut self) -> Self {
        let mut thresholds = self.levels.iter().map(|level| level.threshold);
        let in_order = match self.threshold_kind {
            ThresholdKind::Unknown => false,
            ThresholdKind::Distance => self.levels.is_sorted_by(|a, b| a.threshold <= b.threshold),
            ThresholdKind::Coverage => self.levels.is_sorted_by(|a, b| a.threshold >= b.threshold),
        };
        if !in_order || !thresholds.all(|threshold| threshold.is_finite() && threshold >= 0.0) {
            self.threshold_kind = ThresholdKind::Unknown;
            self.levels.iter_mut().for_each(|level| level.threshold = 0.0);
        }
        self
    }
}
