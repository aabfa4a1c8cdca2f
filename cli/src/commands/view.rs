//! `rigmill view`

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rigmill_graph::Status;
use rigmill_pipeline::{Diagnostic, Registry};
use rigmill_view::{Problem, Server, ViewError};

use super::build::Built;
use super::picture;
use super::watch::{self, Outcome};
use crate::args::{Global, ProjectArgs, ViewArgs, WatchArgs};
use crate::failure::Failure;
use crate::output::shell::Shell;
use crate::project;

/// The target whose content the runtime plays.
const NATIVE: &str = "native";

/// How often built content is looked at that other programs may build anew.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How deep below a folder its content begins at most.
const CONTENT_DEPTH: usize = 8;

pub(crate) fn run(registry: &Registry, global: &Global, args: &ViewArgs, shell: &Shell) -> Result<bool, Failure> {
    if args.picture.png.is_some() || args.picture.gif.is_some() {
        return draw(registry, global, args, shell);
    }
    match args.path.as_deref().filter(|path| is_built_content(path)) {
        Some(folder) => show_folder(folder, args, shell),
        None => show_project(registry, global, args, shell),
    }
}

/// Draws the asset that the command line names, of a project that is built first, or of built content.
fn draw(registry: &Registry, global: &Global, args: &ViewArgs, shell: &Shell) -> Result<bool, Failure> {
    let asset = args.path.as_deref().unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
    let within = args.picture.project.as_deref();
    let (folder, success) = match within.filter(|path| is_built_content(path)) {
        Some(folder) => (folder.to_owned(), true),
        None => {
            let global = Global { target: vec![NATIVE.to_owned()], ..global.clone() };
            picture::build(registry, &global, within, shell)?
        }
    };
    picture::draw(&folder, &asset, &args.picture)?;
    Ok(success)
}

/// Builds a project, again on every change, and shows what comes of it.
fn show_project(registry: &Registry, global: &Global, args: &ViewArgs, shell: &Shell) -> Result<bool, Failure> {
    let global = Global { target: vec![NATIVE.to_owned()], ..global.clone() };
    let project = project::find(args.path.as_deref(), &global)?;
    let server = start(&project.target_folder(NATIVE), args, shell)?;
    let here = ProjectArgs { path: args.path.clone() };
    let watching = WatchArgs { project: here, force: false, verify: false, poll: None, timings: None };
    watch::run_with(registry, &global, &watching, shell, &|outcome| show(&server, outcome))
}

/// Shows built content, and what other programs make of it.
fn show_folder(folder: &Path, args: &ViewArgs, shell: &Shell) -> Result<bool, Failure> {
    ctrlc::set_handler(|| std::process::exit(0))
        .map_err(|error| Failure::other(format!("cannot wait for Ctrl-C: {error}"), None))?;
    let server = start(folder, args, shell)?;
    loop {
        thread::sleep(LOOK_EVERY);
        server.show_changed_files();
    }
}

fn start(folder: &Path, args: &ViewArgs, shell: &Shell) -> Result<Server, Failure> {
    let server =
        Server::start(folder, args.port).map_err(|error: ViewError| Failure::other(error.to_string(), None))?;
    let address = server.address();
    shell.result(&address);
    if !args.no_open && !open_browser(&address) {
        shell.note("no browser could be opened: open this address in one");
    }
    Ok(server)
}

/// Opens an address in the user's browser. Returns whether there is a program for that.
fn open_browser(address: &str) -> bool {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // Waited for by a thread, so that no process is left behind.
        Ok(mut child) => thread::Builder::new().spawn(move || child.wait()).is_ok(),
        Err(_) => false,
    }
}

/// Whether a folder has content files and is no project: that has a manifest, or its content in an output folder.
fn is_built_content(path: &Path) -> bool {
    let is_project = path.join("rigmill.toml").exists() || path.join("build").join(NATIVE).exists();
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

fn show(server: &Server, outcome: Outcome<'_>) {
    match outcome {
        Outcome::Built(built) => server.show(built.iter().flat_map(problems).collect(), built.iter().any(changed)),
        Outcome::Failed(failure) => server.show(why(failure), false),
    }
}

fn changed(built: &Built) -> bool {
    let is_new = |status| matches!(status, Status::Built | Status::Cached | Status::Removed);
    built.report.assets.iter().any(|asset| is_new(asset.status))
}

fn problems(built: &Built) -> Vec<Problem> {
    let of_assets = built.report.assets.iter().flat_map(|asset| &asset.diagnostics);
    built.report.diagnostics.iter().chain(of_assets).map(problem).collect()
}

fn why(failure: &Failure) -> Vec<Problem> {
    match failure.in_manifest() {
        Some((diagnostics, _)) => diagnostics.iter().map(problem).collect(),
        None => vec![Problem { level: "error".to_owned(), message: failure.to_string(), ..Problem::default() }],
    }
}

fn problem(diagnostic: &Diagnostic) -> Problem {
    let mut place = diagnostic.file.as_ref().map(ToString::to_string).unwrap_or_default();
    if let Some(location) = &diagnostic.location {
        place = format!("{place}:{}:{}", location.line, location.column);
    }
    Problem {
        level: diagnostic.level.name().to_owned(),
        code: diagnostic.code.to_string(),
        place,
        message: diagnostic.message.clone(),
        help: diagnostic.help.clone().unwrap_or_default(),
    }
}
