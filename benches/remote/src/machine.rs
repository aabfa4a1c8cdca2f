//! [`Machine`]: a project with its own cache, built with the real program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use rigmill_pipeline::Digest;
use serde_json::Value;

use crate::failure::Failure;
use crate::sources;

/// A project with its own cache, which represents a machine.
pub(crate) struct Machine {
    folder: PathBuf,
    rigmill: PathBuf,
    /// The number of times that the machine has lost its results.
    forgotten: u32,
}

/// The results of a build.
pub(crate) struct Build {
    seconds: f64,
    pub(crate) fetched: u64,
    calls: u64,
    received: u64,
}

impl Build {
    /// Returns the cells of a table.
    pub(crate) fn row(&self, alone: Option<&Self>) -> String {
        let faster = alone.map_or(String::new(), |alone| format!("{:.1}", alone.seconds / self.seconds));
        let megabytes = self.received as f64 / 1e6;
        format!("{:.2} | {faster} | {} | {megabytes:.1} MB", self.seconds, self.calls)
    }
}

impl Machine {
    pub(crate) fn create(folder: PathBuf, rigmill: &Path, assets: u32) -> Result<Self, Failure> {
        sources::write(&folder.join("project"), assets)?;
        Ok(Self { folder, rigmill: rigmill.to_owned(), forgotten: 0 })
    }

    /// Loses everything but the sources. The files are moved away instead of removed: some file systems (ext4) create new files
    /// slowly for seconds after many were removed, which would count as time of the next build.
    pub(crate) fn forget(&mut self) -> Result<(), Failure> {
        self.forgotten += 1;
        let aside = self.folder.join(format!("aside{}", self.forgotten));
        fs::create_dir(&aside).map_err(Failure::at(&aside))?;
        for folder in ["project/build", "cache"] {
            let from = self.folder.join(folder);
            let to = aside.join(from.file_name().unwrap_or_default());
            if from.exists() {
                fs::rename(&from, to).map_err(Failure::at(&from))?;
            }
        }
        Ok(())
    }

    pub(crate) fn build(&self, remote: Option<&str>) -> Result<Build, Failure> {
        let mut command = Command::new(&self.rigmill);
        command.arg("build").arg(self.folder.join("project")).args(["--message-format", "json"]);
        command.arg("--cache-dir").arg(self.folder.join("cache"));
        match remote {
            Some(url) => command.args(["--remote-cache", url]),
            None => command.arg("--no-remote"),
        };
        let begun = Instant::now();
        let output = command.output().map_err(Failure::at(&self.rigmill))?;
        let seconds = begun.elapsed().as_secs_f64();
        if !output.status.success() {
            return Err(Failure::Ended {
                command: self.rigmill.display().to_string(),
                status: output.status.to_string(),
                said: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let finished: Option<Value> = text.lines().last().and_then(|line| serde_json::from_str(line).ok());
        let finished = finished.ok_or_else(|| Failure::NoResult(self.rigmill.display().to_string()))?;
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let remote = &finished["remote"];
        Ok(Build {
            seconds,
            fetched: number(&finished["fetched"]),
            calls: number(&remote["calls"]),
            received: number(&remote["received"]),
        })
    }

    /// Returns the digest of each output.
    pub(crate) fn outputs(&self) -> Result<BTreeMap<PathBuf, Digest>, Failure> {
        let root = self.folder.join("project/build/native");
        let (mut found, mut folders) = (BTreeMap::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(Failure::at(&folder))? {
                let path = entry.map_err(Failure::at(&folder))?.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).map_err(Failure::at(&path))?;
                    found.insert(path.strip_prefix(&root).unwrap_or(&path).to_owned(), Digest::of(&bytes));
                }
            }
        }
        Ok(found)
    }
}
