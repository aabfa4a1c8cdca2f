//! Players: one character each.

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_runtime::Player;

use super::events::RigmillEvent;
use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, pointers::OutList, table};
use crate::clip::RigmillClip;
use crate::content::RigmillContent;
use crate::skeleton::RigmillSkeleton;
use crate::values::{RigmillMatrix, RigmillPlace, RigmillPlayOptions, RigmillText, first, rules};

/// A character that plays the actions of an action set, bone by bone. Only one thread may use it at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillPlayer {
    /// The handle; 0 means none.
    pub id: u64,
}

/// The state of a layer of a character.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillLayerState {
    /// The name of the action that the layer played last; empty if it has played none.
    pub action: RigmillText,
    /// 1 if the layer's clip has reached its end and stays there, else 0.
    pub finished: u32,
    /// The number of times that the layer's clip started again during the last update.
    pub passes: u32,
}

handles! {
    RigmillPlayer => Player, "player";
}

/// Loads an action set by its asset name, with its skeleton and all its clips, and creates a character in its bind pose.
///
/// `rules` is `RIGMILL_RULES_STANDARD` or `RIGMILL_RULES_ROBOTGAME`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_load(
    content: RigmillContent,
    name: *const c_char,
    rules: u32,
    player: *mut RigmillPlayer,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("player", player)?;
        let name = pointers::text("name", name)?;
        let rules = self::rules(rules)?;
        let loaded = Player::load(&table::read(content)?.content, name, rules)?;
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Creates a copy of a player in the same state. The two players share the skeleton and clips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_copy(player: RigmillPlayer, copy: *mut RigmillPlayer) -> RigmillStatus {
    call(|| {
        let out = Out::new("copy", copy)?;
        let copied = Player::clone(&*table::read(player)?);
        out.set(table::open(copied)?);
        Ok(())
    })
}

/// Plays an action of a layer from its start, even if the action is already playing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_play(
    player: RigmillPlayer,
    layer: *const c_char,
    action: *const c_char,
) -> RigmillStatus {
    call(|| {
        let (layer, action) = (pointers::text("layer", layer)?, pointers::text("action", action)?);
        Ok(table::write(player)?.play(layer, action)?)
    })
}

/// Plays a clip that is not in the action set, on all bones that the clip moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_play_clip(
    player: RigmillPlayer,
    clip: RigmillClip,
    options: *const RigmillPlayOptions,
) -> RigmillStatus {
    call(|| {
        let options = pointers::value("options", options)?.options()?;
        let (mut player, clip) = (table::write(player)?, table::read(clip)?);
        Ok(player.model_mut().play(&clip, &options)?)
    })
}

/// Fades out an additive layer within `seconds`, or removes it immediately if `seconds` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_stop(
    player: RigmillPlayer,
    layer: *const c_char,
    seconds: f32,
) -> RigmillStatus {
    call(|| {
        let layer = pointers::text("layer", layer)?;
        Ok(table::write(player)?.stop(layer, seconds)?)
    })
}

/// Sets how much of an additive layer is added, 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_set_weight(
    player: RigmillPlayer,
    layer: *const c_char,
    weight: f32,
) -> RigmillStatus {
    call(|| {
        let layer = pointers::text("layer", layer)?;
        Ok(table::write(player)?.set_weight(layer, weight)?)
    })
}

/// Advances by `seconds`.
///
/// If a bone has an error, that bone keeps its matrix, and all other bones have advanced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_update(player: RigmillPlayer, seconds: f32) -> RigmillStatus {
    call(|| Ok(table::write(player)?.update(seconds)?))
}

/// Gets the model-space matrix of each bone, without copying the matrices. The pointer stays valid until the player is closed.
/// The matrices change with each update.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_matrices(
    player: RigmillPlayer,
    matrices: *mut *const RigmillMatrix,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let (out, length) = (Out::new("matrices", matrices)?, Out::new("count", count)?);
        let player = table::read(player)?;
        let absolute = player.model().absolute();
        out.set(first(absolute));
        length.set(absolute.len());
        Ok(())
    })
}

/// Gets the local matrix of each bone, without copying the matrices. The pointer stays valid until the next call that adds a
/// pose layer or updates the player.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_local_matrices(
    player: RigmillPlayer,
    matrices: *mut *const RigmillMatrix,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let (out, length) = (Out::new("matrices", matrices)?, Out::new("count", count)?);
        let player = table::read(player)?;
        let local = player.model().local();
        out.set(first(local));
        length.set(local.len());
        Ok(())
    })
}

/// Gets the movement of the character's root by its clips in the last update. `rigmill_place_move` applies it to the place of
/// the character. Call this before another action plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_movement(player: RigmillPlayer, movement: *mut RigmillPlace) -> RigmillStatus {
    call(|| {
        let out = Out::new("movement", movement)?;
        out.set(table::read(player)?.movement().into());
        Ok(())
    })
}

/// Gets the events that the last update played, layer by layer, in order within a layer. Writes events until the buffer is
/// full, and the number of all events. If the buffer is too small for all of them, fails with
/// `RIGMILL_STATUS_BUFFER_TOO_SMALL`. Call this before another action plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_events(
    player: RigmillPlayer,
    events: *mut RigmillEvent,
    capacity: usize,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = OutList::new("events", events, capacity, count)?;
        let player = table::read(player)?;
        let layers = player.actions().view();
        let of_layer = |number: usize| layers.layer(number).map_or("", |layer| layer.name());
        let names = (0..layers.len()).map(of_layer);
        out.fill(names.flat_map(|layer| player.events(layer).map(move |played| RigmillEvent::new(layer, &played))))
    })
}

/// Gets the state of a layer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_layer(
    player: RigmillPlayer,
    layer: *const c_char,
    state: *mut RigmillLayerState,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("state", state)?;
        let layer = pointers::text("layer", layer)?;
        let player = table::read(player)?;
        if player.actions().view().find(layer).is_none() {
            return Err(Failure::new(RigmillStatus::NotFound, format!("there is no layer {layer:?}")));
        }
        out.set(RigmillLayerState {
            action: player.current(layer).map_or(RigmillText::EMPTY, RigmillText::new),
            finished: u32::from(player.has_finished(layer)),
            passes: player.passes(layer),
        });
        Ok(())
    })
}

/// Gets a new handle of the player's skeleton. Close it separately.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_skeleton(
    player: RigmillPlayer,
    skeleton: *mut RigmillSkeleton,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("skeleton", skeleton)?;
        let loaded = Arc::clone(table::read(player)?.model().skeleton());
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Closes a player.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_close(player: RigmillPlayer) -> RigmillStatus {
    call(|| table::close(player))
}
