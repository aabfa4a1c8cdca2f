//! Root motion.

use rigmill_runtime::content::Motion;
use rigmill_runtime::motion::{Steps, ticks};
use rigmill_test_random::Random;

use super::numbers::number;
use crate::target::look;

/// Evaluates the root's pose at some times.
pub(super) fn play(motion: &Motion, random: &mut Random) {
    for _ in 0..3 {
        let (from, to) = (f64::from(number(random)), f64::from(number(random)));
        look(motion.delta(from, to));
        look(motion.scale_delta(from, to));
        look(motion.pose(to));
        look(motion.fixed_delta(ticks(from), ticks(to)));
        look(motion.fixed_delta(tick(random), tick(random)));
        look(motion.pose_at_tick(tick(random)));
    }
    let steps = Steps { start: tick(random), step: tick(random) };
    let _ = motion.validate(steps, &[[0.0; 3]; 4], 1.0);
    let _ = motion.validate_fixed(steps, &[[0; 3], [i64::MIN; 3], [i64::MAX; 3]], u32::MAX);
    assert!(motion.duration() >= 0.0 && motion.one() > 0);
}

fn tick(random: &mut Random) -> i64 {
    let any = (i64::from(random.bits()) << 32) | i64::from(random.bits());
    *random.pick(&[0, 1, -1, i64::MAX, i64::MIN, any, any >> 30])
}
