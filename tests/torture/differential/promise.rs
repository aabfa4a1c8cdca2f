//! [`Promise`]: what a build after any history has to end with, and the only ways in which it may differ from a clean one.
//!
//! A clean build of the same sources has the same outputs, byte for byte, the same failed assets and the same diagnostics.
//! Beyond that, an output folder may hold:
//! - the file of an asset that has failed since it made it, unless another asset makes it now;
//! - files that were put there by others;
//! - files that no state knows any more, since the state was lost.

use std::collections::{BTreeMap, BTreeSet};

use super::clean::CleanBuild;
use super::outcome::Outcome;

type Outputs = BTreeMap<String, Vec<u8>>;

/// What is known of a file that may outlive the success of its asset.
#[derive(Debug)]
struct Made {
    source: String,
    /// `None` if it was damaged since, or if a build that was killed may have written it.
    bytes: Option<Vec<u8>>,
}

#[derive(Debug, Default)]
pub(super) struct Promise {
    made: BTreeMap<String, Made>,
    /// Files that others put there, or that no state knows.
    foreign: BTreeSet<String>,
    /// Builds happen that nobody looks at: any file of a failed asset may be there.
    unobserved: bool,
    /// The targets of builds that were killed since the last comparison.
    killed: BTreeSet<String>,
    /// The targets that were built, until the build was killed, and not compared since.
    unobserved_targets: BTreeSet<String>,
}

impl Promise {
    /// The promise of a program that builds whenever it likes.
    pub(super) fn unobserved() -> Self {
        Self { unobserved: true, ..Self::default() }
    }

    /// A file of the output folder is not as it was written.
    pub(super) fn damaged(&mut self, path: &str) {
        self.made.entry(path.to_owned()).and_modify(|made| made.bytes = None);
    }

    /// A build of these targets was killed, or ended before the last of them: assets may have written files that they did not write before.
    pub(super) fn killed(&mut self, targets: Vec<String>) {
        self.made.values_mut().for_each(|made| made.bytes = None);
        self.killed.extend(targets);
    }

    /// A file that no asset makes was put into the output folder.
    pub(super) fn put(&mut self, path: String) {
        self.foreign.insert(path);
    }

    /// The state was lost with all it knew of these files.
    pub(super) fn lost(&mut self, outputs: &Outputs) {
        self.foreign.extend(outputs.keys().cloned());
    }

    /// Compares what a build left with a clean one's end. The first difference, if any.
    pub(super) fn check(
        &self,
        built: &Outcome,
        found: &Outputs,
        clean: &CleanBuild,
        targets: &[String],
    ) -> Result<(), String> {
        let outcome = &clean.outcome;
        if built.code != outcome.code {
            return Err(format!(
                "exit code {:?}, clean {:?}\n{}\n{}\n{:#?}\n{:#?}",
                built.code, outcome.code, built.errors, outcome.errors, built.diagnostics, outcome.diagnostics
            ));
        }
        same("assets", &built.present(), &outcome.present())?;
        same("failed assets", &built.failed(), &outcome.failed())?;
        let [found_lines, clean_lines] = [built, outcome].map(|it| BTreeSet::from_iter(it.lasting_diagnostics()));
        same("diagnostics", &found_lines, &clean_lines)?;
        let count = |outcome: &Outcome| outcome.lasting_diagnostics().len();
        same("numbers of diagnostics", &BTreeSet::from([count(built)]), &BTreeSet::from([count(outcome)]))?;
        if built.code == Some(2) {
            return Ok(());
        }
        self.check_outputs(found, clean, targets)
    }

    /// The part of [`Self::check`] that needs only the output folder.
    pub(super) fn check_outputs(&self, found: &Outputs, clean: &CleanBuild, targets: &[String]) -> Result<(), String> {
        for (path, bytes) in &clean.outputs {
            match found.get(path) {
                None => return Err(format!("the output {path} is missing")),
                Some(there) if there != bytes => return Err(format!("the output {path} has other bytes")),
                Some(_) => {}
            }
        }
        let failed = clean.outcome.failed();
        for (path, bytes) in found.iter().filter(|(path, _)| !clean.outputs.contains_key(*path)) {
            let Some((target, _)) = path.split_once('/') else { continue };
            if targets.iter().any(|it| it == target) && !self.may_stay(path, bytes, target, &failed) {
                let made = self.made.get(path).map(|made| made.source.clone());
                return Err(format!("the output {path} is in no clean build; made from {made:?} before"));
            }
        }
        Ok(())
    }

    fn may_stay(&self, path: &str, bytes: &[u8], target: &str, failed: &BTreeSet<(String, String)>) -> bool {
        let of_failed = |made: &Made| {
            failed.contains(&(target.to_owned(), made.source.clone()))
                && made.bytes.as_ref().is_none_or(|before| before == bytes)
        };
        // A build that was killed may have ended before, and the asset may have failed since.
        let unobserved = [&self.unobserved_targets, &self.killed].iter().any(|it| it.contains(target));
        let unobserved = self.unobserved || unobserved;
        self.foreign.contains(path)
            || self.made.get(path).is_some_and(of_failed)
            || unobserved && likely_maker(path, failed).is_some()
    }

    /// Remembers what a build of these targets, which was checked, has left.
    pub(super) fn keep(&mut self, found: &Outputs, clean: &CleanBuild, targets: &[String]) {
        self.unobserved_targets.append(&mut self.killed);
        self.made.retain(|path, _| found.contains_key(path));
        let failed = clean.outcome.failed();
        for (path, bytes) in found {
            let was_unobserved =
                path.split_once('/').is_some_and(|(target, _)| self.unobserved_targets.contains(target));
            if let Some(source) = likely_maker(path, &failed).filter(|_| was_unobserved) {
                let made = || Made { source: source.to_owned(), bytes: Some(bytes.clone()) };
                self.made.entry(path.clone()).or_insert_with(made);
            }
        }
        self.unobserved_targets.retain(|target| !targets.contains(target));
        self.foreign.retain(|path| found.contains_key(path) && !clean.outputs.contains_key(path));
        for asset in clean.outcome.assets.iter().filter(|asset| asset.status != "failed") {
            for path in &asset.outputs {
                let bytes = found.get(path).cloned();
                self.made.insert(path.clone(), Made { source: asset.source.clone(), bytes });
            }
        }
    }
}

/// The failed asset that made a file, if nobody has seen it: by its name.
fn likely_maker<'a>(path: &str, failed: &'a BTreeSet<(String, String)>) -> Option<&'a str> {
    let (target, file) = path.split_once('/')?;
    let stem = |source: &'a str| source.rsplit_once('.').map_or(source, |it| it.0);
    let mut makers = failed.iter().filter(|(of, source)| of == target && file.starts_with(stem(source)));
    makers.next().map(|(_, source)| source.as_str())
}

fn same<T: Ord + std::fmt::Debug>(what: &str, found: &BTreeSet<T>, clean: &BTreeSet<T>) -> Result<(), String> {
    if found == clean {
        return Ok(());
    }
    let [more, less]: [Vec<&T>; 2] = [found.difference(clean).collect(), clean.difference(found).collect()];
    Err(format!("{what} differ\nonly here: {more:#?}\nonly in the clean build: {less:#?}"))
}
