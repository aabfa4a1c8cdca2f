//! Parameters of the processors `sampled-clip`.

use crate::numbers::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for animations.
    pub struct SampledAnimationParams {
        /// Frames a second: above 0, at most 1000. The source's own where this is unset: one over the shortest key
        /// interval of its bones; 30 where each key has a time of its own.
        rate: Option<SampleRate> = None,
        /// How many keys all clips of the source may have together, above 0. By default 4,194,304, and 8 more for each key of the
        /// source. One clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// The asset name of the skeleton that gives the bones' parents, such as `Models/Grund.skeleton`, from the
        /// project's folder. Without it a bone's path is its name alone, and a position or rotation that the clip does not have
        /// makes no curves, with a warning; with it that channel is filled in from the bind pose.
        skeleton: String = String::new(),
        /// The number by which the game finds the clip.
        id: i32 = 0,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for scenes.
    pub struct SampledSceneParams {
        /// Frames a second: above 0, at most 1000. The source's own where this is unset.
        rate: Option<SampleRate> = None,
        /// How many keys all clips of the source may have together, above 0. By default 4,194,304, and 8 more for each key of the
        /// source. One clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// The number by which the game finds the first clip; the next clips have the next numbers.
        id: i32 = 0,
    }
}
