//! [`Only`]: the bones that a script prints.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use rigmill_pipeline::{Diagnostic, Location, codes, did_you_mean};

const HELP: &str = "check the name of the bone: `rigmill inspect FILE` lists the bones of a clip or skeleton";

/// The maximum number of other bones that are compared with a name that no bone has.
const MAX_OTHERS: usize = 1024;

/// The bones that a script prints: all, or those of its command `only`.
#[derive(Default)]
pub(super) struct Only {
    /// The line of the command.
    line: u32,
    names: Vec<Name>,
    /// The bones that are not printed.
    others: RefCell<BTreeSet<String>>,
    /// Whether a command printed bones, or could have.
    is_used: Cell<bool>,
}

/// A name that the command gives.
struct Name {
    name: String,
    column: u32,
    /// Whether a bone had it.
    found: Cell<bool>,
}

impl Only {
    pub(super) fn new(line: u32, names: &[String]) -> Self {
        // Columns begin at 1, and a TAB is before each name.
        let mut column = 1 + "only\t".len();
        let name = |name: &String| {
            let at = u32::try_from(column).unwrap_or(u32::MAX);
            column += name.chars().count() + 1;
            Name { name: name.clone(), column: at, found: Cell::new(false) }
        };
        Self { line, names: names.iter().map(name).collect(), others: RefCell::default(), is_used: Cell::new(false) }
    }

    /// Whether a bone with one of these names is printed.
    pub(super) fn shows(&self, bone: &[&str]) -> bool {
        self.is_used.set(true);
        let mut shows = self.names.is_empty();
        for Name { name, found, .. } in &self.names {
            if bone.contains(&name.as_str()) {
                found.set(true);
                shows = true;
            }
        }
        if !shows {
            self.remember(bone);
        }
        shows
    }

    /// Remembers a bone that is not printed, as long as a name may be meant for it.
    fn remember(&self, bone: &[&str]) {
        if self.names.iter().all(|name| name.found.get()) {
            return;
        }
        let mut others = self.others.borrow_mut();
        for name in bone {
            if others.len() < MAX_OTHERS && !others.contains(*name) {
                others.insert((*name).to_owned());
            }
        }
    }

    /// A warning for each name that no bone has had so far, or a single one if no command has printed bones.
    pub(super) fn warnings(&self) -> Vec<Diagnostic> {
        if !self.is_used.get() && !self.names.is_empty() {
            let fact = "no command after this `only` prints bones";
            let help = "move `only` above the `step` and `sample` commands whose bones it chooses";
            return vec![
                Diagnostic::warning(codes::PLAY_COMMAND_UNUSED, fact).at(Location::at(self.line, 1)).help(help),
            ];
        }
        self.missing().collect()
    }

    fn missing(&self) -> impl Iterator<Item = Diagnostic> {
        let missing = self.names.iter().filter(|name| !name.found.get());
        missing.map(|Name { name, column, .. }| {
            let fact = format!(
                "`only` names the bone {name:?}, but no clip, skeleton or character in this script has that bone"
            );
            let near = did_you_mean(name, self.others.borrow().iter().map(String::as_str));
            let help = near.unwrap_or_else(|| HELP.to_owned());
            Diagnostic::warning(codes::PLAY_COMMAND_UNUSED, fact).at(Location::at(self.line, *column)).help(help)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_no_bone_has_gets_its_column_and_the_bone_that_is_meant() {
        let only = Only::new(3, &["L Calf", "Pelvs", "xyz"].map(str::to_owned));
        assert!(only.shows(&["L Calf"]) && !only.shows(&["Pelvis", "Root/Pelvis"]));
        let warnings = only.warnings();
        let columns: Vec<_> = warnings.iter().map(|it| it.location.as_ref().unwrap().column).collect();
        assert_eq!(columns, [13, 19]);
        let helps: Vec<_> = warnings.iter().map(|it| it.help.as_deref().unwrap()).collect();
        assert_eq!(helps, ["did you mean `Pelvis`?", HELP]);
    }

    #[test]
    fn an_only_after_all_steps_gets_one_warning() {
        let warnings = Only::new(3, &["L Calf", "Pelvs"].map(str::to_owned)).warnings();
        assert!(warnings.len() == 1 && warnings[0].message.starts_with("no command after this `only`"), "{warnings:?}");
        assert!(Only::default().warnings().is_empty());
    }
}
