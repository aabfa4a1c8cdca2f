//! [`SceneLevels`]: levels of detail.

use serde::Serialize;

use super::Element;

/// Levels of detail: nodes of which one is drawn at a time, together with everything below it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneLevels {
    /// The element of the source that the levels come from.
    #[serde(skip)]
    pub element: Element,
    /// The name of their group.
    pub name: String,
    /// The unit of the thresholds.
    pub threshold_kind: ThresholdKind,
    /// The levels, starting with the finest; at least one.
    pub levels: Vec<SceneLevel>,
}

/// A level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SceneLevel {
    /// The topmost node that the level draws.
    pub node: u32,
    /// Where the level starts; finite, at least 0, and in order: distances ascend, shares descend.
    pub threshold: f64,
}

/// The unit of the thresholds of levels of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum ThresholdKind {
    /// The source does not state when a level is drawn. All thresholds are 0.
    #[default]
    Unknown,
    /// The minimum distance from the camera, in the scene's unit.
    Distance,
    /// The minimum share of the screen. 1 is the whole screen.
    Coverage,
}

impl SceneLevels {
    /// Removes the thresholds unless they are finite, at least 0, and in order.
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
