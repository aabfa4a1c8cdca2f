//! [`Joint`]: where the bones of a skeleton or model are while nothing moves them.

use rigmill_format::{ContentType, DecodeError, ModelView, SkeletonView};
use rigmill_runtime::{AlignedBytes, Loadable, LocalToModelJob, Matrix, Model, matrix};

/// A bone's place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Joint {
    pub(super) name: String,
    /// A joint before this one.
    pub(super) parent: Option<usize>,
    /// x, y, z relative to the model, root axis included; finite.
    pub(super) position: [f64; 3],
}

/// The joints of a content file, parents first, or why there are none.
pub(super) fn of_content(bytes: &[u8]) -> Result<Vec<Joint>, String> {
    let bytes = AlignedBytes::from_slice(bytes);
    let told = |error: DecodeError| error.to_string();
    let joints = match rigmill_format::peek(&bytes).map_err(told)?.content_type {
        ContentType::Skeleton => of_skeleton(SkeletonView::parse(&bytes).map_err(told)?)?,
        ContentType::Model => of_model(&Model::from_bytes(bytes).map_err(told)?)?,
        found => return Err(format!("it holds {found}")),
    };
    if joints.is_empty() {
        return Err("it has no bones".to_owned());
    }
    match joints.iter().find(|joint| joint.position.iter().any(|along| !along.is_finite())) {
        Some(lost) => Err(format!("bone {:?} is infinitely far away", lost.name)),
        None => Ok(joints),
    }
}

fn of_skeleton(skeleton: SkeletonView<'_>) -> Result<Vec<Joint>, String> {
    let local: Vec<Matrix> = skeleton.bones().map(|bone| matrix::from_bind_pose(bone.bind())).collect();
    let mut absolute = vec![matrix::IDENTITY; local.len()];
    let job = LocalToModelJob { skeleton, local: &local, out: &mut absolute };
    job.run().map_err(|error| error.to_string())?;
    let bones = skeleton.bones().map(|bone| (bone.name().to_owned(), bone.parent()));
    Ok(joints(bones, &absolute))
}

fn of_model(model: &Model) -> Result<Vec<Joint>, String> {
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
