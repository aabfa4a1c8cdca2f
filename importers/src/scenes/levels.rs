//! Checks the thresholds of levels of detail.

use rigmill_dom::{SceneLevels, ThresholdKind};

use super::left_out::{Kind, LeftOut};

const THRESHOLDS: Kind = Kind {
    one: "list of LOD thresholds is incomplete or out of order, and is",
    many: "lists of LOD thresholds are incomplete or out of order, and are",
    help: "give each level after the first its own threshold, in order",
};

/// Returns a group with its thresholds. If they are incomplete or out of order, reports this and returns the group without
/// them.
pub(crate) fn checked(group: SceneLevels, left_out: &mut LeftOut) -> SceneLevels {
    let is_known = |group: &SceneLevels| group.threshold_kind != ThresholdKind::Unknown;
    let was_known = is_known(&group);
    let group = group.checked();
    if was_known && !is_known(&group) {
        left_out.add(THRESHOLDS, &group.name);
    }
    group
}
