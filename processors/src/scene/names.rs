//! [`Names`]: names of which no two are the same.

use std::collections::{HashMap, HashSet};

/// Gives out names once each.
#[derive(Default)]
pub(super) struct Names {
    /// What is not to be made up, since something is called so.
    reserved: HashSet<String>,
    taken: HashSet<String>,
    /// The last number tried for each name.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Keeps a name for what is really called so.
    pub(super) fn reserve(&mut self, name: &str) {
        self.reserved.insert(name.to_owned());
    }

    /// The name itself for the first that asks for it, for later ones the name with a number.
    pub(super) fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) { name.to_owned() } else { self.numbered(name) }
    }

    /// A name that nothing else has or will have.
    pub(super) fn free(&mut self, name: &str) -> String {
        if self.reserved.contains(name) { self.numbered(name) } else { self.take(name) }
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
