//! Standard error, for progress.

use std::fmt::Display;
use std::io::{self, Write};

/// Says what is going on.
pub(crate) fn note(text: impl Display) {
    // Where standard error is closed no one is listening.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
