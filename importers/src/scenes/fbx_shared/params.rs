//! [`FbxParams`]: what the manifest can say about an FBX file.

use serde::{Deserialize, Serialize};

use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importers `fbx` and `fbx-dom`.
    pub struct FbxParams {
        /// `metre` scales the scene so that one unit is a metre, `file` keeps the file's numbers (and its axes too,
        /// unless `axes` says otherwise), as XNA did.
        unit: Unit = Unit::Metre,
        /// `y-up` or `z-up` (right-handed) turns the scene, `file` keeps the file's axes. By default `y-up`, and `file`
        /// where `unit` is `file`.
        axes: Option<Axes> = None,
        /// Frames a second of the clips, above 0 and at most 1000. By default the file's own frame rate;
        /// of a file that states none, the rate at which all keys of its clips stand on frames, or 24 where there is none.
        sample_rate: Option<SampleRate> = None,
        /// The clips to take, each a table with `name`, with `take` (the file's name for it, `name` by default) and with
        /// `frames` (the first and the last on the file's time line, in frames of the clips; all by default). By default
        /// every take under its own name.
        clips: ClipList = ClipList::default(),
        /// `sample`, or `keep`: beside its frames, a clip has the file's own curves where they are cubic curves of components
        /// of the local transform, which the processor `curve-clip` makes use of. Translation and scale are, unless their
        /// tangents have weights; rotation is only where it goes by steps.
        curves: CurveChoice = CurveChoice::Sample,
        /// `mesh` moves a mesh's vertices by the geometric transform of its node, which 3ds Max writes for pivots. `node` makes it a
        /// part of the node's own transform, be it a mesh or a dummy, and takes it out of the nodes below, as XNA did.
        geometric_transforms: GeometricTransforms = GeometricTransforms::Mesh,
        /// `skip` leaves out the meshes of hidden nodes, and nodes that hang on nothing in the scene, as 3ds Max exports what is
        /// hidden there; `keep` takes them like all others. The nodes of hidden meshes stay, since they may be bones.
        hidden: Hidden = Hidden::Skip,
        /// Make the nodes of cameras and lights bones, so that clips move them. Otherwise they move with the nearest bone above.
        camera_bones: bool = false,
        /// How many samples clips may take together, above 0: clips times frames times moving nodes, once for each animation layer. By
        /// default 500,000, and 4 more for each byte of the file.
        max_samples: Option<SampleCount> = None,
    }
}

/// The length of a scene's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A metre.
    Metre,
    /// The file's own.
    File,
}

/// What geometric transforms become a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GeometricTransforms {
    /// The vertices of the node's mesh.
    Mesh,
    /// The node.
    Node,
}

/// The directions of a scene's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// x right, y up, z towards the viewer.
    YUp,
    /// x right, y away from the viewer, z up.
    ZUp,
    /// The file's own.
    File,
}

impl FbxParams {
    /// The directions of the axes, the default filled in.
    pub(crate) fn axes(&self) -> Axes {
        self.axes.unwrap_or(match self.unit {
            Unit::Metre => Axes::YUp,
            Unit::File => Axes::File,
        })
    }
}
