//! Measures the error of a compressed clip in double precision, from what the runtime samples.

use rigmill_format::Transform;
use rigmill_processors::compression::{SourceBone, SourceClip};
use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, pose_blocks};
use rigmill_runtime::content::CompressedClipView;
use rigmill_test_random::Random;

/// The number of random times that are compared.
const TIMES: usize = 500;

type Vector = [f64; 3];

/// A local transform in double precision.
#[derive(Clone, Copy)]
pub(crate) struct Local {
    pub(crate) translation: Vector,
    pub(crate) rotation: [f64; 4],
    pub(crate) scale: Vector,
}

/// Three axes and an origin. A point's position is the origin plus the sum of each axis times a coordinate.
#[derive(Clone, Copy)]
struct Frame {
    axes: [Vector; 3],
    origin: Vector,
}

/// The expected values of a clip at any time.
pub(crate) struct Expected<'a> {
    pub(crate) bones: &'a [SourceBone],
    /// The duration in seconds.
    pub(crate) duration: f32,
    /// The times of the bones' keys.
    pub(crate) keys: &'a [f32],
    /// The local transform of a bone at a time.
    pub(crate) local: &'a dyn Fn(f32, usize) -> Local,
}

/// Returns the largest distance of any of three points at `shell` from each bone: at the first and the last moment, at keys and
/// just before and after them, and at random times.
pub(crate) fn worst(expected: &Expected<'_>, clip: CompressedClipView<'_>, shell: f64) -> f64 {
    let bind = pose_blocks(expected.bones.iter().map(|bone| bone.bind));
    let mut pose = vec![PoseBlock::IDENTITY; bind.len()];
    let mut scratch = CompressedScratch::new(expected.bones.len());
    let mut random = Random::new(41);
    #[expect(clippy::cast_possible_truncation, reason = "the runtime's times are f32")]
    let times = (0..TIMES).map(|_| (random.unit() * f64::from(expected.duration)) as f32);
    let mut worst = 0.0_f64;
    let near_keys = expected.keys.iter().flat_map(|key| [key - 1e-4, *key, key + 1e-4]);
    let near_keys = near_keys.filter(|time| (0.0..=expected.duration).contains(time));
    for time in [0.0, expected.duration].into_iter().chain(near_keys).chain(times) {
        let job = CompressedSampleJob { clip, bind: &bind, scratch: &mut scratch, time, wanted: &[], out: &mut pose };
        job.run().unwrap();
        let correct = models(expected.bones, |bone| (expected.local)(time, bone));
        let found = models(expected.bones, |bone| wide(&pose[bone / 8].transform(bone)));
        worst = correct.iter().zip(&found).fold(worst, |worst, (a, b)| worst.max(apart(a, b, shell)));
    }
    worst
}

/// Returns the local transform of a bone between two frames of a clip: rotations at constant speed, everything else linear.
pub(crate) fn between_frames(source: &SourceClip, time: f32, bone: usize) -> Local {
    let last = source.frames() - 1;
    let at = (f64::from(time) * f64::from(source.frame_rate)).min(last as f64);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a frame's number")]
    let frame = at.floor() as usize;
    let local = |frame: usize| wide(&source.locals[frame.min(last) * source.bones.len() + bone]);
    between(local(frame), local(frame + 1), at - frame as f64)
}

pub(crate) fn wide(local: &Transform) -> Local {
    let Transform { translation, rotation, scale } = local;
    Local { translation: translation.map(f64::from), rotation: rotation.map(f64::from), scale: scale.map(f64::from) }
}

#[expect(clippy::disallowed_methods, reason = "what is measured is compared with a tolerance")]
fn between(from: Local, to: Local, part: f64) -> Local {
    let dot: f64 = from.rotation.iter().zip(to.rotation).map(|(a, b)| a * b).sum();
    let side = if dot < 0.0 { -1.0 } else { 1.0 };
    let mix = |a: f64, b: f64| a + (b - a) * part;
    let angle = dot.abs().min(1.0).acos();
    let weights = if angle < 1e-4 {
        [1.0 - part, side * part]
    } else {
        [((1.0 - part) * angle).sin() / angle.sin(), side * (part * angle).sin() / angle.sin()]
    };
    Local {
        translation: [0, 1, 2].map(|i| mix(from.translation[i], to.translation[i])),
        rotation: [0, 1, 2, 3].map(|i| weights[0] * from.rotation[i] + weights[1] * to.rotation[i]),
        scale: [0, 1, 2].map(|i| mix(from.scale[i], to.scale[i])),
    }
}

fn models(bones: &[SourceBone], local: impl Fn(usize) -> Local) -> Vec<Frame> {
    let mut models: Vec<Frame> = Vec::new();
    for (number, bone) in bones.iter().enumerate() {
        let own = frame(&local(number));
        models.push(bone.parent.map_or(own, |parent| below(&models[parent], &own)));
    }
    models
}

fn frame(local: &Local) -> Frame {
    let length = local.rotation.iter().map(|part| part * part).sum::<f64>().sqrt();
    let [x, y, z, w] = local.rotation.map(|part| part / length);
    let axes = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let scaled = [0, 1, 2].map(|axis| axes[axis].map(|part| part * local.scale[axis]));
    Frame { axes: scaled, origin: local.translation }
}

fn turned(frame: &Frame, [x, y, z]: Vector) -> Vector {
    [0, 1, 2].map(|i| frame.axes[0][i] * x + frame.axes[1][i] * y + frame.axes[2][i] * z)
}

fn below(parent: &Frame, child: &Frame) -> Frame {
    let origin = turned(parent, child.origin);
    Frame { axes: child.axes.map(|axis| turned(parent, axis)), origin: [0, 1, 2].map(|i| origin[i] + parent.origin[i]) }
}

fn apart(a: &Frame, b: &Frame, shell: f64) -> f64 {
    let distance = |axis: usize| {
        let off = |i: usize| a.origin[i] - b.origin[i] + shell * (a.axes[axis][i] - b.axes[axis][i]);
        (0..3).map(|i| off(i) * off(i)).sum::<f64>().sqrt()
    };
    (0..3).map(distance).fold(0.0, f64::max)
}
