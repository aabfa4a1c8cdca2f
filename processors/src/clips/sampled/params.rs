//! Parameters of the processors with the name `sampled-clip`.

use crate::numbers::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for animations.
    pub struct SampledAnimationParams {
        /// The number of frames per second: above 0, at most 1000. By default, Rigmill uses the key rate of the bone
        /// with the most keys per second. Only bones with evenly spaced keys count. If no bone has evenly spaced keys,
        /// Rigmill uses 30.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys in all clips of the source: above 0. The default is 4,194,304, plus 8 for
        /// each key in the source. A single clip can have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The name of the clip's skeleton, with its path in the project, such as `Models/Grund.skeleton`. With the
        /// skeleton, Rigmill identifies each bone by its path, such as `Root/Spine/Head`. Without a skeleton, the path
        /// is only the name of the bone. If a bone in the clip has no position or no rotation, Rigmill uses the value
        /// in the skeleton's bind pose. Without a skeleton, the built clip lacks the position or rotation, and Rigmill
        /// reports a warning.
        skeleton: String = String::new(),
        /// The number by which the game finds this clip.
        id: i32 = 0,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for scenes.
    pub struct SampledSceneParams {
        /// The number of frames per second: above 0, at most 1000. By default, each clip keeps its own frame rate.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys in all clips of the source: above 0. The default is 4,194,304, plus 8 for
        /// each key in the source. A single clip can have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The number by which the game finds the first clip of the scene. Each further clip has the next number.
        id: i32 = 0,
    }
}
