//! Pose layers, which change the pose after the clips: breath, springs, and inverse kinematics.

use std::ffi::c_char;

use bytemuck::{Pod, Zeroable};
use rigmill_runtime::AnimatedModel;
use rigmill_runtime::content::{BreathSettings, SpringSettings};
use rigmill_runtime::layers::{AimBone, AimIk, AimIkLayer, Breath, PoseLayer, SpringBones, TwoBoneIk, TwoBoneIkLayer};

use super::crowd::{RigmillCharacter, RigmillCrowd};
use super::player::RigmillPlayer;
use crate::boundary::{Failure, RigmillStatus, call, pointers, pointers::Out, table};
use crate::content::RigmillContent;
use crate::values::RigmillMatrix;

/// The maximum number of bones in an aiming chain.
pub const RIGMILL_MAX_AIMING_BONES: usize = 16;

/// Settings for bending a limb of two bones so that its end reaches a target.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillTwoBoneIk {
    /// The direction in which the mid joint points, in model space.
    pub pole: [f32; 3],
    /// The axis about which the mid joint bends, in the mid joint's space. A positive rotation about it opens the angle between
    /// the two bones.
    pub mid_axis: [f32; 3],
    /// The fraction of the limb's length, 0 to 1, up to which the end follows the target exactly. 1 turns softening off.
    pub soften: f32,
    /// The angle by which the limb rotates away from the pole, in radians.
    pub twist: f32,
    /// The share of the correction that is applied: from 0 (none) to 1 (all of it).
    pub weight: f32,
}

/// Settings for rotating a bone so that one of its axes points at a target.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillAimIk {
    /// The axis that points at the target, in the bone's space.
    pub forward: [f32; 3],
    /// The start of the ray along the forward axis: a point in the bone's space.
    pub offset: [f32; 3],
    /// The axis that points towards the pole, in the bone's space. Zeros let the bone roll freely.
    pub up: [f32; 3],
    /// The direction to which the up axis points, in model space.
    pub pole: [f32; 3],
    /// The angle by which the bone rotates away from the pole, in radians.
    pub twist: f32,
    /// The share of the correction that is applied: from 0 (none) to 1 (all of it).
    pub weight: f32,
}

/// The settings of one bone of an aiming chain.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct RigmillAimBone {
    /// The number of the bone in the skeleton.
    pub bone: u32,
    /// The share that this bone takes of the rotation that the bones before it left, 0 to 1.
    pub weight: f32,
    /// The maximum angle by which the bone rotates away from its pose, in radians.
    pub limit: f32,
}

/// Adds a breath to a player, by the asset name of its settings. The character then breathes, regardless of what it plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_add_breath(
    player: RigmillPlayer,
    content: RigmillContent,
    name: *const c_char,
) -> RigmillStatus {
    call(|| {
        let settings = table::read(content)?.content.load::<BreathSettings>(pointers::text("name", name)?)?;
        let mut player = table::write(player)?;
        let breath = Breath::new(&settings.view(), &player.model().skeleton().view())?;
        player.model_mut().add_layer(breath);
        Ok(())
    })
}

/// Adds chains of springs to a player, for example for hair and coats, by the asset name of their settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_add_spring_bones(
    player: RigmillPlayer,
    content: RigmillContent,
    name: *const c_char,
) -> RigmillStatus {
    call(|| {
        let settings = table::read(content)?.content.load::<SpringSettings>(pointers::text("name", name)?)?;
        let mut player = table::write(player)?;
        let springs = SpringBones::new(&settings.view(), &player.model().skeleton().view())?;
        player.model_mut().add_layer(springs);
        Ok(())
    })
}

/// Moves all springs of a player when the model has moved through its world since the last update. The matrix transforms from
/// the model space of the last update to the current model space, so it is the inverse of the movement.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_move_springs(
    player: RigmillPlayer,
    old_to_new: *const RigmillMatrix,
) -> RigmillStatus {
    call(|| {
        let matrix = pointers::value("old_to_new", old_to_new)?.m;
        let mut player = table::write(player)?;
        player.model_mut().layers_mut::<SpringBones>().for_each(|springs| springs.set_root_motion(&matrix));
        Ok(())
    })
}

/// Resets all springs of a player. Call this after you teleport a model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_reset_springs(player: RigmillPlayer) -> RigmillStatus {
    call(|| {
        table::write(player)?.model_mut().layers_mut::<SpringBones>().for_each(SpringBones::reset);
        Ok(())
    })
}

/// Gets the default settings: pole y, mid axis z, no softening, no twist, weight 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_two_bone_ik_default(settings: *mut RigmillTwoBoneIk) -> RigmillStatus {
    call(|| {
        let TwoBoneIk { pole, mid_axis, soften, twist, weight, .. } = TwoBoneIk::default();
        Out::new("settings", settings)?.set(RigmillTwoBoneIk { pole, mid_axis, soften, twist, weight });
        Ok(())
    })
}

/// Computes the mid axis of a limb that is already bent the right way, as in most bind poses, from the model-space matrices of
/// its three joints. Fails if the limb is straight. `mid_axis` receives x, y, z.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_two_bone_ik_mid_axis(
    start: *const RigmillMatrix,
    mid: *const RigmillMatrix,
    end: *const RigmillMatrix,
    mid_axis: *mut f32,
) -> RigmillStatus {
    call(|| {
        let [start, mid, end] =
            [pointers::value("start", start)?.m, pointers::value("mid", mid)?.m, pointers::value("end", end)?.m];
        let straight = || Failure::new(RigmillStatus::InvalidArgument, "the limb is straight");
        let axis = TwoBoneIk::mid_axis_of([&start, &mid, &end]).ok_or_else(straight)?;
        pointers::array_mut("mid_axis", mid_axis, 3, &[])?.copy_from_slice(&axis);
        Ok(())
    })
}

/// Gets the default settings: forward x, up and pole y, no offset, no twist, weight 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_aim_ik_default(settings: *mut RigmillAimIk) -> RigmillStatus {
    call(|| {
        let AimIk { forward, offset, up, pole, twist, weight, .. } = AimIk::default();
        Out::new("settings", settings)?.set(RigmillAimIk { forward, offset, up, pole, twist, weight });
        Ok(())
    })
}

/// Adds a limb that reaches for a target, by the names of its bones, such as shoulder, elbow and hand. `index` receives the
/// number of the limb in the player. The limb has no effect until `rigmill_player_set_limb_target` is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_add_two_bone_ik(
    player: RigmillPlayer,
    settings: *const RigmillTwoBoneIk,
    start: *const c_char,
    mid: *const c_char,
    end: *const c_char,
    index: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("index", index)?;
        let RigmillTwoBoneIk { pole, mid_axis, soften, twist, weight } = pointers::value("settings", settings)?;
        let limb = [pointers::text("start", start)?, pointers::text("mid", mid)?, pointers::text("end", end)?];
        let mut player = table::write(player)?;
        let ik = TwoBoneIk { target: [0.0; 3], pole, mid_axis, soften, twist, weight };
        let layer = TwoBoneIkLayer::new(ik, limb, &player.model().skeleton().view())?;
        out.set(added(player.model_mut(), layer));
        Ok(())
    })
}

/// Adds a chain of bones that aims at a target. The first bone points at the target, and the bones above it follow, such as
/// head, neck, spine. `index` receives the number of the chain in the player. The chain has no effect until
/// `rigmill_player_set_aim_target` is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_add_aim_ik(
    player: RigmillPlayer,
    settings: *const RigmillAimIk,
    bones: *const RigmillAimBone,
    bone_count: usize,
    index: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("index", index)?;
        let RigmillAimIk { forward, offset, up, pole, twist, weight } = pointers::value("settings", settings)?;
        if bone_count > RIGMILL_MAX_AIMING_BONES {
            return Err(Failure::out_of_range("aiming bone", bone_count - 1, RIGMILL_MAX_AIMING_BONES));
        }
        let bones = pointers::array("bones", bones, bone_count)?;
        let mut player = table::write(player)?;
        let skeleton = player.model().skeleton().clone();
        let view = skeleton.view();
        let chain = bones.iter().map(|RigmillAimBone { bone, weight, limit }| {
            let name = view.bones().nth(*bone as usize).map(|bone| bone.name());
            let name = name.ok_or_else(|| Failure::out_of_range("bone", *bone as usize, view.len()))?;
            Ok((name, AimBone { weight: *weight, limit: *limit }))
        });
        let chain = chain.collect::<Result<Vec<_>, Failure>>()?;
        let ik = AimIk { target: [0.0; 3], forward, offset, up, pole, twist, weight };
        let layer = AimIkLayer::new(ik, &chain, &view)?;
        out.set(added(player.model_mut(), layer));
        Ok(())
    })
}

/// Sets the target of a limb from the next update on: x, y, z in model space. With NULL, the limb leaves the pose unchanged.
/// `weight` is 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_set_limb_target(
    player: RigmillPlayer,
    index: usize,
    target: *const f32,
    weight: f32,
) -> RigmillStatus {
    call(|| {
        let target = optional_point("target", target)?;
        let mut player = table::write(player)?;
        let layer = nth::<TwoBoneIkLayer>(player.model_mut(), "limb", index)?;
        layer.set_target(target);
        layer.set_weight(weight);
        Ok(())
    })
}

/// Sets the target of an aiming chain from the next update on: x, y, z in model space. With NULL, the chain leaves the pose
/// unchanged. `weight` is 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_set_aim_target(
    player: RigmillPlayer,
    index: usize,
    target: *const f32,
    weight: f32,
) -> RigmillStatus {
    call(|| {
        let target = optional_point("target", target)?;
        let mut player = table::write(player)?;
        let layer = nth::<AimIkLayer>(player.model_mut(), "aiming chain", index)?;
        layer.set_target(target);
        layer.set_weight(weight);
        Ok(())
    })
}

/// Gets whether a limb's end reached its target in the last update: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_limb_reached(
    player: RigmillPlayer,
    index: usize,
    reached: *mut u32,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("reached", reached)?;
        let mut player = table::write(player)?;
        out.set(u32::from(nth::<TwoBoneIkLayer>(player.model_mut(), "limb", index)?.reached()));
        Ok(())
    })
}

/// Gets whether an aiming chain pointed at its target in the last update: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_aim_reached(
    player: RigmillPlayer,
    index: usize,
    reached: *mut u32,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("reached", reached)?;
        let mut player = table::write(player)?;
        out.set(u32::from(nth::<AimIkLayer>(player.model_mut(), "aiming chain", index)?.reached()));
        Ok(())
    })
}

/// Adds a breath to a character of a crowd, by the asset name of its settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_add_breath(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    content: RigmillContent,
    name: *const c_char,
) -> RigmillStatus {
    call(|| {
        let settings = table::read(content)?.content.load::<BreathSettings>(pointers::text("name", name)?)?;
        let mut acting = table::write(crowd)?;
        let breath = Breath::new(&settings.view(), &acting.skeleton().view())?;
        Ok(acting.crowd.add_layer(character.character(), breath)?)
    })
}

/// Adds chains of springs to a character of a crowd, by the asset name of their settings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_add_spring_bones(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    content: RigmillContent,
    name: *const c_char,
) -> RigmillStatus {
    call(|| {
        let settings = table::read(content)?.content.load::<SpringSettings>(pointers::text("name", name)?)?;
        let mut acting = table::write(crowd)?;
        let springs = SpringBones::new(&settings.view(), &acting.skeleton().view())?;
        Ok(acting.crowd.add_layer(character.character(), springs)?)
    })
}

/// Adds a layer, and returns its number among the model's layers of the same type.
fn added<L: PoseLayer>(model: &mut AnimatedModel, layer: L) -> usize {
    let number = model.layers_mut::<L>().count();
    model.add_layer(layer);
    number
}

fn nth<'a, L: PoseLayer>(model: &'a mut AnimatedModel, what: &str, index: usize) -> Result<&'a mut L, Failure> {
    let count = model.layers_mut::<L>().count();
    model.layers_mut::<L>().nth(index).ok_or_else(|| Failure::out_of_range(what, index, count))
}

fn optional_point(name: &str, pointer: *const f32) -> Result<Option<[f32; 3]>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    let parts = pointers::array(name, pointer, 3)?;
    Ok(Some([parts[0], parts[1], parts[2]]))
}
