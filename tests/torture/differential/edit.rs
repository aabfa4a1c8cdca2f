//! Edits sources in the ways in which people, editors and version control do.

use std::fs;
use std::path::{Path, PathBuf};

use super::content::{VARIABLES, other_file, source};
use super::manifest::manifest;
use super::tree::remove;
use super::world::World;

use crate::support::files::symlink;

/// Makes one change to the sources, or to something that they depend on. Returns a description.
pub(super) fn edit(world: &mut World) -> String {
    match world.random.below(38) {
        0..=11 => write_source(world),
        12..=13 => write_other_file(world),
        14 => same_size_edit_with_the_time_put_back(world),
        15 => touch(world),
        16..=18 => rename_file(world),
        19 => swap_files(world),
        20..=22 => delete_file(world),
        23 => rename_folder(world),
        24 => move_folder(world),
        25 => delete_folder(world),
        26 => change_case(world),
        27..=28 => link(world),
        29 => edit_outside(world),
        30..=31 if world.random.once_in(12) => delete_manifest(world),
        30..=31 => write_manifest(world),
        32 => comment_on_manifest(world),
        33..=34 => set_variable(world),
        35..=36 => write_ignore_file(world),
        _ => restore_sources(world),
    }
}

fn shown(what: &str, path: &Path) -> String {
    format!("{what} {}", path.display())
}

pub(super) fn write_source(world: &mut World) -> String {
    let (path, bytes) = source(world.program, &mut world.random);
    world.put(&path, &bytes);
    format!("write {path}")
}

fn write_other_file(world: &mut World) -> String {
    let (path, bytes) = other_file(&mut world.random);
    world.put(&path, &bytes);
    format!("write {path}")
}

fn same_size_edit_with_the_time_put_back(world: &mut World) -> String {
    let Some(path) = world.any_file() else { return String::new() };
    let place = world.game().join(&path);
    let Ok(mut bytes) = fs::read(&place) else { return String::new() };
    let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
    if digits.is_empty() {
        return String::new();
    }
    let time = fs::metadata(&place).unwrap().modified().unwrap();
    bytes[*world.random.pick(&digits)] = b'0' + u8::try_from(world.random.below(10)).unwrap();
    fs::write(&place, bytes).unwrap();
    fs::File::options().write(true).open(&place).unwrap().set_modified(time).unwrap();
    shown("hidden edit of", &path)
}

fn touch(world: &mut World) -> String {
    let Some(path) = world.any_file() else { return String::new() };
    let place = world.game().join(&path);
    if let Ok(bytes) = fs::read(&place) {
        fs::write(&place, bytes).unwrap();
    }
    shown("touch", &path)
}

/// Renames a file: to the name of another source of the same type, to a new name, or to a different extension.
fn rename_file(world: &mut World) -> String {
    let Some(path) = world.any_file() else { return String::new() };
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let new = match world.random.below(4) {
        0 => path.with_file_name(format!("r{}{name}", world.random.below(3))),
        1 => path.with_file_name(name.replace(['0', '1', '2'], "3")),
        2 => path.with_file_name(format!("{name}~")),
        _ => PathBuf::from(*world.random.pick(&["a", "b", "clips", "new"])).join(name),
    };
    let _ = fs::create_dir_all(world.game().join(&new).parent().unwrap());
    let _ = fs::rename(world.game().join(&path), world.game().join(&new));
    format!("rename {} to {}", path.display(), new.display())
}

fn swap_files(world: &mut World) -> String {
    let [Some(a), Some(b)] = [world.any_file(), world.any_file()] else { return String::new() };
    let [one, other, aside] = [&a, &b, &PathBuf::from(".aside")].map(|path| world.game().join(path));
    if a != b {
        fs::rename(&one, &aside).unwrap();
        fs::rename(&other, &one).unwrap();
        fs::rename(&aside, &other).unwrap();
    }
    format!("swap {} and {}", a.display(), b.display())
}

fn delete_file(world: &mut World) -> String {
    let Some(path) = world.any_file() else { return String::new() };
    fs::remove_file(world.game().join(&path)).unwrap();
    shown("delete", &path)
}

fn rename_folder(world: &mut World) -> String {
    let Some(path) = world.any_folder() else { return String::new() };
    let new = path.with_file_name(*world.random.pick(&["a", "b", "clips", "packed", "models", "moved"]));
    let _ = fs::rename(world.game().join(&path), world.game().join(&new));
    format!("rename folder {} to {}", path.display(), new.display())
}

fn move_folder(world: &mut World) -> String {
    let [Some(path), Some(into)] = [world.any_folder(), world.any_folder()] else { return String::new() };
    let new = into.join(path.file_name().unwrap());
    // Fails if one of them contains the other.
    let _ = fs::rename(world.game().join(&path), world.game().join(&new));
    format!("move folder {} to {}", path.display(), new.display())
}

fn delete_folder(world: &mut World) -> String {
    let Some(path) = world.any_folder() else { return String::new() };
    fs::remove_dir_all(world.game().join(&path)).unwrap();
    shown("delete folder", &path)
}

fn change_case(world: &mut World) -> String {
    let path = if world.random.once_in(3) { world.any_folder() } else { world.any_file() };
    let Some(path) = path else { return String::new() };
    let name = path.file_name().unwrap().to_str().unwrap();
    let (stem, rest) = name.split_once('.').map_or((name, String::new()), |(stem, rest)| (stem, format!(".{rest}")));
    let new = if stem == stem.to_uppercase() { stem.to_lowercase() } else { stem.to_uppercase() };
    let new = path.with_file_name(new + &rest);
    let _ = fs::rename(world.game().join(&path), world.game().join(&new));
    format!("rename {} to {}", path.display(), new.display())
}

/// Creates a link in place of a file or at a new path: to a source, to a folder, out of the project, or to nothing.
fn link(world: &mut World) -> String {
    let (path, _) = source(world.program, &mut world.random);
    let outside = world.outside();
    let top: PathBuf = Path::new(&path).iter().skip(1).map(|_| "..").collect();
    let target = match world.random.below(7) {
        0 => outside.join("clip.Animation"),
        1 => outside.join("deep"),
        2 => outside.join("deep/x.txt"),
        3 => PathBuf::from("nowhere"),
        4 => PathBuf::from("."),
        5 => world.any_folder().map_or(PathBuf::from(".."), |folder| top.join(folder)),
        _ => world.any_file().map_or(PathBuf::from("none"), |file| top.join(file)),
    };
    let place = world.game().join(&path);
    let _ = fs::create_dir_all(place.parent().unwrap());
    if !place.is_dir() {
        let _ = fs::remove_file(&place);
    }
    let _ = symlink(&target, &place);
    format!("link {path} to {}", target.display())
}

fn edit_outside(world: &mut World) -> String {
    let text = crate::support::clip(&[&world.random.below(99).to_string()]);
    let name = *world.random.pick(&["clip.Animation", "deep/x.txt"]);
    if world.random.once_in(4) {
        remove(&world.outside().join(name));
    } else {
        fs::write(world.outside().join(name), text).unwrap();
    }
    format!("write outside {name}")
}

fn delete_manifest(world: &World) -> String {
    remove(&world.game().join("rigmill.toml"));
    "delete the manifest".to_owned()
}

pub(super) fn write_manifest(world: &mut World) -> String {
    let text = manifest(world.program, &mut world.random);
    world.put("rigmill.toml", text.as_bytes());
    "write the manifest".to_owned()
}

/// Lines for ignore files. None of them ignores most files for long.
const IGNORED: [&str; 12] =
    ["*1*", "/clips/", "b/", "!*1*", "!b", "models/*", "*.txt", "**/*0.*", "!/clips/", "# a comment", "\\", "[23].*"];

/// Writes or removes an ignore file in some folder.
fn write_ignore_file(world: &mut World) -> String {
    let folder = if world.random.once_in(3) { world.any_folder() } else { None };
    let path = folder.unwrap_or_default().join(*world.random.pick(&[".gitignore", ".rigmillignore"]));
    if world.random.once_in(2) {
        remove(&world.game().join(&path));
        return shown("remove", &path);
    }
    let lines: Vec<&str> = (0..=world.random.below(3)).map(|_| *world.random.pick(&IGNORED)).collect();
    world.put(path.to_str().unwrap(), lines.join("\n").as_bytes());
    format!("write {} {lines:?}", path.display())
}

fn comment_on_manifest(world: &mut World) -> String {
    let path = world.game().join("rigmill.toml");
    let text = fs::read_to_string(path).unwrap_or_default();
    world.put("rigmill.toml", format!("{text}# a comment\n").as_bytes());
    "a comment in the manifest".to_owned()
}

fn set_variable(world: &mut World) -> String {
    let name = world.random.pick(&VARIABLES).to_string();
    if world.random.once_in(3) {
        world.environment.remove(&name);
    } else {
        world.environment.insert(name.clone(), world.random.below(3).to_string());
    }
    format!("set {name}")
}

/// Restores an earlier version of the sources.
fn restore_sources(world: &mut World) -> String {
    if world.former_sources.is_empty() {
        return String::new();
    }
    let count = world.former_sources.len();
    let former = world.random.below(count);
    world.former_sources[former].restore(&world.game(), &["build"]);
    format!("restore snapshot {former}")
}
