//! Action sets, events, and layers over a pose.

use std::sync::Arc;

use rigmill_runtime::content::{ActionSet, BreathSettings, ClipEvents, EventId, Skeleton, SpringSettings};
use rigmill_runtime::layers::{Breath, SpringBones};
use rigmill_runtime::{AnimatedModel, Rules, matrix};
use rigmill_test_random::Random;

use super::numbers::number;

/// Looks up every action by name.
pub(super) fn actions(actions: &ActionSet) {
    let view = actions.view();
    for layer in view.layers() {
        assert!(view.find(layer.name()).is_some(), "a layer is not found");
        assert!(layer.actions().all(|action| layer.find(action.name()).is_some()), "an action is not found");
    }
}

/// Looks up every event by time.
pub(super) fn events(clip: &ClipEvents, random: &mut Random) {
    let view = clip.view();
    for (index, event) in view.events().enumerate() {
        assert_eq!(event.id, EventId::of(event.name), "an event has another id than its name");
        assert!(
            (view.first_at_or_after(event.time)..view.first_after(event.time)).contains(&index),
            "an event is not found"
        );
    }
    assert!(view.first_at_or_after(number(random)) <= view.len());
}

/// Applies breath to a character.
pub(super) fn breathe(settings: &BreathSettings, skeleton: &Arc<Skeleton>, random: &mut Random) {
    let Ok(breath) = Breath::new(&settings.view(), &skeleton.view()) else { return };
    let mut model = AnimatedModel::new(Arc::clone(skeleton), Rules::Standard);
    model.add_layer(breath);
    for _ in 0..4 {
        let _ = model.update(number(random));
    }
}

/// Applies spring bones to a character's chains.
pub(super) fn swing(settings: &SpringSettings, skeleton: &Arc<Skeleton>, random: &mut Random) {
    let Ok(mut springs) = SpringBones::new(&settings.view(), &skeleton.view()) else { return };
    springs.set_root_motion(&matrix::IDENTITY);
    let mut model = AnimatedModel::new(Arc::clone(skeleton), Rules::Standard);
    model.add_layer(springs);
    for _ in 0..4 {
        let _ = model.update(number(random));
    }
    model.layer_mut::<SpringBones>().into_iter().for_each(SpringBones::reset);
    let _ = model.update(0.1);
}
