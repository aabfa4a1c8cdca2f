//! [`Files`]: provides the files of an input to stages.

use std::io;

use rigmill_pipeline::{Digest, SourcePath, Sources};

use crate::parts;

/// The two files of an input: the source, and the file that is found at every other path.
pub(crate) struct Files<'a> {
    source: &'a SourcePath,
    bytes: &'a [u8],
    other: &'a [u8],
}

impl<'a> Files<'a> {
    pub(crate) fn new(source: &'a SourcePath, input: &'a [u8]) -> Self {
        let (bytes, other) = parts::split(input);
        Self { source, bytes, other }
    }

    fn file(&self, path: &SourcePath) -> Option<&[u8]> {
        if path == self.source { Some(self.bytes) } else { Some(self.other).filter(|other| !other.is_empty()) }
    }
}

impl Sources for Files<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(self.file(path).map(|bytes| (bytes.to_vec(), Digest::from_bytes([0; 32]))))
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(self.file(path).map(|bytes| bytes.len() as u64))
    }

    /// Lists the other file when a font is searched for.
    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        let font = SourcePath::new("Models/Other.ttf").ok();
        Ok(font.filter(|_| pattern.contains("ttf") && !self.other.is_empty()).into_iter().collect())
    }
}
