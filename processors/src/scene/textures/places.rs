//! Where in the project an image may be that a scene names.
//!
//! Scenes name images as the artist's machine had them: by an absolute path, by one relative to the scene's file, which
//! may lead out of the project, or by either from before the files were moved. What stays the same longest is the end of
//! a path.

use rigmill_dom::SceneTexture;
use rigmill_pipeline::SourcePath;

/// Folders in which artists keep images. Upper and lower case are the same where they are looked up.
const FOLDERS: [&str; 6] = ["textures", "texture", "tex", "images", "maps", "sourceimages"];

/// How many parts of a path's end are tried, and below how many folders, from the scene's file outwards.
const MOST_PARTS: usize = 8;
const MOST_FOLDERS: usize = 8;

/// The places to look at, the likeliest first, each once: the relative path; ever shorter ends of the absolute and the
/// relative path, below the scene's folder and each folder around it; the folder beside the scene's file where exporters
/// put images of a file; folders for textures, beside the scene's file and one up.
pub(super) fn of(texture: &SceneTexture, scene: &SourcePath) -> Vec<SourcePath> {
    let mut places = Places { scene, found: Vec::new() };
    let paths = [&texture.relative, &texture.absolute].map(|path| path.replace('\\', "/"));
    let [relative, _] = &paths;
    if !relative.starts_with('/') {
        places.add("", relative);
    }
    let ends = [ends(&paths[1]), ends(&paths[0])];
    for length in (1..=MOST_PARTS).rev() {
        for end in ends.iter().filter_map(|ends| ends.get(length - 1)) {
            places.folders().iter().for_each(|folder| places.add(folder, end));
        }
    }
    for name in ends.iter().filter_map(|ends| ends.first()) {
        places.add(&format!("{}.fbm", scene.asset_name().rsplit('/').next().unwrap_or_default()), name);
        for folder in FOLDERS {
            places.add(folder, name);
            places.add(&format!("../{folder}"), name);
        }
    }
    places.found
}

/// The ends of a path: its last part, its last two parts, and so on, without drives, `.` and `..`.
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

struct Places<'a> {
    scene: &'a SourcePath,
    found: Vec<SourcePath>,
}

impl Places<'_> {
    /// Adds a place below a folder, itself relative to the scene's; one that leaves the project is none.
    fn add(&mut self, folder: &str, path: &str) {
        let path = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
        let place = self.scene.relative(&path);
        self.found.extend(place.ok().filter(|place| !path.ends_with('/') && !self.found.contains(place)));
    }

    /// The scene's folder and those around it, the project's last.
    fn folders(&self) -> Vec<String> {
        let depth = self.scene.folder().split('/').filter(|part| !part.is_empty()).count();
        let outwards =
            (0..depth.min(MOST_FOLDERS)).map(|up| if up == 0 { ".".to_owned() } else { vec![".."; up].join("/") });
        outwards.chain([format!("{}.", "../".repeat(depth))]).collect()
    }
}
