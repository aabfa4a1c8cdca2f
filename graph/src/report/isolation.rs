//! [`Isolation`]: how a build runs stages in separate processes.

use std::ffi::OsString;
use std::path::PathBuf;

/// How a build runs stages in separate processes. A stage that overflows its stack or aborts then fails only its own asset.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The program to run. It must have the same stages as this program, so it is usually the same program.
    pub program: PathBuf,
    /// The first arguments of the program. They are followed by `--project`, `--target` and `--source`. The program must call
    /// [`run_isolated`](crate::run_isolated) with these values, in the current folder.
    pub arguments: Vec<OsString>,
    /// Whether all assets are isolated. If not, only the assets for which a rule says `isolate = true` are isolated.
    pub all: bool,
}
