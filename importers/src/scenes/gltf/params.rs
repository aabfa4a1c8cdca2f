//! [`GltfParams`]: what the manifest can say about a glTF file.

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
        /// The number of frames per second of the clips: above 0, at most 1000. By default, the importer uses the rate
        /// at which all keys of the file are on frames, or a multiple of this rate if it is below 15. If no rate puts
        /// all keys on frames, the importer uses 30.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import. Each clip is a table with the keys `name` (the clip's name), `take` (the name of an
        /// animation in the file; by default the clip's name) and `frames` (the first and the last frame on the file's
        /// timeline, counted at the clips' frame rate; by default all frames). By default, every animation becomes a
        /// clip with the animation's name.
        clips: ClipList = ClipList::default(),
        /// `sample` samples the file's curves. `keep` samples them and also keeps the file's own curves for the
        /// `curve-clip` processor. It keeps only curves of single components of the local transform. It does not keep
        /// linear rotations, because they follow arcs.
        curves: CurveChoice = CurveChoice::Sample,
        /// `skip` leaves out the meshes of hidden nodes (`KHR_node_visibility`). It keeps the nodes of these meshes,
        /// because they may be bones. `keep` imports hidden meshes like visible ones.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips can animate them. If false, a camera or
        /// light moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// `skip` leaves out custom vertex attributes, such as `_TEMPERATURE`. `keep` imports them as 32-bit floats.
        attributes: AttributeChoice = AttributeChoice::Skip,
        /// The maximum number of keys and samples in all clips together, above 0. The number of samples is the product
        /// of clips, frames and moving nodes. By default, the maximum is 500,000, plus 4 for each byte of the file.
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
