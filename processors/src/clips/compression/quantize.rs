//! Computes keys for given step sizes, and their errors.

use rigmill_format::Transform;
use rigmill_format::compressed_clip::{BASE_ROTATIONS, SEGMENT_FRAMES, step_size};
use rigmill_math::quaternion::{conjugate, multiply, normalize};
use rigmill_math::vector::{add, subtract};

use super::affine::{Affine, rebuild};
use super::measure::Meter;
use super::plan::{Plan, TrackKind};
use super::reference_poses::{Moments, ReferencePoses};
use super::source::SourceClip;

/// The keys of all tracks, and their errors.
pub(super) struct Quantized {
    /// The keys of each track.
    pub(super) keys: Vec<Vec<[i32; 3]>>,
    /// The largest distance of each bone's shell from its correct position.
    pub(super) errors: Vec<f32>,
}

/// The input of quantization.
pub(super) struct Quantiser<'a> {
    pub(super) clip: &'a SourceClip,
    pub(super) reference: &'a ReferencePoses<'a>,
    pub(super) plan: &'a Plan,
    pub(super) shells: &'a [f32],
}

impl Quantiser<'_> {
    /// Quantizes the clip frame by frame, parents before children. A bone is not quantized towards its original local
    /// transform, but towards the local transform that moves it, below its decoded parents, to its reference in model space.
    /// Therefore, errors do not add up along a chain of bones.
    pub(super) fn run(&self, codes: &[[u8; 3]], moments: Moments) -> Quantized {
        let bones = self.clip.bones.len();
        let mut keys = vec![Vec::with_capacity(self.clip.frames()); self.plan.tracks.len()];
        let mut meter = Meter::new(&self.clip.bones, self.reference, self.shells, moments);
        let mut before = vec![Transform::IDENTITY; bones];
        let mut pose = before.clone();
        let mut models = vec![Affine::IDENTITY; bones];
        let mut rotations = vec![[0.0, 0.0, 0.0, 1.0]; bones];
        let sizes: Vec<[f32; 3]> = codes.iter().map(|codes| codes.map(step_size)).collect();
        for frame in 0..self.clip.frames() {
            for bone in 0..bones {
                pose[bone] = self.bone(frame, bone, &models, &rotations, &sizes, &mut keys);
                let local = Affine::new(&pose[bone]);
                (models[bone], rotations[bone]) = match self.clip.bones[bone].parent {
                    Some(parent) => (models[parent].then(&local), multiply(rotations[parent], pose[bone].rotation)),
                    None => (local, pose[bone].rotation),
                };
            }
            meter.frame(frame, &models);
            if frame > 0 {
                meter.between(frame - 1, &before, &pose);
            }
            std::mem::swap(&mut before, &mut pose);
        }
        Quantized { keys, errors: meter.errors }
    }

    /// Returns the decoded local transform of a bone at a frame, and appends the bone's keys.
    fn bone(
        &self,
        frame: usize,
        bone: usize,
        models: &[Affine],
        rotations: &[[f32; 4]],
        sizes: &[[f32; 3]],
        keys: &mut [Vec<[i32; 3]>],
    ) -> Transform {
        let source = &self.clip.bones[bone];
        let [rotation, translation, scale] = self.plan.kinds[bone];
        let (bind, first, local) = (&source.bind, &self.clip.pose(0)[bone], &self.clip.pose(frame)[bone]);
        let mut out = *bind;
        out.rotation = match rotation {
            TrackKind::Bind => bind.rotation,
            TrackKind::Constant => first.rotation,
            TrackKind::Animated(track) => {
                let target = source.parent.map_or(local.rotation, |parent| {
                    multiply(conjugate(rotations[parent]), self.reference.rotations[frame * models.len() + bone])
                });
                let from_bind = BASE_ROTATIONS[usize::from(self.plan.tracks[track].turns[frame / SEGMENT_FRAMES])];
                let reference = multiply(bind.rotation, from_bind);
                let key = round(shorter(normalize(multiply(conjugate(reference), target))), sizes[track]);
                keys[track].push(key);
                let part = rebuild(scaled(key, sizes[track]));
                normalize(multiply(bind.rotation, multiply(from_bind, part)))
            }
        };
        out.translation = match translation {
            TrackKind::Bind => bind.translation,
            TrackKind::Constant => first.translation,
            TrackKind::Animated(track) => {
                let goal = self.reference.models[frame * models.len() + bone].origin;
                let target = source.parent.and_then(|parent| models[parent].solve(goal)).unwrap_or(local.translation);
                relative(target, bind.translation, sizes[track], &mut keys[track])
            }
        };
        out.scale = match scale {
            TrackKind::Bind => bind.scale,
            TrackKind::Constant => first.scale,
            TrackKind::Animated(track) => relative(local.scale, bind.scale, sizes[track], &mut keys[track]),
        };
        out
    }
}

/// Returns x, y and z of the quaternion or of its negative: of the one whose w is not negative.
fn shorter([x, y, z, w]: [f32; 4]) -> [f32; 3] {
    if w < 0.0 { [-x, -y, -z] } else { [x, y, z] }
}

fn relative(target: [f32; 3], bind: [f32; 3], sizes: [f32; 3], keys: &mut Vec<[i32; 3]>) -> [f32; 3] {
    let key = round(subtract(target, bind), sizes);
    keys.push(key);
    add(bind, scaled(key, sizes))
}

#[expect(clippy::cast_possible_truncation, reason = "saturates; packing refuses keys that are too wide")]
fn round(value: [f32; 3], sizes: [f32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|i| (value[i] / sizes[i]).round_ties_even() as i32)
}

fn scaled(key: [i32; 3], sizes: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|i| key[i] as f32 * sizes[i])
}
