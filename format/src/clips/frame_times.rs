//! [`FrameTimes`]: when the frames of a uniformly sampled clip are.

/// By which part of itself a time in frames may be rounded: a rate and a duration in single precision.
const ROUNDING: f64 = 1.5e-7;

/// When the frames of a clip are: frame n at n / rate, but the last at the clip's end where that comes sooner.
///
/// So a duration that is no whole number of frames has a last interval that is shorter than the others, and both the
/// duration and the last pose are the source's. A clip that lasts longer than its frames holds the last one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTimes {
    last: u32,
    rate: f32,
    /// From here on the last frame holds; where that is the last frame's own time, infinite.
    end: f32,
    /// The length of the last interval in frames, above 0 and at most 1.
    last_interval: f32,
}

impl FrameTimes {
    /// The times of `frames` frames at `rate` frames a second in a clip that lasts `duration` seconds.
    #[must_use]
    pub fn new(frames: u32, rate: f32, duration: f32) -> Self {
        let last = frames.saturating_sub(1);
        let whole = f64::from(last);
        let missing = whole - f64::from(duration) * f64::from(rate);
        let times = Self { last, rate, end: f32::INFINITY, last_interval: 1.0 };
        if missing.abs() <= whole * ROUNDING {
            return Self { end: duration, ..times };
        }
        #[expect(clippy::cast_possible_truncation, reason = "above 0 and below 1")]
        let rest = (1.0 - missing) as f32;
        // A clip that ends before its last interval begins is cut short: what it has stays where it is.
        if missing > 0.0 && rest > 0.0 { Self { end: duration, last_interval: rest, ..times } } else { times }
    }

    /// The seconds that a clip lasts whose last frame is a whole interval behind the one before; finite.
    #[must_use]
    pub fn whole_duration(frames: u32, rate: f32) -> f32 {
        (frames.saturating_sub(1) as f32 / rate).min(f32::MAX)
    }

    /// The frames around a time in seconds, and how far it is from the one to the other, 0 to 1. Before the
    /// first frame that holds, after the last one the last; no number is the first.
    #[inline(always)]
    #[must_use]
    pub fn around(&self, time: f32) -> (usize, usize, f32) {
        let (at, last) = (time * self.rate, self.last as usize);
        if at.is_nan() || at <= 0.0 {
            return (0, 0, 0.0);
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0, and it saturates")]
        let from = at as usize;
        if from >= last || time >= self.end {
            return (last, last, 0.0);
        }
        let fraction = at - from as f32;
        let is_last = from + 1 == last;
        (from, from + 1, if is_last { (fraction / self.last_interval).min(1.0) } else { fraction })
    }
}

#[cfg(test)]
mod tests {
    use super::FrameTimes;

    #[test]
    fn a_clip_of_whole_frames_has_them_at_even_times() {
        let times = FrameTimes::new(31, 30.0, 1.0);
        assert_eq!(times.around(0.0), (0, 0, 0.0));
        assert_eq!(times.around(0.25), (7, 8, 0.5));
        assert_eq!([1.0, 2.0, f32::INFINITY].map(|time| times.around(time)), [(30, 30, 0.0); 3]);
        assert_eq!([-1.0, f32::NAN].map(|time| times.around(time)), [(0, 0, 0.0); 2]);
    }

    #[test]
    fn the_last_interval_ends_with_the_clip() {
        // At 4 a second: 0, 0.25, 0.5 and 0.625, which is half an interval.
        let times = FrameTimes::new(4, 4.0, 0.625);
        assert_eq!(times.around(0.375), (1, 2, 0.5));
        assert_eq!(times.around(0.5625), (2, 3, 0.5));
        assert_eq!([0.625, 0.7].map(|time| times.around(time)), [(3, 3, 0.0); 2]);
        // A clip shorter than a frame.
        let times = FrameTimes::new(2, 1.0, 0.25);
        assert_eq!((times.around(0.125), times.around(0.25)), ((0, 1, 0.5), (1, 1, 0.0)));
    }

    #[test]
    fn a_longer_clip_holds_its_last_frame_and_one_cut_short_goes_on_as_it_was() {
        let times = FrameTimes::new(3, 4.0, 2.0);
        assert_eq!((times.around(0.375), times.around(0.5)), ((1, 2, 0.5), (2, 2, 0.0)));
        let times = FrameTimes::new(9, 4.0, 1.0);
        assert_eq!((times.around(1.125), times.around(2.0)), ((4, 5, 0.5), (8, 8, 0.0)));
        assert_eq!(FrameTimes::new(0, 4.0, 1.0).around(3.0), (0, 0, 0.0));
    }

    #[test]
    fn the_end_is_the_last_frame_whatever_was_rounded() {
        for rate in [23.976_f32, 29.97, 30.0, 60.0, 120.0, 1.5, 28.235_03] {
            for frames in 2..=4000_u32 {
                let whole = FrameTimes::whole_duration(frames, rate);
                for duration in [whole, whole * 0.999_999_9, whole - 0.3 / rate] {
                    let last = frames as usize - 1;
                    let times = FrameTimes::new(frames, rate, duration);
                    assert_eq!(times.around(duration), (last, last, 0.0), "{frames} at {rate}, {duration} s");
                    let (from, to, fraction) = times.around(duration - 0.01 / rate);
                    assert!(from <= to && to <= last && (0.0..=1.0).contains(&fraction));
                }
            }
        }
    }
}
