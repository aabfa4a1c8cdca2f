//! [`Files`]: a folder of artifacts.

use std::fs;

use rigmill_pipeline::Digest;
use rigmill_store::ArtifactFile;
use tempfile::TempDir;

/// A folder of artifacts.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Creates a file with this content.
    pub(crate) fn artifact(&self, content: &[u8]) -> ArtifactFile {
        let digest = Digest::of(content);
        let path = self.0.path().join(digest.to_string());
        fs::write(&path, content).unwrap();
        ArtifactFile { digest, path }
    }
}
