//! Standard error, where progress is told.

use std::fmt::Display;
use std::io::{self, Write};

/// Says what is going on.
pub(crate) fn note(text: impl Display) {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
