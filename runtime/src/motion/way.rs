//! [`Way`]: the part of a motion that one update plays, and the root's velocity along it.

use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{MotionView, RigidTransform};
use rigmill_math::vector::{add, scale, subtract};

use super::twist::Twist;
use crate::clips::Played;
use crate::content::Motion;

/// The part of a motion that one update plays. Times are shares of the update, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<'a> {
    view: MotionView<'a>,
    /// The ticks at which the way begins and ends. Later loops have later ticks.
    begin: f64,
    end: f64,
    /// The share of the update after which the clip stands still.
    until: f64,
    repeats: bool,
    /// The mean velocity per tick, for a way with more keys than [`MAX_KEYS`].
    mean: Option<Twist>,
}

/// The maximum number of keys on a way that are integrated one by one.
const MAX_KEYS: f64 = 1000.0;

/// Times that are closer than this number of ticks are the same.
const SAME: f64 = 0.25;

impl<'a> Way<'a> {
    /// The way through `motion` for `played`. The clip plays only in the first part of the update, up to the share `until`.
    pub(crate) fn new(motion: &'a Motion, played: &Played, until: f64) -> Self {
        let view = motion.view();
        let duration = view.duration() as f64;
        let repeats = view.loops() || played.passes > 0;
        let ticks = |seconds: f32| {
            let ticks = f64::from(seconds) * TICKS_PER_SECOND as f64;
            // A motion without loops stands still after its end.
            if view.loops() { ticks } else { ticks.clamp(0.0, duration) }
        };
        let loops = f64::from(played.passes) * if played.is_backwards { -duration } else { duration };
        let (begin, end) = (ticks(played.from), ticks(played.to) + loops);
        let keys = (end - begin).abs() / duration * view.times().len() as f64;
        let mean = (keys > MAX_KEYS).then(|| Twist::from_movement(&view.whole_loop()).times(1.0 / duration));
        Self { view, begin, end, until, repeats, mean }
    }

    /// The next share after `share` at which the velocity may change suddenly. At least 1 if there is none.
    pub(crate) fn next_corner(&self, share: f64) -> f64 {
        let speed = self.speed();
        if share >= self.until || speed == 0.0 {
            return 1.0;
        }
        if self.mean.is_some() {
            return self.until;
        }
        let (ticks, times, duration) = (self.ticks(share), self.view.times(), self.view.duration() as f64);
        let within = if self.repeats { ticks.rem_euclid(duration) } else { ticks };
        let distance = if speed > 0.0 {
            let next = times.partition_point(|key| *key as f64 <= within + SAME);
            times.get(next).map_or(duration, |key| *key as f64) + self.first_of_next_loop(next) - within
        } else {
            let within = if self.repeats && within <= SAME { within + duration } else { within };
            let after = times.partition_point(|key| (*key as f64) < within - SAME);
            within - after.checked_sub(1).and_then(|key| times.get(key)).map_or(0.0, |key| *key as f64)
        };
        let corner = share + distance / speed.abs();
        if corner > share { corner.min(self.until) } else { self.until }
    }

    /// At the very end of a loop, the next key is the second key of the next loop.
    fn first_of_next_loop(&self, next: usize) -> f64 {
        if next < self.view.times().len() || !self.repeats {
            return 0.0;
        }
        self.view.times().get(1).map_or(0.0, |key| *key as f64)
    }

    /// The velocity at `share`, by the pair of keys around the share `between`. It is per whole update.
    pub(crate) fn twist(&self, share: f64, between: f64) -> Twist {
        if between >= self.until {
            return Twist::default();
        }
        let speed = self.speed();
        if let Some(mean) = self.mean {
            return mean.times(speed);
        }
        let (ticks, middle, duration) = (self.ticks(share), self.ticks(between), self.view.duration() as f64);
        let (within, outside) = if self.repeats {
            (middle.rem_euclid(duration), false)
        } else {
            (middle, middle < 0.0 || middle >= duration)
        };
        if outside {
            return Twist::default();
        }
        twist(&self.view, within, ticks - middle).unwrap_or_default().times(speed / TICKS_PER_SECOND as f64)
    }

    /// The ticks per whole update.
    fn speed(&self) -> f64 {
        if self.until > 0.0 { (self.end - self.begin) / self.until } else { 0.0 }
    }

    fn ticks(&self, share: f64) -> f64 {
        self.begin + self.speed() * share
    }
}

/// The velocity per second, `offset` ticks from the time `within` the loop, on the path between the keys around `within`.
fn twist(view: &MotionView<'_>, within: f64, offset: f64) -> Option<Twist> {
    let times = view.times();
    let after = times.partition_point(|key| *key as f64 <= within).max(1).min(times.len().checked_sub(1)?);
    let before = after.checked_sub(1)?;
    let (first, second) = (*times.get(before)? as f64, *times.get(after)? as f64);
    let (a, b) = (view.poses().get(before)?, view.poses().get(after)?);
    let seconds = (second - first) / TICKS_PER_SECOND as f64;
    let fraction = (within + offset - first) / (second - first);
    let slopes = view.slopes().get(before).zip(view.slopes().get(after));
    Some(match slopes {
        None => linear(a, b, seconds, fraction),
        Some((a_slope, b_slope)) => smooth([a, b], [a_slope, b_slope], seconds, fraction),
    })
}

/// A straight line, and a rotation at constant speed.
fn linear(a: &RigidTransform, b: &RigidTransform, seconds: f64, fraction: f64) -> Twist {
    let turn = RigidTransform { translation: [0.0; 3], rotation: a.inverse().then(b).rotation };
    let turn = Twist::from_movement(&turn);
    let line = scale(subtract(b.translation, a.translation), 1.0 / seconds);
    let here = a.then(&turn.times(fraction).movement());
    Twist { angular: scale(turn.angular, 1.0 / seconds), ..Twist::of_change(&here, line, [0.0; 4]) }
}

/// The cubic curves of the format's smooth interpolation, whose rotation is normalized afterwards.
fn smooth(
    [a, b]: [&RigidTransform; 2],
    [a_slope, b_slope]: [&RigidTransform; 2],
    seconds: f64,
    fraction: f64,
) -> Twist {
    let translation =
        hermite([a.translation, b.translation], [a_slope.translation, b_slope.translation], seconds, fraction);
    let rotation = hermite([a.rotation, b.rotation], [a_slope.rotation, b_slope.rotation], seconds, fraction);
    let here = RigidTransform { translation: translation.0, rotation: rotation.0 };
    Twist::of_change(&here, translation.1, rotation.1)
}

/// The value of a cubic curve, and its change per second.
fn hermite<const N: usize>([a, b]: [[f64; N]; 2], slopes: [[f64; N]; 2], seconds: f64, s: f64) -> ([f64; N], [f64; N]) {
    let [m0, m1] = slopes.map(|slope| scale(slope, seconds));
    let rise = subtract(b, a);
    let cubic = subtract(add(m0, m1), scale(rise, 2.0));
    let square = subtract(scale(rise, 3.0), add(scale(m0, 2.0), m1));
    let value = add(a, add(scale(m0, s), add(scale(square, s * s), scale(cubic, s * s * s))));
    let change = add(m0, add(scale(square, 2.0 * s), scale(cubic, 3.0 * s * s)));
    (value, scale(change, 1.0 / seconds))
}
