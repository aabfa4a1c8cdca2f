//! Tracks of animation sequences, with the keys that a game shows under the standard rules.

use rigmill_format::KeyFrameSequence;

use super::between::{arc, line};
use super::keys::{Keys, Track};

/// The largest distance between the last key and the end of its sequence that is caused by rounding, as a fraction of the key
/// interval.
const SLACK: f64 = 0.01;

/// Returns the track of a bone. `close_loop` is the setting of the clip.
pub(super) fn track(sequence: &KeyFrameSequence, node: u32, close_loop: bool) -> Track {
    let s = sequence;
    let rotation = s.has_rotation.then(|| keys(s, &s.rotation, s.fixed_rotation, close_loop, arc)).flatten();
    let translation = s.has_translation.then(|| keys(s, &s.translation, s.fixed_translation, close_loop, line));
    Track {
        node,
        translation: translation.flatten(),
        rotation: rotation.map(Keys::align_signs),
        scale: s.has_scale.then(|| keys(s, &s.scale, s.fixed_scale, close_loop, line)).flatten(),
    }
}

type Key<const N: usize> = (f32, [f32; N]);
type Between<const N: usize> = fn([f32; N], [f32; N], f64) -> [f32; N];

/// Returns the keys of a channel from 0 to the sequence's duration, after which no game plays it; `None` without keys.
fn keys<const N: usize>(
    sequence: &KeyFrameSequence,
    values: &[[f32; N]],
    fixed: bool,
    close_loop: bool,
    between: Between<N>,
) -> Option<Keys<N>> {
    let first = *values.first()?;
    if fixed || values.len() == 1 {
        return Some(Keys::constant(first));
    }
    let keys: Vec<Key<N>> = times(sequence).zip(values.iter().copied()).collect();
    let shown = ended(begun(keys, between), sequence.duration, close_loop.then_some(first), between);
    Keys::linear(shown).or(Some(Keys::constant(first)))
}

/// Returns the times of the keys, in seconds.
fn times(sequence: &KeyFrameSequence) -> impl Iterator<Item = f32> {
    let interval = sequence.key_interval;
    let listed = sequence.has_time.then_some(sequence.time.as_slice());
    (0..sequence.key_count).map(move |key| match listed {
        Some(times) => times.get(key as usize).copied().unwrap_or(f32::INFINITY),
        None => key as f32 * interval,
    })
}

/// Returns the keys from 0 on. Earlier keys, which only sequences with their own key times can have, are replaced by the pose
/// at 0.
fn begun<const N: usize>(mut keys: Vec<Key<N>>, between: Between<N>) -> Vec<Key<N>> {
    let before = keys.partition_point(|(time, _)| *time < 0.0);
    if let Some(last) = before.checked_sub(1) {
        let at_start = match keys.get(before) {
            Some(&after) => at(0.0, keys[last], after, between),
            None => (0.0, keys[last].1),
        };
        keys.drain(..last);
        keys[0] = at_start;
    }
    keys
}

/// Returns the keys up to the end, with the pose at the end: interpolated between two keys, held, or led back to the first key
/// if `closing`.
fn ended<const N: usize>(
    mut keys: Vec<Key<N>>,
    end: f32,
    closing: Option<[f32; N]>,
    between: Between<N>,
) -> Vec<Key<N>> {
    let step = |keys: &[Key<N>], at: usize| match at.checked_sub(1).and_then(|before| keys.get(before)) {
        Some((before, _)) => SLACK * (f64::from(keys[at].0) - f64::from(*before)),
        None => 0.0,
    };
    let is_beyond = |at: &usize| {
        let over = f64::from(keys[*at].0) - f64::from(end);
        over > 0.0 && (over.is_infinite() || over > step(&keys, *at))
    };
    match (0..keys.len()).find(is_beyond) {
        // Before the first key, the first key is shown.
        Some(0) => {
            keys.truncate(1);
            keys[0].0 = 0.0;
        }
        Some(beyond) => {
            let last = at(end, keys[beyond - 1], keys[beyond], between);
            keys.truncate(beyond);
            keys.push(last);
        }
        None => {
            let last = keys.len() - 1;
            let (time, value) = keys[last];
            if f64::from(end) - f64::from(time) > step(&keys, last) {
                keys.push((end, closing.unwrap_or(value)));
            }
        }
    }
    keys
}

/// Returns the key at a time between two keys.
fn at<const N: usize>(time: f32, (from, a): Key<N>, (to, b): Key<N>, between: Between<N>) -> Key<N> {
    let [time_, from, to] = [time, from, to].map(f64::from);
    (time, between(a, b, (time_ - from) / (to - from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(times: &[f32], key_interval: f32, duration: f32) -> KeyFrameSequence {
        let key_count = if times.is_empty() { 4 } else { u32::try_from(times.len()).unwrap() };
        KeyFrameSequence {
            key_count,
            duration,
            key_interval,
            has_translation: true,
            has_time: !times.is_empty(),
            translation: (0..key_count).map(|key| [key as f32, 0.0, 0.0]).collect(),
            time: times.to_vec(),
            ..KeyFrameSequence::default()
        }
    }

    #[test]
    fn keys_are_those_that_a_game_sees() {
        const HUGE: f32 = f32::MAX;
        // The key times or, if there are none, the interval; the duration; the expected times and values of the keys.
        type Case = (&'static [f32], f32, f32, &'static [f32], &'static [f32]);
        let cases: [Case; 12] = [
            (&[], 1.0, 3.0, &[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 2.0, 3.0]),
            (&[], 1.0, 3.001, &[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 2.0, 3.0]),
            (&[], 1.0, 2.999, &[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 2.0, 3.0]),
            (&[], 1.0, 3.5, &[0.0, 1.0, 2.0, 3.0, 3.5], &[0.0, 1.0, 2.0, 3.0, 3.0]),
            (&[], 1.0, 1.5, &[0.0, 1.0, 1.5], &[0.0, 1.0, 1.5]),
            (&[], 1.0, 0.0, &[0.0], &[0.0]),
            (&[], HUGE, 1.0, &[0.0, 1.0], &[0.0, 1.0 / HUGE]),
            (&[0.5, 1.0], 0.0, 1.0, &[0.5, 1.0], &[0.0, 1.0]),
            (&[2.0, 3.0], 0.0, 1.0, &[0.0], &[0.0]),
            (&[-1.0, 1.0], 0.0, 1.0, &[0.0, 1.0], &[0.5, 1.0]),
            (&[-2.0, -1.0], 0.0, 1.0, &[0.0, 1.0], &[1.0, 1.0]),
            (&[-HUGE, HUGE], 0.0, 1.0, &[0.0, 1.0], &[0.5, 0.5]),
        ];
        for (times, interval, duration, expected, values) in cases {
            let track = track(&sequence(times, interval, duration), 0, false);
            let found = track.translation.unwrap();
            let xs: Vec<f32> = found.values.iter().map(|value| value[0]).collect();
            assert_eq!((&found.times[..], &xs[..]), (expected, values), "{times:?} {interval} {duration}");
        }
        let closed = track(&sequence(&[], 1.0, 3.5), 0, true).translation.unwrap();
        assert_eq!((closed.times[4], closed.values[4]), (3.5, [0.0; 3]));
    }

    #[test]
    fn odd_times_make_keys_that_gltf_has() {
        let odd = [0.0, -0.0, 1e-45, 1.0, 1.000_000_1, 1e30, f32::MAX, -1.0, f32::MIN];
        for chance in 0..odd.len().pow(4) {
            let pick = |place: u32| odd[chance / odd.len().pow(place) % odd.len()];
            let mut times = [pick(0), pick(1), pick(2)];
            times.sort_by(f32::total_cmp);
            for (times, interval) in [(&times[..], 0.0), (&[], pick(0).abs())] {
                let found = track(&sequence(times, interval, pick(3).abs()), 0, chance % 2 == 0).translation.unwrap();
                assert!(found.times[0] >= 0.0 && found.times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
                assert!(found.times.iter().chain(found.values.as_flattened()).all(|it| it.is_finite()), "{found:?}");
            }
        }
    }

    #[test]
    fn rotations_are_of_unit_length_and_on_one_side() {
        let rotation = vec![[0.0, 0.0, 0.0, 2.0], [0.0, 0.0, -1.0, -1.0], [0.0; 4]];
        let times = KeyFrameSequence { has_rotation: true, rotation, ..sequence(&[0.0, 1.0, 2.0], 0.0, 2.0) };
        let found = track(&times, 0, false).rotation.unwrap();
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert_eq!(found.values, [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half], [0.0, 0.0, 0.0, 1.0]]);
    }

    #[test]
    fn half_a_turn_goes_the_way_that_the_runtime_goes() {
        let [one, half] = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]];
        let [minus_one, minus_half] = [one, half].map(|it| it.map(|part: f32| -part));
        // From -1 to -half, the runtime passes through their mean, which is also the mean of 1 and half.
        for (keys, expected) in [
            ([one, minus_one, minus_half], [one, one, half]),
            ([one, minus_one, half], [one, one, minus_half]),
            ([one, one, half], [one, one, half]),
        ] {
            let times = sequence(&[0.0, 1.0, 2.0], 0.0, 2.0);
            let found = track(&KeyFrameSequence { has_rotation: true, rotation: keys.to_vec(), ..times }, 0, false);
            assert_eq!(found.rotation.unwrap().values, expected, "{keys:?}");
        }
    }
}
