//! [`ActionInputs`]: the files that an action on another machine gets.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rigmill_pipeline::{Digest, Query, SourcePath, Sources};

use super::disclosure::Disclosure;
use crate::check::AssetView;

/// The most files of an action. An asset that needs more is built here.
const MOST_FILES: usize = 4096;

/// What is known of the assets of a build at a moment of it.
pub(super) trait KnownQueries {
    /// The sources of the assets that may make a product.
    fn sources_of(&self, product: &str) -> Vec<SourcePath>;

    /// What the assets that a query may be about asked for when they were last built, in this build or before.
    fn queries_of(&self, query: &Query) -> Vec<Query>;

    /// Whether an asset that a query may be about is confined to this project.
    fn is_confined(&self, query: &Query) -> bool;
}

/// The files that an action gets, with their digests: those that its queries are about. More of them than it needs do no
/// harm, since only what it asks for is recorded; with fewer its answers are wrong, which is found out.
pub(super) struct ActionInputs<'a> {
    disclosure: &'a Disclosure,
    view: AssetView<'a>,
    files: BTreeMap<SourcePath, Digest>,
    added: BTreeSet<Query>,
}

impl<'a> ActionInputs<'a> {
    /// No files yet.
    pub(super) fn new(disclosure: &'a Disclosure, view: AssetView<'a>) -> Self {
        Self { disclosure, view, files: BTreeMap::new(), added: BTreeSet::new() }
    }

    /// The files, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = (&SourcePath, Digest)> {
        self.files.iter().map(|(path, digest)| (path, *digest))
    }

    /// Adds a file, if it is there.
    ///
    /// # Errors
    /// If it cannot be read or must not be sent, or there are too many.
    pub(super) fn add_file(&mut self, path: SourcePath) -> io::Result<()> {
        if !self.files.contains_key(&path)
            && let Some(digest) = self.disclosure.digest(&path, self.view.files)?
        {
            self.files.insert(path, digest);
        }
        if self.files.len() > MOST_FILES { Err(io::Error::other("too many files")) } else { Ok(()) }
    }

    /// Adds the files that these queries are about, those of other assets with all that they depend on. Returns whether
    /// there is anything new.
    ///
    /// # Errors
    /// As [`add_file`](Self::add_file).
    pub(super) fn add(&mut self, queries: Vec<Query>, known: &dyn KnownQueries) -> io::Result<bool> {
        let before = self.files.len();
        let mut open = queries;
        while let Some(query) = open.pop() {
            // An asset that a query is about may have been built since, so that more is known of it.
            if !self.added.insert(query.clone()) && !query.is_about_asset() {
                continue;
            }
            for path in files_of(&query, &self.view, known)? {
                self.add_file(path)?;
            }
            if query.is_about_asset() {
                let further = known.queries_of(&query);
                open.extend(further.into_iter().filter(|query| !self.added.contains(query)));
            }
        }
        Ok(self.files.len() > before)
    }
}

/// The files of this project that a query is about, except for those of other assets' dependencies.
fn files_of(query: &Query, view: &AssetView<'_>, known: &dyn KnownQueries) -> io::Result<Vec<SourcePath>> {
    Ok(match query {
        Query::File(path) | Query::Presence(path) | Query::Size(path) | Query::ReferenceTo(path) => vec![path.clone()],
        Query::Listing(pattern) => view.files.list(pattern)?,
        Query::SourcesNamed(name) => view.files.sources_named(name).to_vec(),
        Query::Reference(name) | Query::Value(name) => known.sources_of(name),
        // The environment is no business of other machines, and all names would be all files.
        Query::Env(_) | Query::Nearest(_) => Vec::new(),
    })
}
