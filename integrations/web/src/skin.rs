//! Skins: the matrices with which the bones of a player transform the vertices of a mesh.

use std::cell::RefCell;
use std::ptr;

use rigmill_runtime::content::Skeleton;
use rigmill_runtime::{Matrix, matrix};

use crate::boundary::{Failure, call, take_file, take_text};
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

/// Binds a skin to a player's skeleton. Takes the names of its bones, and as file their inverse bind matrices.
#[unsafe(no_mangle)]
extern "C" fn web_skin_new(player: i32) -> i32 {
    call(|| {
        let (names, file) = (take_text()?, take_file());
        let joints = with_pose(player, |posed| joints(&names, &file, posed.skeleton()))?;
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

fn joints(names: &str, inverse_binds: &[u8], skeleton: &Skeleton) -> Result<Vec<Joint>, Failure> {
    let (inverse_binds, _) = inverse_binds.as_chunks::<64>();
    let count = names.split('\0').count();
    if inverse_binds.len() != count {
        let found = inverse_binds.len();
        return Err(format!("the skin has {count} bones, but {found} inverse bind matrices").into());
    }
    let bones = skeleton.view();
    let joint = |(name, bytes): (&str, &[u8; 64])| {
        let bone = bones.find(name).ok_or_else(|| format!("the skeleton has no bone {name:?}"))?;
        let (numbers, _) = bytes.as_chunks();
        let mut inverse_bind = matrix::IDENTITY;
        for (number, bytes) in inverse_bind.iter_mut().zip(numbers) {
            *number = f32::from_le_bytes(*bytes);
        }
        Ok(Joint { bone, inverse_bind })
    };
    names.split('\0').zip(inverse_binds).map(joint).collect()
}
