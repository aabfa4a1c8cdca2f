//! [`FbxParams`]: what the manifest can say about an FBX file.

use serde::{Deserialize, Serialize};

use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importers `fbx` and `fbx-dom`.
    pub struct FbxParams {
        /// `metre` scales the scene so that one unit is a metre. `file` keeps the file's numbers, as XNA did, and also its
        /// axes unless `axes` is set.
        unit: Unit = Unit::Metre,
        /// `y-up` or `z-up` (right-handed) rotates the scene, and `file` keeps the file's axes. The default is `y-up`, or
        /// `file` if `unit` is `file`.
        axes: Option<Axes> = None,
        /// Frames per second of the clips, above 0 and at most 1000. By default, the file's own frame rate. If the file
        /// states none, the rate at which all keys of its clips are on frames, or 24 if there is no such rate.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import. Each is a table with `name`, `take` (the take's name in the file; by default `name`)
        /// and `frames` (the first and last frame on the file's time line, in frames of the clips; by default all). By
        /// default, every take becomes a clip of the same name.
        clips: ClipList = ClipList::default(),
        /// `sample` or `keep`. With `keep`, a clip also has the file's own curves for the processor `curve-clip`, as
        /// far as they are cubic curves of single components of the local transform. Curves of translation and scale
        /// are kept unless their tangents have weights; curves of rotation are kept only if they step.
        curves: CurveChoice = CurveChoice::Sample,
        /// `mesh` moves a mesh's vertices by the geometric transform of its node, which 3ds Max writes for pivots. `node`
        /// makes it a part of the node's own transform, for meshes and dummies, and removes it from the nodes below, as XNA
        /// did.
        geometric_transforms: GeometricTransforms = GeometricTransforms::Mesh,
        /// `skip` leaves out the meshes of hidden nodes, and nodes without a connection to the scene (3ds Max exports
        /// hidden objects this way). `keep` imports them like all others. The nodes of hidden meshes are kept, since they
        /// may be bones.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips move them. If not, they move with the
        /// nearest bone above.
        camera_bones: bool = false,
        /// The maximum total number of samples of all clips, above 0: clips times frames times moving nodes, counted
        /// once for each animation layer. By default 500,000, plus 4 for each byte of the file.
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
