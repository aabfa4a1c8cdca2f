//! How far a step of a track moves what hangs on its bone.
//!
//! Keys are chosen so that each bone makes up for what its parents got wrong (see `quantise`), so an error of a rotation
//! reaches only to the next joint that turns, and past a joint that moves there is none at all.

use rigmill_format::compressed_clip::{Channel, SEGMENT_FRAMES, BASE_ROTATIONS};

use super::maths::{Affine, Vector, conjugate, cross, dot, multiply};
use super::plan::{Fate, Plan, Planned};
use super::source::SourceClip;

/// The square of the distance that one unit of each component moves a bone's shell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lever {
    pub(super) bone: usize,
    pub(super) squares: [f64; 3],
}

/// Frames at which arms are measured.
const SAMPLES: usize = 8;

/// What part of a turn that is taken back at frames is left half way between them, where nothing makes up for it: small, but
/// it reaches to the end of the chain. Without it, fine bounds of single bones far out are not met; with 0.01, clips are larger by a
/// hundredth.
const LEAK: f32 = 0.003;

/// For each track the bones that it moves. Arms are taken at a few frames.
pub(super) fn levers(clip: &SourceClip, plan: &Plan, shells: &[f32]) -> Vec<Vec<Lever>> {
    let frames = clip.frames();
    let samples = frames.min(SAMPLES);
    let mut all: Vec<Vec<Lever>> = vec![Vec::new(); plan.tracks.len()];
    for sample in 0..samples {
        let frame = (2 * sample + 1) * frames / (2 * samples);
        let locals: Vec<Affine> = clip.pose(frame).iter().map(Affine::of).collect();
        for (track, levers) in plan.tracks.iter().zip(&mut all) {
            let pivots = pivots(clip, track, frame);
            reach(clip, plan, &locals, track, &mut |at, bone, end, held: Option<f32>| {
                let squares = squares(&pivots, end, held.map_or(shells[bone], |far| far * LEAK));
                match levers.get_mut(at) {
                    Some(lever) => {
                        for (most, found) in lever.squares.iter_mut().zip(squares) {
                            *most = most.max(found);
                        }
                    }
                    None => levers.push(Lever { bone, squares }),
                }
            });
        }
    }
    all
}

/// What a unit of each component of a track does to the space below its bone.
enum Pivots {
    /// Turns it around these axes, by their length in radians.
    Turn([Vector; 3]),
    /// Moves it.
    Move,
    /// Stretches it.
    Stretch,
}

fn pivots(clip: &SourceClip, track: &Planned, frame: usize) -> Pivots {
    match track.channel {
        Channel::Translation => Pivots::Move,
        Channel::Scale => Pivots::Stretch,
        Channel::Rotation => {
            let turn = BASE_ROTATIONS[usize::from(track.turns[frame / SEGMENT_FRAMES])];
            let reference = multiply(clip.bones[track.bone].bind.rotation, turn);
            let [x, y, z, w] = multiply(conjugate(reference), clip.pose(frame)[track.bone].rotation);
            let (part, w) = if w < 0.0 { ([-x, -y, -z], -w) } else { ([x, y, z], w) };
            let w = w.max(0.05);
            // The derivative of conj(q) dq by a component of q, where w follows from the others.
            Pivots::Turn([0, 1, 2].map(|axis| {
                let mut unit = [0.0; 3];
                unit[axis] = 1.0;
                let across = cross(part, unit);
                [0, 1, 2].map(|i| 2.0 * (w * unit[i] + part[axis] / w * part[i] - across[i]))
            }))
        }
    }
}

/// Where a bone's error leads.
#[derive(Clone, Copy)]
struct Arm {
    /// From the track's bone to this one, in the former's space.
    space: Affine,
    /// The end of the arm that counts.
    end: Vector,
    /// Whether a joint in between takes the turn back.
    held: bool,
}

/// Tells of each bone that a track moves: which it is of them, its number, the end of its arm, and if a joint in between takes the
/// turn back, how far away it is.
fn reach(
    clip: &SourceClip,
    plan: &Plan,
    locals: &[Affine],
    track: &Planned,
    tell: &mut dyn FnMut(usize, usize, Vector, Option<f32>),
) {
    let mut arms: Vec<Option<Arm>> = vec![None; clip.bones.len()];
    arms[track.bone] = Some(Arm { space: Affine::IDENTITY, end: [0.0; 3], held: false });
    tell(0, track.bone, [0.0; 3], None);
    let mut told = 1;
    for bone in track.bone + 1..clip.bones.len() {
        let Some(above) = clip.bones[bone].parent.and_then(|parent| arms[parent]) else { continue };
        let [rotation, translation, _] = plan.fates[bone];
        if matches!(translation, Fate::Animated(_)) {
            continue;
        }
        let space = above.space.then(&locals[bone]);
        let end = if above.held { above.end } else { space.origin };
        let held = above.held || matches!(rotation, Fate::Animated(_));
        arms[bone] = Some(Arm { space, end, held });
        tell(told, bone, end, held.then(|| dot(space.origin, space.origin).sqrt()));
        told += 1;
    }
}

fn squares(pivots: &Pivots, end: Vector, shell: f32) -> [f64; 3] {
    // Two of the three points of a shell move by a turn around an axis; what is taken back is not taken back wholly.
    let shell = f64::from(shell * shell) + 1e-8;
    let length = |v: Vector| f64::from(dot(v, v));
    match pivots {
        Pivots::Turn(axes) => axes.map(|axis| length(cross(axis, end)) + shell * length(axis)),
        Pivots::Move => [1.0; 3],
        Pivots::Stretch => end.map(|along| f64::from(along * along) + shell),
    }
}
