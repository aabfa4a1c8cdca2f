//! The commands `motion` and `delta` of a script.

use std::collections::BTreeMap;
use std::io::Write;

use rigmill_runtime::content::Motion;
use rigmill_runtime::motion::ticks;

use super::content::ContentFolder;
use super::problem::{Problem, at};
use crate::output::object::{line, object};
use crate::output::shell::must_print;

/// The motions that a script has loaded, by name.
#[derive(Default)]
pub(super) struct Motions(BTreeMap<String, Motion>);

impl Motions {
    /// Loads the built motion at `path`.
    pub(super) fn load(&mut self, name: &str, path: &str, content: &ContentFolder<'_>) -> Result<(), Problem> {
        let source = content.source(path).map_err(at(2))?;
        let motion = content.must_have(path).and_then(|()| content.must_be_built(&source));
        let motion = motion.and_then(|()| content.read(path)).map_err(at(2))?;
        self.0.insert(name.to_owned(), motion);
        Ok(())
    }

    /// Prints the movement from `t0` to `t1`, in seconds.
    pub(super) fn delta(
        &self,
        delta: &str,
        (t0, t1): (f64, f64),
        fixed: bool,
        out: &mut impl Write,
    ) -> Result<(), Problem> {
        let not_loaded = || at(1)(Problem::not_loaded("motion", delta, self.0.keys()));
        let motion = self.0.get(delta).ok_or_else(not_loaded)?;
        let scaled = !motion.view().scales().is_empty();
        let text = if fixed {
            let moved = motion.fixed_delta(ticks(t0), ticks(t1));
            let (translation, rotation) = (moved.translation, moved.rotation);
            let (scale, quantum) = (scaled.then_some(moved.scale), Some(motion.quantum()));
            line(&object! {
                delta: delta, t0: t0, t1: t1, fixed: fixed, translation: translation, rotation: rotation;
                scale: scale, quantum: quantum
            })
        } else {
            let moved = motion.delta(t0, t1);
            let (translation, rotation) = (moved.translation, moved.rotation);
            let scale = scaled.then(|| motion.scale_delta(t0, t1));
            line(&object! { delta: delta, t0: t0, t1: t1, translation: translation, rotation: rotation; scale: scale })
        };
        must_print(writeln!(out, "{text}"));
        Ok(())
    }
}
