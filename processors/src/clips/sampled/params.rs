//! Parameters of the processors with the name `sampled-clip`.

use crate::numbers::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for animations.
    pub struct SampledAnimationParams {
        /// The number of frames per second: above 0, at most 1000. By default, this is the source's own rate: 1 divided
        /// by the shortest interval between keys of a bone, or 30 if the keys of all bones are unevenly spaced.
        rate: Option<SampleRate> = None,
        /// The maximum number of keys in all clips of the source together, above 0. By default, the maximum is
        /// 4,194,304, plus 8 for each key of the source. A single clip can have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The asset name of the skeleton that defines the bones' parents, such as `Models/Grund.skeleton`, relative to
        /// the project folder. The skeleton's bind pose also supplies positions and rotations that the clip lacks.
        /// Without a skeleton, the path of a bone consists only of its name. Positions and rotations that the clip
        /// lacks then get no curves, and Rigmill reports a warning.
        skeleton: String = String::new(),
        /// The number by which the game finds this clip.
        id: i32 = 0,
    }
}

rigmill_pipeline::params! {
    /// Parameters of the processor `sampled-clip` for scenes.
    pub struct SampledSceneParams {
        /// The number of frames per second: above 0, at most 1000. By default, this is the source's own rate.
        rate: Option<SampleRate> = None,
        /// The maximum number of keys in all clips of the source together, above 0. By default, the maximum is
        /// 4,194,304, plus 8 for each key of the source. A single clip can have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// The number by which the game finds the first clip of the scene. The other clips have the numbers that
        /// follow.
        id: i32 = 0,
    }
}
