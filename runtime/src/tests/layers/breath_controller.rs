//! Compares [`Breath`](crate::layers::Breath) with a port of the controller that it imitates. The port has a clock, an ease per
//! bone, phases that end at frames, and quaternions in double precision. It shares no code with the layer.

use std::f64::consts::{PI, TAU};

use rigmill_format::{Breath as BreathContent, BreathPhase, BreathRotation, Easing};
use rigmill_math::matrix::Matrix;
use rigmill_test_random::Random;

use super::rigs::{bone, breath_of, skeleton};
use crate::content::Skeleton;
use crate::layers::{Pose, PoseLayer};

type Quaternion = [f64; 4];

fn times([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion) -> Quaternion {
    [
        aw * bx + bw * ax + ay * bz - az * by,
        aw * by + bw * ay + az * bx - ax * bz,
        aw * bz + bw * az + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn inverse([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

/// The images of the axes x, y and z under a rotation.
fn axes(rotation: Quaternion) -> [[f64; 3]; 3] {
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|[x, y, z]| {
        let [x, y, z, _] = times(times(rotation, [x, y, z, 0.0]), inverse(rotation));
        [x, y, z]
    })
}

fn unit(rotation: [f32; 4]) -> Quaternion {
    let rotation = rotation.map(f64::from);
    let length = rotation.iter().map(|part| part * part).sum::<f64>().sqrt();
    rotation.map(|part| part / length)
}

/// A rotation about one of the axes x, y, z.
fn about(axis: usize, degrees: f64) -> Quaternion {
    let half = degrees.to_radians() / 2.0;
    let mut turn = [0.0, 0.0, 0.0, libm::cos(half)];
    turn[axis] = libm::sin(half);
    turn
}

/// The value after `t` of `d` seconds, starting at `b` and changing by `c`.
fn eased(easing: Easing, t: f64, b: f64, c: f64, d: f64) -> f64 {
    if t >= d - ROUNDING {
        return b + c;
    }
    let (whole, half) = (t / d, t / (d / 2.0));
    let late = half - 1.0;
    match easing {
        Easing::OutSine => b + c * libm::sin(whole * PI / 2.0),
        Easing::InOutQuad if half < 1.0 => b + c / 2.0 * half * half,
        Easing::InOutQuad => b - c / 2.0 * (late * (late - 2.0) - 1.0),
        Easing::InOutSine => b - c / 2.0 * (libm::cos(PI * whole) - 1.0),
        Easing::OutCubic => b + c * (libm::pow(whole - 1.0, 3.0) + 1.0),
        Easing::OutQuart => b - c * (libm::pow(whole - 1.0, 4.0) - 1.0),
        Easing::InOutQuart if half < 1.0 => b + c / 2.0 * libm::pow(half, 4.0),
        Easing::InOutQuart => b - c / 2.0 * (libm::pow(half - 2.0, 4.0) - 2.0),
        Easing::OutExpo => b + c * (1.0 - libm::pow(2.0, -10.0 * whole)),
    }
}

/// A bone that breathes.
struct Segment {
    bone: usize,
    axis: usize,
    inhaled: f64,
    exhaled: f64,
    /// The ease: its start time, its initial value, and the change of the angle.
    start: f64,
    from: f64,
    change: f64,
    last: f64,
}

/// The maximum rounding error of the sum of times in double precision.
const ROUNDING: f64 = 1e-9;

#[derive(PartialEq)]
enum Phase {
    Inhaling,
    Exhaling,
    Resting { until: f64 },
}

struct Controller<'a> {
    settings: &'a BreathContent,
    parents: &'a [Option<usize>],
    segments: Vec<Segment>,
    kept: Vec<usize>,
    phase: Phase,
    now: f64,
}

impl<'a> Controller<'a> {
    fn new(settings: &'a BreathContent, rig: &'a Rig) -> Self {
        let number = |name: &str| rig.names.iter().position(|known| *known == name).unwrap();
        let bind: Vec<_> = rig.rotations.iter().copied().map(unit).collect();
        let segment = |turn: &BreathRotation| {
            let bone = number(&turn.bone);
            let toward_right = axes(world(rig.parents, &bind, bone)).map(|axis| axis[0]);
            let mut axis = 2;
            for other in [0, 1] {
                if 1.0 - toward_right[other].abs() < 1.0 - toward_right[axis].abs() {
                    axis = other;
                }
            }
            let [inhaled, exhaled] = turn.angles.map(|angle| f64::from(angle) * toward_right[axis].signum());
            Segment { bone, axis, inhaled, exhaled, start: 0.0, from: 0.0, change: 0.0, last: 0.0 }
        };
        let mut made = Self {
            settings,
            parents: rig.parents,
            segments: settings.rotations.iter().map(segment).collect(),
            kept: settings.keeps.iter().map(|name| number(name)).collect(),
            phase: Phase::Inhaling,
            now: 0.0,
        };
        made.start_easing();
        made
    }

    /// The duration of a setting in seconds. Content stores it in single precision.
    fn seconds(&self, setting: f32) -> f64 {
        let decimal = |number: f32| (f64::from(number) * 1e6).round() / 1e6;
        decimal(setting) * decimal(self.settings.duration_rate)
    }

    fn start_easing(&mut self) {
        let (now, effect) = (self.now, f64::from(self.settings.effect_rate));
        let inhaling = self.phase == Phase::Inhaling;
        for segment in &mut self.segments {
            let target = if inhaling { segment.inhaled } else { segment.exhaled };
            (segment.start, segment.from, segment.change) = (now, segment.last, target * effect - segment.last);
        }
    }

    /// Advances by a frame, on top of the pose of this frame's animation.
    fn frame(&mut self, dt: f64, local: &mut [Quaternion]) {
        self.now += dt;
        let eased = self.turn(local);
        self.phase = match self.phase {
            Phase::Inhaling if eased => Phase::Exhaling,
            Phase::Exhaling if eased => {
                self.phase = Phase::Resting { until: self.now + self.seconds(self.settings.rest) };
                return;
            }
            Phase::Resting { until } if until <= self.now + ROUNDING => Phase::Inhaling,
            _ => return,
        };
        self.start_easing();
    }

    /// Rotates the bones. Returns whether all eases are over.
    fn turn(&mut self, local: &mut [Quaternion]) -> bool {
        let [inhale, exhale] = self.settings.phases;
        let phase: BreathPhase = if self.phase == Phase::Inhaling { inhale } else { exhale };
        let length = self.seconds(phase.duration);
        let kept: Vec<_> = self.kept.iter().map(|bone| world(self.parents, local, *bone)).collect();
        let mut over = true;
        for segment in &mut self.segments {
            let passed = self.now - segment.start;
            segment.last = eased(phase.easing, passed, segment.from, segment.change, length);
            local[segment.bone] = times(local[segment.bone], about(segment.axis, segment.last));
            over &= passed >= length - ROUNDING;
        }
        for (bone, kept) in self.kept.iter().zip(kept) {
            let above = self.parents[*bone].map_or([0.0, 0.0, 0.0, 1.0], |parent| world(self.parents, local, parent));
            local[*bone] = times(inverse(above), kept);
        }
        over
    }
}

fn world(parents: &[Option<usize>], local: &[Quaternion], bone: usize) -> Quaternion {
    parents[bone].map_or(local[bone], |parent| times(world(parents, local, parent), local[bone]))
}

struct Rig {
    names: &'static [&'static str],
    parents: &'static [Option<usize>],
    rotations: &'static [[f32; 4]],
}

const RIG: Rig = Rig {
    names: &[
        "Root",
        "Spine",
        "Chest",
        "Neck",
        "Head",
        "L Shoulder",
        "R Shoulder",
        "L Upper Arm",
        "R Upper Arm",
        "L Forearm",
    ],
    parents: &[None, Some(0), Some(1), Some(2), Some(3), Some(2), Some(2), Some(5), Some(6), Some(7)],
    rotations: &[
        [0.0, 0.0, 0.0, 1.0],
        // Rotated so that x points left.
        [0.71, 0.0, 0.70, 0.0],
        [0.1, -0.2, 0.05, 0.97],
        // Its z points right.
        [0.0, 0.7, 0.05, 0.71],
        [0.1, -0.68, 0.0, 0.72],
        [0.5, 0.45, -0.5, 0.5],
        [0.5, -0.45, 0.5, 0.5],
        [0.3, 0.1, 0.0, 0.9],
        [-0.3, 0.1, 0.0, 0.9],
        [0.0, 0.0, 0.2, 0.95],
    ],
};

impl Rig {
    fn skeleton(&self) -> std::sync::Arc<Skeleton> {
        let parent = |bone: usize| self.parents[bone].map(|parent| u32::try_from(parent).unwrap());
        let bones = self.names.iter().zip(self.rotations).enumerate();
        skeleton(bones.map(|(at, (name, rotation))| bone(name, parent(at), [0.0, 0.2, 0.0], *rotation)).collect())
    }

    /// The pose of a clip: every bone sways about its own axis around its bind pose, and the root rotates continuously.
    fn animated(&self, time: f64) -> Vec<Quaternion> {
        let sway = |(at, rotation): (usize, &[f32; 4])| {
            let degrees = if at == 0 { 40.0 * time } else { 20.0 * libm::sin(time * (1.0 + at as f64 / 3.0)) };
            times(unit(*rotation), about((at + 1) % 3, degrees))
        };
        self.rotations.iter().enumerate().map(sway).collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "poses are in single precision")]
fn matrix(rotation: Quaternion) -> Matrix {
    let mut made = rigmill_math::matrix::IDENTITY;
    for (row, axis) in axes(rotation).into_iter().enumerate() {
        made[row * 4..row * 4 + 3].copy_from_slice(&axis.map(|part| part as f32));
    }
    made
}

/// The angle between two rotations, in degrees.
fn apart(matrix: &Matrix, rotation: Quaternion) -> f64 {
    let axes = axes(rotation);
    let square = |row: usize, column: usize| (f64::from(matrix[row * 4 + column]) - axes[row][column]).powi(2);
    let sum: f64 = (0..3).flat_map(|row| (0..3).map(move |column| square(row, column))).sum();
    // The norm of the difference of two rotations is the square root of 8 times the sine of half the angle.
    2.0 * libm::asin((sum / 8.0).sqrt()).to_degrees()
}

fn world_of(parents: &[Option<usize>], local: &[Matrix], bone: usize) -> Matrix {
    parents[bone]
        .map_or(local[bone], |parent| rigmill_math::matrix::multiply(&local[bone], &world_of(parents, local, parent)))
}

/// Irregular time steps: from 2 ms to 52 ms, frames of 0 s, and sometimes half a second.
fn irregular() -> impl Iterator<Item = f64> {
    let mut random = Random::new(12_345);
    std::iter::repeat_with(move || match random.byte() {
        0..5 => 0.0,
        5..8 => 0.5,
        many => 0.002 + 0.0002 * f64::from(many),
    })
}

fn settings(keeps: [&str; 2]) -> BreathContent {
    let turn = |(bone, angles): (&str, _)| BreathRotation { bone: bone.to_owned(), angles };
    let turns = [("Spine", [2.0, -2.0]), ("Chest", [-3.0, 3.0]), ("Neck", [0.5, -0.5]), ("Head", [0.5, -0.5])];
    BreathContent {
        phases: [(1.2, Easing::OutSine), (2.4, Easing::InOutQuad)]
            .map(|(duration, easing)| BreathPhase { duration, easing }),
        rest: 0.2,
        duration_rate: 1.0,
        effect_rate: 1.0,
        right: [1.0, 0.0, 0.0],
        rotations: turns.into_iter().map(turn).collect(),
        keeps: keeps.map(str::to_owned).to_vec(),
    }
}

const SHOULDERS: [&str; 2] = ["L Shoulder", "R Shoulder"];
const UPPER_ARMS: [&str; 2] = ["L Upper Arm", "R Upper Arm"];

/// Compares 30 s of these settings on a moving pose, frame by frame and bone by bone.
#[expect(clippy::cast_possible_truncation, reason = "steps are in single precision")]
fn check(settings: &BreathContent, steps: impl Iterator<Item = f64>, what: &str) {
    let skeleton = RIG.skeleton();
    let mut layer = breath_of(settings, &skeleton);
    let mut controller = Controller::new(settings, &RIG);
    for dt in steps {
        let animated = RIG.animated(controller.now);
        let mut local: Vec<_> = animated.iter().copied().map(matrix).collect();
        layer.apply(&mut Pose { skeleton: skeleton.view(), local: &mut local }, dt as f32);
        let mut expected = animated.clone();
        controller.frame(dt, &mut expected);
        for (bone, (found, expected)) in local.iter().zip(&expected).enumerate() {
            let off = apart(found, *expected);
            assert!(off < 1e-4, "{what}: {} at {} s is {off} degrees off", RIG.names[bone], controller.now);
        }
        for kept in &controller.kept {
            let off = apart(&world_of(RIG.parents, &local, *kept), world(RIG.parents, &animated, *kept));
            assert!(off < 1e-4, "{what}: {} is turned by {off} degrees", RIG.names[*kept]);
        }
        if controller.now >= 30.0 {
            return;
        }
    }
}

fn check_all_times(settings: &BreathContent, what: &str) {
    for rate in [30_u16, 60, 144, 5, 10, 20, 24, 50, 75, 90, 120, 240] {
        check(settings, std::iter::repeat(1.0 / f64::from(rate)), &format!("{what}, {rate} Hz"));
    }
    check(settings, irregular(), &format!("{what}, irregular"));
}

#[test]
fn the_layer_turns_every_bone_as_the_controller_does() {
    check_all_times(&settings(SHOULDERS), "as it comes");
    check_all_times(&settings(UPPER_ARMS), "upper arms kept");
}

#[test]
fn the_layer_follows_the_controller_at_other_rates() {
    for (duration_rate, effect_rate) in [(0.25, 1.0), (0.7, 4.0), (1.6, -1.5), (3.0, 0.0)] {
        let settings = BreathContent { duration_rate, effect_rate, ..settings(SHOULDERS) };
        check_all_times(&settings, &format!("durations x {duration_rate}, angles x {effect_rate}"));
    }
}

#[test]
fn the_layer_follows_the_controller_by_every_easing() {
    for easing in Easing::ALL {
        let mut settings = settings(SHOULDERS);
        settings.phases = settings.phases.map(|phase| BreathPhase { easing, ..phase });
        check_all_times(&settings, easing.name());
    }
}

#[test]
fn the_layer_follows_the_controller_through_short_phases() {
    for durations in [[0.0, 0.0, 0.0], [0.01, 0.0, 0.5], [0.0, 1.0, 0.0], [0.3, 0.002, 0.004]] {
        let mut settings = settings(UPPER_ARMS);
        [settings.phases[0].duration, settings.phases[1].duration, settings.rest] = durations;
        check_all_times(&settings, &format!("{durations:?} s"));
    }
}

#[test]
fn the_port_is_held_against_known_numbers() {
    assert!((eased(Easing::OutSine, 0.6, 0.0, 2.0, 1.2) - libm::sin(TAU / 8.0) * 2.0).abs() < 1e-15);
    assert_eq!(eased(Easing::InOutQuad, 0.6, 2.0, -4.0, 2.4), 1.5);
    assert_eq!(eased(Easing::InOutQuad, 1.8, 2.0, -4.0, 2.4), -1.5);
    assert!((apart(&matrix(about(1, 3.0)), about(1, 1.0)) - 2.0).abs() < 1e-5);
}
