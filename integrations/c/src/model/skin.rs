//! Skins: the matrices with which bones transform the vertices of a mesh.

use bytemuck::{cast_slice, cast_slice_mut};
use rigmill_runtime::{Matrix, matrix};

use super::RigmillModel;
use super::mesh::mesh_of;
use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::skeleton::RigmillSkeleton;
use crate::values::RigmillMatrix;

/// The skin of a mesh, bound to a skeleton. Several threads may use it at the same time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillSkin {
    /// The handle; 0 means none.
    pub id: u64,
}

/// A joint: a bone of the skeleton, and the matrix from the mesh's space to the bone's space in the bind pose.
#[derive(Debug)]
pub struct Joint {
    bone: usize,
    inverse_bind: Matrix,
}

handles! {
    RigmillSkin => Vec<Joint>, "skin";
}

/// Binds the skin of a mesh to a skeleton by the names of the bones. Fails for a rigid mesh, which moves with its bone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skin_create(
    model: RigmillModel,
    mesh: usize,
    skeleton: RigmillSkeleton,
    skin: *mut RigmillSkin,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("skin", skin)?;
        let (model, skeleton) = (table::read(model)?, table::read(skeleton)?);
        let (view, bones) = (model.view(), skeleton.view());
        let mesh = mesh_of(&model, mesh)?;
        let misfit = |text: String| Failure::new(RigmillStatus::DoesNotFit, text);
        if !mesh.is_skinned() {
            return Err(misfit(format!("the mesh {:?} has no skin", mesh.name())));
        }
        let joints = mesh.skin_bones().iter().zip(mesh.inverse_binds()).map(|(bone, inverse_bind)| {
            let bone = view.bones().nth(*bone as usize);
            let name = bone.as_ref().map_or("", |bone| bone.name());
            let bone = bones.find(name).ok_or_else(|| misfit(format!("the skeleton has no bone {name:?}")))?;
            Ok(Joint { bone, inverse_bind: *inverse_bind })
        });
        out.set(table::open(joints.collect::<Result<Vec<_>, Failure>>()?)?);
        Ok(())
    })
}

/// Gets the number of joints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skin_joint_count(skin: RigmillSkin, count: *mut usize) -> RigmillStatus {
    call(|| {
        let out = Out::new("count", count)?;
        out.set(table::read(skin)?.len());
        Ok(())
    })
}

/// Computes the skinning matrix of each joint, from the mesh's space in the bind pose to model space: inverse bind x bone.
/// `bones` has the model-space matrix of each bone of the skeleton, for example from `rigmill_player_matrices`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skin_matrices(
    skin: RigmillSkin,
    bones: *const RigmillMatrix,
    bone_count: usize,
    matrices: *mut RigmillMatrix,
    capacity: usize,
) -> RigmillStatus {
    call(|| {
        let skin = table::read(skin)?;
        if capacity < skin.len() {
            let text = format!("`matrices` has room for {capacity} matrices, expected {}", skin.len());
            return Err(Failure::new(RigmillStatus::BufferTooSmall, text));
        }
        let bones = pointers::array("bones", bones, bone_count)?;
        if let Some(missing) = skin.iter().find(|joint| joint.bone >= bones.len()) {
            return Err(Failure::out_of_range("bone", missing.bone, bones.len()));
        }
        let matrices = pointers::array_mut("matrices", matrices, skin.len(), &[cast_slice(bones)])?;
        let (bones, matrices): (&[Matrix], &mut [Matrix]) = (cast_slice(bones), cast_slice_mut(matrices));
        for (joint, out) in skin.iter().zip(matrices) {
            *out = matrix::multiply(&joint.inverse_bind, &bones[joint.bone]);
        }
        Ok(())
    })
}

/// Closes a skin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skin_close(skin: RigmillSkin) -> RigmillStatus {
    call(|| table::close(skin))
}
