//! [`Kinds`]: counts the kinds of queries in the projects of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The kinds of queries, as named by `explain`. It uses one name for the two kinds of reference.
const ALL: [&str; 9] =
    ["env", "file", "listing", "look-up", "presence", "reference", "reference to a source", "size", "value"];

#[derive(Debug, Default)]
pub(super) struct Kinds(BTreeMap<String, usize>);

impl Kinds {
    /// Counts the dependencies in the output of `explain` for an asset.
    pub(super) fn count(&mut self, explained: &str, sources: &BTreeSet<String>) {
        let Ok(asset) = serde_json::from_str::<Value>(explained) else { return };
        for dependency in asset["dependencies"].as_array().into_iter().flatten() {
            let [kind, name] = ["kind", "name"].map(|key| dependency[key].as_str().unwrap());
            let to_source = kind == "reference" && sources.contains(name);
            let kind = if to_source { "reference to a source" } else { kind };
            *self.0.entry(kind.to_owned()).or_default() += 1;
        }
    }

    /// Checks that each kind occurred.
    pub(super) fn must_be_complete(&self) {
        let missing: Vec<&str> = ALL.into_iter().filter(|kind| !self.0.contains_key(*kind)).collect();
        assert!(missing.is_empty(), "no asset asked for {missing:?}: {self:?}");
    }
}
