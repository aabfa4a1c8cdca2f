//! Where in the project an image that a scene names may be.
//!
//! Scenes name images by their paths on the artist's machine: absolute, or relative to the scene's file, possibly outside
//! the project or from before the files were moved. The last parts of a path are the most likely to be still correct.

use rigmill_dom::SceneTexture;
use rigmill_pipeline::SourcePath;

/// Folders in which artists keep images, in any case.
const FOLDERS: [&str; 6] = ["textures", "texture", "tex", "images", "maps", "sourceimages"];

/// The most trailing parts of a path that are tried, and the most folders, from the scene's file upwards.
const MOST_PARTS: usize = 8;
const MOST_FOLDERS: usize = 8;

/// The candidates, the likeliest first, each once: the relative path; ever shorter trailing parts of the absolute and the
/// relative path, in the scene's folder and each folder above; the folder beside the scene's file where exporters
/// put its images; folders for textures, beside the scene's file and one up.
pub(super) fn of(texture: &SceneTexture, scene: &SourcePath) -> Vec<SourcePath> {
    let mut candidates = Candidates { scene, found: Vec::new() };
    let paths = [&texture.relative, &texture.absolute].map(|path| path.replace('\\', "/"));
    let [relative, _] = &paths;
    if !relative.starts_with('/') {
        candidates.add("", relative);
    }
    let ends = [ends(&paths[1]), ends(&paths[0])];
    for length in (1..=MOST_PARTS).rev() {
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

/// The trailing parts of a path: its last part, its last two parts, and so on, without drives, `.` and `..`.
fn ends(path: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let plain = parts.iter().rev().take_while(|part| !matches!(**part, "." | "..") && !part.ends_with(':'));
    let count = plain.count().min(MOST_PARTS);
    // A path that ends with `/` names no file.
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
    /// Adds a path in a folder, itself relative to the scene's, unless it is outside the project.
    fn add(&mut self, folder: &str, path: &str) {
        let path = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
        let candidate = self.scene.relative(&path);
        self.found.extend(candidate.ok().filter(|it| !path.ends_with('/') && !self.found.contains(it)));
    }

    /// The scene's folder and those above it, the project's last.
    fn folders(&self) -> Vec<String> {
        let depth = self.scene.folder().split('/').filter(|part| !part.is_empty()).count();
        let upwards =
            (0..depth.min(MOST_FOLDERS)).map(|up| if up == 0 { ".".to_owned() } else { vec![".."; up].join("/") });
        upwards.chain([format!("{}.", "../".repeat(depth))]).collect()
    }
}
