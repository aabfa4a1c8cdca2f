//! [`FrameTimes`]: the times of the frames of a uniformly sampled clip.

#[cfg(test)]
mod tests;

/// The relative rounding error of a time in frames that is computed from a rate and a duration in single precision.
const ROUNDING: f64 = 1.5e-7;

/// The times of a clip's frames: frame n is at n / rate. The last frame is an exception: it is never later than the clip's end.
///
/// So if the duration is not a whole number of frames, the last interval is shorter than the others, and both the duration and
/// the last pose are exactly those of the source. If a clip lasts longer than its frames, it holds the last frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTimes {
    last: u32,
    rate: f32,
    /// The time from which the last frame holds. Infinite if this is the last frame's regular time.
    end: f32,
    /// The length of the last interval in frames, above 0 and at most 1.
    last_interval: f32,
}

impl FrameTimes {
    /// Creates the times of `frames` frames at `rate` frames per second, in a clip that lasts `duration` seconds.
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
        // If the clip ends before its last interval starts, its end is cut off, and its frames keep their times.
        if missing > 0.0 && rest > 0.0 { Self { end: duration, last_interval: rest, ..times } } else { times }
    }

    /// The duration in seconds of a clip whose last interval is not shortened; always finite.
    #[must_use]
    pub fn whole_duration(frames: u32, rate: f32) -> f32 {
        (frames.saturating_sub(1) as f32 / rate).min(f32::MAX)
    }

    /// Returns the frames before and after a time in seconds, and the position of the time between them, 0 to 1. Times before
    /// the first frame give the first frame; times after the last frame give the last frame. NaN gives the first frame.
    #[inline(always)]
    #[must_use]
    pub fn around(&self, time: f32) -> (usize, usize, f32) {
        // Computed in double precision: in a long clip, the last digit of a single-precision time is a visible part of a frame.
        let (at, last) = (f64::from(time) * f64::from(self.rate), self.last as usize);
        if at.is_nan() || at <= 0.0 {
            return (0, 0, 0.0);
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0, and it saturates")]
        let from = at as usize;
        if from >= last || time >= self.end {
            return (last, last, 0.0);
        }
        #[expect(clippy::cast_possible_truncation, reason = "rounded: a fraction from 0 to 1")]
        let fraction = (at - from as f64) as f32;
        let is_last = from + 1 == last;
        (from, from + 1, if is_last { (fraction / self.last_interval).min(1.0) } else { fraction })
    }
}
