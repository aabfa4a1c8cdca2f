//! [`compare`]: measures the difference between two clips.

use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::{Matrix, PlayMode};
use serde::Serialize;

use super::error::AskError;
use super::poser::Poser;
use super::tracks::frame_times;

/// The number of times per frame at which the clips are compared.
const MOMENTS: usize = 4;

/// The maximum number of times.
const MAX_MOMENTS: usize = 8192;

/// The maximum number of columns in the heat map of errors.
const MAX_COLUMNS: usize = 256;

/// The maximum number of fields in the heat map, and the maximum number of measured distances.
const MAX_FIELDS: usize = 1 << 20;
const MAX_DISTANCES: usize = 1 << 24;

/// The difference between two clips, measured as in `docs/compression.md`: the distances of three points around each bone,
/// which are on its axes at the shell's radius, in model space. Values are in millimetres for clips in metres.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Difference {
    /// For each bone, the largest error over all times.
    pub(crate) largest: Vec<f32>,
    /// The bone with the largest error, and its time in seconds.
    pub(crate) worst: usize,
    pub(crate) worst_time: f32,
    /// The number of columns in `heat`. Each column is an equal part of the clip's duration.
    pub(crate) columns: usize,
    /// For each bone, the largest error in each column, in whole micrometres.
    pub(crate) heat: Vec<Vec<u32>>,
}

/// Compares two clips on a skeleton. Each is played once, over the duration of the first. `shell` is in metres.
pub(crate) fn compare(skeleton: &Skeleton, clips: [Clip; 2], shell: f32) -> Result<Difference, AskError> {
    if !(0.0..=1000.0).contains(&shell) {
        return Err(AskError::Senseless("a shell must be from 0 to 1000 m"));
    }
    let bones = skeleton.view().len();
    let times = moments(&clips[0], (MAX_DISTANCES / bones.max(1)).min(MAX_MOMENTS));
    let columns = times.len().div_ceil(MOMENTS).min(MAX_COLUMNS).min(MAX_FIELDS / bones.max(1));
    let mut difference = Difference {
        largest: vec![0.0; bones],
        worst: 0,
        worst_time: 0.0,
        columns,
        heat: vec![vec![0; columns]; bones],
    };
    let [clip, with] = clips;
    let mut posers = [Poser::new(skeleton, clip)?, Poser::new(skeleton, with)?];
    for (moment, time) in times.iter().enumerate() {
        let [clip, with] = &mut posers;
        let poses = [clip.pose(*time, PlayMode::Once)?, with.pose(*time, PlayMode::Once)?];
        difference.add(*time, moment * columns / times.len(), poses, shell);
    }
    Ok(difference)
}

impl Difference {
    fn add(&mut self, time: f32, column: usize, [found, correct]: [&[Matrix]; 2], shell: f32) {
        for (bone, (found, correct)) in found.iter().zip(correct).enumerate() {
            let error = 1000.0 * distance(found, correct, shell);
            if error > self.largest[self.worst] {
                (self.worst, self.worst_time) = (bone, time);
            }
            self.largest[bone] = self.largest[bone].max(error);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative; it saturates")]
            let micrometres = (1000.0 * error).round() as u32;
            let heat = &mut self.heat[bone][column];
            *heat = (*heat).max(micrometres);
        }
    }
}

/// Returns the largest distance of the three points on a bone's shell.
fn distance(found: &Matrix, correct: &Matrix, shell: f32) -> f32 {
    let off = |index: usize| found[index] - correct[index];
    let at = |axis: usize| [0, 1, 2].map(|part| off(12 + part) + shell * off(4 * axis + part));
    let squares = [0, 1, 2].map(|axis| at(axis).iter().map(|part| part * part).sum::<f32>());
    squares.into_iter().fold(0.0, f32::max).sqrt()
}

/// Returns the times of a clip's frames and times between them, at most this number.
fn moments(clip: &Clip, most: usize) -> Vec<f32> {
    let frames = frame_times(clip);
    let last = frames.len() - 1;
    let all = (last * MOMENTS + 1).min(most);
    let time = |moment: usize| {
        if moment + 1 == all {
            return clip.duration();
        }
        let at = moment as f32 * last as f32 / (all - 1) as f32;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the number of frames")]
        let frame = (at as usize).min(last.saturating_sub(1));
        frames[frame] + (frames[frame + 1] - frames[frame]) * (at - frame as f32)
    };
    (0..all).map(time).collect()
}
