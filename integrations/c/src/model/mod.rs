//! Models: bones, meshes, materials and skins.

pub mod material;
pub mod mesh;
pub mod skin;

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_runtime::content::Model;

use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::values::{RigmillMatrix, RigmillText, number_or_none, small};

/// A model. Several threads may use it at the same time. Pointers into it stay valid until it is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillModel {
    /// The handle; 0 means none.
    pub id: u64,
}

/// Properties of a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillModelInfo {
    /// The number of bones.
    pub bone_count: u32,
    /// The number of meshes.
    pub mesh_count: u32,
    /// The number of materials.
    pub material_count: u32,
    /// The radius of a sphere around the whole model in its bind pose.
    pub radius: f32,
    /// The center of the sphere: x, y, z.
    pub center: [f32; 3],
}

/// A bone of a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillModelBone {
    /// The bone's name.
    pub name: RigmillText,
    /// The bone's local matrix in the bind pose.
    pub local: RigmillMatrix,
    /// The number of the parent, which is lower than the bone's own; -1 for a root.
    pub parent: i32,
}

handles! {
    RigmillModel => Arc<Model>, "model";
}

/// Loads a model by its asset name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_load(
    content: RigmillContent,
    name: *const c_char,
    model: *mut RigmillModel,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("model", model)?;
        let name = pointers::text("name", name)?;
        let loaded = table::read(content)?.content.load::<Model>(name)?;
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Gets the properties of a model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_info(model: RigmillModel, info: *mut RigmillModelInfo) -> RigmillStatus {
    call(|| {
        let out = Out::new("info", info)?;
        let model = table::read(model)?;
        let view = model.view();
        out.set(RigmillModelInfo {
            bone_count: small(view.bones().len()),
            mesh_count: small(view.meshes().len()),
            material_count: small(view.materials().len()),
            radius: view.sphere().radius,
            center: view.sphere().center,
        });
        Ok(())
    })
}

/// Gets a bone by its number. Parents come before their children.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_bone(
    model: RigmillModel,
    index: usize,
    bone: *mut RigmillModelBone,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("bone", bone)?;
        let model = table::read(model)?;
        let view = model.view();
        let bone = view.bone(index).ok_or_else(|| Failure::out_of_range("bone", index, view.bones().len()))?;
        let (name, local) = (RigmillText::new(bone.name()), RigmillMatrix { m: *bone.local() });
        out.set(RigmillModelBone { name, local, parent: number_or_none(bone.parent()) });
        Ok(())
    })
}

/// Closes a model. Pointers into it become invalid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_close(model: RigmillModel) -> RigmillStatus {
    call(|| table::close(model))
}
