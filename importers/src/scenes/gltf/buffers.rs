//! The buffers of a file: the data that URIs contain or refer to.

use std::collections::BTreeMap;
use std::rc::Rc;

use rigmill_codec_gltf::document::Document;
use rigmill_codec_gltf::{Accessors, shortened, uri};
use rigmill_pipeline::{Found, ImportContext, SourcePath};

use super::problems::{BUFFER_HELP, Failure, over_limit};
use crate::codes;
use crate::report::{Problem, Result};

/// The maximum total size of all buffers of a file, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Returns the accessors of a document, and the number of bytes that were read or decoded in addition to the file itself. Files
/// are read through `ctx`.
pub(super) fn open<'a>(
    root: &'a Document,
    chunk: Option<&'a [u8]>,
    ctx: &mut ImportContext<'_>,
) -> Result<(Accessors<'a>, u64), Failure> {
    let mut loader = Loader { ctx, files: BTreeMap::new(), bytes: 0 };
    let accessors = Accessors::open(root, chunk, |index, uri| {
        let bytes = loader.load(index, uri)?;
        loader.check_length(root, index, uri, &bytes)?;
        Ok::<_, Failure>(bytes)
    })?;
    Ok((accessors, loader.bytes))
}

/// Reads the buffers that have URIs.
struct Loader<'a, 'c> {
    ctx: &'a mut ImportContext<'c>,
    files: BTreeMap<SourcePath, Rc<[u8]>>,
    /// The number of bytes that were read or decoded.
    bytes: u64,
}

impl Loader<'_, '_> {
    fn load(&mut self, index: usize, uri: &str) -> Result<Rc<[u8]>, Failure> {
        if let Some(data) = uri::data(uri) {
            let data = data.map_err(|error| wrong(index, &format!("its data cannot be decoded: {error}")))?;
            return Ok(self.count(data)?);
        }
        let path = source_path(index, uri, self.ctx)?;
        if let Some(known) = self.files.get(&path) {
            return Ok(Rc::clone(known));
        }
        let bytes = match self.ctx.read_within(&path, MAX_BYTES - self.bytes)? {
            Found::Bytes(bytes) => bytes,
            Found::TooLarge(size) => {
                return Err(too_many(self.bytes.saturating_add(size)).into());
            }
            Found::Missing => return Err(missing(index, &path, self.ctx.source()).into()),
        };
        let bytes = self.count(bytes)?;
        self.files.insert(path, Rc::clone(&bytes));
        Ok(bytes)
    }

    /// Checks that a buffer's file has all bytes of the buffer.
    fn check_length(&self, root: &Document, index: usize, uri: &str, bytes: &[u8]) -> Result<()> {
        let expected = root.buffers.get(index).map_or(0, |buffer| buffer.byte_length);
        if bytes.len() as u64 >= expected || uri::data(uri).is_some() {
            return Ok(());
        }
        let path = source_path(index, uri, self.ctx)?;
        let fact = format!("buffer {index}: the file `{path}` is {} bytes long, expected {expected}", bytes.len());
        Err(Problem::new(codes::GLTF_BUFFER, fact, "the file is incomplete; copy or export it again"))
    }

    fn count(&mut self, bytes: Vec<u8>) -> Result<Rc<[u8]>> {
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_BYTES {
            return Err(too_many(self.bytes));
        }
        Ok(bytes.into())
    }
}

fn missing(index: usize, path: &SourcePath, source: &SourcePath) -> Problem {
    let fact = format!("buffer {index}: there is no file `{path}` in the project");
    let copy = match path.folder() == source.folder() {
        true => format!("put `{}` next to `{}`", path.file_name(), source.file_name()),
        false => "put the buffer's file at this path in the project folder".to_owned(),
    };
    Problem::new(codes::GLTF_BUFFER, fact, format!("{copy}, or export the scene as a single binary file (.glb)"))
}

fn too_many(bytes: u64) -> Problem {
    over_limit(bytes, "bytes in buffers", MAX_BYTES, "split the file")
}

fn source_path(index: usize, uri: &str, ctx: &ImportContext<'_>) -> Result<SourcePath> {
    let shown = shortened(uri);
    let path = uri::file_path(uri)
        .filter(|path| !path.is_empty())
        .ok_or_else(|| wrong(index, &format!("{shown:?} is not a file path")))?;
    ctx.source().relative(&path).map_err(|error| wrong(index, &error.to_string()))
}

fn wrong(index: usize, fact: &str) -> Problem {
    Problem::new(codes::GLTF_BUFFER, format!("buffer {index}: {fact}"), BUFFER_HELP)
}
