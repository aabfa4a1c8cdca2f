//! Skins: the matrices with which the bones of a player transform the vertices of a mesh.

use std::cell::RefCell;
use std::ptr;

use rigmill_runtime::content::{Model, Skeleton};
use rigmill_runtime::{Matrix, matrix};

use crate::boundary::{Failure, call, take_text};
use crate::content::with_content;
use crate::player::with_pose;
use crate::table::Table;

struct Skin {
    joints: Vec<Joint>,
    palette: Vec<Matrix>,
}

struct Joint {
    /// The number of the bone in the skeleton.
    bone: usize,
    inverse_bind: Matrix,
}

thread_local! {
    static SKINS: RefCell<Table<Skin>> = const { RefCell::new(Table::new()) };
}

/// Binds a mesh of a model to a player's skeleton, by the names of the bones. Takes the name of the model.
#[unsafe(no_mangle)]
extern "C" fn web_skin_new(player: i32, content: i32, mesh: usize) -> i32 {
    call(|| {
        let name = take_text()?;
        let model = with_content(content, |content| Ok(content.load::<Model>(&name)?))?;
        let joints = with_pose(player, |posed| joints(&model, mesh, posed.skeleton()))?;
        let palette = vec![matrix::IDENTITY; joints.len()];
        SKINS.with_borrow_mut(|skins| skins.open(Skin { joints, palette }))
    })
}

/// Computes the palette for the player's pose, and returns the number of matrices.
#[unsafe(no_mangle)]
extern "C" fn web_skin_update(skin: i32, player: i32) -> i32 {
    call(|| {
        SKINS.with_borrow_mut(|skins| {
            let Skin { joints, palette } = skins.get(skin)?;
            with_pose(player, |posed| {
                for (joint, out) in joints.iter().zip(&mut *palette) {
                    let bone = posed.absolute().get(joint.bone).ok_or("the skin belongs to a different skeleton")?;
                    *out = matrix::multiply(&joint.inverse_bind, bone);
                }
                Ok(i32::try_from(palette.len())?)
            })
        })
    })
}

/// The address of the palette. It stays the same.
#[unsafe(no_mangle)]
extern "C" fn web_skin_palette(skin: i32) -> *const f32 {
    SKINS.with_borrow_mut(|skins| skins.get(skin).map_or(ptr::null(), |skin| skin.palette.as_ptr().cast()))
}

#[unsafe(no_mangle)]
extern "C" fn web_skin_close(skin: i32) {
    SKINS.with_borrow_mut(|skins| skins.close(skin));
}

fn joints(model: &Model, mesh: usize, skeleton: &Skeleton) -> Result<Vec<Joint>, Failure> {
    let (model, bones) = (model.view(), skeleton.view());
    let mesh = model.mesh(mesh).ok_or_else(|| format!("the model has no mesh {mesh}"))?;
    if !mesh.is_skinned() {
        return Err(format!("the mesh {:?} has no skin", mesh.name()).into());
    }
    let joints = mesh.skin_bones().iter().zip(mesh.inverse_binds()).map(|(bone, inverse_bind)| {
        let bone = model.bones().nth(*bone as usize);
        let name = bone.as_ref().map_or("", |bone| bone.name());
        let bone = bones.find(name).ok_or_else(|| format!("the skeleton has no bone {name:?}"))?;
        Ok(Joint { bone, inverse_bind: *inverse_bind })
    });
    joints.collect()
}
