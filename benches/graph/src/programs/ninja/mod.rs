//! ninja over the same sources: each edge is a process that copies one source, with the same dependencies.

mod log;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::console::note;
use crate::failure::Failure;
use crate::programs::child::{self, Ran, Run};
use crate::sources::{Changed, Need, SourceFile, Sources, add_comment};
use log::NinjaLog;

const NOTHING_TO_DO: &str = "ninja: no work to do.";

/// Returns the output of `ninja --version`.
///
/// # Errors
///
/// Returns an error if ninja is not installed.
pub(crate) fn version() -> Result<String, Failure> {
    let output = Command::new("ninja").arg("--version").output().map_err(Failure::NoNinja)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A folder with a `build.ninja` and the outputs of ninja.
pub(crate) struct NinjaPlace {
    folder: PathBuf,
}

impl NinjaPlace {
    /// Creates the folder, which must not exist, next to the folder of the sources, and its `build.ninja`.
    pub(crate) fn create(folder: PathBuf, sources: &Sources) -> Result<Self, Failure> {
        fs::create_dir(&folder).map_err(Failure::at(&folder))?;
        let file = folder.join("build.ninja");
        let written = File::create(&file).and_then(|file| {
            let mut file = BufWriter::new(file);
            writeln!(file, "rule cp\n  command = cp $in $out")?;
            for source in sources.files() {
                let need = match &source.need {
                    Some(Need::Value(path)) => format!(" | {path}"),
                    Some(Need::Reference(path)) => format!(" || {path}"),
                    None => String::new(),
                };
                writeln!(file, "build {}: cp {}{need}", source.path, seen_from_here(sources, &source))?;
            }
            file.flush()
        });
        written.map_err(Failure::at(&file))?;
        Ok(Self { folder })
    }

    /// Runs ninja, and checks that it ran this number of edges.
    pub(crate) fn build(&self, edges: u32) -> Result<Run, Failure> {
        let ran = self.run()?;
        let wanted = if edges == 0 { NOTHING_TO_DO.to_owned() } else { format!("[{edges}/{edges}] ") };
        if ran.output.lines().last().is_some_and(|line| line.starts_with(&wanted)) {
            return Ok(ran.run);
        }
        Err(Failure::Unexpected { command: child::command_line(&self.command()), wanted, output: ran.output })
    }

    /// Creates the results of a complete build (copies and log) without a hundred thousand processes. Then runs ninja, which
    /// builds everything that it does not consider finished.
    pub(crate) fn make_finished(&self, sources: &Sources) -> Result<(), Failure> {
        self.copy_all(sources)?;
        let ran = self.run()?;
        if !ran.output.contains(NOTHING_TO_DO) {
            note("this version of ninja has a different log format, so ninja had to build everything itself");
        }
        self.build(0).map(drop)
    }

    /// Adds a comment to the `build.ninja`.
    pub(crate) fn comment(&self) -> Result<(), Failure> {
        add_comment(&self.folder.join("build.ninja"))
    }

    /// Checks that a changed source was copied.
    pub(crate) fn check(&self, sources: &Sources, changed: &Changed) -> Result<(), Failure> {
        let (source, copy) = (sources.root().join(&changed.path), self.folder.join(&changed.path));
        let read = |path: &Path| fs::read(path).map_err(Failure::at(path));
        if read(&source)? == read(&copy)? { Ok(()) } else { Err(Failure::Stale(copy)) }
    }

    fn command(&self) -> Command {
        let mut ninja = Command::new("ninja");
        ninja.arg("-C").arg(&self.folder);
        ninja
    }

    fn run(&self) -> Result<Ran, Failure> {
        child::run(&mut self.command(), &self.folder)
    }

    fn copy_all(&self, sources: &Sources) -> Result<(), Failure> {
        let mut log = NinjaLog::create(&self.folder)?;
        for source in sources.files() {
            let copy = self.folder.join(&source.path);
            let folder = copy.parent().unwrap_or(&self.folder);
            fs::create_dir_all(folder).map_err(Failure::at(folder))?;
            fs::copy(sources.root().join(&source.path), &copy).map_err(Failure::at(&copy))?;
            log.add(&source.path, &copy, &format!("cp {} {}", seen_from_here(sources, &source), source.path))?;
        }
        log.finish()
    }
}

/// Returns a source's path relative to ninja's folder.
fn seen_from_here(sources: &Sources, source: &SourceFile) -> String {
    let project = sources.root().file_name().unwrap_or_default().to_string_lossy();
    format!("../{project}/{}", source.path)
}
