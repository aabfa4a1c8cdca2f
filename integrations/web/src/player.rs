//! Players: one character each.

use std::cell::RefCell;
use std::ptr;
use std::sync::Arc;

use rigmill_format::{Action, ActionLayer, ActionSet, PlayMode, RigidTransform};
use rigmill_runtime::{Content, PlayOptions, Player, Rules, content};

use crate::boundary::{Failure, call, put_parts, take_text};
use crate::content::with_content;
use crate::table::Table;

/// The maximum number of events of a layer per update. Only a hostile file has more, and their texts must fit into memory.
const MAX_EVENTS: usize = 4096;

/// A player at a fixed address, so that JavaScript can look at its numbers.
struct Character {
    player: Player,
    /// The movement of the root in the last update.
    movement: RigidTransform,
}

thread_local! {
    static PLAYERS: RefCell<Table<Box<Character>>> = const { RefCell::new(Table::new()) };
}

/// Loads a player. Takes the name of an action set.
#[unsafe(no_mangle)]
extern "C" fn web_player_load(content: i32) -> i32 {
    call(|| {
        let name = take_text()?;
        open(with_content(content, |content| Ok(Player::load(content, &name, Rules::Standard)?))?)
    })
}

/// Creates a player of single clips. Takes the names of the skeleton and of the clips.
#[unsafe(no_mangle)]
extern "C" fn web_player_of_clips(content: i32) -> i32 {
    call(|| {
        let names = take_text()?;
        let (skeleton, clips) = names.split_once('\0').unwrap_or((&names, ""));
        open(with_content(content, |content| player_of_clips(content, skeleton, clips.split('\0')))?)
    })
}

/// A player with one layer, whose actions are the clips.
fn player_of_clips<'a>(
    content: &Content,
    skeleton: &str,
    clips: impl Iterator<Item = &'a str>,
) -> Result<Player, Failure> {
    let actions = clips.map(|clip| Action {
        name: clip.to_owned(),
        clip: clip.to_owned(),
        mode: PlayMode::Repeat,
        blend_time: 0.0,
        start_time: 0.0,
        time_scale: 1.0,
    });
    let layer = ActionLayer { name: "clips".to_owned(), actions: actions.collect(), ..ActionLayer::default() };
    let set = content::ActionSet::from_owned(&ActionSet { skeleton: skeleton.to_owned(), layers: vec![layer] })?;
    Ok(Player::new(content, Arc::new(set), content.load(skeleton)?, Rules::Standard)?)
}

/// Plays an action. Takes the names of its layer and of the action. An option that is NaN has the action's value, and so has
/// `repeat` if it is negative.
#[unsafe(no_mangle)]
extern "C" fn web_player_play(player: i32, fade: f32, speed: f32, start: f32, repeat: i32) -> i32 {
    let change = |options: &mut PlayOptions| {
        let changes =
            [(&mut options.blend_time, fade), (&mut options.time_scale, speed), (&mut options.start_time, start)];
        for (option, value) in changes.into_iter().filter(|(_, value)| !value.is_nan()) {
            *option = value;
        }
        if repeat >= 0 {
            options.mode = if repeat > 0 { PlayMode::Repeat } else { PlayMode::Once };
        }
    };
    call(|| {
        let names = take_text()?;
        let (layer, action) = names.split_once('\0').unwrap_or((&names, ""));
        with_player(player, |character| Ok(character.player.play_with(layer, action, change)?))?;
        Ok(0)
    })
}

/// Fades out an additive layer. Takes its name.
#[unsafe(no_mangle)]
extern "C" fn web_player_stop(player: i32, fade: f32) -> i32 {
    call(|| {
        let layer = take_text()?;
        with_player(player, |character| Ok(character.player.stop(&layer, fade)?))?;
        Ok(0)
    })
}

/// Sets the weight of an additive layer. Takes its name.
#[unsafe(no_mangle)]
extern "C" fn web_player_set_weight(player: i32, weight: f32) -> i32 {
    call(|| {
        let layer = take_text()?;
        with_player(player, |character| Ok(character.player.set_weight(&layer, weight)?))?;
        Ok(0)
    })
}

#[unsafe(no_mangle)]
extern "C" fn web_player_update(player: i32, seconds: f32) -> i32 {
    call(|| {
        with_player(player, |character| {
            let updated = character.player.update(seconds);
            character.movement = character.player.movement();
            Ok(updated?)
        })?;
        Ok(0)
    })
}

/// Puts the events of the last update into the output, six parts each, and returns their number.
#[unsafe(no_mangle)]
extern "C" fn web_player_events(player: i32) -> i32 {
    call(|| {
        let parts = with_player(player, |character| {
            let player = &character.player;
            let mut parts = Vec::new();
            for layer in player.actions().view().layers() {
                for played in player.events(layer.name()).take(MAX_EVENTS) {
                    let event = played.event;
                    let numbers = [event.value, played.after, f32::from(u8::from(played.fades_out))];
                    parts.extend([layer.name(), event.name, event.text].map(str::to_owned));
                    parts.extend(numbers.map(|number| number.to_string()));
                }
            }
            Ok(parts)
        })?;
        put_parts(parts.iter().map(String::as_str));
        Ok(i32::try_from(parts.len() / 6)?)
    })
}

/// Whether a layer's clip has ended. Takes the layer's name.
#[unsafe(no_mangle)]
extern "C" fn web_player_has_finished(player: i32) -> i32 {
    call(|| {
        let layer = take_text()?;
        with_player(player, |character| Ok(i32::from(character.player.has_finished(&layer))))
    })
}

/// Puts the names of the layers into the output, and returns their number.
#[unsafe(no_mangle)]
extern "C" fn web_player_layers(player: i32) -> i32 {
    call(|| {
        with_player(player, |character| {
            let actions = character.player.actions().view();
            put_parts(actions.layers().map(|layer| layer.name()));
            Ok(i32::try_from(actions.layers().count())?)
        })
    })
}

/// Puts the names of the bones into the output, and returns their number.
#[unsafe(no_mangle)]
extern "C" fn web_player_bones(player: i32) -> i32 {
    call(|| {
        with_player(player, |character| {
            let bones = character.player.model().skeleton().view();
            put_parts(bones.bones().map(|bone| bone.name()));
            Ok(i32::try_from(bones.len())?)
        })
    })
}

/// The number of a bone's parent, or -1 if it has none.
#[unsafe(no_mangle)]
extern "C" fn web_player_parent(player: i32, bone: usize) -> i32 {
    let parent = with_player(player, |character| {
        let bone = character.player.model().skeleton().view().bones().nth(bone);
        Ok(bone.and_then(|bone| bone.parent()))
    });
    parent.ok().flatten().and_then(|parent| i32::try_from(parent).ok()).unwrap_or(-1)
}

/// The address of the model-space matrices of the bones. It stays the same.
#[unsafe(no_mangle)]
extern "C" fn web_player_matrices(player: i32) -> *const f32 {
    with_player(player, |character| Ok(character.player.model().absolute().as_ptr().cast())).unwrap_or(ptr::null())
}

/// The address of the movement: seven `f64`. It stays the same.
#[unsafe(no_mangle)]
extern "C" fn web_player_movement(player: i32) -> *const f64 {
    with_player(player, |character| Ok(ptr::from_ref(&character.movement).cast())).unwrap_or(ptr::null())
}

#[unsafe(no_mangle)]
extern "C" fn web_player_close(player: i32) {
    PLAYERS.with_borrow_mut(|players| players.close(player));
}

fn open(player: Player) -> Result<i32, Failure> {
    let character = Character { player, movement: RigidTransform::IDENTITY };
    PLAYERS.with_borrow_mut(|players| players.open(Box::new(character)))
}

fn with_player<T>(player: i32, body: impl FnOnce(&mut Character) -> Result<T, Failure>) -> Result<T, Failure> {
    PLAYERS.with_borrow_mut(|players| body(players.get(player)?))
}

/// The model-space matrices and the bones of a player.
pub(crate) fn with_pose<T>(
    player: i32,
    body: impl FnOnce(&rigmill_runtime::AnimatedModel) -> Result<T, Failure>,
) -> Result<T, Failure> {
    with_player(player, |character| body(character.player.model()))
}
