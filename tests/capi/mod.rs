//! Tests `integrations/c` and `integrations/dotnet` as users use them: compiled by real compilers, run on the sample game, and
//! compared with `rigmill play` and the runtime.

mod documents;
mod dotnet;
mod everything;
mod hostile;
mod programs;
mod same_bits;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Project, repository, rigmill};

/// The folder that contains the shared and the static library. Cargo builds them next to the tests.
fn library() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let file = format!("{DLL_PREFIX}rigmill_capi{DLL_SUFFIX}");
    assert!(folder.join(&file).is_file(), "{} has no {file}", folder.display());
    folder
}

/// A file of the repository.
fn source(path: &str) -> PathBuf {
    repository().join(path)
}

/// Compiles a C or C++ program of one file, with all warnings as errors, and links it to the shared library.
fn compile(source: &Path, options: &[&str], name: &str) -> PathBuf {
    let folder = library();
    compile_with(source, options, &["-L", folder.to_str().unwrap(), "-lrigmill_capi", "-lm", "-lpthread"], name)
}

fn compile_with(source: &Path, options: &[&str], libraries: &[&str], name: &str) -> PathBuf {
    let is_cpp = source.extension().is_some_and(|it| it == "cpp");
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++17") } else { ("cc", "-std=c11") };
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new(compiler);
    command.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-pthread"]).args(options);
    command.arg("-I").arg(self::source("integrations/c/include")).arg(source).arg("-o").arg(&program).args(libraries);
    succeed(&mut command);
    program
}

/// A command that finds the shared library.
fn with_library(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", library()).env("DYLD_LIBRARY_PATH", library());
    command
}

/// Runs a command, which must succeed. Returns what it prints.
fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let stdout = String::from_utf8(stdout).unwrap();
    assert!(status.success(), "{command:?}: {status}\n{stdout}\n{}", String::from_utf8_lossy(&stderr));
    stdout
}

/// Returns what `rigmill play` prints for the sample game's hero.
fn played(game: &Project) -> String {
    let output = rigmill().arg("play").arg(game.root().join("hero.play")).arg("--content").arg(game.root()).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
