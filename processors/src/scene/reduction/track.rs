//! [`Track`]: the keys of a bone, which can be sampled.

use rigmill_dom::SceneTransform;
use rigmill_format::KeyFrameSequence;
use rigmill_math::quaternion::{interpolate, normalize_in_f64};
use rigmill_math::vector::lerp;

/// The keys of a bone. A channel has one entry per time, a single entry for all times, or none.
pub(super) struct Track {
    pub(super) times: Vec<f32>,
    translation: Vec<[f32; 3]>,
    rotation: Vec<[f32; 4]>,
    scale: Vec<[f32; 3]>,
}

impl Track {
    pub(super) fn from_sequence(sequence: &KeyFrameSequence) -> Self {
        // Evenly spaced, computed as in the runtime.
        let even = || (0..sequence.key_count).map(|key| key as f32 * sequence.key_interval).collect();
        Self {
            times: if sequence.has_time { sequence.time.clone() } else { even() },
            translation: sequence.translation.clone(),
            rotation: sequence.rotation.clone(),
            scale: sequence.scale.clone(),
        }
    }

    /// Returns whether any channel changes.
    pub(super) fn moves(&self) -> bool {
        self.translation.len() > 1 || self.rotation.len() > 1 || self.scale.len() > 1
    }

    /// Returns the track with only these keys.
    pub(super) fn only(&self, kept: &[bool]) -> Self {
        Self {
            times: of_kept(&self.times, kept),
            translation: of_kept(&self.translation, kept),
            rotation: of_kept(&self.rotation, kept),
            scale: of_kept(&self.scale, kept),
        }
    }

    /// Returns the local transform at a time. Channels without keys have the value in `bind`.
    pub(super) fn at(&self, time: f32, bind: &SceneTransform) -> SceneTransform {
        let after = self.times.partition_point(|key| *key <= time).max(1);
        let before = after - 1;
        let fraction = match (self.times.get(before), self.times.get(after)) {
            (Some(from), Some(to)) => ((time - from) / (to - from)).clamp(0.0, 1.0),
            _ => 0.0,
        };
        self.between(before, after, fraction, bind)
    }

    /// Returns the local transform between two keys.
    pub(super) fn between(&self, from: usize, to: usize, fraction: f32, bind: &SceneTransform) -> SceneTransform {
        let to_f64 = |vector: [f32; 3]| vector.map(f64::from);
        let rotation = channel(&self.rotation, from, to, fraction, interpolate).map(normalize_in_f64);
        SceneTransform {
            translation: channel(&self.translation, from, to, fraction, lerp).map_or(bind.translation, to_f64),
            rotation: rotation.map_or(bind.rotation, |it| it.map(f64::from)),
            scale: channel(&self.scale, from, to, fraction, lerp).map_or(bind.scale, to_f64),
        }
    }
}

fn of_kept<T: Copy>(list: &[T], kept: &[bool]) -> Vec<T> {
    if list.len() <= 1 {
        return list.to_vec();
    }
    list.iter().zip(kept).filter(|(_, kept)| **kept).map(|(key, _)| *key).collect()
}

fn channel<T: Copy>(keys: &[T], from: usize, to: usize, fraction: f32, blend: impl Fn(T, T, f32) -> T) -> Option<T> {
    match (keys, keys.get(from), keys.get(to)) {
        ([only], ..) => Some(*only),
        (_, Some(&from), Some(&to)) => Some(blend(from, to, fraction)),
        (_, Some(&last), None) => Some(last),
        _ => None,
    }
}
