//! [`Base`]: sections of rows that are used as they are loaded, then the records of the assets.
//!
//! ```text
//! 0    8    magic
//! 8    4    version, little-endian        12  4  length of this header
//! 16   80   lengths in bytes of the ten sections, 8 each
//! 96   32   BLAKE3 of the first nine sections
//! 128  32   BLAKE3 of the tenth, the records
//! 160  32   BLAKE3 of the bytes 0 to 160: the base's identity
//! 192  …    the sections: meta (bincode), folders, files, names, asset of each file, assets,
//!           output folders, outputs, output names, records (bincode, each after 16 bytes of its BLAKE3)
//! ```

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Mutex;

use bytemuck::{Pod, Zeroable};

use super::asset_id::AssetId;
use super::meta::Meta;
use super::outputs::Outputs;
use crate::disk::Disk;
use crate::records::{AssetRecord, RecordError, envelope};
use crate::sources::{Names, Tree};

const MAGIC: [u8; 8] = *b"RIGSTATE";
const VERSION: u32 = 5;
const HEADER: usize = 192;
const SECTIONS: usize = 10;
/// The length of a record's own checksum, in bytes.
const CHECK: usize = 16;

/// The position of an asset's record, and whether every build must check the asset.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct AssetRow {
    offset: u64,
    length: u32,
    flags: u32,
}

impl AssetRow {
    const ALWAYS_CHECK: u32 = 1;

    pub(super) fn new(offset: u64, length: usize, always_check: bool) -> Self {
        Self { offset, length: u32::try_from(length).unwrap_or(u32::MAX), flags: u32::from(always_check) }
    }

    /// As [`AssetRecord::always_check`].
    pub(crate) fn always_check(&self) -> bool {
        self.flags & Self::ALWAYS_CHECK != 0
    }

    pub(super) fn set_always_check(&mut self, needs: bool) {
        self.flags = u32::from(needs);
    }
}

/// The file of a base, open for reading its records.
pub(super) struct Base {
    file: Option<Mutex<File>>,
    records: u64,
    length: u64,
    check: [u8; 32],
    identity: [u8; 32],
}

impl Base {
    /// The base of a state that was never saved.
    pub(super) fn none() -> Self {
        Self { file: None, records: 0, length: 0, check: [0; 32], identity: [0; 32] }
    }

    /// Identifies the base in its overlay.
    pub(super) fn identity(&self) -> [u8; 32] {
        self.identity
    }

    pub(super) fn record(&self, row: Option<&AssetRow>) -> Result<AssetRecord, RecordError> {
        envelope::decode(&self.raw_record(row)?[CHECK..])
    }

    /// A record with its checksum, which is verified.
    pub(super) fn raw_record(&self, row: Option<&AssetRow>) -> Result<Vec<u8>, RecordError> {
        let missing = || RecordError::Content("the record does not exist".to_owned());
        let (row, file) = row.zip(self.file.as_ref()).ok_or_else(missing)?;
        let end =
            row.offset.checked_add(u64::from(row.length)).filter(|&end| end <= self.length).ok_or_else(missing)?;
        let mut bytes = vec![0; usize::try_from(end - row.offset).map_err(|_| missing())?];
        let mut file = file.lock().map_err(|_| missing())?;
        let read = file.seek(SeekFrom::Start(self.records + row.offset)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|error| RecordError::Content(error.to_string()))?;
        match bytes.split_at_checked(CHECK) {
            Some((check, payload)) if blake3::hash(payload).as_bytes()[..CHECK] == *check => Ok(bytes),
            _ => Err(RecordError::Checksum),
        }
    }

    pub(super) fn verify_records(&self) -> Result<(), RecordError> {
        let Some(file) = &self.file else { return Ok(()) };
        let failed = |error: io::Error| RecordError::Content(error.to_string());
        let mut file = file.lock().map_err(|_| RecordError::Checksum)?;
        file.seek(SeekFrom::Start(self.records)).map_err(failed)?;
        let mut hasher = blake3::Hasher::new();
        let mut block = vec![0; 256 * 1024];
        loop {
            match file.read(&mut block).map_err(failed)? {
                0 => break,
                read => drop(hasher.update(&block[..read])),
            }
        }
        if *hasher.finalize().as_bytes() == self.check { Ok(()) } else { Err(RecordError::Checksum) }
    }
}

/// A record, with its checksum before it.
pub(super) fn encode(record: &AssetRecord) -> Result<Vec<u8>, RecordError> {
    let mut bytes = vec![0; CHECK];
    envelope::encode(record, &mut bytes)?;
    let check = blake3::hash(&bytes[CHECK..]);
    bytes[..CHECK].copy_from_slice(&check.as_bytes()[..CHECK]);
    Ok(bytes)
}

/// Replaces a file in one step, and flushes it.
pub(super) fn replace(path: &Path, bytes: &[u8], disk: &dyn Disk) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    disk.remove(&temporary)?;
    let written = disk.create(&temporary, bytes).and_then(|_| disk.flush(path, &[&temporary]));
    written.and_then(|()| disk.rename(&temporary, path)).inspect_err(|_| drop(disk.remove(&temporary)))
}

// ---- loading ----

/// All sections except the records.
#[derive(Default)]
pub(super) struct Sections {
    pub(super) meta: Meta,
    pub(super) tree: Tree,
    pub(super) assets_by_file: Vec<Option<AssetId>>,
    pub(super) assets: Vec<AssetRow>,
    pub(super) outputs: Outputs,
}

pub(super) fn load(mut file: File) -> Result<(Sections, Base), RecordError> {
    let mut header = [0; HEADER];
    let length = file.metadata().map_err(unreadable)?.len();
    if length < HEADER as u64 {
        return Err(RecordError::Length { found: length, expected: HEADER as u64 });
    }
    file.read_exact(&mut header).map_err(unreadable)?;
    let lengths = check_header(&header, length)?;
    let mut reader = Reader { file: &mut file, hasher: blake3::Hasher::new(), lengths: lengths.into_iter() };
    let meta: Vec<u8> = reader.rows()?;
    let tree = Tree { folders: reader.rows()?, files: reader.rows()?, names: Names(reader.rows()?) };
    let assets_by_file = reader.rows()?.into_iter().map(decode_asset).collect();
    let assets = reader.rows()?;
    let outputs = Outputs { folders: reader.rows()?, rows: reader.rows()?, names: Names(reader.rows()?) };
    if reader.hasher.finalize().as_bytes()[..] != header[96..128] {
        return Err(RecordError::Checksum);
    }
    let meta: Meta = envelope::decode(&meta)?;
    let rows: u64 = lengths[..SECTIONS - 1].iter().sum();
    let mut base = Base::none();
    base.file = Some(Mutex::new(file));
    base.records = HEADER as u64 + rows;
    base.length = lengths[SECTIONS - 1];
    base.check.copy_from_slice(&header[128..160]);
    base.identity.copy_from_slice(&header[160..]);
    Ok((Sections { meta, tree, assets_by_file, assets, outputs }, base))
}

/// The asset of a file: its index plus one, 0 if the file is not an asset.
fn decode_asset(number: u32) -> Option<AssetId> {
    number.checked_sub(1).map(AssetId)
}

pub(super) fn encode_asset(asset: Option<AssetId>) -> u32 {
    asset.map_or(0, |asset| asset.0 + 1)
}

fn unreadable(error: io::Error) -> RecordError {
    RecordError::Content(error.to_string())
}

/// The lengths of the sections, whose sum is the length of the file.
fn check_header(header: &[u8; HEADER], length: u64) -> Result<[u64; SECTIONS], RecordError> {
    let number =
        |at: usize, bytes: usize| header[at..at + bytes].iter().rev().fold(0, |n, &byte| (n << 8) | u64::from(byte));
    if header[..8] != MAGIC {
        return Err(RecordError::Magic);
    }
    let version = u32::try_from(number(8, 4)).unwrap_or(u32::MAX);
    if version != VERSION {
        return Err(RecordError::Version { found: version, expected: VERSION });
    }
    if blake3::hash(&header[..160]).as_bytes()[..] != header[160..] || number(12, 4) != HEADER as u64 {
        return Err(RecordError::Checksum);
    }
    let lengths: [u64; SECTIONS] = std::array::from_fn(|section| number(16 + 8 * section, 8));
    let total = lengths.iter().try_fold(HEADER as u64, |sum, &length| sum.checked_add(length));
    match total {
        Some(expected) if expected == length => Ok(lengths),
        expected => Err(RecordError::Length { found: length, expected: expected.unwrap_or(u64::MAX) }),
    }
}

struct Reader<'a> {
    file: &'a mut File,
    hasher: blake3::Hasher,
    lengths: std::array::IntoIter<u64, SECTIONS>,
}

impl Reader<'_> {
    /// The next section. The header was checked, so the section is inside the file.
    fn rows<T: Pod>(&mut self) -> Result<Vec<T>, RecordError> {
        let length = self.lengths.next().unwrap_or(0);
        let size = size_of::<T>() as u64;
        if !length.is_multiple_of(size) {
            return Err(RecordError::Content("a section does not consist of whole rows".to_owned()));
        }
        let count = usize::try_from(length / size).map_err(|error| RecordError::Content(error.to_string()))?;
        let mut rows = vec![T::zeroed(); count];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut rows);
        self.file.read_exact(bytes).map_err(unreadable)?;
        self.hasher.update(bytes);
        Ok(rows)
    }
}

// ---- saving ----

/// The bytes of a base.
pub(super) fn seal(sections: [&[u8]; SECTIONS]) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..16].copy_from_slice(&192_u32.to_le_bytes());
    let mut rows = blake3::Hasher::new();
    for (index, section) in sections.iter().enumerate() {
        bytes[16 + 8 * index..24 + 8 * index].copy_from_slice(&(section.len() as u64).to_le_bytes());
        if index < SECTIONS - 1 {
            rows.update(section);
        }
    }
    bytes[96..128].copy_from_slice(rows.finalize().as_bytes());
    bytes[128..160].copy_from_slice(blake3::hash(sections[SECTIONS - 1]).as_bytes());
    let identity = blake3::hash(&bytes[..160]);
    bytes[160..192].copy_from_slice(identity.as_bytes());
    bytes.reserve_exact(sections.iter().map(|section| section.len()).sum());
    sections.iter().for_each(|section| bytes.extend_from_slice(section));
    bytes
}
