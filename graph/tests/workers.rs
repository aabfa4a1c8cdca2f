//! Machines that run actions for a build: folders of their own, in which workers build.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rigmill_graph::{
    ActionProgress, ExecutionReport, Origin, OutputFile, RemoteAccess, RemoteAction, RemoteExecutor, RemoteStore,
    RunningAction, Status, WorkerTask, run_worker, survey,
};
use rigmill_pipeline::{Digest, Registry, SourcePath};
use rigmill_test_random::Random;

use crate::memory_store::MemoryStore;
use crate::support::{Fixture, UnflushedDisk, Versions};

/// Machines with the stages of a registry.
pub(crate) struct Workers {
    registry: Registry,
    program: Digest,
    slots: usize,
    actions: AtomicUsize,
    /// Those of them that had to run, whatever was known.
    forced: AtomicUsize,
    /// Some actions fail, or send damaged files.
    faults: Mutex<Option<Random>>,
}

impl Workers {
    /// Machines with the stages that the fixture has now.
    pub(crate) fn of(fixture: &Fixture) -> Arc<Self> {
        Arc::new(Self::with_faults(fixture, None))
    }

    pub(crate) fn faulty(fixture: &Fixture, seed: u64) -> Arc<Self> {
        Arc::new(Self::with_faults(fixture, Some(Random::new(seed))))
    }

    fn with_faults(fixture: &Fixture, faults: Option<Random>) -> Self {
        let (registry, program) = (fixture.registry(), fixture.program());
        Self {
            registry,
            program,
            slots: 4,
            actions: AtomicUsize::new(0),
            forced: AtomicUsize::new(0),
            faults: Mutex::new(faults),
        }
    }

    /// The number of actions since the last call.
    fn take_actions(&self) -> usize {
        self.actions.swap(0, Ordering::Relaxed)
    }

    fn run(&self, action: &RemoteAction) -> Option<Vec<OutputFile>> {
        self.actions.fetch_add(1, Ordering::Relaxed);
        self.forced.fetch_add(usize::from(action.must_run), Ordering::Relaxed);
        let folder = tempfile::tempdir().unwrap();
        for input in &action.files {
            let bytes = fs::read(&input.file).ok().filter(|bytes| Digest::of(bytes) == input.digest)?;
            let path = folder.path().join(&input.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let [target, source] = ["--target=", "--source="].map(|option| argument(action, option));
        let task =
            WorkerTask { source: SourcePath::new(source).unwrap(), target: target.to_owned(), program: self.program };
        run_worker(folder.path(), &self.registry, &task, &UnflushedDisk).unwrap();
        let mut files: Vec<OutputFile> = fs::read_dir(folder.path().join("out"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| OutputFile { name: name(&path), bytes: fs::read(&path).unwrap() })
            .collect();
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(random) = faults.as_mut() {
            match random.below(6) {
                0 => return None,
                1 => drop(files.pop()),
                2 => {
                    let file = files.first_mut()?;
                    let at = random.below(file.bytes.len().max(1));
                    *file.bytes.get_mut(at)? ^= 1;
                }
                _ => {}
            }
        }
        Some(files)
    }
}

/// The value of an option.
fn argument<'a>(action: &'a RemoteAction, option: &str) -> &'a str {
    action.arguments.iter().find_map(|argument| argument.strip_prefix(option)).unwrap()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Workers")
    }
}

impl RemoteExecutor for Workers {
    fn slots(&self) -> usize {
        self.slots
    }

    fn start(&self, action: RemoteAction) -> Box<dyn RunningAction> {
        Box::new(Ended(self.run(&action)))
    }

    fn report(&self) -> ExecutionReport {
        ExecutionReport::default()
    }
}

struct Ended(Option<Vec<OutputFile>>);

impl RunningAction for Ended {
    fn wait(&mut self, _: Duration) -> ActionProgress {
        ActionProgress::Ended(self.0.take())
    }
}

const SOURCES: [(&str, &str); 6] = [
    ("a.txt", "one <b.inc> get:c"),
    ("b.inc", "there?"),
    ("c.txt", "three <sub/e.inc>"),
    ("sub/e.inc", "deep"),
    ("d.parts", "x y z"),
    ("plain.txt", "nothing but words"),
];

/// A project whose actions all run elsewhere, and one that is built as ever.
fn pair(sources: &[(&str, &str)]) -> (Fixture, Arc<Workers>, Fixture) {
    let (mut far, near) = (Fixture::new(sources), Fixture::new(sources));
    let workers = Workers::of(&far);
    far.executor = Some(Arc::clone(&workers) as Arc<dyn RemoteExecutor>);
    far.force = true;
    (far, workers, near)
}

#[test]
fn what_runs_elsewhere_gives_the_same_files_and_is_up_to_date_afterwards() {
    let (mut far, workers, near) = pair(&SOURCES);
    near.build();
    let report = far.build();
    assert!(report.success() && report.count(Status::Built) == 4, "{report:#?}");
    assert!(report.assets.iter().all(|asset| asset.executed && asset.ran.is_empty()), "{report:#?}");
    assert_eq!(far.all_outputs(), near.all_outputs());
    // `a` and `c` are sent again with what they ask for.
    assert!((6..=9).contains(&workers.take_actions()));
    far.force = false;
    assert_eq!(far.build().count(Status::Fresh), 4);
    assert_eq!(workers.take_actions(), 0);
    let surveyed = survey(&far.project(), &far.registry(), "test", far.program(), None, &UnflushedDisk).unwrap();
    assert!(surveyed.iter().all(|asset| asset.origin == Some(Origin::RemoteExecution)));
}

#[test]
fn only_a_forced_build_wants_every_action_to_run() {
    let (mut far, workers, _) = pair(&SOURCES);
    far.build();
    assert_eq!(workers.forced.swap(0, Ordering::Relaxed), workers.take_actions());
    (far.force, far.jobs) = (false, 1);
    far.write("a.txt", "slow get:c");
    far.write("c.txt", "changed");
    far.build();
    assert_eq!(workers.forced.load(Ordering::Relaxed), 0);
}

#[test]
fn what_is_known_of_an_asset_is_sent_at_once() {
    let (mut far, _, _) = pair(&SOURCES);
    let workers = Arc::new(Workers { slots: 1, ..Workers::with_faults(&far, None) });
    far.executor = Some(Arc::clone(&workers) as Arc<dyn RemoteExecutor>);
    far.jobs = 1;
    far.build();
    workers.take_actions();
    far.force = true;
    far.build();
    assert_eq!(workers.take_actions(), 4);
    // What others with the same recipe asked for as well, if they are done.
    far.write("new.txt", "new <b.inc> get:c");
    far.build();
    assert!((5..=6).contains(&workers.take_actions()));
}

#[test]
fn the_files_from_elsewhere_are_in_the_cache() {
    let (mut far, workers, _) = pair(&SOURCES);
    far.build();
    workers.take_actions();
    fs::remove_dir_all(far.out()).unwrap();
    (far.force, far.executor) = (false, None);
    assert_eq!(far.build().count(Status::Cached), 4);
}

#[test]
fn what_the_machines_of_a_project_make_stays_out_of_the_cache_of_all_projects() {
    let (mut far, _, _) = pair(&SOURCES);
    far.kept = false;
    far.build();
    fs::remove_dir_all(far.out()).unwrap();
    (far.force, far.executor) = (false, None);
    assert_eq!(far.build().count(Status::Built), 4);
}

#[test]
fn what_builds_on_the_work_of_a_project_s_machines_stays_out_of_that_cache_too() {
    let (mut far, _, _) = pair(&[("a.txt", "one"), ("b.txt", "two")]);
    far.kept = false;
    far.build();
    (far.force, far.executor) = (false, None);
    // Only a writer runs here; and an asset that has the value of another one.
    far.versions = Versions::NewWriter;
    far.write("c.txt", "get:b");
    far.check(&[
        "a: fresh [writer changed: up v1 -> up v2] import process write",
        "b: fresh [writer changed: up v1 -> up v2] import process write",
        "c: built [never built] import process write",
    ]);
    fs::remove_dir_all(far.out()).unwrap();
    assert_eq!(far.build().count(Status::Built), 3);
    // All of it ran here now.
    fs::remove_dir_all(far.out()).unwrap();
    assert_eq!(far.build().count(Status::Cached), 3);
}

#[test]
fn what_the_machines_of_a_project_make_is_shared_with_the_project_s_own_cache_only() {
    for (copied, found) in [(true, 0), (false, 4)] {
        let store = Arc::new(MemoryStore::default());
        let remote = || Some(RemoteAccess { store: Arc::clone(&store) as Arc<dyn RemoteStore>, copied });
        let (mut far, _, mut near) = pair(&SOURCES);
        (far.kept, far.remote) = (false, remote());
        far.build();
        near.remote = remote();
        assert_eq!(near.build().count(Status::Cached), found, "{copied}");
    }
}

#[test]
fn an_asset_that_fails_elsewhere_fails_here_with_its_own_diagnostics() {
    let sources = [("a.txt", "get:none"), ("b.txt", "see:missing"), ("c.txt", "get:b"), ("d.txt", "fine")];
    let (far, _, near) = pair(&sources);
    let (far, near) = (far.build(), near.build());
    let said = |report: &rigmill_graph::BuildReport| {
        report.assets.iter().map(|asset| (asset.status, asset.diagnostics.clone())).collect::<Vec<_>>()
    };
    assert_eq!(far.count(Status::Failed), 3);
    assert_eq!(said(&far), said(&near));
}

#[test]
fn other_machines_are_used_when_this_one_is_busy_and_may_fail() {
    let many: Vec<(String, String)> =
        (0..60).map(|number| (format!("{number:02}.txt"), format!("{number} get:base <x.inc>"))).collect();
    let mut sources: Vec<(&str, &str)> = many.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    sources.extend([("base.txt", "base"), ("x.inc", "included")]);
    let near = Fixture::new(&sources);
    near.build();
    for seed in 0..8 {
        let mut far = Fixture::new(&sources);
        far.force = seed % 2 == 0;
        far.jobs = 1;
        far.executor = Some(Workers::faulty(&far, seed) as Arc<dyn RemoteExecutor>);
        let report = far.build();
        assert!(report.success(), "{seed}: {report:#?}");
        assert_eq!(far.all_outputs(), near.all_outputs(), "{seed}");
        assert!(!far.force || report.assets.iter().any(|asset| asset.executed), "{seed}");
    }
}
