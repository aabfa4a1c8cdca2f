//! Curve clips played sequentially: 100 bones with position and rotation, and 100 keys per curve.

use std::hint::black_box;
use std::sync::Arc;

use rigmill_format::{Component, Curve, CurveKey, CurveTrack, Transform, WrapMode};
use rigmill_runtime::clips::CurveClip;

use crate::measure::medians;
use crate::plain_curves::{PlainBone, Search};
use crate::row::Row;
use rigmill_test_random::Random;

const BONES: usize = 100;
const KEYS: u16 = 100;
/// The number of updates that play the clip once at 60 Hz. Its keys are at 30 Hz.
const UPDATES: u16 = 200;
/// The number of updates per run. The next run continues from there.
const UPDATES_A_RUN: u16 = 4;

/// Whether the curves of a clip share their key times, as in sampled and exported clips.
#[derive(Clone, Copy)]
pub(crate) enum Times {
    Shared,
    Own,
}

pub(crate) fn rows() -> Vec<Row> {
    let shared = row("curve clip, 100 bones x 7 curves x 100 keys, shared key times", Times::Shared);
    vec![shared, row("the same, each curve with key times of its own", Times::Own)]
}

fn row(subject: &str, times: Times) -> Row {
    let tracks = tracks(times);
    let names: Vec<&str> = tracks.iter().map(|track| track.path.as_str()).collect();
    let clip = CurveClip::from_owned(&rigmill_format::CurveClip { tracks: tracks.clone() });
    let mut player = clip.map(Arc::new).expect("the clip is in order").bind(&names);
    let mut pose = vec![Transform::IDENTITY; BONES];
    let mut play_times = PlayTimes::default();
    let rigmill = &mut || {
        for time in play_times.next_run() {
            player.play(black_box(time), black_box(&mut pose));
        }
    };
    let plain: Vec<PlainBone> = tracks.iter().map(PlainBone::new).collect();
    let (binary, linear) = (&mut plain_work(&plain, Search::Binary), &mut plain_work(&plain, Search::Linear));
    let [rigmill, binary, linear] = medians(poses(), [rigmill, binary, linear]);
    Row { subject: subject.to_owned(), unit: "bone", rigmill, plain: binary.min(linear) }
}

/// Plays a clip in the plain implementation.
pub(crate) fn plain_work(bones: &[PlainBone], search: Search) -> impl FnMut() + '_ {
    let mut pose = vec![Transform::IDENTITY; bones.len()];
    let mut play_times = PlayTimes::default();
    move || {
        for time in play_times.next_run() {
            for (bone, transform) in bones.iter().zip(black_box(&mut pose)) {
                bone.play(black_box(time), search, transform);
            }
        }
    }
}

/// The times of sequential playback, run by run, repeatedly.
#[derive(Default)]
pub(crate) struct PlayTimes {
    next: u16,
}

impl PlayTimes {
    pub(crate) fn next_run(&mut self) -> impl Iterator<Item = f32> + use<> {
        let first = self.next;
        self.next = (first + UPDATES_A_RUN) % UPDATES;
        (first..first + UPDATES_A_RUN).map(|update| f32::from(update) / 60.0)
    }
}

/// Returns the number of bones that are posed in a run.
pub(crate) fn poses() -> usize {
    BONES * usize::from(UPDATES_A_RUN)
}

pub(crate) fn tracks(times: Times) -> Vec<CurveTrack> {
    let mut random = Random::new(1);
    let mut curve = |component: &Component| {
        let key = |number: u16| {
            let moved = match times {
                Times::Shared => 0.0,
                Times::Own => 0.4 * random.signed(),
            };
            let (value, tangent) = (random.signed(), random.signed());
            CurveKey { time: (f32::from(number) + moved) / 30.0, value, in_tangent: tangent, out_tangent: tangent }
        };
        let keys = (0..KEYS).map(key).collect();
        Curve { component: *component, pre: WrapMode::Default, post: WrapMode::Default, keys }
    };
    let mut track = |bone| CurveTrack {
        path: format!("Root/Bone {bone}"),
        curves: Component::ALL[..7].iter().map(&mut curve).collect(),
    };
    (0..BONES).map(&mut track).collect()
}
