//! How far a compressed clip is off, in double precision, by what the runtime samples of it.

use rigmill_format::Transform;
use rigmill_processors::compression::SourceClip;
use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, pose_blocks};
use rigmill_runtime::content::CompressedClipView;

type Vector = [f64; 3];

/// A local transform in double precision.
#[derive(Clone, Copy)]
struct Local {
    translation: Vector,
    rotation: [f64; 4],
    scale: Vector,
}

/// Three axes and an origin: a point's place is their sum, each axis times a coordinate.
#[derive(Clone, Copy)]
struct Frame {
    axes: [Vector; 3],
    origin: Vector,
}

/// The largest distance of any of three points at `shell` from each bone, over all frames and these parts of the way from each
/// to the next.
pub(crate) fn worst(source: &SourceClip, clip: CompressedClipView<'_>, shell: f64, parts: &[f64]) -> f64 {
    let bones = source.bones.len();
    let bind = pose_blocks(source.bones.iter().map(|bone| bone.bind));
    let mut pose = vec![PoseBlock::IDENTITY; bind.len()];
    let mut scratch = CompressedScratch::new(bones);
    let mut worst = 0.0_f64;
    for frame in 0..source.frames() {
        for &part in parts {
            let next = (frame + 1).min(source.frames() - 1);
            #[expect(clippy::cast_possible_truncation, reason = "the runtime's times are f32")]
            let time = ((frame as f64 + part) / f64::from(source.frame_rate)) as f32;
            let job = CompressedSampleJob { clip, bind: &bind, scratch: &mut scratch, time, out: &mut pose };
            job.run().unwrap();
            // The time was rounded; what the clip should be is reported by the time that it was asked for.
            let part = f64::from(time) * f64::from(source.frame_rate) - frame as f64;
            let truth = models(source, |bone| between(at(source, frame, bone), at(source, next, bone), part));
            let found = models(source, |bone| wide(&pose[bone / 8].transform(bone)));
            worst = truth.iter().zip(&found).fold(worst, |worst, (a, b)| worst.max(apart(a, b, shell)));
        }
    }
    worst
}

fn at(source: &SourceClip, frame: usize, bone: usize) -> Local {
    wide(&source.locals[frame * source.bones.len() + bone])
}

fn wide(local: &Transform) -> Local {
    let Transform { translation, rotation, scale } = local;
    Local { translation: translation.map(f64::from), rotation: rotation.map(f64::from), scale: scale.map(f64::from) }
}

/// What is between two transforms: straight, and the shorter way for rotations.
fn between(from: Local, to: Local, part: f64) -> Local {
    let dot: f64 = from.rotation.iter().zip(to.rotation).map(|(a, b)| a * b).sum();
    let side = if dot < 0.0 { -1.0 } else { 1.0 };
    let mix = |a: f64, b: f64| a + (b - a) * part;
    Local {
        translation: [0, 1, 2].map(|i| mix(from.translation[i], to.translation[i])),
        rotation: [0, 1, 2, 3].map(|i| mix(from.rotation[i], side * to.rotation[i])),
        scale: [0, 1, 2].map(|i| mix(from.scale[i], to.scale[i])),
    }
}

fn models(source: &SourceClip, local: impl Fn(usize) -> Local) -> Vec<Frame> {
    let mut models: Vec<Frame> = Vec::new();
    for (number, bone) in source.bones.iter().enumerate() {
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
