//! Tests that an output is never stale: edits that hide as well as possible, and edits while builds run.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use rigmill_graph::Status;
use rigmill_test_random::Random;

use crate::support::{Fixture, UnflushedDisk, expected_outputs, torture};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A project, with the expected contents of its sources.
struct Game {
    fixture: Fixture,
    sources: BTreeMap<String, String>,
    random: Random,
    /// Earlier texts of files, with their modification times.
    history: Vec<(String, String, SystemTime)>,
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

fn set_modified(path: &Path, time: SystemTime) {
    let times = FileTimes::new().set_modified(time).set_accessed(time);
    File::options().write(true).open(path).unwrap().set_times(times).unwrap();
}

impl Game {
    fn new(fixture: Fixture, seed: u64) -> Self {
        let mut game = Self { fixture, sources: BTreeMap::new(), random: Random::new(seed), history: Vec::new() };
        for (path, text) in [
            ("a.txt", "0000 <b.inc>"),
            ("b.inc", "0001"),
            ("c.txt", "0002 <gone.inc>"),
            ("d1/e.txt", "0003"),
            ("d1/f.txt", "0004 list"),
            ("d2/e.txt", "0005"),
            ("d2/f.txt", "0006"),
            ("p.parts", "0007"),
        ] {
            game.fixture.write(path, text);
            game.sources.insert(path.to_owned(), text.to_owned());
        }
        game
    }

    fn place(&self, path: &str) -> PathBuf {
        self.fixture.root().join(path)
    }

    /// Picks a file, and a text of the same size.
    fn edit(&mut self) -> (String, String, PathBuf) {
        let paths: Vec<String> = self.sources.keys().cloned().collect();
        let path = self.random.pick(&paths).clone();
        let text = format!("{:04}{}", self.random.below(10_000), &self.sources[&path][4..]);
        let place = self.place(&path);
        self.history.push((path.clone(), self.sources[&path].clone(), modified(&place)));
        self.sources.insert(path.clone(), text.clone());
        (path, text, place)
    }

    /// Makes one change to the sources, or to an output.
    fn meddle(&mut self) {
        match self.random.below(14) {
            0..=2 => self.edit_with_time(|time| time),
            3 => self.edit_with_time(|time| time + DAY),
            4 => self.edit_with_time(|time| time - DAY),
            5 => {
                let (_, text, place) = self.edit();
                fs::write(place, text).unwrap();
            }
            6 => self.replace_with_the_same_time(),
            7 => self.swap_files(),
            8 => self.swap_folders(),
            9 => self.go_back_to_an_earlier_text_and_time(),
            10 => self.touch(),
            11 => self.file_that_comes_and_goes(),
            12 => self.hard_link_or_symbolic_link(),
            _ => self.damage_an_output(),
        }
    }

    /// Edits a file in place. If `time` returns the previous time, only the change time shows the edit.
    fn edit_with_time(&mut self, time: impl Fn(SystemTime) -> SystemTime) {
        let (_, text, place) = self.edit();
        let before = modified(&place);
        File::options().write(true).open(&place).unwrap().write_all(text.as_bytes()).unwrap();
        set_modified(&place, time(before));
    }

    fn replace_with_the_same_time(&mut self) {
        let (_, text, place) = self.edit();
        let beside = self.place(".beside");
        fs::write(&beside, text).unwrap();
        set_modified(&beside, modified(&place));
        fs::rename(beside, place).unwrap();
    }

    fn swap_files(&mut self) {
        let (one, other) = ("d1/e.txt", *self.random.pick(&["d2/e.txt", "d2/f.txt"]));
        let (a, b, between) = (self.place(one), self.place(other), self.place(".between"));
        let time = modified(&a);
        fs::rename(&a, &between).unwrap();
        fs::rename(&b, &a).unwrap();
        fs::rename(&between, &b).unwrap();
        if self.random.below(2) == 0 {
            [a, b].iter().for_each(|place| set_modified(place, time));
        }
        let (text, text_of_other) = (self.sources[one].clone(), self.sources[other].clone());
        self.sources.insert(one.to_owned(), text_of_other);
        self.sources.insert(other.to_owned(), text);
    }

    fn swap_folders(&mut self) {
        let (a, b, between) = (self.place("d1"), self.place("d2"), self.place(".between"));
        fs::rename(&a, &between).unwrap();
        fs::rename(&b, &a).unwrap();
        fs::rename(&between, &b).unwrap();
        let other = |path: String| match path.split_at_checked(3) {
            Some(("d1/", name)) => format!("d2/{name}"),
            Some(("d2/", name)) => format!("d1/{name}"),
            _ => path,
        };
        self.sources = std::mem::take(&mut self.sources).into_iter().map(|(path, text)| (other(path), text)).collect();
    }

    /// Restores an earlier text and time, as a checkout that restores times may do.
    fn go_back_to_an_earlier_text_and_time(&mut self) {
        if self.history.is_empty() {
            return;
        }
        let (path, text, time) = self.random.pick(&self.history).clone();
        let place = self.place(&path);
        fs::write(&place, &text).unwrap();
        set_modified(&place, time);
        self.sources.insert(path, text);
    }

    fn touch(&mut self) {
        let paths: Vec<String> = self.sources.keys().cloned().collect();
        let path = self.random.pick(&paths).clone();
        let place = self.place(&path);
        let time = modified(&place);
        set_modified(&place, *self.random.pick(&[time, time + DAY, time - DAY]));
    }

    /// A file that one asset looks for and another lists. No rule applies to it.
    fn file_that_comes_and_goes(&mut self) {
        let path = *self.random.pick(&["gone.inc", "d1/g.inc", "d3/deep/g.inc"]);
        let place = self.place(path);
        if self.sources.remove(path).is_some() {
            fs::remove_file(&place).unwrap();
        } else {
            self.fixture.write(path, "0008");
            self.sources.insert(path.to_owned(), "0008".to_owned());
        }
    }

    /// Replaces a file with a link to an existing file.
    fn hard_link_or_symbolic_link(&mut self) {
        let (_, text, place) = self.edit();
        let linked = self.fixture.root().join(".linked");
        fs::create_dir_all(&linked).unwrap();
        let target = linked.join(self.history.len().to_string());
        fs::write(&target, &text).unwrap();
        fs::remove_file(&place).unwrap();
        if self.random.below(2) == 0 {
            fs::hard_link(&target, &place).unwrap();
            fs::remove_file(&target).unwrap();
        } else {
            symlink(&target, &place).unwrap();
        }
    }

    fn damage_an_output(&mut self) {
        let outputs: Vec<PathBuf> = self.fixture.all_outputs().into_keys().collect();
        if outputs.is_empty() {
            return;
        }
        let place = self.fixture.out().join("test").join(self.random.pick(&outputs));
        let time = modified(&place);
        let mut bytes = fs::read(&place).unwrap();
        bytes[0] ^= 1;
        fs::write(&place, bytes).unwrap();
        set_modified(&place, time);
    }

    /// Builds right before and right after edits.
    fn check(&self, name: &str) {
        assert!(self.fixture.build_on(&UnflushedDisk).unwrap().success(), "{name}");
        assert_eq!(self.fixture.all_outputs(), expected_outputs(&self.sources), "{name}");
    }
}

fn hidden_edits(fixture: fn(&[(&str, &str)]) -> Fixture, seed: u64, tries: usize) {
    const ROUND: usize = 200;
    for round in 0..tries.div_ceil(ROUND) as u64 {
        let mut game = Game::new(fixture(&[]), seed + round);
        for n in 0..ROUND.min(tries) {
            (0..*game.random.pick(&[1, 1, 1, 2, 5])).for_each(|_| game.meddle());
            game.check(&format!("seed {}, try {n}", seed + round));
            if game.random.below(10) == 0 {
                let again = game.fixture.build_on(&UnflushedDisk).unwrap();
                assert_eq!(again.count(Status::Fresh), again.assets.len(), "seed {}, try {n}", seed + round);
            }
        }
    }
}

#[test]
fn hidden_edits_in_memory_are_never_missed() {
    hidden_edits(Fixture::in_memory, 1, torture(200, 8000));
}

#[test]
fn hidden_edits_on_a_disk_are_never_missed() {
    hidden_edits(Fixture::new, 1_000_001, torture(100, 2000));
}

/// How an editor saves a file.
#[derive(Clone, Copy, Debug)]
enum Save {
    /// Overwrites the old bytes in one write of less than a page.
    InPlace,
    /// Writes a new file and renames it.
    Rename,
}

impl Save {
    const fn size(self) -> usize {
        match self {
            Self::InPlace => 3000,
            Self::Rename => 200_000,
        }
    }

    fn save(self, place: &Path, letter: u8) {
        let bytes = vec![letter; self.size()];
        match self {
            Self::InPlace => {
                File::options()
                    .write(true)
                    .create(true)
                    .truncate(false)
                    .open(place)
                    .unwrap()
                    .write_all(&bytes)
                    .unwrap();
            }
            Self::Rename => {
                let beside = place.with_file_name(".beside");
                fs::write(&beside, &bytes).unwrap();
                fs::rename(beside, place).unwrap();
            }
        }
    }
}

/// Builds while another thread constantly saves two sources.
fn edits_during_builds(save: Save, builds: usize) {
    let fixture = Fixture::in_memory(&[]);
    let places = ["a.raw", "b.raw"].map(|name| fixture.root().join(name));
    places.iter().for_each(|place| save.save(place, b'a'));
    let stop = AtomicBool::new(false);
    let last = thread::scope(|scope| {
        let editor = scope.spawn(|| {
            let mut letters = (b'a'..=b'z').cycle();
            while !stop.load(Ordering::Relaxed) {
                let letter = letters.next().unwrap();
                places.iter().for_each(|place| save.save(place, letter));
            }
            letters.next().unwrap() - 1
        });
        for n in 0..builds {
            // A file that changes constantly causes an error, but the outputs are still complete.
            let _ = fixture.build_on(&UnflushedDisk).unwrap();
            for (path, bytes) in fixture.all_outputs() {
                let whole = bytes.len() == save.size() && bytes.iter().all(|byte| *byte == bytes[0]);
                assert!(whole, "{save:?}, build {n}: {} is a mixture", path.display());
            }
        }
        stop.store(true, Ordering::Relaxed);
        editor.join().unwrap()
    });
    assert!(fixture.build_on(&UnflushedDisk).unwrap().success());
    for (place, output) in places.iter().zip(fixture.all_outputs().values()) {
        assert_eq!(fs::read(place).unwrap(), *output, "{save:?}, last saved: {}", last as char);
    }
}

#[test]
fn edits_while_builds_run_are_never_mixed_and_never_missed() {
    for save in [Save::InPlace, Save::Rename] {
        edits_during_builds(save, torture(100, 1500));
    }
}
