//! The sources: the sample game, and folders for everything that computes, with different parameters.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Project, files_below, outside_if_set, repository};

/// The rules of the folders. They follow those of the sample game.
const RULES: &str = r#"
[[rule]]
match = "Clips/{Coded,Packed,Uniform,Sampled,Motion}/*"
params = { skeleton = "Models/Grund.skeleton" }
[[rule]]
match = "Clips/Coded/*"
processor = "compress"
params = { storage = "coded" }
[[rule]]
match = "Clips/Packed/*"
processor = "compress"
params = { error_mm = 1.0 }
[[rule]]
match = "Clips/Packed/Low_*"
params = { root_motion = "Root" }
[[rule]]
match = "Clips/Uniform/*"
processor = "uniform-clip"
[[rule]]
match = "Clips/Sampled/*"
processor = "sampled-clip"
params = { rate = 24 }
[[rule]]
match = "Clips/Motion/*"
processor = "motion"
params = { interpolation = "smooth", components = "ground", up = "z" }
[[rule]]
match = "Clips/Resampled/*"
params = { sample_rate = 24, snap_tiny = 0.0001, close_loop = true }

[[rule]]
match = "Scenes/Small/**"
params = { max_error = 0.0005, positions = "u16", normals = "octahedral", index_order = "gpu", scale = 2.5, rotation_x = 10, rotation_y = 20, rotation_z = 30 }
[[rule]]
match = "Scenes/File/*.fbx"
params = { unit = "file", geometric_transforms = "node", vertex_cache = true, weights = 8 }
[[rule]]
match = "Scenes/Compressed/*"
processor = "compress"
[[rule]]
match = "Scenes/Curves/*"
processor = "curve-clip"
params = { curves = "keep" }
[[rule]]
match = "Scenes/Sampled/*"
processor = "sampled-clip"
[[rule]]
match = "Scenes/Collision/*"
processor = "collision"

[[rule]]
match = "Images/**"
params = { srgb = true }
[[rule]]
match = "Images/Small/*"
params = { power_of_two = "nearest", max_size = 32, premultiply = true }
[[rule]]
match = "Images/Bc1/*"
params = { compression = "bc1", power_of_two = "up" }
[[rule]]
match = "Images/Bc3/*"
params = { compression = "bc3", power_of_two = "up" }
[[rule]]
match = "Images/Bc7/*"
params = { compression = "bc7" }
[[rule]]
match = "Images/Best/*"
params = { compression = "bc7", quality = "best", mips = false }
[[rule]]
match = "Images/Normals/*"
params = { normal = true, compression = "bc5" }
[[rule]]
match = "Images/Panorama/*"
params = { cube = "equirectangular", prefilter = true }

# XNA knows neither these processors nor these formats.
[[rule]]
match = "{Clips/*,Scenes/{Small,Compressed,Curves,Sampled,Collision},Images/{Bc7,Best,Normals,Panorama,Plain},Sounds}/**"
targets = ["xna", "gltf"]
exclude = true
"#;

/// Returns a project with the sources of the repository.
pub(super) fn project() -> Project {
    let project = Project::copy_of(&repository().join("content"));
    let rules = String::from_utf8(project.read("rigmill.toml")).unwrap();
    project.write("rigmill.toml", rules + RULES);
    for clip in ["Low_Run", "Low_BoosterMiss", "Up_Idle", "Up_AttackFrontHandgun"] {
        let bytes = project.read(&format!("Animation/Players/Grund/{clip}.Animation"));
        for folder in ["Coded", "Packed", "Uniform", "Sampled", "Motion", "Resampled"] {
            project.write(&format!("Clips/{folder}/{clip}.Animation"), &bytes);
        }
    }
    for name in ["Models/Grund.fbx", "Models/Pilot.glb", "Models/Levels/Yard.glb", "Models/Levels/Beacon.fbx"] {
        add_scene(&project, &repository().join("content").join(name));
    }
    let paint = project.read("Models/Textures/Grund_Armour.png");
    for folder in ["Small", "Bc1", "Bc3", "Bc7", "Best", "Normals"] {
        project.write(&format!("Images/{folder}/Paint.png"), &paint);
    }
    for seed in files_below(&repository().join("fuzz/seeds")) {
        let extension = seed.extension().and_then(OsStr::to_str).unwrap_or_default();
        let folder = match extension {
            "fbx" | "gltf" => {
                add_scene(&project, &seed);
                continue;
            }
            "bmp" | "gif" | "hdr" | "jpg" | "png" | "tga" | "tif" | "webp" | "exr" => "Images/Plain",
            "wav" | "ogg" | "mp3" | "flac" => "Sounds",
            _ => continue,
        };
        let name = seed.file_name().unwrap().to_str().unwrap();
        project.write(&format!("{folder}/{extension}/{name}"), fs::read(&seed).unwrap());
    }
    project.write("Images/Panorama/Sky.tga", gradient());
    project
}

/// An image in the TGA format, of 64 x 32 pixels in different colours.
fn gradient() -> Vec<u8> {
    let header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 32, 0, 24, 0];
    let pixels = (0..32_u8).flat_map(|y| (0..64_u8).flat_map(move |x| [4 * x, 8 * y, 2 * x + 3 * y]));
    header.into_iter().chain(pixels).collect()
}

/// Adds a scene to the folders of scenes.
fn add_scene(project: &Project, path: &Path) {
    let (name, bytes) = (path.file_name().unwrap().to_str().unwrap(), fs::read(path).unwrap());
    for folder in ["Small", "File", "Compressed", "Curves", "Sampled", "Collision"] {
        project.write(&format!("Scenes/{folder}/{name}"), &bytes);
    }
}

/// Adds scenes from outside of the repository, if there are any.
pub(super) fn add_outside(project: &Project) {
    let files = outside_if_set("RIGMILL_FBX").into_iter().flat_map(|folder| files_below(&folder));
    let is_scene = |path: &PathBuf| path.extension().is_some_and(|it| it == "fbx" || it == "glb");
    files.filter(is_scene).for_each(|path| add_scene(project, &path));
}
