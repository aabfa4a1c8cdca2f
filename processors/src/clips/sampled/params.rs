//! Parameters of the processors `sampled-clip`.

use crate::numbers::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for animations.
    pub struct SampledAnimationParams {
        /// Frames per second: above 0, at most 1000. By default the source's own rate: one over the shortest key interval
        /// of its bones, or 30 if keys have individual times.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys of the source's clips, above 0. By default 4,194,304, plus 8 for each key
        /// of the source. A single clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// The asset name of the skeleton with the bones' parents, such as `Models/Grund.skeleton`, relative to the project
        /// folder. Its bind pose also supplies positions and rotations that the clip lacks. Without a skeleton, a bone's
        /// path is its name alone, and missing channels get no curves, with a warning.
        skeleton: String = String::new(),
        /// The number by which the game finds the clip.
        id: i32 = 0,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for scenes.
    pub struct SampledSceneParams {
        /// Frames per second: above 0, at most 1000. By default the source's own rate.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys of the source's clips, above 0. By default 4,194,304, plus 8 for each key
        /// of the source. A single clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// The number by which the game finds the first clip; the next clips have the next numbers.
        id: i32 = 0,
    }
}
