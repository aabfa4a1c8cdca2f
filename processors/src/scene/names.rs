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
    /// Keeps a name for an item that has it.
    pub(super) fn reserve(&mut self, name: &str) {
        self.reserved.insert(name.to_owned());
    }

    /// The name itself the first time, later the name with a number.
    pub(super) fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) { name.to_owned() } else { self.numbered(name) }
    }

    /// The name, unless it is reserved; then the name with a number.
    pub(super) fn free(&mut self, name: &str) -> String {
        if self.reserved.contains(name) { self.numbered(name) } else { self.take(name) }
    }

    /// What to append to a name to make it unique regardless of case; empty the first time.
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
