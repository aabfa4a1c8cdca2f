//! [`FbxParams`]: the parameters of the FBX importers.

use serde::{Deserialize, Serialize};

use crate::scenes::clip_choice::{ClipList, SampleCount, SampleRate};
use crate::scenes::hidden::Hidden;
use crate::scenes::kept_curves::CurveChoice;

rigmill_pipeline::params! {
    /// Parameters of the importers `fbx` and `fbx-dom`.
    pub struct FbxParams {
        /// `metre` scales the scene so that one unit is a metre. `file` keeps the file's unit, as XNA did. `file` also
        /// keeps the file's axes, unless you set `axes`.
        unit: Unit = Unit::Metre,
        /// `y-up` rotates the scene so that y points up. `z-up` rotates the scene so that z points up. Both `y-up` and
        /// `z-up` make the axes right-handed. `file` keeps the file's axes. The default is `y-up` if `unit` is `metre`,
        /// and `file` if `unit` is `file`.
        axes: Option<Axes> = None,
        /// The clips' frame rate, in frames per second (greater than 0, at most 1000). By default, the importer uses
        /// the file's frame rate. If the file does not specify a frame rate, the importer chooses a rate of at least 15
        /// that puts a frame on every key. If no rate fits, the importer uses 24 frames per second.
        sample_rate: Option<SampleRate> = None,
        /// The clips to import, as a list of tables such as `{ name = "Run", take = "Take 001", frames = [0, 30] }`.
        /// `name` is the name of the new clip. `take` names a take (an animation in the file), and defaults to the
        /// value of `name`. `frames` contains the numbers of the first and last frame. Rigmill counts frames from time
        /// 0 of the file, at the clips' frame rate. Without `frames`, the clip contains the whole take. By default,
        /// every take becomes a clip with the same name.
        clips: ClipList = ClipList::default(),
        /// `sample` imports only samples of the file's curves. `keep` also imports the curves themselves, for the
        /// `curve-clip` processor. Rigmill can keep translation and scale curves only if their tangents are unweighted,
        /// and rotation curves only if they are stepped. The warning R0119 reports the curves that Rigmill cannot keep.
        curves: CurveChoice = CurveChoice::Sample,
        /// How Rigmill imports geometric transforms, which 3ds Max uses for pivots. A geometric transform moves a
        /// node's mesh, but not the node's children. `mesh` applies the geometric transform to the mesh's vertices.
        /// `node` adds the geometric transform to the node's own transform, as XNA did, and adjusts the child nodes so
        /// that they stay in place.
        geometric_transforms: GeometricTransforms = GeometricTransforms::Mesh,
        /// `skip` leaves out the meshes of hidden nodes, but keeps the nodes, because they may be bones. `skip` also
        /// leaves out nodes that are not connected to the scene, because this is how 3ds Max exports hidden objects.
        /// `keep` imports hidden meshes and nodes as if they were visible.
        hidden: Hidden = Hidden::Skip,
        /// If true, camera and light nodes become bones, so clips can animate them. If false, each camera or light
        /// moves with the nearest bone above it in the hierarchy.
        camera_bones: bool = false,
        /// The maximum number of keys and samples in all clips together (greater than 0). Every frame of every
        /// animation layer counts as one sample for each moving node. The default is 500,000, plus 4 for each byte of
        /// the file.
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
