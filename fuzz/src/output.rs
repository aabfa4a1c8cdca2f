//! Prints the program's output.

use std::io::Write;

/// Prints a line.
pub(crate) fn say(line: &str) {
    // Standard output may be closed.
    let _ = writeln!(std::io::stdout(), "{line}");
}
