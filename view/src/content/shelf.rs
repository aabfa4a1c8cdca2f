//! [`Shelf`]: the content that the viewer shows.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rigmill_runtime::Content;
use rigmill_runtime::content::LoadError;

/// The content of a folder. The folder may not exist until the first build creates it.
#[derive(Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    content: OnceLock<Content>,
}

impl Shelf {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), content: OnceLock::new() }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn content(&self) -> Result<&Content, LoadError> {
        if let Some(content) = self.content.get() {
            return Ok(content);
        }
        let content = Content::open(&self.folder)?;
        Ok(self.content.get_or_init(|| content))
    }
}
