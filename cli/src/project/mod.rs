//! What commands have in common: finding the project, its target and the object cache.

pub(crate) mod cache;
pub(crate) mod environment;
pub(crate) mod mirror;
pub(crate) mod output;
pub(crate) mod picture_file;
pub(crate) mod remote;
pub(crate) mod unexpanded;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use rigmill_graph::{
    IGNORE_FILES, Located, MANIFEST, MAX_INDIVIDUALLY_CHECKED_OUTPUTS, Project, STATE_FOLDER, in_manifest,
};
use rigmill_pipeline::{Diagnostic, Level, SourcePath, codes, nearest};

use crate::args::Settings;
use crate::failure::Failure;
use crate::output::explanations;
use crate::output::printable::quoted;

/// The target for the runtime.
pub(crate) const NATIVE: &str = "native";

/// The maximum number of files in a project's folder whose names are compared with that of the manifest.
const MAX_COMPARED: usize = 1024;

/// Finds the project that the command line names.
pub(crate) fn find(path: Option<&Path>, settings: &Settings) -> Result<Project, Failure> {
    let current = env::current_dir().map_err(Failure::io("find the current folder", "."))?;
    let project = Project::find(path, settings.out.as_deref(), &current)?;
    let unknown: Vec<Diagnostic> = project.manifest().allowed_codes().filter_map(not_allowable).collect();
    if unknown.is_empty() { Ok(project) } else { Err(project.invalid_manifest(unknown).into()) }
}

/// Returns what is wrong with a code that the manifest allows. Codes of custom stages begin with a letter other than `R`.
fn not_allowable(code: &Located<String>) -> Option<Diagnostic> {
    let name = code.value.as_str();
    let begins_as_others = name.starts_with(|first: char| first.is_ascii_uppercase() && first != 'R');
    let (fact, help) = match codes::find(name) {
        _ if begins_as_others => return None,
        Some(code) if code.level != Some(Level::Error) => return None,
        Some(_) => {
            let help = format!("fix the cause of the error; `rigmill explain {name}` describes the error");
            (format!("{name} is an error, but only warnings can be allowed"), help)
        }
        None => (format!("no diagnostic has the code `{name}`"), help_for_code(name)),
    };
    Some(in_manifest(codes::UNKNOWN_NAME, fact, code.location.clone()).help(help))
}

fn help_for_code(unknown: &str) -> String {
    match explanations::meant(unknown) {
        Some(meant) => format!("did you mean `{meant}`? `rigmill explain {meant}` describes this code"),
        None => "write the code of a warning, such as R0121".to_owned(),
    }
}

/// Returns the target of a command that works on a single target.
pub(crate) fn one_target(project: &Project, settings: &Settings) -> String {
    let chosen = settings.target.first().cloned().or_else(|| project.targets().into_iter().next());
    chosen.unwrap_or_else(|| NATIVE.to_owned())
}

/// Returns the folder of the project that contains a path: the nearest folder with a manifest, from the path itself upwards.
pub(crate) fn root_around(path: &Path) -> Option<&Path> {
    path.ancestors().find(|folder| folder.join(MANIFEST).is_file())
}

/// Whether a folder has the default output folder of a project, with the state of a build.
pub(crate) fn is_built(root: &Path) -> bool {
    root.join("build").join(STATE_FOLDER).is_dir()
}

/// Returns the content of the target native in the default output folder that is nearest to a path; without one, an example.
pub(crate) fn native_near(path: &Path) -> PathBuf {
    let built = path.ancestors().map(|folder| folder.join("build").join(NATIVE)).find(|native| native.is_dir());
    built.unwrap_or_else(|| Path::new("build").join(NATIVE))
}

/// Fails if a folder is missing that a build would have written: an output folder inside a project.
pub(crate) fn must_be_built(folder: &Path) -> Result<(), Failure> {
    let current = env::current_dir().unwrap_or_default();
    let path = current.join(folder);
    let missing = path.parent().filter(|_| !path.exists());
    // In a project that is built, the path is wrong, and the error about the missing file suggests another.
    match missing.and_then(root_around).filter(|root| !is_built(root)) {
        Some(root) => {
            let help = format!("build the project first: rigmill build {}", quoted(root));
            Err(Failure::other(format!("{} does not exist", quoted(folder)), Some(&help)))
        }
        None => Ok(()),
    }
}

/// Describes which changes builds do not notice in a large output folder.
pub(crate) fn checked_by_folder(target: &str, outputs: usize) -> String {
    format!(
        "{target} has {outputs} output files, more than {MAX_INDIVIDUALLY_CHECKED_OUTPUTS}, so builds check only the folders of these files; \
         to find files that another program changed, run `rigmill build --verify`"
    )
}

/// The warning that a project has no `rigmill.toml`, but a file with a similar name.
pub(crate) fn misnamed_manifest(project: &Project) -> Option<Diagnostic> {
    if project.root().join(MANIFEST).exists() {
        return None;
    }
    let entries = fs::read_dir(project.root()).ok()?.flatten().take(MAX_COMPARED);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let known = IGNORE_FILES.into_iter().chain([MANIFEST]);
    let is_meant =
        |name: &&String| name.starts_with(MANIFEST) || nearest(name, known.clone()).is_some_and(|it| it == MANIFEST);
    let found = names.iter().find(is_meant)?;
    let message = format!("`{found}` is not read: the manifest must be named {MANIFEST}");
    let diagnostic =
        Diagnostic::warning(codes::MISNAMED_MANIFEST, message).help(format!("rename the file to {MANIFEST}"));
    Some(Diagnostic { file: SourcePath::new(found).ok(), ..diagnostic })
}
