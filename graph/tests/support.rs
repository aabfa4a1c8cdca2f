//! A project in a temporary folder, and simple stages.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_disk::{Disk, RealDisk, Stamp};
use rigmill_graph::{
    AssetReport, BuildOptions, BuildReport, Changed, ExecutorAccess, Mark, NoObserver, Order, Project, RemoteExecutor,
    build, rebuild,
};
use rigmill_pipeline::{
    Diagnostic, Digest, ImportContext, Importer, Labelled, NoParams, ProcessContext, Processor, Registry, SourcePath,
    StageError, WriteContext, Writer, params,
};
use rigmill_store::RemoteAccess;
use tempfile::TempDir;

/// Splits text into words. `<file>` is replaced with that file's words, `list` with the names of all `.inc` files, and
/// `list:glob` with the names of the files that match.
struct Words;

impl Importer for Words {
    type Output = Vec<String>;
    type Params = NoParams;
    const NAME: &'static str = "words";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["txt"];
    const DEFAULT_PROCESSOR: &'static str = "shout";

    fn import(&self, ctx: &mut ImportContext<'_>, _: &NoParams) -> Result<Vec<String>, StageError> {
        let text = String::from_utf8_lossy(&ctx.read_source()?).into_owned();
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            match word {
                "bad" => return Err(ctx.fail(Diagnostic::error("T0001", "bad text"))),
                "odd" => ctx.report(Diagnostic::warning("T0002", "odd text")),
                "panic" => panic!("as asked"),
                "clock" => words.push(clock()),
                "there?" => words.push(ctx.exists(&ctx.source().relative("there").unwrap())?.to_string()),
                _ if word.starts_with('$') => {
                    words.push(ctx.env(&word[1..]).map_or("unset".to_owned(), |value| value.into_string().unwrap()));
                }
                "list" => words.extend(ctx.list("**/*.inc")?.iter().map(ToString::to_string)),
                _ if word.starts_with("list:") => words.extend(ctx.list(&word[5..])?.iter().map(ToString::to_string)),
                _ => words.extend(include(ctx, word)?),
            }
        }
        Ok(words)
    }
}

/// Returns the time, which a stage must not read.
fn clock() -> String {
    #[allow(clippy::disallowed_methods, reason = "a stage that does what is forbidden")]
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    now.as_secs().to_string()
}

fn include(ctx: &mut ImportContext<'_>, word: &str) -> Result<Vec<String>, StageError> {
    let Some(name) = word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return Ok(vec![word.to_owned()]);
    };
    let path = ctx.source().relative(name).unwrap();
    let text = ctx.read(&path)?.map_or_else(|| word.to_owned(), |bytes| String::from_utf8(bytes).unwrap());
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

params! {
    /// Parameters of `shout`.
    pub struct ShoutParams {
        /// A suffix for the last word.
        suffix: String = String::new(),
    }
}

/// Converts words to upper case. `see:name` refers to an asset, `like:name` to assets with any extension and case, `get:name`
/// is replaced with the asset's value, `called:path` with the name of the asset made from a source, and `me` with the name of
/// this asset.
struct Shout<const V: u32>;

impl<const V: u32> Processor for Shout<V> {
    type Input = Vec<String>;
    type Output = String;
    type Params = ShoutParams;
    const NAME: &'static str = "shout";
    const VERSION: u32 = V;

    fn process(
        &self,
        words: &Vec<String>,
        params: &ShoutParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<String, StageError> {
        for name in words.iter().filter_map(|word| word.strip_prefix("see:")) {
            if let Err(error) = ctx.refer(name, &[]) {
                return Err(ctx.fail(Diagnostic::error("T0003", error.to_string())));
            }
        }
        for name in words.iter().filter_map(|word| word.strip_prefix("like:")) {
            for source in ctx.sources_named(name) {
                if let Err(error) = ctx.refer_to(&source, &[]) {
                    ctx.report(Diagnostic::warning("T0005", error.to_string()));
                }
            }
        }
        let mut text = Vec::with_capacity(words.len());
        for word in words {
            if word == "time" {
                text.push(clock());
                continue;
            }
            if word == "me" {
                text.push(ctx.asset().to_owned());
                continue;
            }
            if let Some(path) = word.strip_prefix("called:") {
                let name = ctx.refer_to(&SourcePath::new(path).unwrap(), &[]);
                text.push(name.unwrap_or_else(|error| error.to_string()));
                continue;
            }
            match word.strip_prefix("get:").map(|name| ctx.value::<String>(name)) {
                Some(Ok(value)) => text.push(value.to_string()),
                Some(Err(error)) => return Err(ctx.fail(Diagnostic::error("T0004", error.to_string()))),
                None => text.push(word.to_uppercase()),
            }
        }
        Ok(text.join(" ") + &params.suffix)
    }
}

/// Like [`Words`] and [`Shout`], but for `.raw` files.
struct Raw;

impl Importer for Raw {
    type Output = Vec<u8>;
    type Params = NoParams;
    const NAME: &'static str = "raw";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["raw"];
    const DEFAULT_PROCESSOR: &'static str = "raw";

    fn import(&self, ctx: &mut ImportContext<'_>, _: &NoParams) -> Result<Vec<u8>, StageError> {
        ctx.read_source()
    }
}

impl Processor for Raw {
    type Input = Vec<u8>;
    type Output = String;
    type Params = NoParams;
    const NAME: &'static str = "raw";
    const VERSION: u32 = 1;

    fn process(&self, bytes: &Vec<u8>, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<String, StageError> {
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Makes one product per word.
struct Parts;

impl Importer for Parts {
    type Output = Vec<String>;
    type Params = NoParams;
    const NAME: &'static str = "parts";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["parts"];
    const DEFAULT_PROCESSOR: &'static str = "parts";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &NoParams) -> Result<Vec<String>, StageError> {
        Words.import(ctx, params)
    }
}

impl Processor for Parts {
    type Input = Vec<String>;
    type Output = Labelled;
    type Params = NoParams;
    const NAME: &'static str = "parts";
    const VERSION: u32 = 1;

    fn process(&self, words: &Vec<String>, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<Labelled, StageError> {
        let mut products = Labelled::default();
        words.iter().for_each(|word| products.push(format!(".{word}"), word.to_uppercase()));
        Ok(products)
    }
}

struct Up<const V: u32>;

impl<const V: u32> Writer for Up<V> {
    type Input = String;
    type Params = NoParams;
    const NAME: &'static str = "up";
    const VERSION: u32 = V;
    const TARGET: &'static str = "test";
    const EXTENSION: &'static str = "up";

    fn write(&self, text: &String, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        let stamped = if text.ends_with("STAMP") { clock() } else { String::new() };
        Ok((text.clone() + &stamped).into_bytes())
    }
}

/// Which stages are registered with a new version.
#[derive(Clone, Copy)]
pub(crate) enum Versions {
    First,
    NewProcessor,
    NewWriter,
}

/// Returns the size of a randomized test: `small` by default, `full` with `RIGMILL_TORTURE=full` in the environment.
#[allow(clippy::disallowed_methods, reason = "the size of the tests is no part of what is tested")]
pub(crate) fn torture(small: usize, full: usize) -> usize {
    if std::env::var_os("RIGMILL_TORTURE").is_some_and(|it| it == "full") { full } else { small }
}

/// Returns the first seed of a randomized test. `RIGMILL_TORTURE_SEED` in the environment overrides it.
#[allow(clippy::disallowed_methods, reason = "the seeds are no part of what is tested")]
pub(crate) fn first_seed(usual: u64) -> u64 {
    std::env::var("RIGMILL_TORTURE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(usual)
}

/// The methods of a [`Disk`] that use the real disk, except for `stamp` and `open_source`. Nothing is flushed.
macro_rules! unflushed_methods {
    () => {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            RealDisk.read(path)
        }

        fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
            RealDisk.create(path, bytes)
        }

        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            RealDisk.rename(from, to)
        }

        fn remove(&self, path: &Path) -> io::Result<()> {
            RealDisk.remove(path)
        }

        fn make_folder(&self, path: &Path) -> io::Result<()> {
            RealDisk.make_folder(path)
        }

        fn flush(&self, _: &Path, _: &[&Path]) -> io::Result<()> {
            Ok(())
        }
    };
}
pub(crate) use unflushed_methods;

/// The real disk without flushing, which matters only if a machine loses power, and would make thousands of builds slow.
pub(crate) struct UnflushedDisk;

impl Disk for UnflushedDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    unflushed_methods!();
}

pub(crate) struct Fixture {
    folder: TempDir,
    pub(crate) versions: Versions,
    pub(crate) program: &'static str,
    pub(crate) force: bool,
    pub(crate) verify: bool,
    pub(crate) jobs: usize,
    pub(crate) order: Order,
    /// The folder of a fixture that another process created.
    pub(crate) elsewhere: Option<PathBuf>,
    pub(crate) cached: bool,
    pub(crate) remote: Option<RemoteAccess>,
    pub(crate) executor: Option<Arc<dyn RemoteExecutor>>,
    pub(crate) kept: bool,
}

impl Fixture {
    pub(crate) fn new(sources: &[(&str, &str)]) -> Self {
        Self::below(&std::env::temp_dir(), sources)
    }

    /// Like [`Fixture::new`], but in memory if possible, because thousands of builds would be slow and wear out a disk.
    pub(crate) fn in_memory(sources: &[(&str, &str)]) -> Self {
        let memory = Path::new("/dev/shm");
        if cfg!(target_os = "linux") && memory.is_dir() { Self::below(memory, sources) } else { Self::new(sources) }
    }

    fn below(folder: &Path, sources: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir_in(folder).unwrap();
        let fixture = Self {
            folder,
            versions: Versions::First,
            program: "program",
            force: false,
            verify: false,
            jobs: 2,
            cached: true,
            remote: None,
            executor: None,
            kept: true,
            order: Order::Forward,
            elsewhere: None,
        };
        fs::create_dir(fixture.root()).unwrap();
        sources.iter().for_each(|(path, text)| fixture.write(path, text));
        fixture
    }

    /// Returns the folder of the fixture, for another process.
    pub(crate) fn folder(&self) -> &Path {
        self.elsewhere.as_deref().unwrap_or(self.folder.path())
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder().join("project")
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.root().join("build")
    }

    pub(crate) fn cache(&self) -> PathBuf {
        self.folder().join("cache")
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn output(&self, path: &str) -> String {
        fs::read_to_string(self.out().join("test").join(path)).unwrap()
    }

    pub(crate) fn all_outputs(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let target = self.out().join("test");
        files_below(&target)
            .into_iter()
            .map(|path| (path.strip_prefix(&target).unwrap().to_owned(), fs::read(&path).unwrap()))
            .collect()
    }

    pub(crate) fn damage_cache(&self) {
        for path in files_below(&self.cache()) {
            let mut bytes = fs::read(&path).unwrap();
            bytes.iter_mut().step_by(64).for_each(|byte| *byte ^= 4);
            fs::write(&path, bytes).unwrap();
        }
    }

    pub(crate) fn registry(&self) -> Registry {
        let registry = Registry::new()
            .with_importer(Words)
            .with_importer(Raw)
            .with_importer(Parts)
            .with_processor(Raw)
            .with_processor(Parts);
        match self.versions {
            Versions::First => registry.with_processor(Shout::<1>).with_writer(Up::<1>),
            Versions::NewProcessor => registry.with_processor(Shout::<2>).with_writer(Up::<1>),
            Versions::NewWriter => registry.with_processor(Shout::<1>).with_writer(Up::<2>),
        }
    }

    pub(crate) fn project(&self) -> Project {
        Project::find(Some(&self.root()), Some(&self.out()), Path::new("/")).unwrap()
    }

    pub(crate) fn program(&self) -> Digest {
        Digest::of(self.program.as_bytes())
    }

    pub(crate) fn options(&self) -> BuildOptions {
        BuildOptions {
            target: "test".to_owned(),
            other_targets: Vec::new(),
            jobs: Some(self.jobs),
            force: self.force,
            verify: self.verify,
            list_fresh: true,
            cache: self.cached.then(|| self.cache().into()),
            remote: self.remote.clone(),
            executor: self.executor.clone().map(|executor| ExecutorAccess { executor, kept: self.kept }),
            isolation: None,
            only: None,
            order: self.order,
            program: self.program(),
        }
    }

    pub(crate) fn build(&self) -> BuildReport {
        self.build_on(&RealDisk).unwrap()
    }

    /// Builds after an earlier build, since which only `changed` has changed.
    pub(crate) fn rebuild(&self, since: &Mark, changed: &[&str]) -> BuildReport {
        let paths: Vec<PathBuf> = changed.iter().map(|path| self.project().root().join(path)).collect();
        let changed = Changed { since, paths: &paths };
        rebuild(&self.project(), &self.registry(), &self.options(), changed, &RealDisk, &NoObserver).unwrap()
    }

    pub(crate) fn build_on(&self, disk: &dyn Disk) -> Result<BuildReport, rigmill_graph::GraphError> {
        build(&self.project(), &self.registry(), &self.options(), disk, &NoObserver)
    }

    /// Builds, and compares the result with `asset: status [reasons] stages; diagnostics` for each asset.
    pub(crate) fn check(&self, expected: &[&str]) {
        let report = self.build();
        let found: Vec<String> = report.assets.iter().map(line).collect();
        assert_eq!(found, expected);
    }
}

/// Returns `asset: status` for each asset that was not up to date.
pub(crate) fn worked(report: &BuildReport) -> Vec<String> {
    let worked = report.assets.iter().filter(|asset| !asset.why.is_empty());
    worked.map(|asset| format!("{}: {}", asset.asset, asset.status.name())).collect()
}

/// Returns the expected outputs of some sources (path and text), computed independently: `.txt` with `<file>` and `list`, and
/// `.parts`.
pub(crate) fn expected_outputs<S: AsRef<str>>(sources: &BTreeMap<S, S>) -> BTreeMap<PathBuf, Vec<u8>> {
    let texts: BTreeMap<&str, &str> = sources.iter().map(|(path, text)| (path.as_ref(), text.as_ref())).collect();
    let listed: Vec<&str> = texts.keys().copied().filter(|path| path.ends_with(".inc")).collect();
    let mut files = BTreeMap::new();
    for (path, text) in &texts {
        let (name, extension) = path.rsplit_once('.').unwrap();
        let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let word = |word: &str| match word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(file) => texts.get(format!("{folder}{file}").as_str()).map_or(word.to_owned(), ToString::to_string),
            None if word == "list" => listed.join(" "),
            None => word.to_owned(),
        };
        let words = text.split_whitespace().map(|it| word(it).to_uppercase());
        match extension {
            "txt" => drop(files.insert(format!("{name}.up").into(), words.collect::<Vec<_>>().join(" ").into_bytes())),
            "parts" => files.extend(
                words.zip(text.split(' ')).map(|(it, label)| (format!("{name}.{label}.up").into(), it.into_bytes())),
            ),
            _ => {}
        }
    }
    files
}

pub(crate) fn line(report: &AssetReport) -> String {
    let why: Vec<String> = report.why.iter().map(ToString::to_string).collect();
    let ran: Vec<&str> = report.ran.iter().map(|stage| stage.name()).collect();
    let reported = |d: &Diagnostic| format!("; {} {} {}", d.level.name(), d.code, d.message);
    let diagnostics: String = report.diagnostics.iter().map(reported).collect();
    format!("{}: {} [{}] {}{diagnostics}", report.asset, report.status.name(), why.join("; "), ran.join(" "))
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}
