//! The skeleton that clips share.

/// The source's path, and the name of its asset.
pub(super) const PATH: &str = "rig.skeleton.toml";
pub(super) const ASSET: &str = "rig.skeleton";

/// The clips' bones below a root, whose name contains the serial number: it begins the path of every bone, so each number
/// changes what is built from each clip.
pub(super) fn source(serial: u32) -> String {
    let root = root(serial);
    let bones = [("Hips", root.as_str()), ("Spine", "Hips"), ("Head", "Spine")];
    let below = bones.map(|(name, parent)| format!("\n[[bone]]\nname = \"{name}\"\nparent = \"{parent}\"\n"));
    format!("[[bone]]\nname = \"{root}\"\n{}", below.concat())
}

/// The bytes by which a built clip is known to have come from [`source`]`(serial)`.
pub(super) fn mark(serial: u32) -> Vec<u8> {
    format!("{}/Hips", root(serial)).into_bytes()
}

fn root(serial: u32) -> String {
    format!("Root{serial}")
}
