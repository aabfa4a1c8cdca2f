//! [`GltfParams`]: the parameters of the glTF importer.

use serde::{Deserialize, Serialize};

use super::attributes::AttributeChoice;
use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importer `gltf`. A glTF file is in metres, right-handed, with y up.
    pub struct GltfParams {
        /// `y-up` keeps the file's axes, because y already points up in glTF files. `z-up` rotates the scene about the
        /// x axis so that z points up.
        axes: Axes = Axes::YUp,
        /// The clips' frame rate, in frames per second (greater than 0, at most 1000). By default, the importer chooses
        /// a rate of at least 15 that puts a frame on every key. If no rate fits, the importer uses 30 frames per
        /// second.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import, as a list of tables such as `{ name = "Run", take = "Run 2", frames = [0, 30] }`.
        /// `name` is the name of the new clip. `take` names an animation in the file, and defaults to the value of
        /// `name`. `frames` contains the numbers of the first and last frame. Rigmill counts frames from time 0 of the
        /// file, at the clips' frame rate. Without `frames`, the clip contains the whole animation. By default, every
        /// animation becomes a clip with the same name.
        clips: ClipList = ClipList::default(),
        /// If true, a clip of a whole animation begins at the animation's first key. If false, the clip begins at time 0
        /// of the file, and holds the first key's value until the time of this key.
        trim_start: bool = false,
        /// `sample` imports only samples of the file's curves. `keep` also imports the curves themselves, for the
        /// `curve-clip` processor. Rigmill cannot keep rotation curves that use linear interpolation.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`), but keeps the nodes, because they may
        /// be bones. `keep` imports hidden meshes as if they were visible.
        hidden: Hidden = Hidden::Skip,
        /// If true, camera and light nodes become bones, so clips can animate them. If false, each camera or light
        /// moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// `skip` leaves out custom vertex attributes, such as `_TEMPERATURE`. `keep` imports custom vertex attributes
        /// as 32-bit floats.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// The maximum number of keys and samples in all clips together (greater than 0). Every frame counts as one
        /// sample for each moving node. The default is 500,000, plus 4 for each byte of the file.
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
