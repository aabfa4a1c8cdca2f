//! [`GltfParams`]: the parameters of the glTF importer.

use serde::{Deserialize, Serialize};

use super::attributes::AttributeChoice;
use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importer `gltf`. A glTF file is in metres, right-handed, with y up.
    pub struct GltfParams {
        /// `y-up` keeps the axes of the glTF file, where y points up. `z-up` rotates the scene about the x axis so that
        /// z points up.
        axes: Axes = Axes::YUp,
        /// The frame rate of the clips, in frames per second: above 0, at most 1000. By default, the importer chooses a
        /// rate at which every key is on a frame. If the rate is below 15, the importer uses a multiple of the rate. If
        /// no rate fits all keys, the importer uses 30.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import: a list of tables such as `{ name = "Run", take = "Run 2", frames = [0, 30] }`. `name`
        /// is the name of the clip. `take` is the name of an animation in the file. If you leave out `take`, the
        /// importer uses the animation with the clip's name. `frames` contains the numbers of the first and the last
        /// frame. Rigmill counts frames from time 0 of the file, at the clips' frame rate. Without `frames`, the clip
        /// has all frames of the animation. If you do not set `clips`, every animation becomes a clip with the
        /// animation's name.
        clips: ClipList = ClipList::default(),
        /// `sample` imports only samples of the file's curves. `keep` also imports the curves themselves, for the
        /// `curve-clip` processor. Rigmill cannot keep rotation curves with linear interpolation.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`). The nodes themselves stay, because
        /// they may be bones. `keep` imports hidden meshes as if they were visible.
        hidden: Hidden = Hidden::Skip,
        /// If true, the nodes of cameras and lights become bones, so that clips can animate them. If false, a camera or
        /// light moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// `skip` leaves out custom vertex attributes, such as `_TEMPERATURE`. `keep` imports custom vertex attributes
        /// as 32-bit floats.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// The maximum total number of keys and samples in all clips: above 0. For each moving node, every frame counts
        /// as one sample. The default is 500,000, plus 4 for each byte of the file.
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
