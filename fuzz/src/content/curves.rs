//! Clips of curves.

use std::sync::Arc;

use rigmill_format::Transform;
use rigmill_runtime::clips::{CurveClip, PosePlayer, SampledClip};
use rigmill_test_random::Random;

use super::numbers::number;
use crate::target::look;

/// Plays a clip on its own bones in reverse order.
pub(super) fn play(clip: &Arc<CurveClip>, random: &mut Random) {
    let mut bones: Vec<String> = clip.paths().map(str::to_owned).collect();
    bones.reverse();
    let mut pose = vec![Transform::IDENTITY; bones.len()];
    let mut player = clip.bind(&bones);
    for time in [clip.duration(), number(random), number(random), 0.0] {
        player.play(time, &mut pose);
        look(player.values(random.below(bones.len() + 1)));
    }
    assert_eq!(player.unbound_paths().len(), 0, "a clip does not bind to its own bones");
}

/// Samples a clip at some times, and plays it.
pub(super) fn sample(clip: &Arc<SampledClip>, random: &mut Random) {
    let bones: Vec<String> = clip.paths().map(str::to_owned).collect();
    let mut pose = vec![Transform::IDENTITY; bones.len()];
    for time in [clip.length(), number(random), 0.0] {
        clip.frame_at(time, &mut pose);
        look(clip.values_at(random.below(bones.len() + 1), time));
    }
    let mut player = PosePlayer::new(&bones);
    player.set_clip(clip);
    player.set_looping(random.once_in(2));
    player.set_time(number(random));
    player.play();
    for _ in 0..3 {
        assert!(player.update(number(random), &mut pose).is_ok(), "a clip that is set needs no loading");
    }
}
