//! The skeleton that clips share.

/// The path of the source, and the name of its asset.
pub(super) const PATH: &str = "rig.skeleton.toml";
pub(super) const ASSET: &str = "rig.skeleton";

/// Returns the clips' bones below a root whose name contains the serial number. The root's name begins the path of every bone,
/// so each number changes the output of every clip.
pub(super) fn source(serial: u32) -> String {
    let root = root(serial);
    let bones = [("Hips", root.as_str()), ("Spine", "Hips"), ("Head", "Spine")];
    let below = bones.map(|(name, parent)| format!("\n[[bone]]\nname = \"{name}\"\nparent = \"{parent}\"\n"));
    format!("[[bone]]\nname = \"{root}\"\n{}", below.concat())
}

/// Returns bytes that prove that a built clip comes from [`source`]`(serial)`.
pub(super) fn mark(serial: u32) -> Vec<u8> {
    format!("{}/Hips", root(serial)).into_bytes()
}

fn root(serial: u32) -> String {
    format!("Root{serial}")
}
