//! [`Isolation`]: how a build runs stages in processes of their own.

use std::ffi::OsString;
use std::path::PathBuf;

/// How a build runs stages in processes of their own, so that a stage that overflows its stack or aborts fails its asset only.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The program to run: this one, as a rule, since it must have the same stages.
    pub program: PathBuf,
    /// Its first arguments. `--project`, `--target` and `--source` follow, and it calls
    /// [`run_isolated`](crate::run_isolated) with them, in the current folder.
    pub arguments: Vec<OsString>,
    /// Whether all assets are isolated; otherwise those for which a rule says `isolate = true`.
    pub all: bool,
}
