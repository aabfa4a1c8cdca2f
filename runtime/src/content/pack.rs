//! [`Pack`]: a file that contains all content of a target.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rigmill_format::AlignedBytes;
use rigmill_format::pack::{PACK_HEAD_LENGTH, PackEntry, PackError, PackHead, PackId, PackKind, PackTable};

use super::source::ContentSource;
use crate::near::suggested_assets;

/// A pack (`.rmp`) that `rigmill pack` wrote: one file with all content of a target, together with the patches for this pack
/// that the game has.
///
/// # Examples
/// ```no_run
/// use rigmill_runtime::Content;
/// use rigmill_runtime::content::Pack;
///
/// let content = Content::from_source(Pack::open("game.rmp")?.patched_by(Pack::open("patch-1.rmp")?)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Pack {
    /// Newest first. The last layer is the pack itself, not a patch.
    layers: Vec<Layer>,
}

/// The pack file or one patch file.
#[derive(Debug)]
struct Layer {
    head: PackHead,
    bytes: Bytes,
    place: String,
}

/// The bytes of a file.
enum Bytes {
    /// The whole file, in memory or memory-mapped.
    Whole(Arc<dyn AsRef<[u8]> + Send + Sync>),
    /// The file's header and table. The rest is read when it is needed.
    Table { table: AlignedBytes, file: Mutex<File> },
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Whole(_) => "Whole",
            Self::Table { .. } => "Table",
        })
    }
}

impl Pack {
    /// Opens a pack and reads its header and table. Each file in the pack is read when it is loaded.
    ///
    /// # Errors
    /// The file cannot be read or is not a pack. If it is not a pack, the error contains a [`PackError`].
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut first = Vec::with_capacity(PACK_HEAD_LENGTH);
        Read::by_ref(&mut file).take(PACK_HEAD_LENGTH as u64).read_to_end(&mut first)?;
        let head = PackHead::parse(&first, length).map_err(damaged)?;
        let table = read_at(&mut file, 0..head.table_end())?;
        let bytes = Bytes::Table { table, file: Mutex::new(file) };
        Ok(Self { layers: vec![Layer { head, bytes, place: path.display().to_string() }] })
    }

    /// Opens a pack by mapping it into memory. This takes the same time for packs of any size. Content is read in place.
    ///
    /// The file must not be modified while the pack is open. It can be replaced by renaming a new file over it, as
    /// `rigmill pack` does.
    ///
    /// # Errors
    /// Same as [`open`](Self::open).
    #[cfg(feature = "mmap")]
    pub fn map(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let file = File::open(path)?;
        // SAFETY: the mapping is read-only, and the caller guarantees that the file is not modified.
        #[allow(unsafe_code, reason = "a file that is mapped can change, and nothing safe can rule that out")]
        let map = unsafe { memmap2::Mmap::map(&file) }?;
        Self::from_shared(Arc::new(map), path.display().to_string())
    }

    /// Opens a pack that is in memory.
    ///
    /// # Errors
    /// The bytes are not a pack. The error contains a [`PackError`].
    pub fn from_bytes(bytes: AlignedBytes) -> io::Result<Self> {
        Self::from_shared(Arc::new(bytes), "the pack in memory".to_owned())
    }

    /// Opens a pack that is already in shared memory. If the pack starts at an address that is a multiple of 64, content is
    /// read in place. Otherwise, content is copied. `place` is the name of the pack in messages.
    ///
    /// # Errors
    /// Same as [`from_bytes`](Self::from_bytes).
    pub fn from_shared(bytes: Arc<dyn AsRef<[u8]> + Send + Sync>, place: String) -> io::Result<Self> {
        let all = (*bytes).as_ref();
        let head = PackHead::parse(all, all.len() as u64).map_err(damaged)?;
        Ok(Self { layers: vec![Layer { head, bytes: Bytes::Whole(bytes), place }] })
    }

    /// Adds a patch to the pack. Files of the patch replace older files with the same names.
    ///
    /// # Errors
    /// The patch does not fit this pack with its earlier patches.
    pub fn patched_by(mut self, patch: Self) -> io::Result<Self> {
        if patch.base() != Some(self.id()) {
            let message = format!("{} is not a patch of {}", patch.layers[0].place, self.layers[0].place);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.layers.splice(0..0, patch.layers);
        Ok(self)
    }

    /// The id of the pack, or of its newest patch.
    #[must_use]
    pub fn id(&self) -> PackId {
        self.layers[0].head.id()
    }

    /// If this is a patch, the id of the pack that it patches.
    #[must_use]
    pub fn base(&self) -> Option<PackId> {
        self.layers.last().and_then(|layer| layer.head.base())
    }

    /// Reads a file that is not content, by its path in the target's folder, such as `Fonts/License.txt`.
    ///
    /// # Errors
    /// Same as [`ContentSource::read`].
    pub fn file(&self, path: &str) -> io::Result<AlignedBytes> {
        self.layer_with(path, |layer, entry| {
            let bytes = layer.read(entry, entry.length)?;
            entry.check(&bytes).map_err(damaged)?;
            Ok(bytes)
        })
    }

    /// The entry of a file in the pack's table. The kind of the entry gives the content type without reading the file. `None`
    /// if the file does not exist.
    ///
    /// # Errors
    /// A row that the search reads is damaged.
    pub fn entry(&self, name: &str) -> io::Result<Option<PackEntry<'_>>> {
        Ok(self.found(name)?.map(|(_, entry)| entry))
    }

    /// The entries of all files, by name. For each file, the newest patch that contains or removes the file counts.
    ///
    /// # Errors
    /// The table is damaged.
    pub fn entries(&self) -> io::Result<BTreeMap<&str, PackEntry<'_>>> {
        let mut entries = BTreeMap::new();
        for layer in self.layers.iter().rev() {
            for entry in layer.table()?.entries() {
                let entry = entry.map_err(damaged)?;
                match entry.kind {
                    PackKind::Removed => entries.remove(entry.name),
                    _ => entries.insert(entry.name, entry),
                };
            }
        }
        Ok(entries)
    }

    /// Checks everything in the pack and its patches: the table, the bytes of every file, the bytes between files, and every
    /// rule of the content. Returns the number of files.
    ///
    /// # Errors
    /// The error of the first damage that was found. It contains a [`PackError`] or a
    /// [`DecodeError`](crate::content::DecodeError).
    pub fn verify(&self) -> io::Result<usize> {
        self.layers.iter().map(Layer::verify).sum()
    }

    /// The newest layer that has a file, and the file's entry. `None` if a newer patch removes the file.
    fn found(&self, name: &str) -> io::Result<Option<(&Layer, PackEntry<'_>)>> {
        for layer in &self.layers {
            if let Some(entry) = layer.table()?.find(name).map_err(damaged)? {
                return Ok((entry.kind != PackKind::Removed).then_some((layer, entry)));
            }
        }
        Ok(None)
    }

    /// Reads a file from the newest layer that has it.
    fn layer_with<T>(&self, name: &str, read: impl FnOnce(&Layer, &PackEntry<'_>) -> io::Result<T>) -> io::Result<T> {
        let (layer, entry) =
            self.found(name)?.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))?;
        read(layer, &entry)
    }
}

impl Layer {
    fn table(&self) -> io::Result<PackTable<'_>> {
        let bytes = match &self.bytes {
            Bytes::Whole(bytes) => (**bytes).as_ref(),
            Bytes::Table { table, .. } => table,
        };
        PackTable::new(self.head, bytes).map_err(damaged)
    }

    fn verify(&self) -> io::Result<usize> {
        let table = self.table()?;
        table.verify().map_err(damaged)?;
        let (mut files, mut end) = (0, self.head.table_end());
        for entry in table.entries() {
            let entry = entry.map_err(damaged)?;
            if entry.kind == PackKind::Removed {
                continue;
            }
            if self.part(end..entry.offset)?.iter().any(|byte| *byte != 0) {
                return Err(damaged(PackError::Damaged { what: "bytes between its files are not 0" }));
            }
            let file = self.read(&entry, entry.length)?;
            entry.check(&file).map_err(damaged)?;
            if let PackKind::Content(of) = entry.kind {
                let found =
                    rigmill_format::verify(&file).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
                if found.content_type != of {
                    let what = "the type of the file differs from the type in the pack's table";
                    return Err(damaged(PackError::Entry { name: entry.name.to_owned(), what }));
                }
            }
            (files, end) = (files + 1, entry.offset + entry.length);
        }
        Ok(files)
    }

    /// Reads at most the first `length` bytes of an entry's file.
    fn read(&self, entry: &PackEntry<'_>, length: u64) -> io::Result<AlignedBytes> {
        self.part(entry.offset..entry.offset + length)
    }

    /// Reads a range of the pack, which must end within the pack.
    fn part(&self, range: Range<u64>) -> io::Result<AlignedBytes> {
        match &self.bytes {
            Bytes::Table { file, .. } => read_at(&mut file.lock().unwrap_or_else(PoisonError::into_inner), range),
            Bytes::Whole(bytes) => {
                let too_large = |_| io::ErrorKind::FileTooLarge;
                let range =
                    usize::try_from(range.start).map_err(too_large)?..usize::try_from(range.end).map_err(too_large)?;
                let shared = AlignedBytes::shared(bytes.clone(), range.clone());
                // Memory that is not aligned is copied.
                let copied = || (**bytes).as_ref().get(range).map(AlignedBytes::from_slice);
                shared.or_else(copied).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
        }
    }
}

impl ContentSource for Pack {
    fn read(&self, name: &str) -> io::Result<AlignedBytes> {
        self.layer_with(name, |layer, entry| layer.read(entry, entry.length))
    }

    fn read_head(&self, name: &str, head: &mut [u8]) -> io::Result<()> {
        self.layer_with(name, |layer, entry| {
            if entry.length < head.len() as u64 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            head.copy_from_slice(&layer.read(entry, head.len() as u64)?);
            Ok(())
        })
    }

    fn place(&self, name: &str) -> String {
        format!("{} in {}", name, self.layers[0].place)
    }

    fn suggest(&self, name: &str) -> Option<String> {
        suggested_assets(name, self.entries().ok()?.into_keys())
    }
}

fn damaged(error: PackError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// Reads a range of a file, which must end within the file.
fn read_at(file: &mut File, range: Range<u64>) -> io::Result<AlignedBytes> {
    let length = usize::try_from(range.end - range.start).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut bytes = AlignedBytes::try_with_len(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.seek(SeekFrom::Start(range.start))?;
    file.read_exact(bytes.as_mut_slice())?;
    Ok(bytes)
}
