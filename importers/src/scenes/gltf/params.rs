//! [`GltfParams`]: what the manifest can say about a glTF file.

use serde::{Deserialize, Serialize};

use super::attributes::AttributeChoice;
use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importer `gltf`. A glTF file is in metres, right-handed, with y up.
    pub struct GltfParams {
        /// `y-up` keeps the file's axes, `z-up` rotates the scene (right-handed; x stays).
        axes: Axes = Axes::YUp,
        /// Frames per second of the clips, above 0 and at most 1000. By default, the rate at which all keys of the file
        /// are on frames (or a multiple of it, if it is below 15), or 30 if there is no such rate.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import. Each is a table with `name`, `take` (the animation's name in the file; by default
        /// `name`) and `frames` (the first and last frame on the file's time line, in frames of the clips; by default
        /// all). By default, every animation becomes a clip of the same name.
        clips: ClipList = ClipList::default(),
        /// `sample` or `keep`. With `keep`, a clip also has the file's own curves for the processor `curve-clip`, as
        /// far as they are curves of single components of the local transform. Linear rotations are not, since they
        /// follow arcs.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`), and `keep` imports them like all others.
        /// The nodes of hidden meshes are kept, since they may be bones.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips move them. If not, they move with the
        /// nearest bone above.
        camera_bones: bool = false,
        /// `skip` leaves out custom vertex attributes (`_TEMPERATURE`), and `keep` imports them as 32-bit floats.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// The maximum total number of samples of all clips, above 0: keys, plus clips times frames times moving nodes.
        /// By default 500,000, plus 4 for each byte of the file.
        max_samples: Option<SampleCount> = None,
    }
}

/// The directions of a scene's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// x right, y up, z towards the viewer: those of every glTF file.
    YUp,
    /// x right, y away from the viewer, z up.
    ZUp,
}
