//! [`ActionInputs`]: the files that are sent with an action to a different machine.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rigmill_pipeline::{Digest, Query, SourcePath, Sources, Subject};

use super::disclosure::Disclosure;
use crate::check::AssetView;

/// The maximum number of files of an action. An asset that needs more files is built on this machine.
const MAX_FILES: usize = 4096;

/// What is known about the assets of a build at one moment.
pub(super) trait KnownQueries {
    /// Returns the sources of the assets that may make a product.
    fn sources_of(&self, product: &str) -> Vec<SourcePath>;

    /// Returns the queries that the assets which a query may be about made in their last build (this one or an earlier one).
    fn queries_of(&self, query: &Query) -> Vec<Query>;

    /// Whether an asset that a query may be about is confined to this project.
    fn may_ask_confined_asset(&self, query: &Query) -> bool;
}

/// The files that are sent with an action, with their digests: the files that its queries are about. Sending more files than
/// necessary is harmless, because only the queries that the action makes are recorded. If a file is missing, some answers are
/// wrong, and this is detected.
pub(super) struct ActionInputs<'a> {
    disclosure: &'a Disclosure,
    view: AssetView<'a>,
    files: BTreeMap<SourcePath, Digest>,
    added: BTreeSet<Query>,
}

impl<'a> ActionInputs<'a> {
    /// Creates a list without files.
    pub(super) fn new(disclosure: &'a Disclosure, view: AssetView<'a>) -> Self {
        Self { disclosure, view, files: BTreeMap::new(), added: BTreeSet::new() }
    }

    /// Returns the files, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = (&SourcePath, Digest)> {
        self.files.iter().map(|(path, digest)| (path, *digest))
    }

    /// Adds a file, if it exists.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or must not be sent, or if there are too many files.
    pub(super) fn add_file(&mut self, path: SourcePath) -> io::Result<()> {
        if !self.files.contains_key(&path)
            && let Some(digest) = self.disclosure.digest(&path, self.view.files)?
        {
            self.files.insert(path, digest);
        }
        if self.files.len() > MAX_FILES { Err(io::Error::other("too many files")) } else { Ok(()) }
    }

    /// Adds the files that these queries are about. For a query about another asset, adds everything that the asset depends on.
    /// Returns whether any query or file is new.
    ///
    /// # Errors
    /// Returns the same errors as [`add_file`](Self::add_file).
    pub(super) fn add(&mut self, queries: Vec<Query>, others: &dyn KnownQueries) -> io::Result<bool> {
        let before = self.files.len();
        let mut open = queries;
        while let Some(query) = open.pop() {
            // An asset that the query is about may have been built in the meantime, so there may be more known queries now.
            if !self.added.insert(query.clone()) && !query.is_about_asset() {
                continue;
            }
            for path in files_of(&query, &self.view, others)? {
                self.add_file(path)?;
            }
            if query.is_about_asset() {
                let further = others.queries_of(&query);
                open.extend(further.into_iter().filter(|query| !self.added.contains(query)));
            }
        }
        Ok(self.files.len() > before)
    }
}

/// Returns the files of this project that a query is about, without the dependencies of other assets.
fn files_of(query: &Query, view: &AssetView<'_>, others: &dyn KnownQueries) -> io::Result<Vec<SourcePath>> {
    Ok(match query.subject() {
        Subject::File(path) | Subject::Asset(path) => vec![path.clone()],
        Subject::Glob(pattern) => view.files.list(pattern)?,
        Subject::SourcesNamed(name) => view.files.sources_named(name).to_vec(),
        Subject::Product(name) => others.sources_of(name),
        // Environment variables are not sent to other machines, and the names of all assets would need all files.
        Subject::Variable(_) | Subject::AssetNames(_) => Vec::new(),
    })
}
