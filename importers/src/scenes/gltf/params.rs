//! [`GltfParams`]: what the manifest can say about a glTF file.

use serde::{Deserialize, Serialize};

use super::attributes::AttributeChoice;
use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importer `gltf`. A glTF file is in metres, right-handed, with y up.
    pub struct GltfParams {
        /// `y-up` keeps the file's axes, `z-up` turns the scene (right-handed, x stays).
        axes: Axes = Axes::YUp,
        /// Frames a second of the clips, above 0 and at most 1000. By default that of the file's keys where all stand
        /// on frames of one rate (twice, three times … of it below 15), and 30 otherwise.
        sample_rate: Option<SampleRate> = None,
        /// The clips to take, each a table with `name`, with `take` (the file's name for the animation, `name` by
        /// default) and with `frames` (the first and the last on the file's time line, in frames of the clips; all by
        /// default). By default every animation under its own name.
        clips: ClipList = ClipList::default(),
        /// `sample`, or `keep`: beside its frames, a clip has the file's own curves where they are curves of components
        /// of the local transform, which the processor `curve-clip` makes use of. Rotations that go linearly along arcs
        /// are none.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`), `keep` takes them like all others. The nodes
        /// of hidden meshes stay, since they may be bones.
        hidden: Hidden = Hidden::Skip,
        /// Make the nodes of cameras and lights bones, so that clips move them. Otherwise they move with the nearest bone above.
        camera_bones: bool = false,
        /// `skip` leaves out attributes of vertices that only a game knows (`_TEMPERATURE`), `keep` takes them as numbers of 32 bits.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// How many samples clips may take together, above 0: keys, and clips times frames times moving nodes. By
        /// default 500,000, and 4 more for each byte of the file.
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
