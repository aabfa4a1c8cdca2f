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

/// A character that plays the actions of an action set, bone by bone. One thread at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillPlayer {
    /// The handle; 0 is none.
    pub id: u64,
}

/// What a layer of a character plays.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillLayerState {
    /// The action that it played last; empty if there was none.
    pub action: RigmillText,
    /// 1 if its clip is at its end, and stays there.
    pub finished: u32,
    /// How often its clip began anew during the last update.
    pub passes: u32,
}

handles! {
    RigmillPlayer => Player, "player";
}

/// Loads an action set by its asset name, with its skeleton and all its clips, and makes a character of it, at bind.
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

/// Makes another character of the same kind, in the same state. The two share skeleton and clips.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_copy(player: RigmillPlayer, copy: *mut RigmillPlayer) -> RigmillStatus {
    call(|| {
        let out = Out::new("copy", copy)?;
        let copied = Player::clone(&*table::read(player)?);
        out.set(table::open(copied)?);
        Ok(())
    })
}

/// Plays an action of a layer from its start, also where it plays already.
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

/// Plays a clip that is not in the action set, on all bones that it moves.
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

/// Fades an additive layer out within `seconds`; 0 cuts.
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

/// Moves on by `seconds`.
///
/// If a bone has an error, the other bones have moved on, and that one keeps its matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_update(player: RigmillPlayer, seconds: f32) -> RigmillStatus {
    call(|| Ok(table::write(player)?.update(seconds)?))
}

/// The matrix of each bone relative to the model, in place. The pointer stays valid until the player is closed; the matrices change with
/// each update.
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

/// The matrix of each bone relative to its parent, in place. The pointer stays valid until the next call that adds a layer or
/// updates.
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

/// How the clips moved the character's root in the last update. `rigmill_place_move` adds it to where the character is. Ask before
/// another action plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_player_movement(player: RigmillPlayer, movement: *mut RigmillPlace) -> RigmillStatus {
    call(|| {
        let out = Out::new("movement", movement)?;
        out.set(table::read(player)?.movement().into());
        Ok(())
    })
}

/// The events that the last update played, layer by layer, each in order. Writes as many as there is room for, and the number of all; if
/// there are more, it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`. Ask before another action plays.
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
        out.fill(names.flat_map(|layer| player.events(layer).map(move |played| RigmillEvent::of(layer, &played))))
    })
}

/// What a layer plays.
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
            action: player.current(layer).map_or(RigmillText::EMPTY, RigmillText::of),
            finished: u32::from(player.has_finished(layer)),
            passes: player.passes(layer),
        });
        Ok(())
    })
}

/// The skeleton of a player, as a handle of its own.
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
