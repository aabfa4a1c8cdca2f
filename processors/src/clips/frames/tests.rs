//! Tests of frame counts and frame rates.

use proptest::prelude::*;
use rigmill_format::KeyFrameSequence;

use super::channels::frame_count;
use super::key_times::own_rate;

#[test]
fn no_frame_is_lost_at_any_rate_and_length() {
    for rate in 1..=240_u32 {
        for hundredths in 1..=6000_u32 {
            // If rate times hundredths is a multiple of 100, the clip has a whole number of frame intervals. Otherwise, it has
            // one more frame at its end.
            let exact = f64::from((rate * hundredths).div_ceil(100) + 1);
            let length = hundredths as f32 / 100.0;
            assert_eq!(frame_count(length, f64::from(rate)), exact, "{length} s at {rate}");
        }
    }
}

#[test]
fn a_rate_is_a_whole_number_only_but_for_the_digits_of_its_interval() {
    let rate = |interval: f32, keys: u8| {
        let duration = interval * f32::from(keys - 1);
        let sequence =
            KeyFrameSequence { key_count: keys.into(), duration, key_interval: interval, ..Default::default() };
        own_rate([&sequence])
    };
    for (interval, whole) in
        [(0.0333, 30.0), (0.033333, 30.0), (0.066667, 15.0), (0.041667, 24.0), (0.008333, 120.0), (0.25, 4.0)]
    {
        assert_eq!(rate(interval, 9), whole, "{interval}");
    }
    for (interval, broken) in [(0.033367, 29.97), (0.041708, 23.976), (0.666667, 1.5), (0.3, 10.0 / 3.0)] {
        assert!((rate(interval, 9) - broken).abs() < 1e-3 * broken.fract(), "{interval}: {}", rate(interval, 9));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a clip's length is an f32")]
fn seconds(frames: u32, rate: u32) -> f32 {
    (f64::from(frames) / f64::from(rate)) as f32
}

proptest! {
    #[test]
    fn a_clip_of_whole_frames_has_each_of_them(rate in 1..=240_u32, frames in 0..=14_400_u32) {
        let length = seconds(frames, rate);
        prop_assume!((0.01..=60.0).contains(&length));
        prop_assert_eq!(frame_count(length, f64::from(rate)), f64::from(frames) + 1.0);
    }
}
