//! A reader that looks only at hinted paths must end up with the actual contents.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rigmill_test_random::Random;

use super::support::{Folder, is_wine};
use crate::{Hint, WatchOptions, Watcher};

/// What a reader knows: the content of each file at the time when a hint named it.
#[derive(Default)]
struct Mirror(BTreeMap<PathBuf, String>);

impl Mirror {
    /// Returns all files below a folder with their current contents.
    fn new(root: &Path) -> Self {
        let mut mirror = Self::default();
        for folder in folders(root) {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter(|entry| !is_folder(entry)).for_each(|entry| mirror.look(entry.path()));
        }
        mirror
    }

    fn follow(&mut self, watcher: &Watcher, time: Duration) {
        match watcher.next_timeout(time).unwrap() {
            Some(Hint::Paths(paths)) => paths.into_iter().for_each(|path| self.look(path)),
            Some(Hint::Rescan(_)) => *self = Self::new(watcher.root()),
            Some(Hint::Stopped) | None => {}
        }
    }

    /// Follows hints until the mirror equals the actual contents.
    #[track_caller]
    fn catch_up(&mut self, watcher: &Watcher, moment: &str) {
        let end = Instant::now() + Duration::from_secs(20);
        let truth = Self::new(watcher.root());
        while self.0 != truth.0 && Instant::now() < end {
            self.follow(watcher, Duration::from_millis(20));
        }
        assert_eq!(self.0, truth.0, "{moment}");
    }

    fn look(&mut self, path: PathBuf) {
        match fs::read_to_string(&path) {
            Ok(text) => drop(self.0.insert(path, text)),
            Err(_) => drop(self.0.remove(&path)),
        }
    }
}

/// Returns a folder and all folders below it.
fn folders(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut next) = (vec![root.to_owned()], 0);
    while next < found.len() {
        let entries = fs::read_dir(&found[next]).into_iter().flatten().flatten();
        found.extend(entries.filter(is_folder).map(|entry| entry.path()));
        next += 1;
    }
    found
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_dir())
}

fn random_folder(random: &mut Random) -> String {
    let depth = 1 + random.below(4);
    (0..depth).map(|_| *random.pick(&["a", "b", "c"])).collect::<Vec<_>>().join("/")
}

fn random_file(random: &mut Random) -> String {
    format!("{}/{}.png", random_folder(random), random.below(4))
}

/// Makes a random change to the folder. If the change is impossible, does nothing.
fn disturb(folder: &Folder, random: &mut Random, number: u64) {
    let (file, other) = (folder.path(&random_file(random)), folder.path(&random_file(random)));
    let (inner, outer) = (folder.path(&random_folder(random)), folder.path(&random_folder(random)));
    match random.below(12) {
        7 | 10 | 11 if is_wine() => {}
        0..=2 => drop(fs::write(file, number.to_string())),
        3 => drop(fs::remove_file(file)),
        4 => drop(fs::rename(file, other)),
        5 => drop(fs::create_dir_all(inner)),
        6 => drop(fs::create_dir_all(&inner).and_then(|()| fs::write(inner.join("0.png"), number.to_string()))),
        7 => drop(fs::rename(inner, outer)),
        8 => drop(fs::remove_dir_all(inner)),
        9 => {
            let temporary = folder.beside("temporary");
            fs::write(&temporary, number.to_string()).unwrap();
            drop(fs::rename(temporary, file));
        }
        10 => drop(fs::rename(inner, folder.beside("folder"))),
        _ => drop(fs::rename(folder.beside("folder"), inner)),
    }
}

#[track_caller]
fn check(seed: u64, rounds: u64) {
    let folder = Folder::new();
    let watched = folder.watch();
    let mut mirror = Mirror::new(&folder.root());
    for round in 0..rounds {
        let mut random = Random::new(seed * 1000 + round);
        thread::scope(|scope| {
            let disturber = scope.spawn(|| {
                let steps = 1 + random.below(300) as u64;
                (0..steps).for_each(|step| disturb(&folder, &mut random, round * 1000 + step));
            });
            while !disturber.is_finished() {
                mirror.follow(&watched.watcher, Duration::from_millis(5));
            }
        });
        mirror.catch_up(&watched.watcher, &format!("seed {seed}, round {round}"));
        // Every existing folder must be watched by now. Earlier events must not hide that a folder is not watched.
        for path in folders(&folder.root()) {
            fs::write(path.join("calm.png"), round.to_string()).unwrap();
        }
        mirror.catch_up(&watched.watcher, &format!("seed {seed}, the calm after round {round}"));
    }
}

#[test]
fn a_reader_of_hints_ends_with_what_is_there() {
    for seed in 0..4 {
        check(seed, 10);
    }
}

#[test]
#[ignore = "takes minutes"]
fn many_readers_of_hints_end_with_what_is_there() {
    for seed in 100..400 {
        check(seed, 10);
    }
}

#[test]
fn the_last_of_many_writes_is_never_missed() {
    let folder = Folder::new();
    let window = Duration::from_millis(1);
    let watched = folder.watch_with(WatchOptions { window, ..WatchOptions::default() });
    let mut mirror = Mirror::default();
    thread::scope(|scope| {
        let writer = scope.spawn(|| (0..500).for_each(|number| folder.write("a.png", &number.to_string())));
        while !writer.is_finished() {
            mirror.follow(&watched.watcher, Duration::from_millis(1));
        }
    });
    mirror.catch_up(&watched.watcher, "after the last");
}
