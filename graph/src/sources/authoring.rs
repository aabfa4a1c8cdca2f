//! The table of file types that belong to other programs, with the types to export instead.

/// Extensions of files that only other programs read, with the types that these programs should export.
const AUTHORING: [(&str, &str); 5] = [
    ("blend ma mb max c4d hip hiplc hipnc lwo 3ds dae obj usd usda usdc usdz abc bvh", ".fbx or .glb"),
    ("stl ply x md5mesh md5anim vrm dxf step stp iges igs skp 3dm", ".fbx or .glb"),
    ("psd psb xcf kra clip ai svg aseprite", ".png or .tga"),
    ("flp als aup aup3 m4a wma", ".wav, .ogg, .flac or .mp3"),
    // Both Aseprite and 3ds Max write files with this extension.
    ("ase", ".png (from Aseprite) or .fbx (from 3ds Max)"),
];

/// Returns the types to export instead of a file of another program, such as `.fbx or .glb` for a `.blend` file. Returns `None`
/// if the file's extension is not in the table.
pub(crate) fn exported_types(file_name: &str) -> Option<&'static str> {
    let (_, extension) = file_name.rsplit_once('.')?;
    let has = |known: &str| known.split(' ').any(|known| known.eq_ignore_ascii_case(extension));
    AUTHORING.iter().find(|(known, _)| has(known)).map(|(_, types)| *types)
}

/// Returns how to make a source from a file of another program, such as a `.blend` file. Returns `None` if the file's extension
/// is unknown.
#[must_use]
pub fn export_help(file_name: &str) -> Option<String> {
    exported_types(file_name).map(|types| format!("export the file as {types} from the program that made it"))
}

#[cfg(test)]
mod tests {
    use super::{AUTHORING, export_help, exported_types};

    #[test]
    fn each_extension_has_one_row() {
        let mut all: Vec<&str> = AUTHORING.iter().flat_map(|(extensions, _)| extensions.split(' ')).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn only_the_extension_counts_in_any_case() {
        assert_eq!(exported_types("Art/Robot.BLEND"), Some(".fbx or .glb"));
        for name in ["part.stl", "scan.ply", "ship.X", "hero.md5mesh", "avatar.vrm"] {
            assert_eq!(exported_types(name), Some(".fbx or .glb"), "{name}");
        }
        assert_eq!(exported_types("skin.psd"), Some(".png or .tga"));
        for name in ["blend", "Robot.fbx", "Robot.blend1", "Robot.", ""] {
            assert_eq!(export_help(name), None, "{name}");
        }
    }
}
