//! Finds the paths in the project where an image that a scene names may be.
//!
//! Scenes name images by their paths on the artist's machine. These paths are absolute, or relative to the scene's file, and
//! may be outside the project or out of date. The last parts of a path are the most likely to still be correct.

use rigmill_dom::SceneTexture;
use rigmill_pipeline::SourcePath;

use super::web_address::file_path;

/// Folders in which artists keep images, ignoring case.
const FOLDERS: [&str; 6] = ["textures", "texture", "tex", "images", "maps", "sourceimages"];

/// The maximum number of trailing parts of a path, and of folders from the scene's folder upwards, that are tried.
const MAX_PARTS: usize = 8;
const MAX_FOLDERS: usize = 8;

/// Returns the candidates, most likely first, each once: the relative path; then ever shorter trailing parts of the absolute
/// and the relative path, in the scene's folder and each folder above; then the folder beside the scene's file where exporters
/// put its images; then texture folders beside the scene's file and one level up.
pub(super) fn paths(texture: &SceneTexture, scene: &SourcePath) -> Vec<SourcePath> {
    let mut candidates = Candidates { scene, found: Vec::new() };
    let paths = [&texture.relative, &texture.absolute].map(|path| file_path(path).replace('\\', "/"));
    let [relative, _] = &paths;
    if !relative.starts_with('/') {
        candidates.add("", relative);
    }
    let ends = [ends(&paths[1]), ends(&paths[0])];
    for length in (1..=MAX_PARTS).rev() {
        for end in ends.iter().filter_map(|ends| ends.get(length - 1)) {
            candidates.folders().iter().for_each(|folder| candidates.add(folder, end));
        }
    }
    for name in ends.iter().filter_map(|ends| ends.first()) {
        candidates.add(&format!("{}.fbm", scene.asset_name().rsplit('/').next().unwrap_or_default()), name);
        for folder in FOLDERS {
            candidates.add(folder, name);
            candidates.add(&format!("../{folder}"), name);
        }
    }
    candidates.found
}

/// Returns the trailing parts of a path: its last part, its last two parts, and so on, without drives, `.` and `..`.
fn ends(path: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let plain = parts.iter().rev().take_while(|part| !matches!(**part, "." | "..") && !part.ends_with(':'));
    let count = plain.count().min(MAX_PARTS);
    // A path that ends with `/` does not name a file.
    if path.ends_with('/') {
        return Vec::new();
    }
    (1..=count).map(|length| parts[parts.len() - length..].join("/")).collect()
}

struct Candidates<'a> {
    scene: &'a SourcePath,
    found: Vec<SourcePath>,
}

impl Candidates<'_> {
    /// Adds a path in a folder, which is relative to the scene's folder, unless the result is outside the project.
    fn add(&mut self, folder: &str, path: &str) {
        let path = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
        let is_file = !matches!(path.rsplit('/').next(), None | Some("" | "." | ".."));
        let candidate = self.scene.relative(&path).ok().filter(|it| is_file && !self.found.contains(it));
        self.found.extend(candidate);
    }

    /// Returns the scene's folder and all folders above it. The project folder is last.
    fn folders(&self) -> Vec<String> {
        let depth = self.scene.folder().split('/').filter(|part| !part.is_empty()).count();
        let upwards =
            (0..depth.min(MAX_FOLDERS)).map(|up| if up == 0 { ".".to_owned() } else { vec![".."; up].join("/") });
        upwards.chain([format!("{}.", "../".repeat(depth))]).collect()
    }
}
