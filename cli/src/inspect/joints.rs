//! [`Joint`]: the positions of a skeleton's or model's bones, in the bind pose or as a clip poses them.

use rigmill_format::{ContentType, DecodeError, ModelView, SkeletonView};
use rigmill_runtime::characters::LocalToModelJob;
use rigmill_runtime::content::{AlignedBytes, Loadable, Model};
use rigmill_runtime::{Matrix, matrix};

use super::pose::Pose;

/// A bone's position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Joint {
    pub(super) name: String,
    /// The index of an earlier joint.
    pub(super) parent: Option<usize>,
    /// x, y, z in model space, root axis included; finite.
    pub(super) position: [f64; 3],
}

/// The joints of a content file, parents first, in the bind pose or posed; or the reason why there are none. Only Skeletons can
/// be posed.
pub(super) fn in_content(bytes: &[u8], pose: Option<&Pose>) -> Result<Vec<Joint>, String> {
    let bytes = AlignedBytes::from_slice(bytes);
    let text = |error: DecodeError| error.to_string();
    let joints = match rigmill_format::peek(&bytes).map_err(text)?.content_type {
        ContentType::Skeleton => in_skeleton(SkeletonView::parse(&bytes).map_err(text)?, pose)?,
        ContentType::Model => in_model(&Model::from_bytes(bytes).map_err(text)?)?,
        found => return Err(format!("the file contains {found}")),
    };
    if joints.is_empty() {
        return Err("the file has no bones".to_owned());
    }
    match joints.iter().find(|joint| joint.position.iter().any(|along| !along.is_finite())) {
        Some(lost) => Err(format!("bone {:?} is infinitely far away", lost.name)),
        None => Ok(joints),
    }
}

fn in_skeleton(skeleton: SkeletonView<'_>, pose: Option<&Pose>) -> Result<Vec<Joint>, String> {
    let local: Vec<Matrix> = match pose {
        Some(pose) => pose.locals(skeleton)?,
        None => skeleton.bones().map(|bone| bone.bind().normalized().to_matrix()).collect(),
    };
    let mut absolute = vec![matrix::IDENTITY; local.len()];
    let job = LocalToModelJob { skeleton, local: &local, out: &mut absolute };
    job.run().map_err(|error| error.to_string())?;
    let bones = skeleton.bones().map(|bone| (bone.name().to_owned(), bone.parent()));
    Ok(joints(bones, &absolute))
}

fn in_model(model: &Model) -> Result<Vec<Joint>, String> {
    let view: ModelView<'_> = model.view();
    let mut absolute = vec![matrix::IDENTITY; view.bones().len()];
    model.copy_absolute_bone_transforms_to(&mut absolute).map_err(|error| error.to_string())?;
    Ok(joints(view.bones().map(|bone| (bone.name().to_owned(), bone.parent())), &absolute))
}

fn joints(bones: impl Iterator<Item = (String, Option<usize>)>, absolute: &[Matrix]) -> Vec<Joint> {
    let position = |matrix: &Matrix| [matrix[12], matrix[13], matrix[14]].map(f64::from);
    let joint = |((name, parent), matrix)| Joint { name, parent, position: position(matrix) };
    bones.zip(absolute).map(joint).collect()
}
