//! `rigmill view`: shows content in the browser, or draws a picture of it.

mod browser;
mod edition;
mod toolchain;
mod trial;

use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rigmill_disk::{RealDisk, RegularFile};
use rigmill_format::pack::PACK_MAGIC;
use rigmill_graph::{GraphError, MANIFEST, Project, survey};
use rigmill_pipeline::Registry;
use rigmill_view::{Server, Toolchain, ViewError};

use self::browser::Opened;
use self::edition::Editor;
use self::toolchain::ProjectToolchain;
use super::watch::Original;
use super::{picture, watch};
use crate::args::{ProjectArgs, Settings, ViewArgs, WatchArgs};
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::shell::Shell;
use crate::program;
use crate::project::mirror::{self, Company, Mirror};
use crate::project::{self, NATIVE};

/// The interval at which built content is checked for changes by other programs.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The interval at which a single file is checked.
const GLANCE: Duration = Duration::from_millis(50);

/// The maximum depth below a folder at which its content can begin.
const CONTENT_DEPTH: usize = 8;

/// What the command line refers to.
enum Shown {
    /// A project, and the asset to show first.
    Project { root: Option<PathBuf>, first: Option<String> },
    /// A folder of built content, and the asset to show first.
    Content { folder: PathBuf, first: Option<String> },
    /// A source without a project.
    Source(PathBuf),
}

pub(crate) fn run(
    registry: &Arc<Registry>,
    settings: &Settings,
    args: &ViewArgs,
    shell: &Shell,
) -> Result<bool, Failure> {
    let settings = Settings { target: vec![NATIVE.to_owned()], ..settings.clone() };
    let view = View { registry, settings, args, shell };
    if args.picture.is_wanted() {
        return view.draw();
    }
    match view.named()? {
        Shown::Project { root, first } => view.show_project(root, first.as_deref()),
        Shown::Content { folder, first } => view.show_content(&folder, first.as_deref()),
        Shown::Source(file) => view.show_source(&file),
    }
}

/// The state of one invocation.
struct View<'a> {
    registry: &'a Arc<Registry>,
    settings: Settings,
    args: &'a ViewArgs,
    shell: &'a Shell,
}

impl View<'_> {
    /// Determines what the command line refers to: a path, or else an asset of the project in the current folder.
    fn named(&self) -> Result<Shown, Failure> {
        let Some(path) = self.args.path.as_deref() else { return Ok(Shown::Project { root: None, first: None }) };
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_built_content(path) {
            return Ok(Shown::Content { folder: path.to_owned(), first: None });
        }
        if path.is_dir() || name == MANIFEST {
            return Ok(Shown::Project { root: Some(path.to_owned()), first: None });
        }
        if !path.is_file() {
            return self.asset_here(path);
        }
        if is_pack(path) {
            return Err(packed(path));
        }
        if let Some(asset) = name.strip_suffix(".rmb") {
            let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
            return Ok(Shown::Content { folder: folder.to_owned(), first: Some(asset.to_owned()) });
        }
        Ok(match mirror::project_of(path) {
            Some((root, source)) => {
                self.must_be_asset(path, &root, &source)?;
                Shown::Project { root: Some(root), first: Some(source) }
            }
            None => Shown::Source(path.to_owned()),
        })
    }

    /// Fails for a file of a project that is not the source of an asset. Other errors are left to the build.
    fn must_be_asset(&self, path: &Path, root: &Path, source: &str) -> Result<(), Failure> {
        let project = project::find(Some(root), &self.settings)?;
        match survey(&project, self.registry, NATIVE, program::digest()?, Some(source), &RealDisk) {
            Err(error @ (GraphError::NoAsset { .. } | GraphError::NotASource { .. } | GraphError::Ignored { .. })) => {
                Err(mirror::source_of(path, self.registry).err().unwrap_or_else(|| error.into()))
            }
            _ => Ok(()),
        }
    }

    /// Returns an asset of the current project by its name, or by the name of its content.
    fn asset_here(&self, path: &Path) -> Result<Shown, Failure> {
        let Ok(project) = project::find(None, &self.settings) else {
            // The error that the path does not exist is more helpful than others.
            return project::find(Some(path), &self.settings).map(|_| Shown::Source(path.to_owned()));
        };
        let name = path.to_string_lossy().replace('\\', "/");
        let known = |name: &str| {
            survey(&project, self.registry, NATIVE, program::digest()?, Some(name), &RealDisk).map_err(Failure::from)
        };
        let of_content = |error| name.rsplit_once('.').and_then(|(stem, _)| known(stem).ok()).ok_or(error);
        match known(&name) {
            Err(error @ Failure::Graph(GraphError::NoAsset { .. } | GraphError::NotASource { .. })) => {
                drop(of_content(error)?)
            }
            other => drop(other?),
        }
        Ok(Shown::Project { root: None, first: Some(name) })
    }

    /// Builds what the command line refers to, and draws it.
    fn draw(&self) -> Result<bool, Failure> {
        let (registry, shell, args) = (self.registry, self.shell, &self.args.picture);
        picture::check_files(args)?;
        match self.named_for_pictures()? {
            Shown::Project { root, first: Some(asset) } => {
                let built = picture::build_for(registry, &self.settings, root.as_deref(), &asset, args, shell)?;
                if built.has_failed(&asset) {
                    return Ok(false);
                }
                // Other assets may have failed, but the picture does not show them.
                picture::draw(&built.folder, &asset, args).map(|()| true)
            }
            Shown::Content { folder, first: Some(asset) } => picture::draw(&folder, &asset, args).map(|()| true),
            Shown::Source(file) => {
                let mirror = Mirror::new(&file, Company::Posed, registry)?;
                let settings = self.settings.clone().at(mirror.out());
                let (project, asset) = (mirror.project(), mirror.source().as_str());
                let built = picture::build(registry, &settings, &project, mirror.beside(), shell)?;
                if built.has_failed(asset) {
                    return Ok(false);
                }
                picture::draw(&built.folder, asset, args).map(|()| true)
            }
            _ => Err(Failure::other(
                "the command line does not say which asset to draw",
                Some("write the name of an asset, such as Models/Grund; --project sets the project folder"),
            )),
        }
    }

    /// Like [`named`](Self::named), but in the folder of `--project`. A name that is not a file is treated as an asset, even
    /// without a source.
    fn named_for_pictures(&self) -> Result<Shown, Failure> {
        let path = self.args.path.as_deref().unwrap_or(Path::new(""));
        let first = Some(path.to_string_lossy().replace('\\', "/"));
        match self.args.picture.project.as_deref() {
            Some(file) if is_pack(file) => Err(packed(file)),
            Some(folder) if is_built_content(folder) => Ok(Shown::Content { folder: folder.to_owned(), first }),
            None if path.exists() => self.named(),
            root => Ok(Shown::Project { root: root.map(Path::to_owned), first }),
        }
    }

    /// Builds a project, rebuilds it on every change, and shows the results.
    fn show_project(&self, root: Option<PathBuf>, first: Option<&str>) -> Result<bool, Failure> {
        let project = project::find(root.as_deref(), &self.settings)?;
        self.show(&project, &self.settings, first, None)
    }

    fn show(
        &self,
        project: &Project,
        settings: &Settings,
        first: Option<&str>,
        original: Option<Original<'_>>,
    ) -> Result<bool, Failure> {
        let root = project.root().to_owned();
        let toolchain = Arc::new(ProjectToolchain::new(self.registry.clone(), settings.clone(), root.clone()));
        let (server, _opened) = self.start(&project.target_folder(NATIVE), Some(toolchain.clone()), first)?;
        let editor = RefCell::new(Editor::default());
        let here = ProjectArgs { path: Some(root) };
        let watching = WatchArgs { project: here, ..WatchArgs::default() };
        watch::run_for_viewer(self.registry, settings, &watching, original, self.shell, &|outcome| {
            let edition = editor.borrow_mut().edition(outcome);
            if !edition.assets.is_empty() {
                toolchain.forget();
            }
            server.show(edition);
        })
    }

    /// Builds a source with default rules in a temporary project, and rebuilds it when it is saved.
    fn show_source(&self, file: &Path) -> Result<bool, Failure> {
        let mut mirror = Mirror::new(file, Company::Posed, self.registry)?;
        let settings = self.settings.clone().at(mirror.out());
        let project = project::find(Some(&mirror.project()), &settings)?;
        let (first, folder) = (mirror.source().to_string(), mirror.beside().to_owned());
        let original = Original { file, folder: &folder };
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(Ordering::Acquire) {
                    thread::sleep(GLANCE);
                    mirror.follow(self.registry);
                }
            });
            let shown = self.show(&project, &settings, Some(&first), Some(original));
            ended.store(true, Ordering::Release);
            shown
        })
    }

    /// Shows built content, and updates it when other programs build it again.
    fn show_content(&self, folder: &Path, first: Option<&str>) -> Result<bool, Failure> {
        let ended = Arc::new(AtomicBool::new(false));
        let ending = ended.clone();
        ctrlc::set_handler(move || ending.store(true, Ordering::Release))
            .map_err(|error| Failure::other(format!("cannot wait for Ctrl-C: {error}"), None))?;
        let (server, _opened) = self.start(folder, None, first)?;
        while !ended.load(Ordering::Acquire) {
            thread::sleep(LOOK_EVERY);
            server.show_changed_files();
        }
        Ok(true)
    }

    fn start(
        &self,
        folder: &Path,
        toolchain: Option<Arc<dyn Toolchain>>,
        first: Option<&str>,
    ) -> Result<(Server, Option<Opened>), Failure> {
        let failed = |error: ViewError| {
            let help = matches!(error, ViewError::Listen { .. })
                .then_some("choose a different port with --port, or leave out --port");
            Failure::other(error.to_string(), help)
        };
        let server = Server::start(folder, self.args.port, toolchain).map_err(failed)?;
        let address = server.address() + &first.map(wish).unwrap_or_default();
        self.shell.result(&address);
        let opened = if self.args.no_open { None } else { browser::open(&address) };
        if opened.is_none() && !self.args.no_open {
            self.shell.note("cannot open a browser: open this address in your browser");
        }
        Ok((server, opened))
    }
}

/// Returns the end of an address that shows an asset first.
fn wish(name: &str) -> String {
    name.bytes().fold("#show=".to_owned(), |mut wish, byte| {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            wish.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(wish, "%{byte:02X}");
        }
        wish
    })
}

/// Whether a path is a pack.
fn is_pack(path: &Path) -> bool {
    let head = RegularFile::open(path).and_then(|mut file| file.head(PACK_MAGIC.len() as u64));
    head.is_ok_and(|head| head == PACK_MAGIC)
}

/// The failure for a pack.
fn packed(path: &Path) -> Failure {
    let help = format!(
        "choose the folder of the packed content, such as build/native; `rigmill inspect {}` shows the pack",
        quoted(path)
    );
    Failure::other(
        format!("{} is a pack, but `rigmill view` shows only folders of built content", quoted(path)),
        Some(&help),
    )
}

/// Whether a folder contains content files but is not a project. A project has a manifest, or its content is in an output
/// folder.
fn is_built_content(path: &Path) -> bool {
    let is_project = path.join(MANIFEST).exists() || path.join("build").join(NATIVE).exists();
    path.is_dir() && !is_project && has_content(path, CONTENT_DEPTH)
}

fn has_content(folder: &Path, depth: usize) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => depth > 0 && has_content(&entry.path(), depth - 1),
        Ok(kind) => kind.is_file() && entry.path().extension().is_some_and(|it| it == "rmb"),
        Err(_) => false,
    })
}
