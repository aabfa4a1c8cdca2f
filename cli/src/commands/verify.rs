//! `rigmill verify`: checks content files and packs for damage.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::{RegularFile, real_path};
use rigmill_format::pack::PackError;
use rigmill_graph::STATE_FOLDER;
use rigmill_pipeline::{Diagnostic, SourcePath, codes};
use rigmill_runtime::content::Pack;
use walkdir::{DirEntry, WalkDir};

use crate::args::{MessageFormat, Settings, VerifyArgs};
use crate::content_file;
use crate::failure::Failure;
use crate::output::diagnostics::print_diagnostics;
use crate::output::message;
use crate::output::paths::shown_path;
use crate::output::printable::quoted;
use crate::output::remedy::split_remedy;
use crate::output::shell::{ERROR, SUCCESS, Shell, styled};
use crate::project::{self, NATIVE, must_be_built, native_near, root_around};

/// The extension of packs.
const PACK: &str = "rmp";

/// How to fix damaged content.
pub(super) const REMEDY: &str = "build the content again, or copy an undamaged version of the file";

/// How to fix a file that is not content.
const NOT_CONTENT: &str =
    "choose a content file (.rmb), a pack (.rmp) or a folder with such files; `rigmill build` checks sources";

/// The extensions of files of other targets than native.
const OTHER_TARGETS: [(&str, &str); 2] = [("glb", "gltf"), ("xnb", "xna")];

/// How to check a file of another target.
const OF_OTHER_TARGET: &str =
    "show the file with `rigmill inspect`; `rigmill build --verify` checks the output files of all targets";

/// How to fix a file with the name of a pack that is none.
const NOT_A_PACK: &str = "choose a pack that `rigmill pack` wrote: this file has the extension .rmp, but is not a pack";

/// How to fix a file that cannot be read.
const PERMISSIONS: &str = "check the permissions of the file and its folder";

pub(crate) fn run(settings: &Settings, args: &VerifyArgs, shell: &Shell) -> Result<bool, Failure> {
    let reporter = Reporter { format: settings.appearance.message_format, shell };
    must_be_built(&args.dir)?;
    let (mut good, mut bad) = (0_usize, 0_usize);
    let mut remedies = Vec::new();
    for path in checked_files(&args.dir)? {
        match verify(&path) {
            Ok(found) => {
                good += 1;
                reporter.good(&path, &found);
            }
            Err(error) => {
                bad += 1;
                if !remedies.contains(&error.help) {
                    remedies.push(error.help);
                }
                reporter.bad(&path, &error);
            }
        }
    }
    let others = other_targets(&args.dir);
    let found_nothing = (good + bad == 0).then(|| nothing_to_verify(&args.dir, &others, settings));
    print_diagnostics(found_nothing.iter(), &args.dir, reporter.format, shell);
    let success = bad == 0 && found_nothing.is_none();
    if reporter.format == MessageFormat::Json {
        shell.json(message::verify_finished(good, bad, success));
    } else if !shell.quiet() {
        for (target, files) in others.iter().filter(|_| good + bad > 0) {
            shell.note(format_args!(
                "note: {files} files of the target {target} were not checked; `rigmill build --verify` checks these files"
            ));
        }
        if reporter.format == MessageFormat::Human {
            shell.print_stderr_lines(remedies.iter().map(|help| format!("help: {help}")));
        }
        let files = if good + bad == 1 { "file" } else { "files" };
        shell.result(format_args!("verified {} content {files}: {good} good, {bad} bad", good + bad));
    }
    Ok(success)
}

/// Returns the content files below a folder, in order, or the named file.
fn checked_files(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    // Files in the state folder are not finished content.
    let content = |entry: &DirEntry| entry.depth() == 0 || entry.file_name() != STATE_FOLDER;
    let mut files = Vec::new();
    for entry in WalkDir::new(dir).sort_by_file_name().into_iter().filter_entry(content) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(dir).to_owned();
            Failure::Io {
                doing: "read",
                path,
                error: error.into_io_error().unwrap_or_else(|| io::Error::other("folders and links form a cycle")),
            }
        })?;
        files.extend(is_checked(&entry).then(|| entry.into_path()));
    }
    Ok(files)
}

/// Reports each file when it has been checked.
struct Reporter<'a> {
    format: MessageFormat,
    shell: &'a Shell,
}

impl Reporter<'_> {
    fn good(&self, path: &Path, content: &str) {
        if self.format == MessageFormat::Json {
            self.shell.json(message::verified(path, content));
        } else if self.shell.verbose() {
            self.shell.result(format_args!("{} {}: {content}", styled(SUCCESS, "good"), quoted(path)));
        }
    }

    fn bad(&self, path: &Path, error: &Bad) {
        if self.format == MessageFormat::Human {
            let bad = styled(ERROR, format_args!("bad[{}]", codes::CONTENT_DAMAGED.id));
            self.shell.print_stderr(format_args!("{bad} {}: {}", quoted(path), error.fact));
            return;
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut diagnostic = Diagnostic::error(codes::CONTENT_DAMAGED, error.fact.as_str()).help(error.help);
        diagnostic.file = path.file_name().and_then(|name| SourcePath::new(name.to_str()?).ok());
        print_diagnostics(std::iter::once(&diagnostic), folder, self.format, self.shell);
    }
}

/// Why a file is bad, and how to fix it.
struct Bad {
    fact: String,
    help: &'static str,
}

/// Returns how to fix the bad file at a path.
fn remedy(path: &Path) -> &'static str {
    match path.extension().and_then(OsStr::to_str) {
        Some("rmb" | PACK) => REMEDY,
        Some("xnb" | "glb") => OF_OTHER_TARGET,
        _ => NOT_CONTENT,
    }
}

fn nothing_to_verify(dir: &Path, others: &BTreeMap<&str, usize>, settings: &Settings) -> Diagnostic {
    let message = format!("there is nothing to verify: no content file (.rmb) or pack (.rmp) in {}", quoted(dir));
    let root = root_around(dir);
    let help = match (others.keys().next(), root) {
        (Some(target), _) => {
            format!("run `{} --verify` to check the files of the `{target}` target", build_command(root))
        }
        (None, Some(root)) => help_in_project(dir, root, settings),
        (None, None) => format!(
            "choose the output folder of the `native` target, such as {}; to check the files of all targets, run `rigmill build --verify`",
            quoted(&native_near(dir))
        ),
    };
    Diagnostic::error(codes::NOTHING_TO_VERIFY, message).help(help)
}

/// What to do about a folder without content in a project.
fn help_in_project(dir: &Path, root: &Path, settings: &Settings) -> String {
    let build = build_command(Some(root));
    let path = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    let Ok(project) = project::find(Some(path), settings) else { return format!("build the project first: {build}") };
    let native = project.target_folder(NATIVE);
    let is_native = || real_path(dir).is_ok_and(|dir| dir.starts_with(&native));
    if !project.state_folder().is_dir() {
        format!("build the project first: {build}")
    } else if native.is_dir() && !is_native() {
        format!("choose the output folder of the `native` target: {}", quoted(&shown_path(&native)))
    } else {
        format!("check the files of all targets with `{build} --verify`")
    }
}

/// The command that builds a project; without a folder, the project in the current folder.
fn build_command(root: Option<&Path>) -> String {
    match root.filter(|root| !root.as_os_str().is_empty()) {
        Some(root) => format!("rigmill build {}", quoted(root)),
        None => "rigmill build".to_owned(),
    }
}

/// Counts the files of other targets below a folder that builds wrote.
fn other_targets(dir: &Path) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    if !real_path(dir).is_ok_and(|dir| dir.ancestors().any(|it| it.join(STATE_FOLDER).is_dir())) || dir.is_file() {
        return found;
    }
    let content = |entry: &DirEntry| entry.depth() == 0 || entry.file_name() != STATE_FOLDER;
    for entry in WalkDir::new(dir).into_iter().filter_entry(content).flatten() {
        let extension = entry.path().extension();
        let target = OTHER_TARGETS.iter().find(|(other, _)| extension.is_some_and(|it| it == *other));
        target.into_iter().for_each(|(_, target)| *found.entry(*target).or_default() += 1);
    }
    found
}

/// Whether to check an entry: it has the extension of a content file, or was named on the command line. Pipes and other special
/// files are rejected when they are opened.
fn is_checked(entry: &DirEntry) -> bool {
    let is_content = |extension: &OsStr| extension == "rmb" || extension == PACK;
    let named = entry.depth() == 0 || entry.path().extension().is_some_and(is_content);
    let leads_to_folder = || entry.path_is_symlink() && entry.path().is_dir();
    named && !entry.file_type().is_dir() && !leads_to_folder()
}

fn verify(path: &Path) -> Result<String, Bad> {
    let unread = |error: io::Error| {
        let help = if error.kind() == io::ErrorKind::PermissionDenied { PERMISSIONS } else { remedy(path) };
        Bad { fact: format!("cannot read: {error}"), help }
    };
    let damaged = |error: &str| Bad { fact: split_remedy(error).0.to_owned(), help: remedy(path) };
    if path.extension().is_some_and(|extension| extension == PACK) {
        // Opening a pipe directly would block.
        RegularFile::open(path).map_err(unread)?;
        let files = Pack::open(path).and_then(|pack| pack.verify()).map_err(|error| {
            let bad = damaged(&error.to_string());
            if is_no_pack(&error) { Bad { help: NOT_A_PACK, ..bad } } else { bad }
        })?;
        return Ok(format!("pack of {files} files"));
    }
    let bytes = content_file::read(path).map_err(unread)?;
    let header = rigmill_format::verify(&bytes).map_err(|error| damaged(&error.to_string()))?;
    Ok(format!("{} version {}", header.content_type, header.content_version))
}

/// Whether a file cannot be opened as a pack because it does not begin like one.
pub(super) fn is_no_pack(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<PackError>());
    matches!(inner, Some(PackError::Magic { .. }))
}
