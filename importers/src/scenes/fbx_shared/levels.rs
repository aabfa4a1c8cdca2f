//! Converts levels of detail from FBX's terms.

use rigmill_dom::{Element, SceneLevel, SceneLevels, ThresholdKind};

use crate::scenes::left_out::LeftOut;
use crate::scenes::levels::checked;

/// Returns the levels of a group. `nodes` are its children. `thresholds` are the distances between two levels, which are
/// multiplied by `scale`, or percentages of the screen.
///
/// A level of a group with distances is drawn from the threshold before it on. A level of a group with percentages is drawn
/// down to the threshold after it.
pub(in crate::scenes) fn levels(
    element: Element,
    nodes: &[u32],
    thresholds: &[f64],
    in_percent: bool,
    scale: f64,
    left_out: &mut LeftOut,
) -> Option<SceneLevels> {
    let threshold_of = |level: usize| match (in_percent, level.checked_sub(1)) {
        (true, _) => thresholds.get(level).map_or(0.0, |percent| percent / 100.0),
        (false, None) => 0.0,
        (false, Some(before)) => thresholds.get(before).map_or(f64::NAN, |distance| distance * scale),
    };
    let level = |(at, &node): (usize, &u32)| SceneLevel { node, threshold: threshold_of(at) };
    let group = SceneLevels {
        name: element.name.clone(),
        element,
        threshold_kind: match in_percent {
            _ if thresholds.iter().all(|threshold| *threshold == 0.0) => ThresholdKind::Unknown,
            true => ThresholdKind::Coverage,
            false => ThresholdKind::Distance,
        },
        levels: nodes.iter().enumerate().map(level).collect(),
    };
    (!nodes.is_empty()).then(|| checked(group, left_out))
}
