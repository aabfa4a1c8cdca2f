//! [`Character`]: a handle for a character of a crowd, and the index of its data.

use std::sync::atomic::{AtomicU32, Ordering};

/// A handle for a character of a [`Crowd`](crate::Crowd). The handle stays valid while other characters are added and
/// removed. The handle of a removed character never refers to a different character, or to a character of a different
/// crowd. In a copy of its crowd, the handle refers to the copy of the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Character {
    crowd: u32,
    slot: u32,
    generation: u32,
}

impl Character {
    /// The handle as numbers, for languages that cannot store the handle itself.
    #[must_use]
    pub const fn to_numbers(self) -> [u32; 3] {
        [self.crowd, self.slot, self.generation]
    }

    /// The handle with these numbers. Numbers that [`to_numbers`](Self::to_numbers) did not return give a handle that refers to
    /// no character.
    #[must_use]
    pub const fn from_numbers([crowd, slot, generation]: [u32; 3]) -> Self {
        Self { crowd, slot, generation }
    }
}

/// The characters of a crowd. Their data is stored without gaps.
#[derive(Clone, Debug)]
pub(super) struct Characters {
    /// Identifies the crowd, so that handles of other crowds are recognized.
    crowd: u32,
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// The handle of the character at each index.
    handles: Vec<Character>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// How many times this slot has been assigned.
    generation: u32,
    /// The index of the character's data.
    index: usize,
}

impl Characters {
    /// Creates an empty list with a new crowd number.
    pub(super) fn new() -> Self {
        static CROWDS: AtomicU32 = AtomicU32::new(0);
        let crowd = CROWDS.fetch_add(1, Ordering::Relaxed);
        Self { crowd, slots: Vec::new(), free: Vec::new(), handles: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.handles.len()
    }

    /// All handles, in the order of the characters' data.
    pub(super) fn handles(&self) -> &[Character] {
        &self.handles
    }

    /// The index of a character's data.
    pub(super) fn index(&self, character: Character) -> Option<usize> {
        let slot = self.slots.get(character.slot as usize)?;
        (self.crowd == character.crowd && slot.generation == character.generation).then_some(slot.index)
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.slots.reserve(more.saturating_sub(self.free.len()));
        self.handles.reserve(more);
        // Reserves space so that removing characters does not allocate either.
        self.free.reserve(self.slots.capacity() - self.free.len());
    }

    /// Adds a character, whose data comes last.
    pub(super) fn add(&mut self) -> Character {
        let index = self.handles.len();
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, index });
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        let entry = &mut self.slots[slot as usize];
        entry.index = index;
        let character = Character { crowd: self.crowd, slot, generation: entry.generation };
        self.handles.push(character);
        character
    }

    /// Removes the character at an index. The last character moves to this index.
    pub(super) fn remove(&mut self, index: usize) {
        let removed = self.handles.swap_remove(index);
        let slot = &mut self.slots[removed.slot as usize];
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(removed.slot);
        if let Some(moved) = self.handles.get(index) {
            self.slots[moved.slot as usize].index = index;
        }
    }
}
