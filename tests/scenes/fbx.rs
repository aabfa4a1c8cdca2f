//! Small FBX files, each with one feature, taken from the importers' own tests.

#[path = "../../importers/src/tests/fbx/kinds.rs"]
mod kinds;
#[path = "../../importers/src/tests/fbx/writer.rs"]
#[allow(dead_code, reason = "the importers' tests use the rest")]
mod writer;

/// Returns the documentation's name of each feature, with a file that has it.
pub(super) fn files() -> Vec<(&'static str, Vec<u8>)> {
    kinds::files().into_iter().map(|(feature, bytes, _)| (feature, bytes)).collect()
}
