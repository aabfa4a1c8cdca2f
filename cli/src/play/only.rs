//! [`Only`]: the bones that a script prints.

use std::cell::Cell;

use rigmill_pipeline::{Diagnostic, Location};

/// The code of a command without effect.
pub(super) const WITHOUT_EFFECT: &str = "R0415";

const HELP: &str = "check the name of the bone: `rigmill inspect FILE` lists the bones of a clip or skeleton";

/// The bones that a script prints: all, or those of its command `only`.
#[derive(Default)]
pub(super) struct Only {
    /// The line of the command.
    line: u32,
    /// Each name, and whether a bone had it.
    names: Vec<(String, Cell<bool>)>,
}

impl Only {
    pub(super) fn of(line: u32, names: &[String]) -> Self {
        Self { line, names: names.iter().map(|name| (name.clone(), Cell::new(false))).collect() }
    }

    /// Whether a bone with one of these names is printed.
    pub(super) fn shows(&self, bone: &[&str]) -> bool {
        let mut shows = self.names.is_empty();
        for (name, found) in &self.names {
            if bone.contains(&name.as_str()) {
                found.set(true);
                shows = true;
            }
        }
        shows
    }

    /// A warning for each name that no bone has had so far.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Diagnostic> {
        let missing = self.names.iter().filter(|(_, found)| !found.get());
        missing.map(|(name, _)| {
            let fact = format!("`only` names the bone {name:?}, but nothing that this script prints has it");
            Diagnostic::warning(WITHOUT_EFFECT, fact).at(Location::at(self.line, 1)).help(HELP)
        })
    }
}
