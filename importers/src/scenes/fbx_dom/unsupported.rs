//! The problems of files that this importer does not support, and of files that no importer could read.

use std::fmt::Display;

use crate::codes;
use crate::report::Problem;

/// Creates the problem of a file that the importer `fbx` may be able to read.
pub(super) fn unsupported(fact: impl Display) -> Problem {
    let fact = format!("{fact}, which the `fbx-dom` importer does not support");
    let help = if cfg!(feature = "fbx") {
        "use the `fbx` importer, or change this part of the scene and export the file again"
    } else {
        "use a Rigmill with the cargo feature `fbx`, or change this part of the scene and export the file again"
    };
    Problem::new(codes::FBX_DOM_UNSUPPORTED, fact, help)
}

/// Creates the problem of a damaged file.
pub(super) fn malformed(fact: impl Display) -> Problem {
    let help = "copy or export the file again; if that does not help, export it as binary FBX 7.4 or 7.5";
    Problem::new(codes::FBX_UNREADABLE, format!("the FBX file cannot be read: {fact}"), help)
}
