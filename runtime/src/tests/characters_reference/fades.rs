//! Root motion during cross-fades, for any split of time into updates. The reference adds up very small steps, with the formulas
//! of the file format.

use rigmill_format as format;
use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{MotionInterpolation, PlayMode, RigidTransform};
use rigmill_test_random::Random;

use super::action_specs::{ActionSpec, Subjects};
use super::clock::UNITS;
use crate::Rules;

/// The small steps per unit of time.
const PARTS: i64 = 16;

fn number(random: &mut Random, limit: f64) -> f64 {
    f64::from(random.signed()) * limit
}

fn unit(quaternion: [f64; 4]) -> [f64; 4] {
    let length = quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
    quaternion.map(|part| part / length)
}

fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn turned(rotation: [f64; 4], [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [a, b, c, w] = rotation;
    let [x, y, z, _] = product(product(rotation, [x, y, z, 0.0]), [-a, -b, -c, w]);
    [x, y, z]
}

/// A motion with keys at random times. Its rotations differ by up to about a radian from key to key.
fn motion(random: &mut Random, turns: f64) -> format::Motion {
    let is_smooth = random.once_in(2);
    let gaps: Vec<i64> = (0..=random.below(5)).map(|_| 2 * (10 + random.below(200) as i64)).collect();
    let ticks = |units: i64| units.unsigned_abs() * TICKS_PER_SECOND / UNITS.unsigned_abs();
    let mut motion = format::Motion {
        loops: random.once_in(2),
        quantum_bits: 20,
        times: vec![0],
        poses: vec![RigidTransform::IDENTITY],
        ..format::Motion::default()
    };
    let mut at = 0;
    for gap in gaps {
        at += gap;
        let last = motion.poses[motion.poses.len() - 1];
        let step = [0; 3].map(|_| number(random, 1.0));
        let turn = unit([number(random, turns), number(random, turns), number(random, turns), 1.0]);
        motion.times.push(ticks(at));
        motion.poses.push(RigidTransform {
            translation: [0, 1, 2].map(|axis| last.translation[axis] + step[axis]),
            rotation: unit(product(last.rotation, turn)),
        });
    }
    if is_smooth {
        motion.interpolation = MotionInterpolation::Smooth;
        motion.slopes = motion
            .poses
            .iter()
            .map(|_| RigidTransform {
                translation: [0; 3].map(|_| number(random, 4.0)),
                rotation: [0; 4].map(|_| number(random, turns)),
            })
            .collect();
    }
    motion
}

/// The pose by the rules of the file format.
fn pose(motion: &format::Motion, ticks: f64) -> RigidTransform {
    let after = motion.times.iter().position(|key| *key as f64 > ticks).unwrap_or(motion.times.len() - 1).max(1);
    let (first, second) = (motion.times[after - 1] as f64, motion.times[after] as f64);
    let s = ((ticks - first) / (second - first)).clamp(0.0, 1.0);
    let (a, b) = (&motion.poses[after - 1], &motion.poses[after]);
    if motion.slopes.is_empty() {
        let cosine = (0..4).map(|at| a.rotation[at] * b.rotation[at]).sum::<f64>().min(1.0);
        let angle = libm::acos(cosine);
        let shares = if angle < 1e-6 {
            [1.0 - s, s]
        } else {
            [1.0 - s, s].map(|part| libm::sin(part * angle) / libm::sin(angle))
        };
        return RigidTransform {
            translation: [0, 1, 2].map(|axis| a.translation[axis] * (1.0 - s) + b.translation[axis] * s),
            rotation: unit([0, 1, 2, 3].map(|at| a.rotation[at] * shares[0] + b.rotation[at] * shares[1])),
        };
    }
    let seconds = (second - first) / TICKS_PER_SECOND as f64;
    let (a_slope, b_slope) = (&motion.slopes[after - 1], &motion.slopes[after]);
    let (square, cube) = (s * s, s * s * s);
    let weights = [2.0 * cube - 3.0 * square + 1.0, cube - 2.0 * square + s, 3.0 * square - 2.0 * cube, cube - square];
    let curve = |p0: f64, m0: f64, p1: f64, m1: f64| {
        p0 * weights[0] + m0 * seconds * weights[1] + p1 * weights[2] + m1 * seconds * weights[3]
    };
    let (t, r) =
        (|pose: &RigidTransform, at: usize| pose.translation[at], |pose: &RigidTransform, at: usize| pose.rotation[at]);
    RigidTransform {
        translation: [0, 1, 2].map(|at| curve(t(a, at), t(a_slope, at), t(b, at), t(b_slope, at))),
        rotation: unit([0, 1, 2, 3].map(|at| curve(r(a, at), r(a_slope, at), r(b, at), r(b_slope, at)))),
    }
}

/// A clip that plays in small steps. Times are in small steps of half the length, so that half the speed is a whole number.
struct Played<'a> {
    spec: &'a ActionSpec,
    at: i64,
}

impl<'a> Played<'a> {
    fn new(spec: &'a ActionSpec) -> Self {
        Self { spec, at: spec.start * PARTS * 2 }
    }

    /// The translation and the vector part of the rotation of one small step, as the root sees them in the middle of the step.
    fn step(&mut self) -> [[f64; 3]; 2] {
        let (duration, way) = (self.spec.duration * PARTS * 2, (self.spec.speed * 2.0) as i64);
        let wraps = self.spec.mode == PlayMode::Repeat;
        let is_at_end = if way < 0 { self.at == 0 } else { self.at == duration };
        if is_at_end && !wraps {
            return [[0.0; 3]; 2];
        }
        if is_at_end {
            self.at = duration - self.at;
        }
        let before = self.at;
        self.at = (self.at + way).clamp(0, duration);
        let Some(motion) = &self.spec.motion else { return [[0.0; 3]; 2] };
        let ticks = |at: f64| at * TICKS_PER_SECOND as f64 / (UNITS * PARTS * 2) as f64;
        let (before, after) = (before as f64, self.at as f64);
        let [a, middle, b] = [before, (before + after) / 2.0, after].map(|at| pose(motion, ticks(at)));
        let back = |[x, y, z, w]: [f64; 4]| [-x, -y, -z, w];
        let way = [0, 1, 2].map(|axis| b.translation[axis] - a.translation[axis]);
        let moved = turned(back(middle.rotation), way);
        let [x, y, z, w] = product(back(a.rotation), b.rotation);
        [moved, [x, y, z].map(|part| part * w.signum())]
    }
}

/// A small step after a pose.
fn then(place: &mut RigidTransform, [moved, [x, y, z]]: [[f64; 3]; 2]) {
    // Half of the step's rotation, because the root rotates during the step.
    let half = unit(product(place.rotation, unit([x / 2.0, y / 2.0, z / 2.0, 1.0])));
    let moved = turned(half, moved);
    place.translation = [0, 1, 2].map(|axis| place.translation[axis] + moved[axis]);
    place.rotation = unit(product(place.rotation, [x, y, z, (1.0 - x * x - y * y - z * z).sqrt()]));
}

/// The movement of a cross-fade from `from` to `to`, and of `to` after the cross-fade.
fn reference(from: &mut Played<'_>, mut to: Option<&mut Played<'_>>, fade: i64, units: i64) -> RigidTransform {
    let mut place = RigidTransform::IDENTITY;
    for part in 0..units * PARTS {
        let weight = ((part as f64 + 0.5) / (fade * PARTS) as f64).min(1.0);
        let a = if part < fade * PARTS { from.step() } else { [[0.0; 3]; 2] };
        let b = to.as_mut().map_or([[0.0; 3]; 2], |to| to.step());
        let mix = |at: usize| [0, 1, 2].map(|axis| a[at][axis] * (1.0 - weight) + b[at][axis] * weight);
        then(&mut place, [mix(0), mix(1)]);
    }
    place
}

fn distance(a: &RigidTransform, b: &RigidTransform) -> f64 {
    let side = (0..4).map(|at| a.rotation[at] * b.rotation[at]).sum::<f64>().signum();
    let moved = (0..3).map(|axis| (a.translation[axis] - b.translation[axis]).abs());
    moved.chain((0..4).map(|at| (a.rotation[at] - side * b.rotation[at]).abs())).fold(0.0, f64::max)
}

fn spec(random: &mut Random, blend: i64) -> ActionSpec {
    let turns = *random.pick(&[0.0, 0.1, 0.5]);
    let motion = (!random.once_in(6)).then(|| motion(random, turns));
    let ticks = motion.as_ref().map_or(512 * 689_062, |motion| motion.times[motion.times.len() - 1]);
    let duration = (ticks * UNITS.unsigned_abs() / TICKS_PER_SECOND) as i64;
    ActionSpec {
        duration,
        events: Vec::new(),
        start: random.below(duration as usize) as i64,
        speed: *random.pick(&[1.0, 0.5, 2.0, 4.0, -1.0, -0.5]),
        blend,
        mode: if random.once_in(4) { PlayMode::Once } else { PlayMode::Repeat },
        motion,
    }
}

/// Parts of a time, in units.
fn splits(random: &mut Random, units: i64) -> [Vec<i64>; 3] {
    let mut parts = Vec::new();
    let mut left = units;
    while left > 0 {
        let most = *random.pick(&[3, 20, 400]);
        parts.push((1 + random.below(most) as i64).min(left));
        left -= parts[parts.len() - 1];
    }
    [vec![units], vec![1; units as usize], parts]
}

/// The sums of the movements of a player and a crowd.
fn sums(subjects: &mut Subjects, steps: &[i64]) -> [RigidTransform; 2] {
    let mut sums = [RigidTransform::IDENTITY; 2];
    for step in steps {
        subjects.update(*step);
        let moved = [subjects.players[0].movement(), subjects.crowd.movement(subjects.one)];
        assert_eq!(moved[0], moved[1]);
        sums.iter_mut().zip(moved).for_each(|(sum, moved)| *sum = sum.then(&moved));
    }
    sums
}

#[test]
fn the_movement_of_a_fade_does_not_depend_on_the_length_of_updates() {
    let mut random = Random::new(18);
    let mut largest = 0.0_f64;
    for case in 0..80 {
        let fade = 20 + random.below(500) as i64;
        let specs = [spec(&mut random, 0), spec(&mut random, fade)];
        let (before, after) = (random.below(400) as i64, random.below(200) as i64);
        let (mut from, mut to) = (Played::new(&specs[0]), Played::new(&specs[1]));
        for _ in 0..before * PARTS {
            from.step();
        }
        let expected = reference(&mut from, Some(&mut to), fade, fade + after);
        for steps in splits(&mut random, fade + after) {
            let mut subjects = Subjects::new(&specs, &[Rules::Standard]);
            subjects.play(0);
            subjects.update(before);
            subjects.play(1);
            for sum in sums(&mut subjects, &steps) {
                let off = distance(&sum, &expected);
                largest = largest.max(off);
                assert!(off < 1e-3, "case {case}: off by {off} after {} updates: {sum:?} {expected:?}", steps.len());
            }
        }
    }
    // The reference itself is this precise.
    assert!(largest < 2e-4, "{largest}");
}

#[test]
fn the_movement_of_a_layer_that_fades_out_does_not_depend_on_the_length_of_updates() {
    let mut random = Random::new(19);
    for case in 0..40 {
        let fade = 20 + random.below(500) as i64;
        let specs = [spec(&mut random, 0)];
        let expected = reference(&mut Played::new(&specs[0]), None, fade, fade);
        for steps in splits(&mut random, fade + 100) {
            let mut subjects = Subjects::new(&specs, &[]);
            let one = subjects.one;
            subjects.play(0);
            subjects.crowd.stop(one, 0, fade as f32 / UNITS as f32).unwrap();
            let mut sum = RigidTransform::IDENTITY;
            for step in &steps {
                subjects.update(*step);
                sum = sum.then(&subjects.crowd.movement(one));
            }
            let off = distance(&sum, &expected);
            assert!(off < 1e-3, "case {case}: off by {off} after {} updates", steps.len());
        }
    }
}

/// A third clip comes in during a fade. The clip that was fading in then fades out.
#[test]
fn a_third_clip_moves_on_from_the_second_for_any_split() {
    let mut random = Random::new(20);
    for case in 0..40 {
        let fade = 40 + random.below(400) as i64;
        let specs = [spec(&mut random, 0), spec(&mut random, fade), spec(&mut random, fade)];
        let (mut second, mut third) = (Played::new(&specs[1]), Played::new(&specs[2]));
        let (mut first, before) = (Played::new(&specs[0]), fade / 2);
        let mut expected = reference(&mut first, Some(&mut second), fade, before);
        expected = expected.then(&reference(&mut second, Some(&mut third), fade, fade + 50));
        for steps in splits(&mut random, fade + 50) {
            let mut subjects = Subjects::new(&specs, &[Rules::Standard]);
            subjects.play(0);
            subjects.play(1);
            let first = sums(&mut subjects, &[before / 3, before - before / 3]);
            subjects.play(2);
            for (first, then) in first.iter().zip(sums(&mut subjects, &steps)) {
                let off = distance(&first.then(&then), &expected);
                assert!(off < 1e-3, "case {case}: off by {off} after {} updates", steps.len());
            }
        }
    }
}

/// A clip of a few ticks is far too short to integrate loop by loop.
#[test]
fn tiny_loops_in_a_long_fade_are_fast() {
    let mut random = Random::new(21);
    let mut tiny = spec(&mut random, 0);
    let motion = format::Motion {
        loops: true,
        times: vec![0, 2],
        poses: vec![
            RigidTransform::IDENTITY,
            RigidTransform { translation: [1e-8, 0.0, 0.0], ..RigidTransform::IDENTITY },
        ],
        ..format::Motion::default()
    };
    tiny = ActionSpec { motion: Some(motion), duration: 1, start: 0, speed: 1.0, mode: PlayMode::Once, ..tiny };
    let still = ActionSpec { motion: None, blend: 1024, ..tiny.clone() };
    let mut subjects = Subjects::new(&[tiny, still], &[Rules::Standard]);
    subjects.play(0);
    subjects.play(1);
    let [sum, _] = sums(&mut subjects, &[1024]);
    assert!(sum.translation[0].is_finite());
}
