//! Keys for given steps, and how far off they are.

use rigmill_format::Transform;
use rigmill_format::compressed_clip::{SEGMENT_FRAMES, BASE_ROTATIONS, step_size};

use super::maths::{Affine, Quaternion, conjugate, multiply, normalise, rebuild};
use super::plan::{Fate, Plan};
use super::source::{SourceClip, Truth, half_way_pose};

/// Keys of all tracks, and the error that they make.
pub(super) struct Quantised {
    /// For each track its keys.
    pub(super) keys: Vec<Vec<[i32; 3]>>,
    /// For each bone the largest distance of its shell from where it should be, metres.
    pub(super) errors: Vec<f32>,
}

/// What keys are made from.
pub(super) struct Quantiser<'a> {
    pub(super) clip: &'a SourceClip,
    pub(super) truth: &'a Truth,
    pub(super) plan: &'a Plan,
    pub(super) shells: &'a [f32],
}

impl Quantiser<'_> {
    /// Quantises frame by frame, parents first. The target of a bone is not its own local transform but the one that
    /// brings it, below the parents as they were decoded, to where it was in model space: so errors do not add up.
    pub(super) fn run(&self, codes: &[[u8; 3]]) -> Quantised {
        let bones = self.clip.bones.len();
        let mut keys = vec![Vec::with_capacity(self.clip.frames()); self.plan.tracks.len()];
        let mut errors = vec![0.0; bones];
        let mut before = vec![Transform::IDENTITY; bones];
        let mut pose = before.clone();
        let mut middle = before.clone();
        let mut models = vec![Affine::IDENTITY; bones];
        let mut turned = vec![[0.0, 0.0, 0.0, 1.0]; bones];
        let sizes: Vec<[f32; 3]> = codes.iter().map(|codes| codes.map(step_size)).collect();
        for frame in 0..self.clip.frames() {
            for bone in 0..bones {
                pose[bone] = self.bone(frame, bone, &models, &turned, &sizes, &mut keys);
                let local = Affine::of(&pose[bone]);
                (models[bone], turned[bone]) = match self.clip.bones[bone].parent {
                    Some(parent) => (models[parent].then(&local), multiply(turned[parent], pose[bone].rotation)),
                    None => (local, pose[bone].rotation),
                };
            }
            self.measure(2 * frame, &models, &mut errors);
            if frame > 0 {
                half_way_pose(&before, &pose, &mut middle);
                let mut between = std::mem::take(&mut models);
                for bone in 0..bones {
                    let local = Affine::of(&middle[bone]);
                    between[bone] = self.clip.bones[bone].parent.map_or(local, |parent| between[parent].then(&local));
                }
                self.measure(2 * frame - 1, &between, &mut errors);
                models = between;
            }
            std::mem::swap(&mut before, &mut pose);
        }
        Quantised { keys, errors }
    }

    fn measure(&self, at: usize, models: &[Affine], errors: &mut [f32]) {
        let truth = &self.truth.models[at * models.len()..][..models.len()];
        for (bone, (model, truth)) in models.iter().zip(truth).enumerate() {
            let shell = self.shells[bone];
            let mut worst = 0.0_f32;
            for axis in 0..3 {
                let mut square = 0.0;
                for i in 0..3 {
                    let off = (model.origin[i] - truth.origin[i]) + shell * (model.axes[axis][i] - truth.axes[axis][i]);
                    square += off * off;
                }
                worst = worst.max(square);
            }
            errors[bone] = errors[bone].max(worst.sqrt());
        }
    }

    fn bone(
        &self,
        frame: usize,
        bone: usize,
        models: &[Affine],
        turned: &[Quaternion],
        sizes: &[[f32; 3]],
        keys: &mut [Vec<[i32; 3]>],
    ) -> Transform {
        let source = &self.clip.bones[bone];
        let [rotation, translation, scale] = self.plan.fates[bone];
        let (bind, first, local) = (&source.bind, &self.clip.pose(0)[bone], &self.clip.pose(frame)[bone]);
        let mut out = *bind;
        out.rotation = match rotation {
            Fate::Bind => bind.rotation,
            Fate::Constant => first.rotation,
            Fate::Animated(track) => {
                let target = source.parent.map_or(local.rotation, |parent| {
                    multiply(conjugate(turned[parent]), self.truth.rotations[frame * models.len() + bone])
                });
                let turn = BASE_ROTATIONS[usize::from(self.plan.tracks[track].turns[frame / SEGMENT_FRAMES])];
                let reference = multiply(bind.rotation, turn);
                let key = round(shorter(normalise(multiply(conjugate(reference), target))), sizes[track]);
                keys[track].push(key);
                let part = rebuild(scaled(key, sizes[track]));
                normalise(multiply(bind.rotation, multiply(turn, part)))
            }
        };
        out.translation = match translation {
            Fate::Bind => bind.translation,
            Fate::Constant => first.translation,
            Fate::Animated(track) => {
                let goal = self.truth.models[2 * frame * models.len() + bone].origin;
                let target = source.parent.and_then(|parent| models[parent].solve(goal)).unwrap_or(local.translation);
                relative(target, bind.translation, sizes[track], &mut keys[track])
            }
        };
        out.scale = match scale {
            Fate::Bind => bind.scale,
            Fate::Constant => first.scale,
            Fate::Animated(track) => relative(local.scale, bind.scale, sizes[track], &mut keys[track]),
        };
        out
    }
}

/// x, y, z of the quaternion or its opposite, whichever has a w that is not negative.
fn shorter([x, y, z, w]: Quaternion) -> [f32; 3] {
    if w < 0.0 { [-x, -y, -z] } else { [x, y, z] }
}

fn relative(target: [f32; 3], bind: [f32; 3], sizes: [f32; 3], keys: &mut Vec<[i32; 3]>) -> [f32; 3] {
    let key = round([0, 1, 2].map(|i| target[i] - bind[i]), sizes);
    keys.push(key);
    let part = scaled(key, sizes);
    [0, 1, 2].map(|i| bind[i] + part[i])
}

#[expect(clippy::cast_possible_truncation, reason = "saturates, and what is too wide is told when it is packed")]
fn round(value: [f32; 3], sizes: [f32; 3]) -> [i32; 3] {
    [0, 1, 2].map(|i| (value[i] / sizes[i]).round_ties_even() as i32)
}

fn scaled(key: [i32; 3], sizes: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|i| key[i] as f32 * sizes[i])
}
