//! [`FbxParams`]: the parameters of the FBX importers.

use serde::{Deserialize, Serialize};

use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importers `fbx` and `fbx-dom`.
    pub struct FbxParams {
        /// `metre` scales the scene so that one unit is a metre. `file` keeps the file's numbers, as XNA did. `file`
        /// also keeps the file's axes, unless `axes` is set.
        unit: Unit = Unit::Metre,
        /// `y-up` and `z-up` rotate the scene into right-handed axes in which y or z points up. `file` keeps the file's
        /// axes. The default is `y-up`, or `file` if `unit` is `file`.
        axes: Option<Axes> = None,
        /// The number of frames per second of the clips: above 0, at most 1000. By default, the importer uses the frame
        /// rate that the file states. If the file does not state a frame rate, the importer uses a rate that puts every
        /// key on a frame. If no such rate exists, it uses 24.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import. By default, every take (an animation in the file) becomes a clip with the take's name.
        /// Each clip in the list is a table with these keys: `name` is the clip's name. `take` is the name of a take in
        /// the file; by default, it is the clip's name. `frames` is a list of the first and the last frame on the
        /// file's timeline, counted at the clips' frame rate; by default, the clip has all frames.
        clips: ClipList = ClipList::default(),
        /// `sample` samples the file's curves. `keep` also keeps the curves themselves, for the `curve-clip` processor.
        /// Rigmill can keep only two kinds of curves of a local transform: curves of translation or scale whose
        /// tangents have no weights, and stepped curves of rotation.
        curves: CurveChoice = CurveChoice::Sample,
        /// How to apply geometric transforms, which 3ds Max writes for pivots. A geometric transform moves the mesh of
        /// a node, but not the node's children. `mesh` applies the geometric transform to the vertices of the mesh.
        /// `node` adds it to the node's own transform (for meshes and dummies), and compensates for it in the child
        /// nodes, as XNA did.
        geometric_transforms: GeometricTransforms = GeometricTransforms::Mesh,
        /// `skip` leaves out the meshes of hidden nodes, and nodes that are not connected to the scene (3ds Max exports
        /// hidden objects this way). `skip` keeps the nodes of hidden meshes, because these nodes may be bones. `keep`
        /// imports hidden meshes and nodes like visible ones.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips can animate them. If false, a camera or
        /// light moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// The maximum number of keys and samples in all clips together, above 0. A clip has one sample for each moving
        /// node in each frame, counted once for each animation layer. By default, the maximum is 500,000, plus 4 for
        /// each byte of the file.
        max_samples: Option<SampleCount> = None,
    }
}

/// The length of a scene's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// One metre.
    Metre,
    /// The unit of the file.
    File,
}

/// The part of a scene to which geometric transforms apply.
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
    /// x points right, y up, and z towards the viewer.
    YUp,
    /// x points right, y away from the viewer, and z up.
    ZUp,
    /// The axes of the file.
    File,
}

impl FbxParams {
    /// Returns the directions of the axes, or their default.
    pub(crate) fn axes(&self) -> Axes {
        self.axes.unwrap_or(match self.unit {
            Unit::Metre => Axes::YUp,
            Unit::File => Axes::File,
        })
    }
}
