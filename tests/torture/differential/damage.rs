//! Damages Rigmill's own data (outputs, state and object cache), and kills builds.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::clean::outputs;
use super::manifest::targets;
use super::tree::{Node, Tree, remove};
use super::world::World;

use crate::support::files::symlink;

/// Makes one change to the outputs, the state or the cache. Returns a description.
pub(super) fn damage(world: &mut World) -> String {
    match world.random.below(10) {
        9 => build_with_a_folder_in_the_way(world),
        0..=3 => damage_output(world),
        4..=5 => damage_cache(world),
        6..=7 => damage_state(world),
        _ => put_a_file(world),
    }
}

fn any_output(world: &mut World) -> Option<String> {
    let outputs: Vec<String> = outputs(&world.out()).into_keys().collect();
    (!outputs.is_empty()).then(|| world.random.pick(&outputs).clone())
}

pub(super) fn damage_output(world: &mut World) -> String {
    let Some(path) = any_output(world) else { return String::new() };
    let place = world.out().join(&path);
    world.promise.damaged(&path);
    let how = match world.random.below(6) {
        0 => flip_a_bit(world, &place),
        1 => write(&place, b""),
        2 => {
            remove(&place);
            "delete"
        }
        3 => {
            remove(&place);
            // Windows allows links only to some users. The output is then missing.
            let _ = symlink(world.outside().join("clip.Animation"), &place);
            "link"
        }
        4 => {
            let bytes = fs::read(&place).unwrap_or_default();
            write(&place, &bytes)
        }
        _ => {
            let target = world.out().join(path.split('/').next().unwrap());
            remove(&target);
            "delete all outputs with"
        }
    };
    format!("output: {how} {path}")
}

/// A folder in the place of an output is not one of Rigmill's files, so the asset fails. When the folder is removed, the output
/// is missing.
fn build_with_a_folder_in_the_way(world: &mut World) -> String {
    let Some(path) = any_output(world) else { return String::new() };
    let place = world.out().join(&path);
    remove(&place);
    fs::create_dir(&place).unwrap();
    fs::write(place.join("file"), "in the way").unwrap();
    world.program.build(&world.game(), &world.cache(), &world.environment);
    remove(&place);
    // As after a killed build, the results of this build were not checked.
    let targets = targets(&world.sources());
    world.promise.killed(targets);
    format!("a build with a folder in place of {path}")
}

fn write(place: &Path, bytes: &[u8]) -> &'static str {
    let _ = fs::write(place, bytes);
    "write"
}

/// Changes the file in place and restores its modification time.
fn flip_a_bit(world: &mut World, place: &Path) -> &'static str {
    let Ok(mut bytes) = fs::read(place) else { return "keep" };
    if bytes.is_empty() || place.is_symlink() {
        return "keep";
    }
    let time = fs::metadata(place).unwrap().modified().unwrap();
    let at = world.random.below(bytes.len());
    bytes[at] ^= 1;
    fs::write(place, bytes).unwrap();
    fs::File::options().write(true).open(place).unwrap().set_modified(time).unwrap();
    "flip a bit of"
}

/// Flips a bit of a file, truncates it or deletes it. Returns a description with the file.
fn spoil(world: &mut World, folder: &Path) -> String {
    let files = Tree::read(folder, &[]).files();
    if files.is_empty() {
        return String::new();
    }
    let path: PathBuf = world.random.pick(&files).clone();
    let place = folder.join(&path);
    let how = match world.random.below(3) {
        0 => flip_a_bit(world, &place),
        1 => {
            let half = fs::metadata(&place).unwrap().len() / 2;
            fs::File::options().write(true).open(&place).unwrap().set_len(half).unwrap();
            "cut"
        }
        _ => {
            remove(&place);
            "delete"
        }
    };
    format!("{how} {}", path.display())
}

/// Replaces a folder with an earlier copy.
fn replace(folder: &Path, former: Option<&Tree>) {
    remove(folder);
    former.into_iter().for_each(|former| former.write(folder));
}

fn damage_cache(world: &mut World) -> String {
    let cache = world.cache();
    match world.random.below(4) {
        0 => {
            remove(&cache);
            "delete the cache".to_owned()
        }
        1 if !world.former_caches.is_empty() => {
            replace(&cache, Some(world.random.pick(&world.former_caches)));
            "restore an older cache".to_owned()
        }
        _ => format!("cache: {}", spoil(world, &cache)),
    }
}

fn damage_state(world: &mut World) -> String {
    world.promise.lost(&outputs(&world.out()));
    let state = world.state();
    match world.random.below(4) {
        0 => {
            remove(&state);
            "delete the state".to_owned()
        }
        1 if !world.former_states.is_empty() => {
            replace(&state, Some(world.random.pick(&world.former_states)));
            "restore an older state".to_owned()
        }
        _ => format!("state: {}", spoil(world, &state)),
    }
}

/// Puts files that no asset makes into the output folder.
fn put_a_file(world: &mut World) -> String {
    let path = format!("native/{}stranger{}", world.random.pick(&["", "a/", "strange/"]), world.random.below(4));
    let place = world.out().join(&path);
    if fs::create_dir_all(place.parent().unwrap()).is_ok() && fs::write(&place, "strange").is_ok() {
        world.promise.put(path.clone());
    }
    format!("put {path} beside the outputs")
}

/// Starts a build and kills it after a moment.
pub(super) fn kill_a_build(world: &mut World, longest: Duration) -> String {
    let moment = longest * u32::try_from(world.random.below(1000)).unwrap() / 1000;
    let mut build = world.program.start_build(&world.game(), &world.cache(), &world.environment);
    thread::sleep(moment);
    let _ = build.kill();
    build.wait().unwrap();
    let targets = targets(&world.sources());
    world.promise.killed(targets);
    format!("kill a build after {moment:?}")
}

/// Keeps copies of sources, state and cache for later.
pub(super) fn take_snapshots(world: &mut World) {
    const MOST: usize = 3;
    let [sources, state, cache] = [world.sources(), Tree::read(&world.state(), &[]), Tree::read(&world.cache(), &[])];
    let slot = world.random.below(MOST);
    let keep = |former: &mut Vec<Tree>, now: Tree| {
        if former.len() < MOST { former.push(now) } else { former[slot] = now }
    };
    keep(&mut world.former_sources, sources);
    // A restored lock file does not restore a build that holds the lock.
    keep(&mut world.former_states, state);
    let is_whole = !cache.0.values().any(|node| matches!(node, Node::Huge(_)));
    if is_whole {
        keep(&mut world.former_caches, cache);
    }
}
