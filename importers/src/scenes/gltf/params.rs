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
        /// that puts every key on a frame. If this rate is below 15, the importer uses a multiple of it. If no rate
        /// puts every key on a frame, the importer uses 30.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import, as a list of tables. By default, every animation becomes a clip with the animation's
        /// name. In each table, `name` is the name of the clip. `take` is the name of an animation in the file, by
        /// default the clip's name. `frames` is a list of the first and the last frame, such as `[0, 30]`. These frame
        /// numbers are on the file's timeline, at the clips' frame rate. Without `frames`, the clip has all frames.
        clips: ClipList = ClipList::default(),
        /// `sample` imports only samples of the file's curves. `keep` also imports the curves themselves, for the
        /// `curve-clip` processor. Rigmill cannot keep curves of linear rotation.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`), but keeps the nodes, which may be
        /// bones. `keep` imports hidden meshes like visible meshes.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips can animate them. If false, a camera or
        /// light moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// `skip` leaves out custom vertex attributes, such as `_TEMPERATURE`. `keep` imports custom vertex attributes
        /// as 32-bit floats.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// The maximum total number of keys and samples in all clips. Must be above 0. For each frame, a clip has one
        /// sample per moving node. By default, the maximum is 500,000 plus 4 for each byte of the file.
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
