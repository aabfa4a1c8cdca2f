//! Parameters of the processors with the name `sampled-clip`.

use crate::numbers::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for animations.
    pub struct SampledAnimationParams {
        /// The clip's frame rate, in frames per second (greater than 0, at most 1000). By default, Rigmill uses the
        /// highest key rate of any bone whose keys are evenly spaced. If no bone has evenly spaced keys, Rigmill uses
        /// 30.
        rate: Option<SampleRate> = None,
        /// The maximum number of keys in all clips of the source together (greater than 0). The default is 4,194,304,
        /// plus 8 for each key in the source. A single clip can contain at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The name of the clip's skeleton, including its path in the project, such as `Models/Grund.skeleton`. With a
        /// skeleton, Rigmill identifies each bone by its path, such as `Root/Spine/Head`. Without a skeleton, Rigmill
        /// uses only the bone's name. If the clip lacks a bone's position or rotation, Rigmill uses the value in the
        /// skeleton's bind pose. Without a skeleton, Rigmill cannot add missing positions and rotations, and reports a
        /// warning.
        skeleton: String = String::new(),
        /// The number by which the game finds this clip.
        id: i32 = 0,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for scenes.
    pub struct SampledSceneParams {
        /// The frame rate of all clips, in frames per second (greater than 0, at most 1000). By default, each clip
        /// keeps its own frame rate.
        rate: Option<SampleRate> = None,
        /// The maximum number of keys in all clips of the source together (greater than 0). The default is 4,194,304,
        /// plus 8 for each key in the source. A single clip can contain at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The number by which the game finds the scene's first clip. The numbers of the other clips follow in order.
        id: i32 = 0,
    }
}
