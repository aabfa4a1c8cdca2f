//! The place of a file that is being replaced.

use std::path::{Path, PathBuf};

/// What [`set_aside`] adds to a path.
pub const SET_ASIDE: &str = ".old";

/// Returns the path to which [`replace`](super::replace) moves a file that it cannot replace in one step, because a program has it open. If the
/// process dies before the new file is in place, the old file is still there.
#[must_use]
pub fn set_aside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SET_ASIDE);
    name.into()
}
