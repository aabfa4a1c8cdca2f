//! [`Base`]: the records of the assets, followed by sections of rows that are used without decoding.
//!
//! ```text
//! 0    8    magic
//! 8    4    version, little-endian        12  4  length of the footer
//! 16   …    records (bincode, each after 16 bytes of its BLAKE3)
//!      …    the sections: meta (bincode), folders, files, names, asset of each file, assets,
//!           output folders, outputs, output names, dependencies, their subjects, the dependencies of each asset, their names
//!           the footer, at the end of the file:
//! 0    8    length of the records in bytes
//! 8    104  lengths of the 13 sections, 8 each
//! 112  32   BLAKE3 of the records
//! 144  32   BLAKE3 of the sections
//! 176  32   BLAKE3 of the header and the footer so far: the base's identity
//! ```

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use bytemuck::Pod;
use rigmill_disk::system::read_exact_at;
use rigmill_store::envelope::{self, RecordError};

use super::asset_id::AssetId;
use super::asset_row::AssetRow;
use super::base_footer::{FOOTER, Footer, HEADER, SECTIONS, check_header};
use super::dependency_table::DependencyTable;
use super::meta::Meta;
use super::outputs::Outputs;
use crate::records::AssetRecord;
use crate::sources::{Names, Tree};

/// The length of a record's own checksum, in bytes.
const CHECK: usize = 16;

/// The file of a base, open for reading records.
pub(super) struct Base {
    file: Option<File>,
    /// The length of all records, in bytes.
    length: u64,
    /// The checksum of all records.
    check: [u8; 32],
    identity: [u8; 32],
}

impl Base {
    /// Returns the base of a state that was never saved.
    pub(super) fn none() -> Self {
        Self { file: None, length: 0, check: [0; 32], identity: [0; 32] }
    }

    /// Returns the identity of the base, which its overlay contains.
    pub(super) fn identity(&self) -> [u8; 32] {
        self.identity
    }

    pub(super) fn record(&self, row: Option<&AssetRow>) -> Result<AssetRecord, RecordError> {
        envelope::decode(&self.raw_record(row)?[CHECK..])
    }

    /// Reads and verifies a record, including its checksum.
    pub(super) fn raw_record(&self, row: Option<&AssetRow>) -> Result<Vec<u8>, RecordError> {
        let missing = || RecordError::Content("the record does not exist".to_owned());
        let (row, file) = row.zip(self.file.as_ref()).ok_or_else(missing)?;
        let end =
            row.offset.checked_add(u64::from(row.length)).filter(|&end| end <= self.length).ok_or_else(missing)?;
        let mut bytes = vec![0; usize::try_from(end - row.offset).map_err(|_| missing())?];
        read_exact_at(file, &mut bytes, HEADER as u64 + row.offset).map_err(unreadable)?;
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
            read_exact_at(file, &mut block[..size], HEADER as u64 + done).map_err(unreadable)?;
            hasher.update(&block[..size]);
            done += size as u64;
        }
        if *hasher.finalize().as_bytes() == self.check { Ok(()) } else { Err(RecordError::Checksum) }
    }
}

/// Encodes a record, preceded by its checksum.
pub(super) fn encode(record: &AssetRecord) -> Result<Vec<u8>, RecordError> {
    let mut bytes = vec![0; CHECK];
    envelope::encode(record, &mut bytes)?;
    let check = blake3::hash(&bytes[CHECK..]);
    bytes[..CHECK].copy_from_slice(&check.as_bytes()[..CHECK]);
    Ok(bytes)
}

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
    let (footer, identity) = read_footer(&mut file)?;
    let records_end = HEADER as u64 + footer.records;
    file.seek(SeekFrom::Start(records_end)).map_err(unreadable)?;
    let mut reader = Reader { file: &mut file, hasher: blake3::Hasher::new(), lengths: footer.sections.into_iter() };
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
    if *reader.hasher.finalize().as_bytes() != footer.sections_check {
        return Err(RecordError::Checksum);
    }
    let meta: Meta = envelope::decode(&meta)?;
    let base = Base { file: Some(file), length: footer.records, check: footer.records_check, identity };
    let tree = Tree { folders, files, names, ignore_files: Arc::clone(&meta.ignore_files) };
    Ok((Sections { meta, tree, assets_by_file, assets, outputs, dependencies }, base))
}

/// Reads the footer of a base and its identity. The lengths in the footer must add up to the file's length.
fn read_footer(file: &mut File) -> Result<(Footer, [u8; 32]), RecordError> {
    let length = file.metadata().map_err(unreadable)?.len();
    let mut header = [0; HEADER];
    if length < HEADER as u64 {
        return Err(RecordError::Length { found: length, expected: HEADER as u64 });
    }
    file.read_exact(&mut header).map_err(unreadable)?;
    check_header(header)?;
    let at = length.checked_sub(FOOTER as u64).filter(|&at| at >= HEADER as u64);
    let at = at.ok_or(RecordError::Length { found: length, expected: (HEADER + FOOTER) as u64 })?;
    let mut footer = [0; FOOTER];
    file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
    file.read_exact(&mut footer).map_err(unreadable)?;
    Footer::decode(&footer, length)
}

/// Decodes the asset of a file: its index plus one, or 0 if the file is not an asset.
fn decode_asset(number: u32) -> Option<AssetId> {
    number.checked_sub(1).map(AssetId)
}

pub(super) fn encode_asset(asset: Option<AssetId>) -> u32 {
    asset.map_or(0, |asset| asset.0 + 1)
}

fn unreadable(error: io::Error) -> RecordError {
    RecordError::Content(error.to_string())
}

struct Reader<'a> {
    file: &'a mut File,
    hasher: blake3::Hasher,
    lengths: std::array::IntoIter<u64, SECTIONS>,
}

impl Reader<'_> {
    /// Reads the next section. The footer was checked, so the section is inside the file.
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
