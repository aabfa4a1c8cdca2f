//! [`Disclosure`]: decides which files of a project may be sent to other machines.
//!
//! A malicious machine could request any file by claiming a wrong answer about it. Therefore files that are not among the
//! project's sources are never sent. An asset that needs such a file is built on this machine.

use std::collections::BTreeSet;
use std::io;

use rigmill_disk::Links;
use rigmill_pipeline::{Digest, SourcePath, Sources};

use crate::check::ProjectFiles;
use crate::project::{MANIFEST, Manifest};

/// The files of a project that may be sent to other machines: the manifest, and all files that are not hidden, ignored or named
/// as credentials.
pub(super) struct Disclosure {
    /// The paths of the files with credentials, in lower case because some systems ignore case.
    secrets: BTreeSet<String>,
    /// Where symbolic links on the paths of files may lead.
    links: Links,
}

impl Disclosure {
    /// Returns what may be sent to machines that the user names (`trusted`) or that only the project names.
    pub(super) fn new(manifest: &Manifest, trusted: bool) -> Self {
        let secrets = manifest.remote_cache.iter().flat_map(|remote| {
            let files = [&remote.headers, &remote.client_certificate, &remote.client_key];
            files.into_iter().flatten().filter_map(|path| SourcePath::new(&path.value).ok())
        });
        let links = if trusted { manifest.links() } else { Links::Within };
        Self { secrets: secrets.map(|path| lower_case(&path)).collect(), links }
    }

    /// Whether the manifest names a file as one that contains credentials.
    pub(super) fn is_secret(&self, path: &SourcePath) -> bool {
        self.secrets.contains(&lower_case(path))
    }

    /// Returns the digest of a file to send; `None` if there is no such file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or must not be sent.
    pub(super) fn digest(&self, path: &SourcePath, files: &ProjectFiles<'_>) -> io::Result<Option<Digest>> {
        let is_source = path.as_str() == MANIFEST || files.plan().tree.find(path).is_some();
        if is_source && !self.is_secret(path) {
            files.may_read(path, self.links)?;
            return files.digest(path);
        }
        match files.size(path)? {
            None => Ok(None),
            Some(_) => Err(io::Error::other("the file must not leave this machine")),
        }
    }
}

fn lower_case(path: &SourcePath) -> String {
    path.as_str().to_lowercase()
}
