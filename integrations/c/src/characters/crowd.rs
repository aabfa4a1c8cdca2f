//! Crowds: many characters of one kind.

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

/// The most characters of a crowd.
pub const RIGMILL_MOST_CHARACTERS: usize = 65_536;

/// Many characters of one kind, in blocks of eight bones: several times as fast as players. One thread at a time; to use several threads,
/// give each a crowd of its own: crowds of one action set share its clips.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillCrowd {
    /// The handle; 0 is none.
    pub id: u64,
}

/// A character of a crowd. It stays valid while others come and go, and never means another character.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillCharacter {
    /// Numbers without a meaning for the game.
    pub numbers: [u32; 3],
}

/// A crowd and its action set.
#[derive(Debug)]
pub struct Acting {
    actions: Arc<CrowdActions>,
    pub(crate) crowd: Crowd,
    /// For how many more characters there is room.
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

    /// Makes room for more characters, if there is memory for them.
    fn reserve(&mut self, more: usize) -> Result<(), Failure> {
        if more > RIGMILL_MOST_CHARACTERS.saturating_sub(self.crowd.len()) {
            let text = format!("a crowd has at most {RIGMILL_MOST_CHARACTERS} characters");
            return Err(Failure::new(RigmillStatus::OutOfRange, text));
        }
        // The crowd's own buffers would end the program where memory is short.
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
            self.reserve(more.min(RIGMILL_MOST_CHARACTERS - self.crowd.len().min(RIGMILL_MOST_CHARACTERS - 1)))?;
        }
        self.room -= 1;
        Ok(self.crowd.add())
    }

    fn check(&self, character: Character) -> Result<(), Failure> {
        if self.crowd.contains(character) { Ok(()) } else { Err(PlayError::NoCharacter.into()) }
    }
}

/// Makes a crowd of `len` characters, at bind.
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

/// Makes room for more characters, so that adding them allocates nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_reserve(crowd: RigmillCrowd, more: usize) -> RigmillStatus {
    call(|| table::write(crowd)?.reserve(more))
}

/// Adds a character, at bind.
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

/// All characters, in the order of `rigmill_crowd_matrices`. Writes as many as there is room for, and the number of all; if there are
/// more, it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
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

/// Plays an action of a layer on a character from its start, also where it plays already.
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

/// Fades a layer of a character out within `seconds`; 0 cuts. What is below shows again.
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

/// Sets the speed of the clip that a layer of a character plays: seconds of the clip a second.
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

/// Sets how much of a layer of a character shows, 0 to 1.
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

/// Sets how often a character's pose is made: in every `interval`th update. Its clocks, root motion and events are not affected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_set_update_interval(
    crowd: RigmillCrowd,
    character: RigmillCharacter,
    interval: u32,
) -> RigmillStatus {
    call(|| Ok(table::write(crowd)?.crowd.set_update_interval(character.character(), interval)?))
}

/// Moves all characters on by `seconds`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_crowd_update(crowd: RigmillCrowd, seconds: f32) -> RigmillStatus {
    call(|| Ok(table::write(crowd)?.crowd.update(seconds)?))
}

/// The matrices of all bones of all characters, one character after another, relative to their models, in place. The pointer stays
/// valid until characters are added, or the crowd is closed; the matrices change with each update.
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

/// The matrix of each bone of a character relative to the model, in place. The pointer stays valid until characters are added or
/// removed.
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

/// How the clips moved a character's root in the last update. Ask before another action plays.
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

/// The events of a character that the last update played, layer by layer, each in order. Writes as many as there is room for, and the
/// number of all; if there are more, it fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
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
            crowd.events(character, number).map(move |played| RigmillEvent::of(name, &played))
        };
        out.fill((0..layers.len()).flat_map(of_layer))
    })
}

/// What a layer of a character plays.
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
        // The clips of all layers are one list.
        let before: usize = view.layers().take(number).map(|layer| layer.len()).sum();
        let playing = acting.crowd.playing(character, number).and_then(|(clip, _)| clip.checked_sub(before));
        let action = view.layer(number).and_then(|layer| layer.action(playing?));
        out.set(RigmillLayerState {
            action: action.map_or(RigmillText::EMPTY, |action| RigmillText::of(action.name())),
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
