//! What the importers promise, seen from outside.

mod action_sets;
mod animations;
#[cfg(feature = "fbx")]
mod fbx;
mod hostile;
mod import_cases;
mod messages;
mod places;
mod real_clips;
mod skeletons;
mod speed;
mod support;

use crate::codes;

#[test]
fn codes_are_distinct_and_in_order() {
    assert!(codes::ALL.is_sorted_by(|(a, _), (b, _)| a < b));
}
