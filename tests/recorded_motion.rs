//! Tests files of motion deltas. The recorder that makes them and the sampler that adds them up are reimplemented here. Known
//! poses are recorded frame by frame, built, and evaluated at and between the frames.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

use std::f64::consts::PI;

use rigmill_runtime::Content;
use rigmill_runtime::content::Motion;
use rigmill_runtime::motion::{FixedDelta, ticks};
use serde_json::Value;

use crate::support::Project;

type Vector = [f64; 3];
type Quaternion = [f64; 4];

/// A root: its position, rotation and scale.
#[derive(Clone, Copy)]
struct Root {
    at: Vector,
    turned: Quaternion,
    scale: Vector,
}

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

fn turn(rotation: Quaternion, [x, y, z]: Vector) -> Vector {
    let [x, y, z, _] = times(times(rotation, [x, y, z, 0.0]), inverse(rotation));
    [x, y, z]
}

fn about(axis: usize, degrees: f64) -> Quaternion {
    let half = degrees.to_radians() / 2.0;
    let mut rotation = [0.0, 0.0, 0.0, half.cos()];
    rotation[axis] = half.sin();
    rotation
}

/// Returns the rotation about z, then x, then y.
fn by_euler([x, y, z]: Vector) -> Quaternion {
    times(times(about(1, y), about(0, x)), about(2, z))
}

/// Returns the angles that an engine reads back: each from 0 to 360, with a pitch that is never beyond straight up or down.
fn euler(rotation: Quaternion) -> Vector {
    let [right, up, forward] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| turn(rotation, axis));
    let pitch = (-forward[1]).clamp(-1.0, 1.0).asin();
    let (yaw, roll) = if forward[1].abs() < 0.999_999_9 {
        (forward[0].atan2(forward[2]), right[1].atan2(up[1]))
    } else {
        ((-right[2]).atan2(right[0]), 0.0)
    };
    [pitch, yaw, roll].map(|angle| angle.to_degrees().rem_euclid(360.0))
}

#[expect(clippy::cast_possible_truncation, reason = "engines keep poses in single precision")]
fn single(vector: Vector) -> [f32; 3] {
    vector.map(|number| number as f32)
}

/// Records the file of a clip: one record for each frame up to the clip's end, each with the difference of world positions,
/// world angles and scales. The first is relative to a root at the origin without rotation.
fn record(path: impl Fn(f64) -> Root, length: f32, frame_rate: i32, has_scale: bool) -> Vec<u8> {
    let mut bytes = vec![u8::from(has_scale)];
    bytes.extend(frame_rate.to_le_bytes());
    let mut before = [[0.0_f32; 3], [0.0; 3], single(path(0.0).scale)];
    let mut frame = 0_u16;
    while f32::from(frame) / frame_rate as f32 <= length {
        let root = path(f64::from(frame) / f64::from(frame_rate));
        let now = [single(root.at), single(euler(root.turned)), single(root.scale)];
        for (now, before) in now.iter().zip(before).take(2 + usize::from(has_scale)) {
            bytes.extend((0..3).flat_map(|axis| (now[axis] - before[axis]).to_le_bytes()));
        }
        (before, frame) = (now, frame + 1);
    }
    bytes
}

/// Returns the root at each frame, in the same way as the sampler: records are added in single precision, number by number.
fn added_up(bytes: &[u8]) -> Vec<Root> {
    let width = if bytes[0] == 1 { 9 } else { 6 };
    let numbers: Vec<f32> = bytes[5..].as_chunks::<4>().0.iter().map(|number| f32::from_le_bytes(*number)).collect();
    let mut sums = [0.0_f32; 9];
    let root = |record: &[f32]| {
        sums.iter_mut().zip(record).for_each(|(sum, delta)| *sum += delta);
        let at = |first: usize| [0, 1, 2].map(|axis| f64::from(sums[first + axis]));
        Root { at: at(0), turned: by_euler(at(3)), scale: at(6) }
    };
    numbers.chunks_exact(width).map(root).collect()
}

/// Returns the angle between two rotations, in degrees.
fn degrees(a: Quaternion, b: Quaternion) -> f64 {
    let [x, y, z, w] = times(inverse(a), b);
    2.0 * (x * x + y * y + z * z).sqrt().atan2(w.abs()).to_degrees()
}

#[track_caller]
fn assert_near(found: &Root, expected: &Root, what: &str) {
    let off = (0..3).map(|axis| (found.at[axis] - expected.at[axis]).abs()).fold(0.0, f64::max);
    assert!(off < 1e-5, "{what}: {off} m off, {:?} and {:?}", found.at, expected.at);
    let off = degrees(found.turned, expected.turned);
    assert!(off < 0.01, "{what}: {off} degrees off");
    let off = (0..3).map(|axis| (found.scale[axis] - expected.scale[axis]).abs()).fold(0.0, f64::max);
    assert!(off < 1e-5, "{what}: scale off by {off}, {:?} and {:?}", found.scale, expected.scale);
}

/// Returns a root after complete passes. Each pass is rotated and moved by the end of the previous one, and grows by the same
/// amount.
fn looped(path: impl Fn(f64) -> Root, length: f64, time: f64) -> Root {
    let passes = (time / length).floor();
    let (end, mut root) = (path(length), path(time - passes * length));
    let (mut left, grown) = (passes, [0, 1, 2].map(|axis| end.scale[axis] - path(0.0).scale[axis]));
    while left > 0.0 {
        let moved = turn(end.turned, root.at);
        root = Root {
            at: [0, 1, 2].map(|axis| end.at[axis] + moved[axis]),
            turned: times(end.turned, root.turned),
            scale: [0, 1, 2].map(|axis| root.scale[axis] + grown[axis]),
        };
        left -= 1.0;
    }
    root
}

/// Returns the root that the game gets: poses relative to the start, with scales as changes.
fn played(motion: &Motion, time: f64) -> Root {
    let pose = motion.pose(time);
    Root { at: pose.translation, turned: pose.rotation, scale: motion.scale_delta(0.0, time) }
}

/// Returns a root with its scale as a change from the start.
fn from_start(root: Root, start: Vector) -> Root {
    Root { scale: [0, 1, 2].map(|axis| root.scale[axis] - start[axis]), ..root }
}

/// Sources in the folder `again` are written as deltas again.
const RULES: &str = "[project]\nname = \"M\"\n[[rule]]\nmatch = \"again/*\"\nprocessor = \"motion\"\n\
                     writer = \"motion-deltas\"\n";

fn built(files: &[(&str, Vec<u8>)]) -> (Project, Content) {
    let project = Project::new();
    if files.iter().any(|(path, _)| path.starts_with("again/")) {
        project.write("rigmill.toml", RULES);
    }
    for (path, bytes) in files {
        project.write(path, bytes);
    }
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    (project, content)
}

struct Recorded {
    name: &'static str,
    path: fn(f64) -> Root,
    length: f32,
    scaled: bool,
}

const ONE: Vector = [1.0; 3];

/// Around a circle with a radius of 1 m in 2 s, facing in the direction of movement.
fn circle(time: f64) -> Root {
    let angle = PI * time;
    Root { at: [1.0 - angle.cos(), 0.0, angle.sin()], turned: about(1, angle.to_degrees()), scale: ONE }
}

/// Straight ahead at 1.3 m/s, rotating constantly.
fn turning_walk(time: f64) -> Root {
    Root { at: [0.0, 0.0, 1.3 * time], turned: about(1, 90.0 * time), scale: ONE }
}

/// Rotating about two axes, past straight down, and drifting sideways.
fn tumble(time: f64) -> Root {
    Root {
        at: [0.3 * time, 0.2 * (2.0 * time).sin(), -0.1 * time],
        turned: by_euler([140.0 * time, 80.0 * time, 0.0]),
        scale: ONE,
    }
}

/// Growing along x at a constant rate and along y at an increasing rate, shrinking along z, walking backwards and leaning.
fn growing(time: f64) -> Root {
    Root {
        at: [0.0, 0.0, -0.5 * time],
        turned: by_euler([5.0 * time, 0.0, 20.0 * time]),
        scale: [1.0 + 0.5 * time, 2.0 + 0.25 * time * time, 1.5 - 0.3 * time],
    }
}

const RECORDED: [Recorded; 4] = [
    Recorded { name: "circle", path: circle, length: 2.0, scaled: false },
    Recorded { name: "turning_walk", path: turning_walk, length: 2.0, scaled: false },
    Recorded { name: "tumble", path: tumble, length: 3.0, scaled: false },
    Recorded { name: "growing", path: growing, length: 1.5, scaled: true },
];

#[test]
fn a_motion_is_the_path_that_was_recorded_at_frames_and_between_and_from_loop_to_loop() {
    for frame_rate in [30, 60] {
        let file = |it: &Recorded| record(it.path, it.length, frame_rate, it.scaled);
        let files: Vec<_> = RECORDED.iter().map(|it| (format!("{}.motion", it.name), file(it))).collect();
        let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
        let (_project, content) = built(&files);
        for Recorded { name, path, length, .. } in &RECORDED {
            let (motion, length) = (content.load::<Motion>(name).unwrap(), f64::from(*length));
            assert!((motion.duration() - length).abs() < 1e-9, "{name}: {} s", motion.duration());
            // Seven times per frame, for slightly more than three passes.
            let times = (0..).map(|step: u32| f64::from(step) / f64::from(frame_rate) / 7.0);
            for time in times.take_while(|time| *time < 3.2 * length) {
                let expected = from_start(looped(path, length, time), path(0.0).scale);
                assert_near(&played(&motion, time), &expected, &format!("{name} at {time} s, {frame_rate} Hz"));
            }
        }
    }
}

#[test]
fn what_is_written_adds_up_to_the_same_poses() {
    let file = |it: &Recorded| record(it.path, it.length, 30, it.scaled);
    let files: Vec<_> = RECORDED.iter().map(|it| (format!("again/{}.motion", it.name), file(it))).collect();
    let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    let (project, _) = built(&files);
    for (Recorded { name, path, .. }, (file, recorded)) in RECORDED.iter().zip(&files) {
        let written = &project.outputs()[*file];
        assert_eq!(written.len(), recorded.len(), "{name}: one record for each frame");
        assert_eq!(written[..5], recorded[..5], "{name}: scale and rate");
        for (frame, root) in added_up(written).iter().enumerate() {
            let mut expected = from_start(path(frame as f64 / 30.0), path(0.0).scale);
            if written[0] == 0 {
                expected.scale = [0.0; 3];
            }
            assert_near(root, &expected, &format!("{name}, frame {frame}"));
        }
    }
}

#[test]
fn a_metre_a_second_is_3600_metres_after_an_hour() {
    let walk = |time: f64| Root { at: [0.0, 0.0, time], turned: about(1, 0.0), scale: ONE };
    for (frame_rate, length) in [(30, 2.0), (25, 1.0), (60, 0.7)] {
        let (_project, content) = built(&[("Walk.motion", record(walk, length, frame_rate, false))]);
        let motion = content.load::<Motion>("Walk").unwrap();
        let [x, y, z] = motion.pose(3600.0).translation;
        assert!((z - 3600.0).abs() < 5e-4 && x.abs().max(y.abs()) < 1e-9, "{frame_rate} Hz: {x} {y} {z}");
        let mut sum = FixedDelta::default();
        (0..3600 * 30).for_each(|step| {
            sum += motion.fixed_delta(ticks(f64::from(step) / 30.0), ticks(f64::from(step + 1) / 30.0));
        });
        let metres = sum.translation.map(|quanta| quanta as f64 * motion.quantum());
        assert!((metres[2] - 3600.0).abs() < 5e-4, "{frame_rate} Hz: {metres:?}");
        assert_eq!((metres[0], metres[1]), (0.0, 0.0));
    }
}

#[test]
fn a_motion_starts_where_the_first_record_puts_it() {
    // A clip that moves its root 1 m up and rotates it by a quarter turn. Movements are relative to that.
    let raised = |time: f64| Root { at: [0.0, 1.0, time], turned: about(1, 90.0), scale: ONE };
    let (_project, content) = built(&[("Raised.motion", record(raised, 1.0, 30, false))]);
    let motion = content.load::<Motion>("Raised").unwrap();
    let start = motion.view().start();
    assert!(degrees(start.rotation, about(1, 90.0)) < 1e-4 && start.translation == [0.0, 1.0, 0.0], "{start:?}");
    // It walks along z, which is to its left. Passes add up without rising.
    let [x, y, z] = motion.pose(7.5).translation;
    assert!((x + 7.5).abs() < 1e-5 && y.abs() < 1e-9 && z.abs() < 1e-5, "{x} {y} {z}");
}

#[test]
fn a_single_record_stands_still() {
    let still = |_: f64| Root { at: [1.0, 2.0, 3.0], turned: about(1, 30.0), scale: ONE };
    let bytes = record(still, 0.01, 30, false);
    assert_eq!(bytes.len(), 5 + 24);
    let (project, content) = built(&[("Still.motion", bytes.clone()), ("again/Still.motion", bytes)]);
    let motion = content.load::<Motion>("Still").unwrap();
    assert_eq!((motion.pose(77.7).translation, motion.duration()), ([0.0; 3], 1.0 / 30.0));
    let written = &project.outputs()["again/Still.motion"];
    assert!(written[5..].iter().all(|byte| *byte == 0), "{written:?}");
}

#[test]
fn play_and_inspect_show_scales() {
    let (project, _) = built(&[("Grow.motion", record(growing, 1.5, 30, true))]);
    project.write("script.txt", "motion\tM\tGrow.rmb\ndelta\tM\t0\t3\ndelta\tM\t0\t3\tfixed\n");
    let output = project.command("play").args(["script.txt", "--content", "build/native"]).output().unwrap();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Two passes of 1.5 s: 0.75, 0.5625 and -0.45 each.
    for (axis, expected) in [1.5, 1.125, -0.9].into_iter().enumerate() {
        assert!((lines[0]["scale"][axis].as_f64().unwrap() - expected).abs() < 1e-5, "{:?}", lines[0]);
        let quanta = lines[1]["scale"][axis].as_i64().unwrap() as f64;
        assert!((quanta / f64::from(1 << 20) - expected).abs() < 1e-5, "{:?}", lines[1]);
    }
    let shown = |arguments: &[&str]| {
        let output = project.command("inspect").args(arguments).arg("build/native/Grow.rmb").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let json: Value = serde_json::from_str(&shown(&["--json"])).unwrap();
    assert_eq!((json["content_version"].as_u64(), json["keys"][0]["scale"][0].as_f64()), (Some(2), Some(0.0)));
    assert!((json["whole_loop"]["scale"][2].as_f64().unwrap() + 0.45).abs() < 1e-5, "{}", json["whole_loop"]);
    assert!(shown(&[]).contains(" to the scale"), "{}", shown(&[]));
}

#[test]
fn a_motion_that_ends_within_a_frame_is_reported_when_written() {
    let project = Project::new();
    project.write("rigmill.toml", format!("{RULES}params = {{ frame_rate = 25 }}\n"));
    project.write("again/Walk.motion", record(turning_walk, 1.5, 30, false));
    let built = project.build();
    let [found] = built.diagnostics()[..] else { panic!("{:?}", built.diagnostics()) };
    assert_eq!((found["code"].as_str(), found["level"].as_str()), (Some("R0267"), Some("warning")));
    assert!(found["message"].as_str().unwrap().contains("0.500 frames"), "{found}");
    // 37.5 frames at 25 Hz: frames 0 to 37.
    assert_eq!(project.outputs()["again/Walk.motion"].len(), 5 + 38 * 24);
}
