//! Parameters of the processors with the name `sampled-clip`.

use crate::numbers::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for animations.
    pub struct SampledAnimationParams {
        /// The number of frames per second: above 0, at most 1000. By default, Rigmill looks at the bones whose keys
        /// are evenly spaced, and uses the highest of their key rates. If no bone has evenly spaced keys, Rigmill uses
        /// 30.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys in all clips of the source. Must be above 0. By default, the maximum is
        /// 4,194,304 plus 8 for each key of the source. A single clip can have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The asset name of the skeleton that defines the bones' parents, such as `Models/Grund.skeleton`, relative to
        /// the project folder. Without a skeleton, the path of a bone consists only of its name. If the clip lacks a
        /// position or rotation of a bone, Rigmill uses the value in the skeleton's bind pose. Without a skeleton, the
        /// clip gets no curve for the missing position or rotation, and Rigmill reports a warning.
        skeleton: String = String::new(),
        /// The number by which the game finds this clip.
        id: i32 = 0,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for scenes.
    pub struct SampledSceneParams {
        /// The number of frames per second: above 0, at most 1000. By default, Rigmill uses the source's own rate.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys in all clips of the source. Must be above 0. By default, the maximum is
        /// 4,194,304 plus 8 for each key of the source. A single clip can have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The number by which the game finds the first clip of the scene. The other clips have the numbers that
        /// follow.
        id: i32 = 0,
    }
}
