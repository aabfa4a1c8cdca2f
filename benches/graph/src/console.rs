//! Prints progress to standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Reports progress.
pub(crate) fn note(text: impl Display) {
    // If standard error is closed, nobody can see the output.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
