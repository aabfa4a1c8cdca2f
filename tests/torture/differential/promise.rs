//! [`Promise`]: the required result of a build after any history, and the permitted differences from a clean build.
//!
//! A clean build of the same sources has the same outputs, byte for byte, the same failed assets and the same diagnostics. In
//! addition, an output folder may contain:
//! - the file of an asset that has failed since it made the file, unless another asset makes it now;
//! - files that others put there;
//! - files that are not in any state, because the state was lost.

use std::collections::{BTreeMap, BTreeSet};

use super::clean::CleanBuild;
use super::outcome::{Outcome, as_one_file};

type Outputs = BTreeMap<String, Vec<u8>>;

/// What is known about a file that may remain after its asset has failed.
#[derive(Debug)]
struct Made {
    source: String,
    /// `None` if the file was damaged since, or if a killed build may have written it.
    bytes: Option<Vec<u8>>,
}

#[derive(Debug, Default)]
pub(super) struct Promise {
    made: BTreeMap<String, Made>,
    /// Files that others put there, or that are not in any state.
    foreign: BTreeSet<String>,
    /// Whether unobserved builds happen, so that any file of a failed asset may exist.
    unobserved: bool,
    /// The targets of builds that were killed since the last comparison.
    killed: BTreeSet<String>,
    /// The targets that were built before a build was killed and that have not been compared since.
    unobserved_targets: BTreeSet<String>,
}

impl Promise {
    /// Creates the promise for a program that may build at any time.
    pub(super) fn unobserved() -> Self {
        Self { unobserved: true, ..Self::default() }
    }

    /// Notes that a file in the output folder was changed.
    pub(super) fn damaged(&mut self, path: &str) {
        self.made.entry(as_one_file(path.to_owned())).and_modify(|made| made.bytes = None);
    }

    /// Notes that a build of these targets was killed, or ended before the last of them. Assets may have written new files.
    pub(super) fn killed(&mut self, targets: Vec<String>) {
        self.made.values_mut().for_each(|made| made.bytes = None);
        self.killed.extend(targets);
    }

    /// Notes that a file that no asset makes was put into the output folder.
    pub(super) fn put(&mut self, path: String) {
        self.foreign.insert(as_one_file(path));
    }

    /// Notes that the state was lost, and with it all information about these files.
    pub(super) fn lost(&mut self, outputs: &Outputs) {
        self.foreign.extend(outputs.keys().cloned());
    }

    /// Compares the result of a build with that of a clean build. Returns the first difference, if any.
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
        // A killed build may have finished this target, and the asset may have failed since.
        let unobserved = [&self.unobserved_targets, &self.killed].iter().any(|it| it.contains(target));
        let unobserved = self.unobserved || unobserved;
        self.foreign.contains(path)
            || self.made.get(path).is_some_and(of_failed)
            || unobserved && likely_maker(path, failed).is_some()
    }

    /// Records the result of a build of these targets, which was already checked.
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

/// Returns the failed asset that probably made a file, judging by its name, if this was not observed.
fn likely_maker<'a>(path: &str, failed: &'a BTreeSet<(String, String)>) -> Option<&'a str> {
    let (target, file) = path.split_once('/')?;
    let stem = |source: &'a str| source.rsplit_once('.').map_or(source, |it| it.0);
    let is_stem = |source| file.starts_with(&as_one_file(stem(source).to_owned()));
    let mut makers = failed.iter().filter(|(of, source)| of == target && is_stem(source));
    makers.next().map(|(_, source)| source.as_str())
}

fn same<T: Ord + std::fmt::Debug>(what: &str, found: &BTreeSet<T>, clean: &BTreeSet<T>) -> Result<(), String> {
    if found == clean {
        return Ok(());
    }
    let [more, less]: [Vec<&T>; 2] = [found.difference(clean).collect(), clean.difference(found).collect()];
    Err(format!("{what} differ\nonly here: {more:#?}\nonly in the clean build: {less:#?}"))
}
