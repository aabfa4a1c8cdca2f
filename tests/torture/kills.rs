//! Tests builds that are killed at any moment. Each file in the output folder is then complete, and is either the old or the
//! new one. The next build ends like a clean build, whatever the sources are by then, and the build after it has nothing to do.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::files::identity;
use crate::support::known::{Known, Outputs, Sources, is_exactly, none_is_torn};
use rigmill_test_random::Random;

use crate::support::{Project, clip, torture};

/// The initial number of clips.
const CLIPS: usize = 120;

/// The work of a build that is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// Builds everything with an empty cache.
    Cold,
    /// Restores everything from the cache.
    Restore,
    /// Builds after some clips were changed, removed, added or moved.
    Changes,
}

/// The moment when a build is killed.
#[derive(Clone, Debug)]
enum Moment {
    After(Duration),
    /// As soon as this file has changed, which is while files are being moved into place.
    Changed(PathBuf),
    /// As soon as one of these files has changed, which is about when the state is saved.
    Saved(Vec<PathBuf>),
}

/// Counts how the builds ended.
#[derive(Debug, Default)]
struct Tally {
    killed: usize,
    finished: usize,
    /// Killed while some files were old and others new.
    half_done: usize,
}

struct Game {
    project: Project,
    sources: Sources,
    known: Known,
    random: Random,
    /// The duration of an undisturbed build, by kind of work.
    durations: [Duration; 3],
    tally: Tally,
    serial: usize,
}

impl Game {
    fn new(project: Project, seed: u64) -> Self {
        let mut game = Self {
            project,
            sources: Sources::new(),
            known: Known::default(),
            random: Random::new(seed),
            durations: [Duration::from_millis(100); 3],
            tally: Tally::default(),
            serial: 0,
        };
        for number in 0..CLIPS {
            let text = game.new_text();
            game.sources.insert(format!("d{}/e{}/c{number}", number % 3, number % 5), text);
        }
        game
    }

    fn new_text(&mut self) -> String {
        self.serial += 1;
        let keys: Vec<String> = (0..20).map(|key| (key * self.serial).to_string()).collect();
        clip(&keys.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn out(&self) -> PathBuf {
        self.project.root().join("build")
    }

    fn cache(&self) -> PathBuf {
        self.project.root().join("../cache")
    }

    /// Changes the files of the project to `sources`.
    fn put_sources(&mut self, sources: Sources) {
        for path in self.sources.keys().filter(|path| !sources.contains_key(*path)) {
            fs::remove_file(self.project.root().join(format!("{path}.Animation"))).unwrap();
        }
        for (path, text) in sources.iter().filter(|(path, text)| self.sources.get(*path) != Some(text)) {
            self.project.write(&format!("{path}.Animation"), text);
        }
        self.sources = sources;
    }

    fn changed_sources(&mut self) -> Sources {
        let mut sources = self.sources.clone();
        for _ in 0..*self.random.pick(&[1, 2, 5, 40]) {
            let paths: Vec<String> = sources.keys().cloned().collect();
            let path = self.random.pick(&paths).clone();
            match self.random.below(5) {
                0..=1 => drop(sources.insert(path, self.new_text())),
                2 if sources.len() > CLIPS / 2 => drop(sources.remove(&path)),
                3 => {
                    let text = sources.remove(&path).unwrap();
                    sources.insert(format!("{path}m"), text);
                }
                _ => {
                    let new = format!("new{}/n{}", self.random.below(4), self.serial);
                    let text = self.new_text();
                    sources.insert(new, text);
                }
            }
        }
        sources
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
        command.args(["build", ".", "-q", "--cache-dir", "../cache"]).current_dir(self.project.root());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn moment(&mut self, work: Work, before: &Outputs, after: &Outputs) -> Moment {
        let changed: Vec<&String> =
            after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)).map(|it| it.0).collect();
        match self.random.below(4) {
            0 if !changed.is_empty() => Moment::Changed(self.out().join(self.random.pick(&changed))),
            1 => {
                let state = self.out().join(".rigmill");
                let place = |name: &str| state.join(name);
                let names = [["native.state", "native.overlay"], ["native.tmp", "native.pending"]];
                Moment::Saved(self.random.pick(&names).map(place).to_vec())
            }
            _ => Moment::After(self.durations[work as usize] * u32::try_from(self.random.below(1100)).unwrap() / 1000),
        }
    }

    /// Starts a build and kills it, unless it finishes earlier.
    fn kill_a_build(&mut self, work: Work, moment: &Moment) {
        let watched: &[PathBuf] = match moment {
            Moment::After(_) => &[],
            Moment::Changed(path) => std::slice::from_ref(path),
            Moment::Saved(paths) => paths,
        };
        let was: Vec<_> = watched.iter().map(|path| identity(path)).collect();
        let begun = Instant::now();
        let mut build = self.command().spawn().unwrap();
        let due = || match moment {
            Moment::After(delay) => begun.elapsed() >= *delay,
            _ => watched.iter().map(|path| identity(path)).ne(was.iter().copied()),
        };
        let ended = |build: &mut Child| build.try_wait().unwrap().is_some();
        while !due() && !ended(&mut build) {
            thread::sleep(Duration::from_micros(if matches!(moment, Moment::After(_)) { 100 } else { 5 }));
        }
        let _ = build.kill();
        let status = build.wait().unwrap();
        // On Windows, the code of a killed process is 1.
        if status.success() || cfg!(unix) && status.code().is_some() {
            assert_eq!(status.code(), Some(0));
            self.tally.finished += 1;
            self.durations[work as usize] = begun.elapsed();
        } else {
            self.tally.killed += 1;
        }
    }

    fn round(&mut self, number: usize, seed: u64) {
        let work = *self.random.pick(&[Work::Cold, Work::Restore, Work::Changes, Work::Changes]);
        let before_sources = self.sources.clone();
        let mut before = self.known.outputs(&self.sources);
        match work {
            Work::Changes => {
                let sources = self.changed_sources();
                self.put_sources(sources);
            }
            Work::Cold | Work::Restore => {
                before = Outputs::new();
                fs::remove_dir_all(self.out()).unwrap();
            }
        }
        if work == Work::Cold || self.random.below(2) == 0 {
            self.change_cache();
        }
        let after = self.known.outputs(&self.sources);
        let moment = self.moment(work, &before, &after);
        let place = format!("seed {seed}, kill {number}, {work:?}, {moment:?}");
        self.kill_a_build(work, &moment);

        none_is_torn(&self.out(), &before, &after, &place);
        let found = crate::support::known::found(&self.out());
        self.tally.half_done += usize::from(found != before && found != after);
        // A build that is killed early leaves nothing that could be verified.
        if self.random.below(4) == 0 && !found.is_empty() {
            self.project.command("verify").args(["build", "-q"]).assert().success();
        }
        match self.random.below(4) {
            0 => self.put_sources(before_sources),
            1 => {
                let sources = self.changed_sources();
                self.put_sources(sources);
            }
            _ => {}
        }
        self.ends_as_a_clean_build(&place);
    }

    /// Removes the cache, or replaces it with something that is not a cache.
    fn change_cache(&mut self) {
        let cache = self.cache();
        if fs::remove_file(&cache).is_err() {
            let _ = fs::remove_dir_all(&cache);
        }
        if self.random.below(3) == 0 {
            fs::write(cache, "no cache can be here").unwrap();
        }
    }

    fn ends_as_a_clean_build(&mut self, place: &str) {
        let expected = self.known.outputs(&self.sources);
        let status = self.command().status().unwrap();
        assert_eq!(status.code(), Some(0), "{place}");
        is_exactly(&self.out(), &expected, place);
        let again = self.project.build_with(&["--cache-dir", "../cache"]);
        let idle = (again.code, again.changes(), again.count("fresh"), again.diagnostics().len());
        // A file in place of the cache is reported.
        let warnings = usize::from(self.cache().is_file());
        assert_eq!(idle, (0, Vec::new(), self.sources.len() as u64, warnings), "{place}");
    }
}

fn kills(project: Project, seed: u64, count: usize) {
    let mut game = Game::new(project, seed);
    let sources = std::mem::take(&mut game.sources);
    game.put_sources(sources);
    game.ends_as_a_clean_build("before the first kill");
    (0..count).for_each(|number| game.round(number, seed));
    let Tally { killed, finished, half_done } = game.tally;
    // New folders are moved into place as a whole, so few builds are killed between two files.
    assert!(
        killed > count / 3 && half_done >= count / 200,
        "{killed} killed, {finished} finished, {half_done} half done"
    );
}

#[test]
fn killed_builds_on_a_disk_leave_whole_files_and_are_made_good() {
    kills(Project::new(), 1, torture(12, 400));
}

#[test]
fn killed_builds_in_memory_leave_whole_files_and_are_made_good() {
    kills(Project::in_memory(), 2, torture(15, 600));
}
