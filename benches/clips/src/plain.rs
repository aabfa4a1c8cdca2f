//! Plain clips: glam, an array of structures, raw floats.

use glam::{Quat, Vec3};
use rigmill_format::Transform;
use rigmill_processors::compression::SourceClip;

/// A bone's local transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub(crate) rotation: Quat,
    pub(crate) translation: Vec3,
    pub(crate) scale: Vec3,
}

impl Local {
    #[inline(always)]
    pub(crate) fn mix(&self, other: &Self, fraction: f32) -> Self {
        Self {
            rotation: self.rotation.lerp(other.rotation, fraction),
            translation: self.translation.lerp(other.translation, fraction),
            scale: self.scale.lerp(other.scale, fraction),
        }
    }

    pub(crate) fn transform(&self) -> Transform {
        Transform {
            rotation: self.rotation.to_array(),
            translation: self.translation.to_array(),
            scale: self.scale.to_array(),
        }
    }
}

/// The keys of a bone. A constant channel has a single key.
struct Track {
    rotations: Vec<Quat>,
    translations: Vec<Vec3>,
    scales: Vec<Vec3>,
}

/// A clip with its original keys.
pub(crate) struct PlainClip {
    tracks: Vec<Track>,
    frame_rate: f32,
    last: usize,
}

impl PlainClip {
    pub(crate) fn new(clip: &SourceClip) -> Self {
        let bones = clip.bones.len();
        let keys = |bone: usize| clip.locals.iter().skip(bone).step_by(bones);
        let track = |bone: usize| Track {
            rotations: shared(keys(bone).map(|key| Quat::from_array(key.rotation)).collect()),
            translations: shared(keys(bone).map(|key| Vec3::from_array(key.translation)).collect()),
            scales: shared(keys(bone).map(|key| Vec3::from_array(key.scale)).collect()),
        };
        Self { tracks: (0..bones).map(track).collect(), frame_rate: clip.frame_rate, last: clip.frames() - 1 }
    }

    /// Returns the frames around a time, and the fraction between them.
    pub(crate) fn frames(&self, time: f32) -> (usize, usize, f32) {
        let frames = (time * self.frame_rate).max(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "a frame of a clip")]
        let from = (frames as usize).min(self.last);
        (from, (from + 1).min(self.last), frames - from as f32)
    }

    /// Samples a clip. `turn` interpolates between two rotations.
    pub(crate) fn sample(&self, time: f32, turn: impl Fn(Quat, Quat, f32) -> Quat, out: &mut [Local]) {
        let (from, to, fraction) = self.frames(time);
        for (track, out) in self.tracks.iter().zip(out) {
            out.rotation = between(&track.rotations, from, to, |a, b| turn(a, b, fraction));
            out.translation = between(&track.translations, from, to, |a, b| a.lerp(b, fraction));
            out.scale = between(&track.scales, from, to, |a, b| a.lerp(b, fraction));
        }
    }

    /// Returns one bone between two frames.
    #[inline(always)]
    pub(crate) fn bone(&self, bone: usize, (from, to, fraction): (usize, usize, f32)) -> Local {
        let track = &self.tracks[bone];
        Local {
            rotation: between(&track.rotations, from, to, |a, b| a.lerp(b, fraction)),
            translation: between(&track.translations, from, to, |a, b| a.lerp(b, fraction)),
            scale: between(&track.scales, from, to, |a, b| a.lerp(b, fraction)),
        }
    }
}

fn shared<T: Copy + PartialEq>(mut keys: Vec<T>) -> Vec<T> {
    if keys.iter().all(|key| *key == keys[0]) {
        keys.truncate(1);
    }
    keys
}

fn between<T: Copy>(keys: &[T], from: usize, to: usize, work: impl Fn(T, T) -> T) -> T {
    match keys {
        [only] => *only,
        keys => work(keys[from], keys[to]),
    }
}
