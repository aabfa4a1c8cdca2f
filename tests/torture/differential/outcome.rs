//! [`Outcome`]: the messages of a build.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

/// An asset in a build for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asset {
    pub(super) target: String,
    pub(super) source: String,
    pub(super) status: String,
    pub(super) why: String,
    /// Paths relative to the output folder.
    pub(super) outputs: Vec<String>,
}

/// The messages of a build, without the project's own path.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) code: Option<i32>,
    pub(super) assets: Vec<Asset>,
    pub(super) diagnostics: Vec<String>,
    pub(super) errors: String,
}

/// Diagnostics about what happened between two builds: damage to the state and to the cache, and the removal of an asset whose
/// partner is gone. A clean build does not report them.
const OF_EVENTS: [&str; 3] = ["R0101", "R0105", "R0082"];

/// Returns the path of an output by which it is compared. On Windows, paths that differ only in case are one file, which keeps
/// its first spelling: a new output in place of a file that no state knows has the name of that file.
pub(super) fn as_one_file(path: String) -> String {
    if cfg!(windows) { path.to_lowercase() } else { path }
}

impl Outcome {
    pub(super) fn new(folder: &Path, output: &Output) -> Self {
        let folder = folder.to_str().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).replace(folder, "PROJECT");
        let errors = String::from_utf8_lossy(&output.stderr).replace(folder, "PROJECT");
        let mut outcome = Self { code: output.status.code(), assets: Vec::new(), diagnostics: Vec::new(), errors };
        for line in text.lines().filter(|line| line.starts_with('{')) {
            outcome.add(line);
        }
        outcome.diagnostics.sort();
        outcome
    }

    fn add(&mut self, line: &str) {
        let message: Value = serde_json::from_str(line).unwrap();
        if message["reason"] == "diagnostic" {
            self.diagnostics.push(message.to_string());
        }
        if message["reason"] == "asset" {
            let text = |key: &str| message[key].as_str().unwrap().to_owned();
            let path = |path: &Value| {
                as_one_file(
                    path.as_str().unwrap().trim_start_matches("PROJECT/").trim_start_matches("build/").to_owned(),
                )
            };
            let outputs = message["outputs"].as_array().unwrap().iter().map(path).collect();
            let [target, source, status] = ["target", "source", "status"].map(text);
            self.assets.push(Asset { target, source, status, why: message["why"].to_string(), outputs });
        }
    }

    /// Returns the failed assets, by target and source.
    pub(super) fn failed(&self) -> BTreeSet<(String, String)> {
        let failed = self.assets.iter().filter(|asset| asset.status == "failed");
        failed.map(|asset| (asset.target.clone(), asset.source.clone())).collect()
    }

    /// Returns the assets, except for those that a build removed.
    pub(super) fn present(&self) -> BTreeSet<(String, String)> {
        let present = self.assets.iter().filter(|asset| asset.status != "removed");
        present.map(|asset| (asset.target.clone(), asset.source.clone())).collect()
    }

    /// Returns the diagnostics that a clean build also reports.
    pub(super) fn lasting_diagnostics(&self) -> Vec<&String> {
        let lasting = |line: &&String| !OF_EVENTS.iter().any(|code| line.contains(&format!("\"code\":\"{code}\"")));
        self.diagnostics.iter().filter(lasting).collect()
    }

    /// Returns the assets that were not fresh. There are none in a build that has nothing to do.
    pub(super) fn work(&self) -> Vec<&Asset> {
        self.assets.iter().filter(|asset| !["fresh", "failed"].contains(&asset.status.as_str())).collect()
    }
}
