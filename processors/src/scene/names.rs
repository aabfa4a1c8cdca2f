//! [`Names`]: unique names.

use std::collections::{HashMap, HashSet};

/// Makes names unique.
#[derive(Default)]
pub(super) struct Names {
    /// Names that numbering must not produce.
    reserved: HashSet<String>,
    taken: HashSet<String>,
    /// The last number tried for each name.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Reserves a name for an item that already has it.
    pub(super) fn reserve(&mut self, name: &str) {
        self.reserved.insert(name.to_owned());
    }

    /// Returns the name itself the first time, and the name with a number later.
    pub(super) fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) { name.to_owned() } else { self.numbered(name) }
    }

    /// Returns the name, or the name with a number if the name is reserved.
    pub(super) fn free(&mut self, name: &str) -> String {
        if self.reserved.contains(name) { self.numbered(name) } else { self.take(name) }
    }

    /// Returns the suffix that makes a name unique, ignoring case; empty the first time.
    pub(super) fn suffix(&mut self, name: &str) -> String {
        let lower = name.to_lowercase();
        self.take(&lower).split_off(lower.len())
    }

    fn numbered(&mut self, name: &str) -> String {
        loop {
            let number = self.numbers.entry(name.to_owned()).or_insert(1);
            *number += 1;
            let numbered = format!("{name}_{number}");
            if !self.reserved.contains(&numbered) && self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
