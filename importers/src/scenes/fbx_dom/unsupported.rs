//! The problems of files that this importer does not read, and of those that no importer could.

use std::fmt::Display;

use crate::codes;
use crate::report::Problem;

/// A file that the other importer may read.
pub(super) fn unsupported(fact: impl Display) -> Problem {
    let fact = format!("{fact}, which the importer fbx-dom does not read");
    Problem::new(
        codes::FBX_DOM_UNSUPPORTED,
        fact,
        "use the importer `fbx`, or change this in the modelling program and export again",
    )
}

/// A file that is damaged.
pub(super) fn malformed(fact: impl Display) -> Problem {
    let help = "export the file again; if that does not help, export it as a different version of FBX";
    Problem::new(codes::FBX_UNREADABLE, format!("the FBX file cannot be read: {fact}"), help)
}
