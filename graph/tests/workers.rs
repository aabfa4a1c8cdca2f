//! Simulates machines that run actions for a build: separate folders in which workers build.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rigmill_graph::{
    ActionProgress, ExecutionReport, Origin, OutputFile, RemoteAction, RemoteExecutor, RunningAction, Status,
    WorkerTask, run_worker, survey,
};
use rigmill_pipeline::{
    Digest, ImportContext, Importer, NoParams, ProcessContext, Processor, Registry, SourcePath, StageError,
};
use rigmill_store::{RemoteAccess, RemoteStore};
use rigmill_test_random::Random;

use crate::faults::{FAULTS, FailingDisk};
use crate::memory_store::MemoryStore;
use crate::support::{Fixture, ShoutParams, UnflushedDisk, Versions};

/// Machines with the stages of a registry.
pub(crate) struct Workers {
    registry: Registry,
    /// Whether results are sent without their artifacts.
    omits: bool,
    /// The paths of the files that the machines received.
    got: Mutex<BTreeSet<String>>,
    program: Digest,
    slots: usize,
    actions: AtomicUsize,
    /// The number of actions that had to run even if their results were known.
    forced: AtomicUsize,
    /// If set, some actions fail or return damaged files.
    faults: Mutex<Option<Random>>,
}

impl Workers {
    /// Creates machines with the fixture's current stages.
    pub(crate) fn new(fixture: &Fixture) -> Arc<Self> {
        Arc::new(Self::with_faults(fixture, None))
    }

    pub(crate) fn faulty(fixture: &Fixture, seed: u64) -> Arc<Self> {
        Arc::new(Self::with_faults(fixture, Some(Random::new(seed))))
    }

    fn with_faults(fixture: &Fixture, faults: Option<Random>) -> Self {
        Self { faults: Mutex::new(faults), ..Self::with_stages(fixture, fixture.registry()) }
    }

    /// Creates machines whose stages may differ from those of the fixture, although they claim to be the same.
    fn with_stages(fixture: &Fixture, registry: Registry) -> Self {
        Self {
            registry,
            program: fixture.program(),
            slots: 4,
            actions: AtomicUsize::new(0),
            forced: AtomicUsize::new(0),
            omits: false,
            got: Mutex::default(),
            faults: Mutex::default(),
        }
    }

    /// Returns the number of actions since the last call.
    fn take_actions(&self) -> usize {
        self.actions.swap(0, Ordering::Relaxed)
    }

    fn run(&self, action: &RemoteAction) -> Option<Vec<OutputFile>> {
        self.actions.fetch_add(1, Ordering::Relaxed);
        self.forced.fetch_add(usize::from(action.must_run), Ordering::Relaxed);
        let folder = tempfile::tempdir().unwrap();
        self.got.lock().unwrap().extend(action.files.iter().map(|input| input.path.clone()));
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
        files.retain(|file| !self.omits || file.name == "result");
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

/// Returns the value of an option.
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

/// Creates a project whose actions all run elsewhere, and the same project that is built normally.
fn pair(sources: &[(&str, &str)]) -> (Fixture, Arc<Workers>, Fixture) {
    let (mut far, near) = (Fixture::new(sources), Fixture::new(sources));
    let workers = Workers::new(&far);
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
    // `a` and `c` are sent again with the files that they query.
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
    // It also gets the files that other assets with the same recipe queried, if they are done.
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
    // Only a writer runs on this machine, and an asset that uses another asset's value.
    far.versions = Versions::NewWriter;
    far.write("c.txt", "get:b");
    far.check(&[
        "a: fresh [writer changed: up v1 -> up v2] import process write",
        "b: fresh [writer changed: up v1 -> up v2] import process write",
        "c: built [never built] import process write",
    ]);
    fs::remove_dir_all(far.out()).unwrap();
    assert_eq!(far.build().count(Status::Built), 3);
    // Now everything was built on this machine.
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

/// Like the importer of the fixture, but it also reads files that the text does not name.
struct Curious;

impl Importer for Curious {
    type Output = Vec<String>;
    type Params = NoParams;
    const NAME: &'static str = "words";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["txt"];
    const DEFAULT_PROCESSOR: &'static str = "shout";

    fn import(&self, ctx: &mut ImportContext<'_>, _: &NoParams) -> Result<Vec<String>, StageError> {
        for path in PRIVATE {
            ctx.read(&SourcePath::new(path).unwrap())?;
        }
        Ok(vec![String::from_utf8_lossy(&ctx.read_source()?).into_owned()])
    }
}

/// Like the processor of the fixture, but with a different value.
struct Wrong;

impl Processor for Wrong {
    type Input = Vec<String>;
    type Output = String;
    type Params = ShoutParams;
    const NAME: &'static str = "shout";
    const VERSION: u32 = 1;

    fn process(&self, _: &Vec<String>, _: &ShoutParams, _: &mut ProcessContext<'_>) -> Result<String, StageError> {
        Ok("wrong".to_owned())
    }
}

const PRIVATE: [&str; 4] = [".env", ".secrets/headers", "ignored.inc", "key.pem"];

#[test]
fn private_files_are_not_sent_to_a_machine_that_asks_for_them() {
    for asked in [vec![], PRIVATE.to_vec()] {
        let (mut far, _, _) = pair(&[
            (".gitignore", "ignored.inc"),
            ("rigmill.toml", "[cache.remote]\nclient_key = \"key.pem\"\n"),
            ("a.txt", "one <.env>"),
            ("b.txt", "two"),
        ]);
        PRIVATE.iter().for_each(|path| far.write(path, "private"));
        let mut registry = far.registry();
        if !asked.is_empty() {
            registry = registry.with_importer(Curious).with_processor(Wrong);
        }
        let workers = Arc::new(Workers::with_stages(&far, registry));
        far.executor = Some(Arc::clone(&workers) as Arc<dyn RemoteExecutor>);
        for _ in 0..2 {
            let report = far.build();
            assert!(report.success(), "{report:#?}");
            assert_eq!((far.output("a.up"), far.output("b.up")), ("ONE PRIVATE".to_owned(), "TWO".to_owned()));
            let executed: Vec<bool> = report.assets.iter().map(|asset| asset.executed).collect();
            assert_eq!(executed, [false, asked.is_empty()]);
        }
        let got = workers.got.lock().unwrap().clone();
        let expected = ["project/a.txt", "project/b.txt", "project/rigmill.toml"].map(str::to_owned);
        assert!(got.into_iter().eq(expected), "{asked:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_outside_of_the_project_is_sent_only_to_machines_that_the_user_names() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("file"), "outside").unwrap();
    for kept in [true, false] {
        let (mut far, workers, _) =
            pair(&[("rigmill.toml", "[project]\nfollow_links = true\n"), ("a.txt", "one <link.inc>")]);
        std::os::unix::fs::symlink(outside.path().join("file"), far.root().join("link.inc")).unwrap();
        far.kept = kept;
        let report = far.build();
        assert_eq!((far.output("a.up").as_str(), report.assets[0].executed), ("ONE OUTSIDE", kept));
        assert_eq!(workers.got.lock().unwrap().contains("project/link.inc"), kept);
    }
}

#[test]
fn a_wrong_result_without_its_files_costs_a_run_here() {
    let (mut far, _, near) = pair(&SOURCES);
    near.build();
    let workers = Workers { omits: true, ..Workers::with_stages(&far, far.registry().with_processor(Wrong)) };
    far.executor = Some(Arc::new(workers));
    let report = far.build();
    assert!(report.success(), "{report:#?}");
    assert_eq!(far.all_outputs(), near.all_outputs());
}

#[test]
fn a_worker_on_a_disk_that_fails_has_no_result_that_a_server_may_remember() {
    let fixture = Fixture::new(&[("a.txt", "one get:b"), ("b.txt", "two")]);
    let task =
        WorkerTask { source: SourcePath::new("a.txt").unwrap(), target: "test".to_owned(), program: fixture.program() };
    for fault in FAULTS {
        let mut n = 0;
        loop {
            let folder = tempfile::tempdir().unwrap();
            let project = folder.path().join("project");
            fs::create_dir(&project).unwrap();
            ["a.txt", "b.txt"].iter().for_each(|name| drop(fs::copy(fixture.root().join(name), project.join(name))));
            let disk = FailingDisk::new(n, fault);
            let result = run_worker(folder.path(), &fixture.registry(), &task, &disk);
            // The artifact and the record. If a disk failed early, even their folder does not exist.
            let files = fs::read_dir(folder.path().join("out")).map_or(0, |files| files.count());
            assert!(result.is_err() || files == 2, "{fault:?} {n}");
            if disk.failed().is_none() {
                break;
            }
            n += 1;
        }
        assert!(n > 3, "{fault:?}");
    }
}

#[test]
fn the_time_of_the_stages_is_that_of_the_worker() {
    let (far, _, _) = pair(&[("a.txt", "one")]);
    let report = far.build();
    let asset = &report.assets[0];
    assert!(asset.executed && !asset.stage_time.is_zero() && asset.stage_time <= asset.time, "{asset:?}");
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
