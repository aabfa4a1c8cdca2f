//! Finds the folder of the object cache, and checks whether builds can use it.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;

use rigmill_disk::{read_file, real_path};
use rigmill_graph::{IGNORE_FILES, Project, STATE_FOLDER, ignoring_line};
use rigmill_pipeline::{Diagnostic, SourcePath, codes};
use rigmill_store::CacheFolder;

use super::NATIVE;
use crate::args::Settings;
use crate::output::printable::quoted;

/// The environment variable for the folder of the cache.
pub(crate) const VARIABLE: &str = "RIGMILL_CACHE_DIR";

/// How to get a cache.
const CHOOSE: &str = "choose a folder with --cache-dir or RIGMILL_CACHE_DIR";

/// The path of a file in a cache, as an example of the files that builds write there.
const EXAMPLE: &str = "v3/packs/0.pack";

/// The largest ignore file that is read, in bytes.
const LARGEST_IGNORE_FILE: u64 = 1 << 20;

/// The object cache in the folder from the command line, or else in the user's cache folder; `None` without either.
pub(crate) fn cache_folder(settings: &Settings) -> Option<CacheFolder> {
    let path = settings.cache.cache_dir.clone().or_else(default_cache_folder)?;
    Some(CacheFolder { path, max_size: settings.cache.cache_size })
}

/// Returns the cache folder in the user's home, according to the convention of the system; `None` for a user without a home
/// folder.
#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
fn default_cache_folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // According to the XDG specification, relative paths must be ignored.
        variable("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| Some(variable("HOME")?.join(".cache")))
    };
    Some(cache?.join("rigmill"))
}

/// Whether the environment names this cache folder.
#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
pub(crate) fn is_from_environment(path: &Path) -> bool {
    env::var_os(VARIABLE).is_some_and(|folder| folder == path)
}

/// The warning that the cache folder from the command line is a file, or would be in a file.
pub(crate) fn no_cache_folder(settings: &Settings) -> Option<Diagnostic> {
    let path = settings.cache.cache_dir.as_ref()?;
    let existing = path.ancestors().find(|it| it.exists()).filter(|it| !it.is_dir())?;
    let why = if existing == path {
        "is a file".to_owned()
    } else {
        format!("cannot be created: {} is a file", quoted(existing))
    };
    Some(unused(&format!("the cache folder {} {why}", quoted(path))))
}

/// The warnings about the object cache of a build: builds cannot write into its folder, or its files are among the sources.
pub(crate) fn warnings(project: &Project, settings: &Settings) -> Vec<Diagnostic> {
    let unusable = no_cache_folder(settings).or_else(|| not_writable(settings));
    unusable.or_else(|| among_sources(project, settings)).into_iter().collect()
}

/// The warning that builds cannot store results. Creates the folder of the cache, as builds do.
fn not_writable(settings: &Settings) -> Option<Diagnostic> {
    if settings.cache.cache_size == 0 {
        return None;
    }
    let Some(CacheFolder { path, .. }) = cache_folder(settings) else {
        return Some(unused("there is no cache folder, because this user has no home folder"));
    };
    if let Err(error) = fs::create_dir_all(&path) {
        return Some(unused(&format!("the cache folder {} cannot be created: {error}", quoted(&path))));
    }
    let probe = path.join(format!(".rigmill-{}", process::id()));
    if let Err(error) = File::create(&probe) {
        let message = format!("cannot write to the cache folder {}: {error}", quoted(&path));
        let message = format!("{message}, so Rigmill stores no results in the object cache");
        return Some(
            Diagnostic::warning(codes::CACHE_FOLDER, message)
                .help(format!("get write access to this folder, or {CHOOSE}")),
        );
    }
    // An empty hidden file that stays does no harm.
    let _ = fs::remove_file(&probe);
    None
}

fn unused(why: &str) -> Diagnostic {
    Diagnostic::warning(codes::CACHE_FOLDER, format!("{why}, so Rigmill does not use the object cache")).help(CHOOSE)
}

/// The warning that builds would find the files of the cache in the project.
fn among_sources(project: &Project, settings: &Settings) -> Option<Diagnostic> {
    let path = settings.cache.cache_dir.as_ref()?;
    let root = real_path(project.root()).ok()?;
    let folder = real_path(path).ok()?;
    let out = real_path(project.out()).unwrap_or_else(|_| project.out().to_owned());
    let inside = folder.strip_prefix(&root).ok().filter(|_| !folder.starts_with(out))?.to_str()?.replace('\\', "/");
    let is_out = |folder: &Path| folder.starts_with(&root) && folder.join(STATE_FOLDER).is_dir();
    let is_hidden = inside.split('/').any(|name| name.starts_with('.'));
    if is_hidden || folder.ancestors().any(is_out) || is_ignored(&root, &inside) || is_excluded(project, &inside) {
        return None;
    }
    let message =
        format!("the cache folder {} is inside the project, so Rigmill searches it for sources", quoted(path));
    let help = "use --cache-dir or RIGMILL_CACHE_DIR to choose a folder outside the project, or a hidden folder such as .rigmill-cache";
    Some(Diagnostic::warning(codes::CACHE_IN_PROJECT, message).help(help))
}

/// Whether an ignore file of the project ignores a folder.
fn is_ignored(root: &Path, folder: &str) -> bool {
    let ends = folder.match_indices('/').map(|(end, _)| end + 1);
    std::iter::once(0).chain(ends).any(|begin| {
        let ignores = |name: &&str| {
            let content = read_file(&root.join(&folder[..begin]).join(name), LARGEST_IGNORE_FILE);
            content.is_ok_and(|content| ignoring_line(&content, &folder[begin..]).is_some())
        };
        IGNORE_FILES.iter().any(ignores)
    })
}

/// Whether a rule of the manifest excludes the files of a folder.
fn is_excluded(project: &Project, folder: &str) -> bool {
    let Ok(file) = SourcePath::new(format!("{folder}/{EXAMPLE}").trim_start_matches('/')) else { return false };
    let rules = project.manifest().rules.all();
    rules.iter().rfind(|rule| rule.applies_to(&file, NATIVE)).is_some_and(|rule| rule.excluded)
}
