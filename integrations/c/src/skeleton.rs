//! Skeletons: bones, parents and bind poses.

use std::ffi::c_char;
use std::sync::Arc;

use bytemuck::cast_slice;
use rigmill_runtime::characters::LocalToModelJob;
use rigmill_runtime::content::Skeleton;

use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::values::{RigmillMatrix, RigmillText, RigmillTransform, number_or_none};

/// A skeleton. Several threads may use it at the same time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillSkeleton {
    /// The handle; 0 means none.
    pub id: u64,
}

/// A bone of a skeleton.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillBone {
    /// The bone's name, by which clips refer to it.
    pub name: RigmillText,
    /// The bone's local transform in the bind pose.
    pub bind: RigmillTransform,
    /// The number of the parent, which is lower than the bone's own; -1 for a root.
    pub parent: i32,
}

handles! {
    RigmillSkeleton => Arc<Skeleton>, "skeleton";
}

/// Loads a skeleton by its asset name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skeleton_load(
    content: RigmillContent,
    name: *const c_char,
    skeleton: *mut RigmillSkeleton,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("skeleton", skeleton)?;
        let name = pointers::text("name", name)?;
        let loaded = table::read(content)?.content.load::<Skeleton>(name)?;
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Gets the number of bones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skeleton_bone_count(skeleton: RigmillSkeleton, count: *mut usize) -> RigmillStatus {
    call(|| {
        let out = Out::new("count", count)?;
        out.set(table::read(skeleton)?.view().len());
        Ok(())
    })
}

/// Gets a bone by its number. Parents come before their children.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skeleton_bone(
    skeleton: RigmillSkeleton,
    index: usize,
    bone: *mut RigmillBone,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("bone", bone)?;
        let skeleton = table::read(skeleton)?;
        let view = skeleton.view();
        let bone = view.bone(index).ok_or_else(|| Failure::out_of_range("bone", index, view.len()))?;
        let (name, parent) = (RigmillText::new(bone.name()), number_or_none(bone.parent()));
        out.set(RigmillBone { name, bind: bone.bind().into(), parent });
        Ok(())
    })
}

/// Gets the number of the bone with this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skeleton_find(
    skeleton: RigmillSkeleton,
    name: *const c_char,
    index: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("index", index)?;
        let name = pointers::text("name", name)?;
        let missing = || Failure::new(RigmillStatus::NotFound, format!("the skeleton has no bone {name:?}"));
        out.set(table::read(skeleton)?.view().find(name).ok_or_else(missing)?);
        Ok(())
    })
}

/// Converts local matrices to model-space matrices. `local` has one matrix per bone. `matrices` receives one matrix per bone.
/// The length of both arrays is `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skeleton_to_model(
    skeleton: RigmillSkeleton,
    local: *const RigmillMatrix,
    matrices: *mut RigmillMatrix,
    count: usize,
) -> RigmillStatus {
    call(|| {
        let skeleton = table::read(skeleton)?;
        let local = pointers::array("local", local, count)?;
        let out = pointers::array_mut("matrices", matrices, count, &[cast_slice(local)])?;
        let out = bytemuck::cast_slice_mut(out);
        Ok(LocalToModelJob { skeleton: skeleton.view(), local: cast_slice(local), out }.run()?)
    })
}

/// Closes a skeleton.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_skeleton_close(skeleton: RigmillSkeleton) -> RigmillStatus {
    call(|| table::close(skeleton))
}
