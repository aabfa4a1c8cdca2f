//! Refusals of what this importer does not do, and of what no importer could.

use std::fmt::Display;

use crate::codes;
use crate::fbx_shared::refusal::Refusal;

/// What the other importer may well read.
pub(super) fn unsupported(fact: impl Display) -> Refusal {
    let fact = format!("{fact}, which the importer fbx-dom does not read");
    Refusal::new(codes::FBX_DOM_UNSUPPORTED, fact, "use the importer `fbx`, or export in another way")
}

/// What makes no sense.
pub(super) fn malformed(fact: impl Display) -> Refusal {
    let help = "export the file again; if that does not help, as another version of FBX";
    Refusal::new(codes::FBX_UNREADABLE, format!("no FBX file that can be read: {fact}"), help)
}
