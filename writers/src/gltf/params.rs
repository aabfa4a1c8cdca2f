//! Parameters of the glTF writers.

use serde::{Deserialize, Serialize};

rigmill_pipeline::params! {
    /// Parameters of the writer `glb` for models and skeletons.
    pub struct GlbParams {
        /// The axis that points up in the content. `y-up` writes the content unchanged, because y also points up in
        /// glTF files. `z-up` rotates the content about the x axis so that y points up. `file` has the same effect as
        /// `y-up`.
        axes: Axes = Axes::YUp,
    }
}

/// The directions of the content's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// x points right, y up, and z towards the viewer, as in every glTF file.
    YUp,
    /// x points right, y away from the viewer, and z up.
    ZUp,
    /// The axes of the source. The content is not rotated.
    File,
}
