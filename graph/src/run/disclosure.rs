//! [`Disclosure`]: which files of a project other machines may get.
//!
//! A machine can ask for any file by claiming a wrong answer about it. So it never gets a file that is not among the project's
//! sources, whoever asked for it: an asset that needs one is built here.

use std::collections::BTreeSet;
use std::io;

use rigmill_pipeline::{Digest, SourcePath, Sources};

use crate::check::ProjectFiles;
use crate::disk::Links;
use crate::project::{MANIFEST, Manifest};

/// Which files of a project other machines may get: its manifest, and those that are neither hidden nor ignored, nor have
/// credentials.
pub(super) struct Disclosure {
    /// The paths of the files with credentials, in lower case: some systems ignore it.
    secrets: BTreeSet<String>,
    /// Where links on the paths of files may lead.
    links: Links,
}

impl Disclosure {
    /// What machines may get that the user names (`trusted`) or the project.
    pub(super) fn new(manifest: &Manifest, trusted: bool) -> Self {
        let secrets = manifest.remote_cache.iter().flat_map(|remote| {
            let files = [&remote.headers, &remote.client_certificate, &remote.client_key];
            files.into_iter().flatten().filter_map(|path| SourcePath::new(&path.value).ok())
        });
        let links = if trusted { manifest.links() } else { Links::Within };
        Self { secrets: secrets.map(|path| lower_case(&path)).collect(), links }
    }

    /// Whether the manifest names a file as one with credentials.
    pub(super) fn is_secret(&self, path: &SourcePath) -> bool {
        self.secrets.contains(&lower_case(path))
    }

    /// The digest of a file to send; `None` if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read or must not be sent.
    pub(super) fn digest(&self, path: &SourcePath, files: &ProjectFiles<'_>) -> io::Result<Option<Digest>> {
        let is_source = path.as_str() == MANIFEST || files.plan().tree.find(path).is_some();
        if is_source && !self.is_secret(path) {
            files.may_read(path, self.links)?;
            return files.digest(path);
        }
        match files.size(path)? {
            None => Ok(None),
            Some(_) => Err(io::Error::other("it is not for other machines")),
        }
    }
}

fn lower_case(path: &SourcePath) -> String {
    path.as_str().to_lowercase()
}
