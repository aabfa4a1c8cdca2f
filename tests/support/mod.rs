//! Projects in their own folders, and data from outside the repository.
#![allow(dead_code, reason = "two test targets share this, and each uses a part of it")]

#[cfg(feature = "view")]
pub(crate) mod browser;
#[cfg(feature = "remote")]
pub(crate) mod casd;
pub(crate) mod dotnet;
pub(crate) mod files;
pub(crate) mod known;
#[cfg(feature = "remote")]
pub(crate) mod proxy;
pub(crate) mod watching;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Returns a command for the program under test, which does not use the user's own cache.
pub(crate) fn rigmill() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.env("RIGMILL_CACHE_DIR", std::env::temp_dir().join("rigmill-test-cache"));
    command
}

/// Returns the root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the folder named by an environment variable. A test that needs one is ignored if the variable was not set when the
/// test was compiled, through the cfg that `outside.rs` sets.
pub(crate) fn outside(variable: &str) -> PathBuf {
    outside_if_set(variable)
        .unwrap_or_else(|| panic!("{variable} is not set, so there is no outside data to test with"))
}

/// Returns the folder named by an environment variable, for tests that are also useful without it.
#[allow(clippy::disallowed_methods, reason = "outside data is found by environment variable only")]
pub(crate) fn outside_if_set(variable: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable).filter(|folder| !folder.is_empty())?;
    Some(repository().join(folder))
}

/// Returns the size of a torture test: `full` with `RIGMILL_TORTURE=full` in the environment, otherwise `small`.
#[allow(clippy::disallowed_methods, reason = "the size of the tests is no part of what is tested")]
pub(crate) fn torture(small: usize, full: usize) -> usize {
    if std::env::var_os("RIGMILL_TORTURE").is_some_and(|it| it == "full") { full } else { small }
}

/// The output of one build.
pub(crate) struct Built {
    pub(crate) code: i32,
    pub(crate) messages: Vec<Value>,
}

impl Built {
    /// Returns `asset: status [reasons] stages` for each asset that is not simply fresh.
    pub(crate) fn changes(&self) -> Vec<String> {
        let texts = |value: &Value| -> String {
            let texts: Vec<&str> = value.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
            texts.join("; ")
        };
        let assets = self.messages.iter().filter(|message| message["reason"] == "asset");
        assets
            .filter(|asset| asset["status"] != "fresh" || !asset["why"].as_array().unwrap().is_empty())
            .map(|asset| {
                let [name, status] = ["asset", "status"].map(|key| asset[key].as_str().unwrap());
                format!("{name}: {status} [{}] {}", texts(&asset["why"]), texts(&asset["ran"]))
            })
            .collect()
    }

    /// Returns the last message, which contains the sums.
    pub(crate) fn sums(&self) -> &Value {
        self.messages.last().unwrap()
    }

    /// Returns the number of assets with this status: `built`, `fresh`, `cached`, `failed` or `removed`.
    pub(crate) fn count(&self, status: &str) -> u64 {
        self.sums()[status].as_u64().unwrap()
    }

    pub(crate) fn diagnostics(&self) -> Vec<&Value> {
        self.messages.iter().filter(|message| message["reason"] == "diagnostic").collect()
    }
}

/// A project in a temporary folder, with its own cache.
pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    pub(crate) fn new() -> Self {
        Self::below(&std::env::temp_dir())
    }

    /// Like [`Project::new`], but in memory if possible, because thousands of builds would be slow and wear out a disk.
    pub(crate) fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        if cfg!(target_os = "linux") && memory.is_dir() { Self::below(memory) } else { Self::new() }
    }

    pub(crate) fn below(folder: &Path) -> Self {
        let project = Self { folder: tempfile::tempdir_in(folder).unwrap() };
        fs::create_dir(project.root()).unwrap();
        project
    }

    /// Creates a copy of a folder of sources.
    pub(crate) fn copy_of(folder: &Path) -> Self {
        let project = Self::new();
        for path in files_below(folder) {
            let relative = path.strip_prefix(folder).unwrap();
            if !relative.starts_with("build") {
                project.write(relative.to_str().unwrap(), fs::read(&path).unwrap());
            }
        }
        project
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("game")
    }

    pub(crate) fn native(&self) -> PathBuf {
        self.root().join("build/native")
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.root().join(path)).unwrap()
    }

    pub(crate) fn command(&self, command: &str) -> Command {
        let mut rigmill = rigmill();
        rigmill.arg(command).current_dir(self.root()).env("RIGMILL_CACHE_DIR", self.folder.path().join("cache"));
        rigmill
    }

    pub(crate) fn build(&self) -> Built {
        self.build_with(&[])
    }

    pub(crate) fn build_with(&self, arguments: &[&str]) -> Built {
        let output = self.command("build").args([".", "--message-format", "json"]).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let messages = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Built { code: output.status.code().unwrap(), messages }
    }

    /// Returns every built file with its bytes.
    pub(crate) fn outputs(&self) -> BTreeMap<String, Vec<u8>> {
        let native = self.native();
        let name = |path: &Path| files::relative(path, &native);
        files_below(&native).iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
    }
}

/// Returns every file below a folder, in order.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// Returns a small clip: one rotating bone `B`, with these X translations.
pub(crate) fn clip(xs: &[&str]) -> String {
    let keys: String = xs.iter().map(|x| format!("<Vector3><X>{x}</X><Y>2</Y><Z>3</Z></Vector3>\n")).collect();
    // Keys that last much longer than the clip are reported.
    let duration = if xs.len() > 20 { xs.len() / 2 } else { 1 };
    format!(
        "<?xml version=\"1.0\" ?>\n<AnimationSequence>\n<KeyFrameSequenceCount>1</KeyFrameSequenceCount>\n\
         <Duration>{duration}</Duration>\n<KeyFrameSequences>\n<KeyFrameSequence>\n<BoneName>B</BoneName>\n\
         <KeyCount>{}</KeyCount>\n<Duration>{duration}</Duration>\n<KeyInterval>0.5</KeyInterval>\n\
         <HasTranslation>true</HasTranslation>\n<Translation>\n{keys}</Translation>\n</KeyFrameSequence>\n\
         </KeyFrameSequences>\n</AnimationSequence>\n",
        xs.len()
    )
}
