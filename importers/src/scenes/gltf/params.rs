//! [`GltfParams`]: the parameters of the glTF importer.

use serde::{Deserialize, Serialize};

use super::attributes::AttributeChoice;
use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importer `gltf`. A glTF file is in metres, right-handed, with y up.
    pub struct GltfParams {
        /// `y-up` keeps the file's axes. `z-up` rotates the scene about the x axis, so that z points up (right-handed).
        axes: Axes = Axes::YUp,
        /// The number of frames per second of the clips: above 0, at most 1000. By default, the importer uses a rate
        /// that puts every key on a frame. If this rate is below 15, the importer uses a multiple of it. If no such
        /// rate exists, the importer uses 30.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import. By default, every animation becomes a clip with the animation's name. Each clip in the
        /// list is a table with these keys: `name` is the clip's name. `take` is the name of an animation in the file;
        /// by default, it is the clip's name. `frames` is a list of the first and the last frame on the file's
        /// timeline, counted at the clips' frame rate; by default, the clip has all frames.
        clips: ClipList = ClipList::default(),
        /// `sample` samples the file's curves. `keep` also keeps the curves themselves, for the `curve-clip` processor.
        /// A kept curve moves a single component of the local transform. Therefore, Rigmill cannot keep linear
        /// rotations, which follow arcs.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`). `skip` keeps the nodes of these
        /// meshes, because these nodes may be bones. `keep` imports hidden meshes like visible ones.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips can animate them. If false, a camera or
        /// light moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// `skip` leaves out custom vertex attributes, such as `_TEMPERATURE`. `keep` imports them as 32-bit floats.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// The maximum number of keys and samples in all clips together, above 0. A clip has one sample for each moving
        /// node in each frame. By default, the maximum is 500,000, plus 4 for each byte of the file.
        max_samples: Option<SampleCount> = None,
    }
}

/// The directions of a scene's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// x points right, y up, and z towards the viewer, as in every glTF file.
    YUp,
    /// x points right, y away from the viewer, and z up.
    ZUp,
}
