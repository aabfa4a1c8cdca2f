//! [`Buffers`]: the bytes that accessors and images are in.

use std::collections::BTreeMap;
use std::rc::Rc;

use gltf::json::{Index, Root, buffer};
use rigmill_pipeline::{Found, ImportContext, SourcePath};

use super::document::shortened;
use super::problems::{EXPORT_AGAIN, Failure, over_limit, unreadable};
use super::uri;
use crate::codes;
use crate::report::{Problem, Result};

/// How many bytes all buffers of a file may have together.
const MOST_BYTES: u64 = 1 << 30;

/// The buffers of a file.
pub(super) struct Buffers<'a> {
    root: &'a Root,
    /// What is known of each buffer; `None` for one that has no data of its own.
    buffers: Vec<Option<Bytes<'a>>>,
    /// How many bytes were read or decoded beside the file itself.
    pub(super) outside: u64,
}

/// The bytes of a buffer. Buffers in one file share them.
enum Bytes<'a> {
    Chunk(&'a [u8]),
    Owned(Rc<[u8]>),
}

impl Bytes<'_> {
    fn get(&self) -> &[u8] {
        match self {
            Self::Chunk(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl<'a> Buffers<'a> {
    /// All buffers; files are read through `ctx`.
    pub(super) fn read(root: &'a Root, chunk: Option<&'a [u8]>, ctx: &mut ImportContext<'_>) -> Result<Self, Failure> {
        let mut all = Self { root, buffers: Vec::new(), outside: 0 };
        let mut files = BTreeMap::new();
        for (index, buffer) in root.buffers.iter().enumerate() {
            let bytes = match &buffer.uri {
                None => chunk.filter(|_| index == 0).map(Bytes::Chunk),
                Some(uri) => Some(Bytes::Owned(all.load(index, uri, &mut files, ctx)?)),
            };
            if let Some(bytes) = &bytes {
                check_length(index, bytes.get(), buffer.byte_length.0)?;
            }
            all.buffers.push(bytes);
        }
        Ok(all)
    }

    fn load(
        &mut self,
        index: usize,
        uri: &str,
        files: &mut BTreeMap<SourcePath, Rc<[u8]>>,
        ctx: &mut ImportContext<'_>,
    ) -> Result<Rc<[u8]>, Failure> {
        if let Some(data) = uri::data(uri) {
            let data = data.map_err(|error| wrong(index, &format!("its data cannot be decoded: {error}")))?;
            return Ok(self.count(data)?);
        }
        let path = place(index, uri, ctx)?;
        if let Some(known) = files.get(&path) {
            return Ok(Rc::clone(known));
        }
        let bytes = match ctx.read_within(&path, MOST_BYTES - self.outside)? {
            Found::Bytes(bytes) => bytes,
            Found::TooLarge(size) => {
                return Err(too_many(self.outside.saturating_add(size)).into());
            }
            Found::Missing => {
                let fact = format!("buffer {index}: there is no file `{path}`");
                let help = "put the file there, or export as one binary file (.glb)";
                return Err(Problem::new(codes::GLTF_BUFFER, fact, help).into());
            }
        };
        let bytes = self.count(bytes)?;
        files.insert(path, Rc::clone(&bytes));
        Ok(bytes)
    }

    fn count(&mut self, bytes: Vec<u8>) -> Result<Rc<[u8]>> {
        self.outside += bytes.len() as u64;
        if self.outside > MOST_BYTES {
            return Err(too_many(self.outside));
        }
        Ok(bytes.into())
    }

    /// How many bytes there are in all buffers, each counted once.
    pub(super) fn total(&self) -> u64 {
        let chunk = self.buffers.iter().flatten().find_map(|bytes| match bytes {
            Bytes::Chunk(bytes) => Some(bytes.len() as u64),
            Bytes::Owned(_) => None,
        });
        self.outside + chunk.unwrap_or(0)
    }

    /// Where the bytes of a view are: views of the same place have the same.
    pub(super) fn place_of(&self, index: Index<buffer::View>) -> Option<[u64; 3]> {
        let view = self.root.get(index)?;
        Some([view.buffer.value() as u64, view.byte_offset.unwrap_or_default().0, view.byte_length.0])
    }

    /// The bytes of a view.
    pub(super) fn view(&self, index: Index<buffer::View>) -> Result<&[u8]> {
        let at = index.value();
        let view = self.root.get(index).ok_or_else(|| unreadable(format!("there is no buffer view {at}")))?;
        let buffer = view.buffer.value();
        let Some(known) = self.buffers.get(buffer) else {
            return Err(unreadable(format!("buffer view {at}: there is no buffer {buffer}")));
        };
        let Some(bytes) = known else {
            return Err(wrong(buffer, "it has neither an address nor a chunk of the file"));
        };
        let start = view.byte_offset.unwrap_or_default().0;
        part(bytes.get(), start, view.byte_length.0).ok_or_else(|| {
            let fact =
                format!("buffer view {at}: {} bytes from {start} are beyond buffer {buffer}", view.byte_length.0);
            Problem::new(codes::GLTF_ACCESSOR, fact, EXPORT_AGAIN)
        })
    }
}

fn too_many(bytes: u64) -> Problem {
    over_limit(bytes, "bytes of buffers", MOST_BYTES, "split the file")
}

/// So many bytes from `start`.
pub(super) fn part(bytes: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let end = usize::try_from(start.checked_add(length)?).ok()?;
    bytes.get(usize::try_from(start).ok()?..end)
}

fn place(index: usize, uri: &str, ctx: &ImportContext<'_>) -> Result<SourcePath> {
    let shown = shortened(uri);
    let path = uri::path(uri)
        .filter(|path| !path.is_empty())
        .ok_or_else(|| wrong(index, &format!("{shown:?} is no file beside this one")))?;
    ctx.source().relative(&path).map_err(|error| wrong(index, &error.to_string()))
}

fn check_length(index: usize, bytes: &[u8], declared: u64) -> Result<()> {
    let found = bytes.len() as u64;
    (found >= declared).then_some(()).ok_or_else(|| wrong(index, &format!("it has {found} bytes of {declared}")))
}

fn wrong(index: usize, fact: &str) -> Problem {
    let help = "export again, as one binary file (.glb) or with the buffers beside the file";
    Problem::new(codes::GLTF_BUFFER, format!("buffer {index}: {fact}"), help)
}
