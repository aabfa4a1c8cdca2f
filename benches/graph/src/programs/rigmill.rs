//! [`Rigmill`]: the program, and its builds in one output folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::args::Args;
use crate::console::note;
use crate::failure::Failure;
use crate::programs::child::{self, Run};
use crate::sources::{Changed, Sources};

/// The program under test.
#[derive(Clone, Debug)]
pub(crate) struct Rigmill {
    program: PathBuf,
}

impl Rigmill {
    /// Returns the program that the command line names, or builds this repository's program.
    pub(crate) fn find(args: &Args) -> Result<Self, Failure> {
        let program = match &args.rigmill {
            Some(program) => program.canonicalize().map_err(Failure::at(program))?,
            None => built_by_cargo(&args.profile)?,
        };
        Ok(Self { program })
    }

    /// Returns the output of `rigmill --version`.
    pub(crate) fn version(&self) -> Result<String, Failure> {
        let output = Command::new(&self.program).arg("--version").output();
        let output = output.map_err(|error| Failure::Start { program: self.program.display().to_string(), error })?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Returns the command `rigmill COMMAND` for the sources, with a separate output folder and cache.
    pub(crate) fn command(&self, command: &str, sources: &Sources, place: &RigmillPlace) -> Command {
        let mut rigmill = Command::new(&self.program);
        rigmill.arg(command).arg(sources.root());
        rigmill.arg("--out").arg(place.folder.join("out")).arg("--cache-dir").arg(&place.cache);
        rigmill
    }

    /// Builds, and checks that this number of assets was built and all others were fresh.
    pub(crate) fn build(&self, sources: &Sources, place: &RigmillPlace, built: u32) -> Result<Run, Failure> {
        self.run(sources, place, [built, 0])
    }

    /// Builds, and checks that every asset came from the object cache.
    pub(crate) fn restore(&self, sources: &Sources, place: &RigmillPlace) -> Result<Run, Failure> {
        self.run(sources, place, [0, sources.assets()])
    }

    fn run(&self, sources: &Sources, place: &RigmillPlace, [built, cached]: [u32; 2]) -> Result<Run, Failure> {
        let mut command = self.command("build", sources, place);
        let ran = child::run(&mut command, &place.folder)?;
        let fresh = sources.assets() - built - cached;
        let wanted = format!("built {built}, cached {cached}, fresh {fresh}, failed 0 in ");
        if ran.output.lines().last().is_some_and(|line| line.starts_with(&wanted)) {
            return Ok(ran.run);
        }
        Err(Failure::Unexpected { command: child::command_line(&command), wanted, output: ran.output })
    }
}

/// The output folder and the object cache for a series of builds.
pub(crate) struct RigmillPlace {
    folder: PathBuf,
    cache: PathBuf,
}

impl RigmillPlace {
    /// Creates the folder, which must not exist, for an output and a cache.
    pub(crate) fn create(folder: PathBuf) -> Result<Self, Failure> {
        fs::create_dir(&folder).map_err(Failure::at(&folder))?;
        Ok(Self { cache: folder.join("cache"), folder })
    }

    /// Creates the folder, which must not exist, for another output with the same cache.
    pub(crate) fn with_same_cache(&self, folder: PathBuf) -> Result<Self, Failure> {
        Ok(Self { cache: self.cache.clone(), ..Self::create(folder)? })
    }

    /// Returns the output file of an asset.
    pub(crate) fn output(&self, asset: &str) -> PathBuf {
        self.folder.join("out/native").join(format!("{asset}.rmb"))
    }

    /// Checks that the outputs were built from the current content of the changed source.
    pub(crate) fn check(&self, changed: &Changed) -> Result<(), Failure> {
        let stale = changed.marked.iter().map(|asset| self.output(asset)).find(|output| !holds(output, &changed.mark));
        stale.map_or(Ok(()), |output| Err(Failure::Stale(output)))
    }

    /// Checks that an asset's output is the same as in another place.
    pub(crate) fn check_same(&self, other: &Self, asset: &str) -> Result<(), Failure> {
        let [output, wanted] = [self, other].map(|place| place.output(asset));
        let read = |path: &Path| fs::read(path).map_err(Failure::at(path));
        if read(&output)? == read(&wanted)? { Ok(()) } else { Err(Failure::Stale(output)) }
    }
}

/// Whether a file contains a mark.
pub(crate) fn holds(output: &Path, mark: &[u8]) -> bool {
    fs::read(output).is_ok_and(|bytes| bytes.windows(mark.len()).any(|window| window == mark))
}

/// Builds this repository's program, and returns its path as reported by cargo.
fn built_by_cargo(profile: &str) -> Result<PathBuf, Failure> {
    note(format_args!("building rigmill ({profile})"));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--package", "rigmill-cli", "--bin", "rigmill", "--profile", profile]);
    cargo.args(["--message-format", "json-render-diagnostics"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Failure::Start { program: child::command_line(&cargo), error })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = messages.find(|message| message["target"]["name"] == "rigmill" && message["executable"].is_string());
    let program = program.filter(|_| output.status.success()).ok_or(Failure::NotBuilt)?;
    program["executable"].as_str().map(PathBuf::from).ok_or(Failure::NotBuilt)
}
