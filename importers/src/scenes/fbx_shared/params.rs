//! [`FbxParams`]: the parameters of the FBX importers.

use serde::{Deserialize, Serialize};

use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importers `fbx` and `fbx-dom`.
    pub struct FbxParams {
        /// `metre` scales the scene so that one unit is a metre. `file` keeps the file's numbers, as XNA did. `file`
        /// also keeps the file's axes, unless you set `axes`.
        unit: Unit = Unit::Metre,
        /// `y-up` rotates the scene into right-handed axes with y up, and `z-up` into right-handed axes with z up.
        /// `file` keeps the file's axes. The default is `y-up`, or `file` if `unit` is `file`.
        axes: Option<Axes> = None,
        /// The number of frames per second of the clips: above 0, at most 1000. By default, the importer uses the frame
        /// rate that the file states. If the file does not state a frame rate, the importer uses a rate that puts every
        /// key on a frame. If no rate puts every key on a frame, the importer uses 24.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import, as a list of tables. By default, every take (an animation in the file) becomes a clip
        /// with the take's name. In each table, `name` is the name of the clip. `take` is the name of a take in the
        /// file, by default the clip's name. `frames` is a list of the first and the last frame, such as `[0, 30]`.
        /// These frame numbers are on the file's timeline, at the clips' frame rate. Without `frames`, the clip has all
        /// frames.
        clips: ClipList = ClipList::default(),
        /// `sample` imports only samples of the file's curves. `keep` also imports the curves themselves, for the
        /// `curve-clip` processor. Rigmill can keep curves of translation or scale whose tangents have no weights, and
        /// stepped curves of rotation.
        curves: CurveChoice = CurveChoice::Sample,
        /// How to apply geometric transforms, which 3ds Max writes for pivots. A geometric transform moves the mesh of
        /// a node, but not the node's children. `mesh` applies the geometric transform to the vertices of the mesh.
        /// `node` adds the geometric transform of a mesh or dummy to the node's own transform, as XNA did. With `node`,
        /// Rigmill also adjusts the child nodes, which therefore stay in place.
        geometric_transforms: GeometricTransforms = GeometricTransforms::Mesh,
        /// `skip` leaves out the meshes of hidden nodes, but keeps the nodes, which may be bones. `skip` also leaves
        /// out nodes that are not connected to the scene, because 3ds Max exports hidden objects in this way. `keep`
        /// imports hidden meshes and nodes like visible meshes and nodes.
        hidden: Hidden = Hidden::Skip,
        /// Whether the nodes of cameras and lights become bones, so that clips can animate them. If false, a camera or
        /// light moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// The maximum total number of keys and samples in all clips. Must be above 0. For each frame, a clip has one
        /// sample per moving node and animation layer. By default, the maximum is 500,000 plus 4 for each byte of the
        /// file.
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
