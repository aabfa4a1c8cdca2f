//! [`Base`]: sections of rows that are used as they are loaded, then the records of the assets.
//!
//! ```text
//! 0    8    magic
//! 8    4    version, little-endian        12  4  length of this header
//! 16   112  lengths in bytes of the 14 sections, 8 each
//! 128  32   BLAKE3 of all sections but the last
//! 160  32   BLAKE3 of the last, the records
//! 192  32   BLAKE3 of the bytes 0 to 192: the base's identity
//! 224  …    the sections: meta (bincode), folders, files, names, asset of each file, assets,
//!           output folders, outputs, output names, dependencies, their subjects, the dependencies of each asset, their names,
//!           records (bincode, each after 16 bytes of its BLAKE3)
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bytemuck::Pod;

use super::asset_id::AssetId;
use super::asset_row::AssetRow;
use super::dependency_table::DependencyTable;
use super::meta::Meta;
use super::outputs::Outputs;
use crate::disk::{Disk, PositionedFile};
use crate::records::{AssetRecord, RecordError, envelope};
use crate::sources::{Names, Tree};

const MAGIC: [u8; 8] = *b"RIGSTATE";
const VERSION: u32 = 7;
const HEADER: usize = 224;
const SECTIONS: usize = 14;
/// Where the checksums in the header begin.
const CHECKS: usize = 16 + 8 * SECTIONS;
/// The length of a record's own checksum, in bytes.
const CHECK: usize = 16;

/// The file of a base, open for reading its records.
pub(super) struct Base {
    file: Option<PositionedFile>,
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
        file.read_exact_at(&mut bytes, self.records + row.offset).map_err(unreadable)?;
        match bytes.split_at_checked(CHECK) {
            Some((check, payload)) if blake3::hash(payload).as_bytes()[..CHECK] == *check => Ok(bytes),
            _ => Err(RecordError::Checksum),
        }
    }

    pub(super) fn verify_records(&self) -> Result<(), RecordError> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut hasher = blake3::Hasher::new();
        let mut block = vec![0; 256 * 1024];
        let mut done = 0;
        while done < self.length {
            let size = usize::try_from(self.length - done).map_or(block.len(), |rest| rest.min(block.len()));
            file.read_exact_at(&mut block[..size], self.records + done).map_err(unreadable)?;
            hasher.update(&block[..size]);
            done += size as u64;
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
    pub(super) dependencies: DependencyTable,
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
    let (folders, files, names) = (reader.rows()?, reader.rows()?, Names(reader.rows()?));
    let assets_by_file = reader.rows()?.into_iter().map(decode_asset).collect();
    let assets = reader.rows()?;
    let outputs = Outputs { folders: reader.rows()?, rows: reader.rows()?, names: Names(reader.rows()?) };
    let dependencies = DependencyTable {
        rows: reader.rows()?,
        subjects: reader.rows()?,
        edges: reader.rows()?,
        names: Names(reader.rows()?),
    };
    if reader.hasher.finalize().as_bytes()[..] != header[CHECKS..CHECKS + 32] {
        return Err(RecordError::Checksum);
    }
    let meta: Meta = envelope::decode(&meta)?;
    let tree = Tree { folders, files, names, ignore_files: Arc::clone(&meta.ignore_files) };
    let rows: u64 = lengths[..SECTIONS - 1].iter().sum();
    let mut base = Base::none();
    base.file = Some(PositionedFile::new(file));
    base.records = HEADER as u64 + rows;
    base.length = lengths[SECTIONS - 1];
    base.check.copy_from_slice(&header[CHECKS + 32..CHECKS + 64]);
    base.identity.copy_from_slice(&header[CHECKS + 64..]);
    Ok((Sections { meta, tree, assets_by_file, assets, outputs, dependencies }, base))
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
    if blake3::hash(&header[..CHECKS + 64]).as_bytes()[..] != header[CHECKS + 64..] || number(12, 4) != HEADER as u64 {
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
    bytes[12..16].copy_from_slice(&224_u32.to_le_bytes());
    let mut rows = blake3::Hasher::new();
    for (index, section) in sections.iter().enumerate() {
        bytes[16 + 8 * index..24 + 8 * index].copy_from_slice(&(section.len() as u64).to_le_bytes());
        if index < SECTIONS - 1 {
            rows.update(section);
        }
    }
    bytes[CHECKS..CHECKS + 32].copy_from_slice(rows.finalize().as_bytes());
    bytes[CHECKS + 32..CHECKS + 64].copy_from_slice(blake3::hash(sections[SECTIONS - 1]).as_bytes());
    let identity = blake3::hash(&bytes[..CHECKS + 64]);
    bytes[CHECKS + 64..].copy_from_slice(identity.as_bytes());
    bytes.reserve_exact(sections.iter().map(|section| section.len()).sum());
    sections.iter().for_each(|section| bytes.extend_from_slice(section));
    bytes
}
