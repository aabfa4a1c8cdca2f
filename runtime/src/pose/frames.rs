//! Times as frames.

/// The frames around a time in seconds, and how far it is from the one to the other. Before the first frame that holds, after
/// the last one the last; no number is the first.
#[inline]
pub(crate) fn frames_around(frames: usize, frame_rate: f32, time: f32) -> (usize, usize, f32) {
    let last = frames.saturating_sub(1);
    let at = time * frame_rate;
    if at.is_nan() || at <= 0.0 {
        return (0, 0, 0.0);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0, and it saturates")]
    let from = at as usize;
    if from >= last { (last, last, 0.0) } else { (from, from + 1, at - from as f32) }
}
