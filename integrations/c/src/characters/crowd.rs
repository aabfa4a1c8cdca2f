//! Crowds: many characters of one type.

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_format::RigidTransform;
use rigmill_runtime::Crowd;
use rigmill_runtime::characters::{Character, CrowdActions};
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::error::PlayError;

use super::actions::RigmillActions;
use super::events::RigmillEvent;
use super::player::RigmillLayerState;
use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, pointers::OutList, table};
use crate::values::{RigmillMatrix, RigmillPlace, RigmillText, first};

/// The maximum number of characters in a crowd.
pub const RIGMILL_MAX_CHARACTERS: usize = 65_536;

/// Many characters of one type, whose poses are computed in blocks of eight bones. This is several times as fast as players.
/// Only one thread may use a crowd at a time. To use several threads, give each thread its own crowd: crowds of one action set
/// share its clips.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillCrowd {
    /// The handle; 0 means none.
    pub id: u64,
}

/// A character of a crowd. It stays valid while other characters are added and removed, and never refers to a different
/// character.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillCharacter {
    /// Internal numbers. They have no meaning for the game.
    pub numbers: [u32; 3],
}

/// A crowd and its action set.
#[derive(Debug)]
pub struct Acting {
    actions: Arc<CrowdActions>,
    pub(crate) crowd: Crowd,
    /// The number of characters that can be added without an allocation.
    room: usize,
}

handles! {
    RigmillCrowd => Acting, "crowd";
}

impl RigmillCharacter {
    pub(crate) fn character(self) -> Character {
        Character::from_numbers(self.numbers)
    }
}

impl From<Character> for RigmillCharacter {
    fn from(character: Character) -> Self {
        Self { numbers: character.to_numbers() }
    }
}

impl Acting {
    pub(super) fn skeleton(&self) -> &Skeleton {
        self.actions.skeleton()
    }

    /// Reserves memory for more characters. Fails if there is not enough memory.
    fn reserve(&mut self, more: usize) -> Result<(), Failure> {
        if more > RIGMILL_MAX_CHARACTERS.saturating_sub(self.crowd.len()) {
            let text = format!("a crowd has at most {RIGMILL_MAX_CHARACTERS} characters");
            return Err(Failure::new(RigmillStatus::OutOfRange, text));
        }
        // Checked first, because a failed allocation in the crowd itself would abort the program.
        let of_layer = 64 + 256 * 2 * self.crowd.rig().blocks();
        let of_one = 256 + 64 * self.crowd.rig().bones() + self.actions.layers().len() * of_layer;
        let all = (self.crowd.len() + more).saturating_mul(of_one);
        Vec::<u8>::new().try_reserve_exact(all)?;
        self.crowd.reserve(more);
        self.room = more;
        Ok(())
    }

    fn add(&mut self) -> Result<Character, Failure> {
        if self.room == 0 {
            let more = (self.crowd.len() / 2).max(8);
            self.reserve(more.min(RIGMILL_MAX_CHARACTERS - self.crowd.len().min(RIGMILL_MAX_CHARACTERS - 1)))?;
        }
        self.room -= 1;
        Ok(self.crowd.add())
    }

    fn check(&self, character: Character) -> Result<(), Failure> {
        if self.crowd.contains(character) { Ok(()) } else { Err(PlayError::NoCharacter.into()) }
    }
}

/// Creates a crowd of `len` characters in their bind pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_create(
    actions: RigmillActions,
    len: usize,
    crowd: *mut RigmillCrowd,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("crowd", crowd)?;
        let actions = Arc::clone(&*table::read(actions)?);
        let mut acting = Acting { crowd: actions.crowd(0)?, actions, room: 0 };
        acting.reserve(len)?;
        for _ in 0..len {
            acting.add()?;
        }
        out.set(table::open(acting)?);
        Ok(())
    })
}

/// Reserves memory for `more` characters, so that adding them allocates no memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_reserve(crowd: RigmillCrowd, more: usize) -> RigmillStatus {
    call(|| table::write(crowd)?.reserve(more))
}

/// Adds a character in its bind pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_add(crowd: RigmillCrowd, character: *mut RigmillCharacter) -> RigmillStatus {
    call(|| {
        let out = Out::new("character", character)?;
        out.set(table::write(crowd)?.add()?.into());
        Ok(())
    })
}

/// Removes a character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_remove(crowd: RigmillCrowd, character: RigmillCharacter) -> RigmillStatus {
    call(|| {
        let mut acting = table::write(crowd)?;
        acting.crowd.remove(character.character())?;
        acting.room += 1;
        Ok(())
    })
}

/// Gets all characters, in the order of `rigmill_crowd_matrices`. Writes characters until the buffer is full, and the number of
/// all characters. If the buffer is too small for all of them, fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_characters(
    crowd: RigmillCrowd,
    characters: *mut RigmillCharacter,
    capacity: usize,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = OutList::new("characters", characters, capacity, count)?;
        let acting = table::read(crowd)?;
        out.fill(acting.crowd.characters().iter().map(|character| RigmillCharacter::from(*character)))
    })
}

/// Plays an action of a layer on a character from its start, even if the action is already playing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_play(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    layer: *const c_char,
    action: *const c_char,
) -> RigmillStatus {
    call(|| {
        let (layer, action) = (pointers::text("layer", layer)?, pointers::text("action", action)?);
        let mut acting = table::write(crowd)?;
        let Acting { actions, crowd, .. } = &mut *acting;
        Ok(actions.play(crowd, character.character(), layer, action)?)
    })
}

/// Fades out a layer of a character within `seconds`, or removes it immediately if `seconds` is 0. Then the pose of the layers
/// below is visible again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_stop(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    layer: *const c_char,
    seconds: f32,
) -> RigmillStatus {
    call(|| {
        let layer = pointers::text("layer", layer)?;
        let mut acting = table::write(crowd)?;
        let layer = acting.actions.layer(layer)?;
        Ok(acting.crowd.stop(character.character(), layer, seconds)?)
    })
}

/// Sets the speed of the clip that a layer of a character plays, in seconds of the clip per second.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_set_speed(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    layer: *const c_char,
    time_scale: f32,
) -> RigmillStatus {
    call(|| {
        let layer = pointers::text("layer", layer)?;
        let mut acting = table::write(crowd)?;
        let layer = acting.actions.layer(layer)?;
        Ok(acting.crowd.set_speed(character.character(), layer, time_scale)?)
    })
}

/// Sets the weight of a layer of a character, 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_set_weight(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    layer: *const c_char,
    weight: f32,
) -> RigmillStatus {
    call(|| {
        let layer = pointers::text("layer", layer)?;
        let mut acting = table::write(crowd)?;
        let layer = acting.actions.layer(layer)?;
        Ok(acting.crowd.set_weight(character.character(), layer, weight)?)
    })
}

/// Sets the number of updates per pose of a character: only every `interval`th update computes its pose. Its clocks, root
/// motion and events do not change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_set_update_interval(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    interval: u32,
) -> RigmillStatus {
    call(|| Ok(table::write(crowd)?.crowd.set_update_interval(character.character(), interval)?))
}

/// Advances all characters by `seconds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_update(crowd: RigmillCrowd, seconds: f32) -> RigmillStatus {
    call(|| Ok(table::write(crowd)?.crowd.update(seconds)?))
}

/// Gets the model-space matrices of all bones of all characters, one character after another, without copying them. The pointer
/// stays valid until characters are added or the crowd is closed. The matrices change with each update.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_matrices(
    crowd: RigmillCrowd,
    matrices: *mut *const RigmillMatrix,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let (out, length) = (Out::new("matrices", matrices)?, Out::new("count", count)?);
        let acting = table::read(crowd)?;
        out.set(first(acting.crowd.matrices()));
        length.set(acting.crowd.matrices().len());
        Ok(())
    })
}

/// Gets the model-space matrix of each bone of a character, without copying the matrices. The pointer stays valid until
/// characters are added or removed, or the crowd is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_character_matrices(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    matrices: *mut *const RigmillMatrix,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let (out, length) = (Out::new("matrices", matrices)?, Out::new("count", count)?);
        let acting = table::read(crowd)?;
        acting.check(character.character())?;
        let absolute = acting.crowd.absolute(character.character());
        out.set(first(absolute));
        length.set(absolute.len());
        Ok(())
    })
}

/// Gets the movement of a character's root by its clips in the last update. Call this before another action plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_movement(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    movement: *mut RigmillPlace,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("movement", movement)?;
        let acting = table::read(crowd)?;
        acting.check(character.character())?;
        let movement: RigidTransform = acting.crowd.movement(character.character());
        out.set(movement.into());
        Ok(())
    })
}

/// Gets the events of a character that the last update played, layer by layer, in order within a layer. Writes events until the
/// buffer is full, and the number of all events. If the buffer is too small for all of them, fails with
/// `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_events(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    events: *mut RigmillEvent,
    capacity: usize,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = OutList::new("events", events, capacity, count)?;
        let acting = table::read(crowd)?;
        let character = character.character();
        acting.check(character)?;
        let (layers, crowd) = (acting.actions.actions().view(), &acting.crowd);
        let of_layer = |number: usize| {
            let name = layers.layer(number).map_or("", |layer| layer.name());
            crowd.events(character, number).map(move |played| RigmillEvent::new(name, &played))
        };
        out.fill((0..layers.len()).flat_map(of_layer))
    })
}

/// Gets the state of a layer of a character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_layer(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    layer: *const c_char,
    state: *mut RigmillLayerState,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("state", state)?;
        let layer = pointers::text("layer", layer)?;
        let (acting, character) = (table::read(crowd)?, character.character());
        acting.check(character)?;
        let number = acting.actions.layer(layer)?;
        let view = acting.actions.actions().view();
        // The clips of all layers are in one list.
        let before: usize = view.layers().take(number).map(|layer| layer.len()).sum();
        let playing = acting.crowd.playing(character, number).and_then(|(clip, _)| clip.checked_sub(before));
        let action = view.layer(number).and_then(|layer| layer.action(playing?));
        out.set(RigmillLayerState {
            action: action.map_or(RigmillText::EMPTY, |action| RigmillText::new(action.name())),
            finished: u32::from(acting.crowd.has_finished(character, number)),
            passes: acting.crowd.passes(character, number),
        });
        Ok(())
    })
}

/// Closes a crowd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_close(crowd: RigmillCrowd) -> RigmillStatus {
    call(|| table::close(crowd))
}
