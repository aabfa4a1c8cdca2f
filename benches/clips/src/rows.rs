//! Clips in the layout that a careful programmer would choose for glam: frame after frame, with only the moving channels,
//! neighbouring rotations in one hemisphere, and vectors of four floats.

use std::ops::{Add, Mul, Range, Sub};

use glam::{Affine3A, Quat, Vec3, Vec3A};
use rigmill_format::Transform;
use rigmill_processors::compression::SourceClip;

/// A bone's local transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    rotation: Quat,
    translation: Vec3A,
    scale: Vec3A,
}

impl Joint {
    pub(crate) const IDENTITY: Self = Self { rotation: Quat::IDENTITY, translation: Vec3A::ZERO, scale: Vec3A::ONE };

    pub(crate) fn new(transform: &Transform) -> Self {
        Self {
            rotation: Quat::from_array(transform.rotation),
            translation: Vec3A::from_array(transform.translation),
            scale: Vec3A::from_array(transform.scale),
        }
    }

    #[inline(always)]
    pub(crate) fn mix(&self, other: &Self, fraction: f32) -> Self {
        Self {
            rotation: self.rotation.lerp(other.rotation, fraction),
            translation: between(self.translation, other.translation, fraction),
            scale: between(self.scale, other.scale, fraction),
        }
    }

    #[inline(always)]
    pub(crate) fn matrix(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(Vec3::from(self.scale), self.rotation, Vec3::from(self.translation))
    }
}

/// The moving bones of a channel, and their values frame by frame.
struct Channel<T> {
    bones: Vec<u32>,
    rows: Vec<T>,
}

impl<T: Copy + PartialEq + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>> Channel<T> {
    fn new(clip: &SourceClip, of: impl Fn(&Transform) -> T) -> Self {
        let count = clip.bones.len();
        let value = |frame: usize, bone: usize| of(&clip.locals[frame * count + bone]);
        let moves = |bone: &usize| (0..clip.frames()).any(|frame| value(frame, *bone) != value(0, *bone));
        let bones: Vec<usize> = (0..count).filter(moves).collect();
        let row = |frame| bones.iter().map(move |bone| value(frame, *bone)).collect::<Vec<_>>();
        Self {
            rows: (0..clip.frames()).flat_map(row).collect(),
            bones: bones.iter().filter_map(|bone| u32::try_from(*bone).ok()).collect(),
        }
    }

    /// Passes each moving bone in a range to `put`, with its value between two frames.
    #[inline(always)]
    fn values(&self, (from, to, fraction): (usize, usize, f32), bones: &Range<usize>, mut put: impl FnMut(usize, T)) {
        let count = self.bones.len();
        let [first, end] = [bones.start, bones.end].map(|bone| self.bones.partition_point(|it| (*it as usize) < bone));
        let a = &self.rows[from * count..][first..end];
        let b = &self.rows[to * count..][first..end];
        for ((bone, a), b) in self.bones[first..end].iter().zip(a).zip(b) {
            put(*bone as usize, between(*a, *b, fraction));
        }
    }
}

#[inline(always)]
fn between<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>>(a: T, b: T, fraction: f32) -> T {
    a + (b - a) * fraction
}

/// A clip in rows.
pub(crate) struct RowClip {
    rotations: Channel<Quat>,
    translations: Channel<Vec3A>,
    scales: Channel<Vec3A>,
    /// The first frame, for channels that do not move.
    still: Vec<Joint>,
    frame_rate: f32,
    last: usize,
}

impl RowClip {
    pub(crate) fn new(clip: &SourceClip) -> Self {
        let mut rotations = Channel::new(clip, |it| Quat::from_array(it.rotation));
        let count = rotations.bones.len();
        for next in count..rotations.rows.len() {
            let before = rotations.rows[next - count];
            if before.dot(rotations.rows[next]) < 0.0 {
                rotations.rows[next] = -rotations.rows[next];
            }
        }
        Self {
            rotations,
            translations: Channel::new(clip, |it| Vec3A::from_array(it.translation)),
            scales: Channel::new(clip, |it| Vec3A::from_array(it.scale)),
            still: clip.locals[..clip.bones.len()].iter().map(Joint::new).collect(),
            frame_rate: clip.frame_rate,
            last: clip.frames() - 1,
        }
    }

    /// Samples a range of bones by nlerp.
    pub(crate) fn sample(&self, time: f32, bones: Range<usize>, out: &mut [Joint]) {
        let frames = (time * self.frame_rate).max(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "a frame of a clip")]
        let from = (frames as usize).min(self.last);
        let at = (from, (from + 1).min(self.last), frames - from as f32);
        out[bones.clone()].copy_from_slice(&self.still[bones.clone()]);
        self.rotations.values(at, &bones, |bone, value| out[bone].rotation = value.normalize());
        self.translations.values(at, &bones, |bone, value| out[bone].translation = value);
        self.scales.values(at, &bones, |bone, value| out[bone].scale = value);
    }
}

/// Computes matrices in model space.
#[inline(always)]
pub(crate) fn to_model(parents: &[Option<usize>], locals: &[Joint], out: &mut [Affine3A]) {
    for (bone, (parent, local)) in parents.iter().zip(locals).enumerate() {
        let local = local.matrix();
        out[bone] = parent.map_or(local, |parent| out[parent] * local);
    }
}
