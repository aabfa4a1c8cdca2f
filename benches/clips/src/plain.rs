//! Plain clips: glam, an array of structures, raw floats.

use glam::{Quat, Vec3};
use rigmill_processors::compression::SourceClip;

/// A bone's local transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    pub(crate) rotation: Quat,
    pub(crate) translation: Vec3,
    pub(crate) scale: Vec3,
}

/// The keys of a bone: one where it does not move.
struct Track {
    rotations: Vec<Quat>,
    translations: Vec<Vec3>,
    scales: Vec<Vec3>,
}

/// A clip with keys as they were.
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

    /// Samples by `turn`, the way between two rotations.
    pub(crate) fn sample(&self, time: f32, turn: impl Fn(Quat, Quat, f32) -> Quat, out: &mut [Local]) {
        let frames = (time * self.frame_rate).max(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "a frame of a clip")]
        let from = (frames as usize).min(self.last);
        let to = (from + 1).min(self.last);
        let fraction = frames - from as f32;
        for (track, out) in self.tracks.iter().zip(out) {
            out.rotation = between(&track.rotations, from, to, |a, b| turn(a, b, fraction));
            out.translation = between(&track.translations, from, to, |a, b| a.lerp(b, fraction));
            out.scale = between(&track.scales, from, to, |a, b| a.lerp(b, fraction));
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
