//! What the manifest can say about uniform clips.

use crate::{KeyCount, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processor `uniform-clip`.
    pub struct UniformClipParams {
        /// Frames a second: above 0, at most 1000. The source's own where this is unset: one over the shortest key
        /// interval of its bones; 30 where each key has a time of its own.
        rate: Option<SampleRate> = None,
        /// How many keys all clips of the source may have together, ten for each bone and frame, above 0. By default 4,194,304,
        /// and 8 more for each key of the source. One clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// The asset name of the skeleton that the clip is for, such as `Models/Grund.skeleton`, from the project's folder.
        /// A clip of a scene that names none is for the scene's own, which then becomes `NAME.skeleton`; any other clip has
        /// to name one.
        skeleton: String = String::new(),
    }
}
