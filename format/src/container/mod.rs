//! All content files consist of a header, a section table and sections.
//!
//! ### The container: header
//!
//! | offset |   bytes | field             | value |
//! |-------:|--------:|-------------------|------------|
//! |      0 |       4 | magic             | `52 4D 42 00`: the letters "RMB" and a zero byte |
//! |      4 |       2 | container version | always 1 |
//! |      6 |       2 | header length     | the length of the header in bytes: always 48 |
//! |      8 |       8 | checksum          | the XXH3-64 hash of all bytes from offset 16 to the end of the file, with seed 0 |
//! |     16 |       4 | content type      | the number of the [`ContentType`] |
//! |     20 |       2 | content version   | the version of the content type |
//! |     22 |       2 | target            | always 0 |
//! |     24 |       4 | flags             | always 0 |
//! |     28 |       4 | section count     | the number of sections, at most 64 |
//! |     32 |       8 | file length       | the length of the whole file in bytes |
//! |     40 |       8 | reserved          | 0 |
//! |     48 | 24 each | section table     | one entry per section |
//!
//! ### The container: entry of the section table
//!
//! | offset | bytes | field        | value                                                         |
//! |-------:|------:|--------------|---------------------------------------------------------------|
//! |      0 |     4 | id           | the section's id as text, such as `BONE`                      |
//! |      4 |     4 | element size | the size of one element in bytes                              |
//! |      8 |     8 | offset       | where the section begins, in bytes from the start of the file |
//! |     16 |     8 | length       | the section's length in bytes: a multiple of the element size |
//!
//! ### The container: sections
//!
//! The sections follow the section table, in the order of its entries. Each section begins at the next offset that is a
//! multiple of 64. The bytes between two sections are 0. The file ends where its last section ends.

use bytemuck::{Pod, Zeroable};

mod aligned;
mod content_type;
mod section_id;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::{ensure, invalid};
use crate::{Content, DecodeError, InvalidContent};

pub use aligned::AlignedBytes;
pub use content_type::ContentType;
pub use section_id::SectionId;

/// The first bytes of every content file.
pub const MAGIC: [u8; 4] = *b"RMB\0";

/// The container version that this code writes. It is also the only version that this code reads.
pub const CONTAINER_VERSION: u16 = 1;

/// The alignment of sections within a file, in bytes. It is the size of a cache line.
pub const SECTION_ALIGNMENT: usize = 64;

/// The maximum number of sections.
pub const MAX_SECTIONS: u32 = 64;

/// The length of the header, in bytes.
pub const HEADER_LENGTH: usize = 48;
const ENTRY_LENGTH: usize = 24;
const CHECKED_FROM: usize = 16;
const TARGET_NATIVE: u16 = 0;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawHeader {
    magic: [u8; 4],
    container_version: u16,
    header_length: u16,
    checksum: u64,
    content_type: u32,
    content_version: u16,
    target: u16,
    flags: u32,
    section_count: u32,
    file_length: u64,
    reserved: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawSection {
    id: SectionId,
    element_size: u32,
    offset: u64,
    length: u64,
}

const _: () = assert!(size_of::<RawHeader>() == HEADER_LENGTH);
const _: () = assert!(size_of::<RawSection>() == ENTRY_LENGTH);

/// Returns the content type in the header of a file. Does not check anything else. `None` if there are fewer than 24 bytes, or
/// if they are not those of a content file.
#[must_use]
pub fn stated_type(head: &[u8]) -> Option<ContentType> {
    let number = head.get(16..20)?.first_chunk()?;
    let is_content = head.len() >= 24 && head.starts_with(&MAGIC);
    is_content.then(|| ContentType::from_number(u32::from_le_bytes(*number)))?
}

/// The header of a file and its section table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the container.
    pub container_version: u16,
    /// The checksum of all bytes from offset 16 on.
    pub checksum: u64,
    /// The content type of the file.
    pub content_type: ContentType,
    /// The version of the content type's layout.
    pub content_version: u16,
    /// The target that the file was built for; 0 is native.
    pub target: u16,
    /// Flags. None are defined.
    pub flags: u32,
    /// The length of the file in bytes.
    pub file_length: u64,
    /// The sections, in file order.
    pub sections: Vec<SectionInfo>,
}

/// An entry of the section table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionInfo {
    /// The name of the section.
    pub id: SectionId,
    /// The bytes of each element.
    pub element_size: u32,
    /// The offset of the section's first byte from the start of the file.
    pub offset: u64,
    /// The length of the section in bytes.
    pub length: u64,
}

/// A section of a content type: its name, and the size and alignment of its elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionKind {
    id: SectionId,
    element_size: u32,
    alignment: usize,
}

impl SectionKind {
    /// A section called `id` with elements of type `T`.
    pub(crate) const fn of<T: Pod>(id: &[u8; 4]) -> Self {
        assert!(size_of::<T>() > 0 && size_of::<T>() < 4096);
        #[expect(clippy::cast_possible_truncation, reason = "asserted to be small above")]
        let element_size = size_of::<T>() as u32;
        Self { id: SectionId(*id), element_size, alignment: align_of::<T>() }
    }
}

/// The byte ranges of the `N` sections of a content type, in a file that has been checked.
///
/// It does not contain the bytes, so an owner of the bytes can keep it together with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SectionRanges<const N: usize>([(usize, usize); N]);

impl<const N: usize> SectionRanges<N> {
    /// Ranges in bytes that are not a content file. Each is a start and an end.
    pub(crate) fn new(ranges: [(usize, usize); N]) -> Self {
        Self(ranges)
    }

    /// The sections of `bytes`, in order.
    pub(crate) fn sections<'a, 'b>(&'a self, bytes: &'b [u8]) -> Sections<'a, 'b> {
        Sections { ranges: self.0.iter(), bytes }
    }
}

/// Returns the sections of a file, one after another.
pub(crate) struct Sections<'a, 'b> {
    ranges: std::slice::Iter<'a, (usize, usize)>,
    bytes: &'b [u8],
}

impl<'b> Sections<'_, 'b> {
    /// The elements of the next section. Empty if the bytes are not those that were checked.
    pub(crate) fn next<T: Pod>(&mut self) -> &'b [T] {
        let section = self.ranges.next().and_then(|(start, end)| self.bytes.get(*start..*end));
        section.and_then(|section| bytemuck::try_cast_slice(section).ok()).unwrap_or_default()
    }
}

/// The file length in a header that starts with `head`. `None` if it is not the header of a content file.
#[must_use]
pub fn stated_length(head: &[u8]) -> Option<u64> {
    let header: RawHeader = bytemuck::try_pod_read_unaligned(head.get(..HEADER_LENGTH)?).ok()?;
    (header.magic == MAGIC).then(|| u64::from_le(header.file_length))
}

/// A file whose container has been checked: the header, the checksum, and the range of every section.
pub(crate) struct Container {
    header: Header,
    aligned_to: usize,
}

impl Container {
    /// Checks the container of `bytes`. They need no alignment.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::new(bytes, &parse_header(bytes)?)
    }

    fn new(bytes: &[u8], raw: &RawHeader) -> Result<Self, DecodeError> {
        let content_type = check_fields(raw)?;
        let sections = parse_sections(bytes, raw)?;
        Ok(Self {
            header: Header {
                container_version: raw.container_version,
                checksum: raw.checksum,
                content_type,
                content_version: raw.content_version,
                target: raw.target,
                flags: raw.flags,
                file_length: raw.file_length,
                sections,
            },
            aligned_to: 1 << bytes.as_ptr().addr().trailing_zeros().min(16),
        })
    }

    /// Like [`parse`](Self::parse), but skips the checksum, which is the most expensive check.
    pub(crate) fn trust(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::new(bytes, &header_fields(bytes)?)
    }

    /// The version of the file's content layout.
    pub(crate) fn content_version(&self) -> u16 {
        self.header.content_version
    }

    /// Whether section number `index` has this name.
    pub(crate) fn has_section(&self, index: usize, id: &[u8; 4]) -> bool {
        self.header.sections.get(index).is_some_and(|section| section.id.0 == *id)
    }

    /// The header and the section table.
    pub(crate) fn into_header(self) -> Header {
        self.header
    }

    /// The sections of `T`, which must be the file's content type.
    ///
    /// Each of the `older` versions, given with its number of sections, lacks the last sections. These are then empty.
    pub(crate) fn sections<T: Content, const N: usize>(
        &self,
        kinds: &[SectionKind; N],
        older: &[(u16, usize)],
    ) -> Result<SectionRanges<N>, DecodeError> {
        let newest = (T::VERSION, N);
        let (version, expected) =
            older.iter().copied().find(|(version, _)| *version == self.content_version()).unwrap_or(newest);
        self.check_content(T::TYPE, version)?;
        let sections = &self.header.sections;
        let found = sections.len();
        ensure!(found == expected, "{} has {found} sections, expected {expected}", T::TYPE);
        let required = kinds.iter().map(|kind| kind.alignment).max().unwrap_or(1);
        if self.aligned_to < required {
            return Err(DecodeError::Misaligned(required));
        }
        let mut ranges = [(0, 0); N];
        for (index, (section, kind)) in sections.iter().zip(kinds).enumerate() {
            check_kind(index, section, *kind)?;
            ranges[index] = section.range();
        }
        Ok(SectionRanges(ranges))
    }

    fn check_content(&self, expected: ContentType, supported: u16) -> Result<(), DecodeError> {
        let found = self.header.content_type;
        if found != expected {
            return Err(DecodeError::WrongType { found, expected });
        }
        if self.header.content_version != supported {
            let (what, found) = (expected.name(), self.header.content_version);
            return Err(DecodeError::Version { what, found, supported });
        }
        Ok(())
    }
}

impl SectionInfo {
    /// The start and end as indices. The section was already checked to be within a slice, so the conversions cannot fail; the
    /// fallback is an empty range.
    fn range(&self) -> (usize, usize) {
        let start = usize::try_from(self.offset).unwrap_or(0);
        let length = usize::try_from(self.length).unwrap_or(0);
        (start, start.saturating_add(length))
    }
}

/// The remedy for content of another version, or that is damaged.
const REBUILD: &str = "rebuild the content with `rigmill build`";

fn parse_header(bytes: &[u8]) -> Result<RawHeader, DecodeError> {
    let raw = header_fields(bytes)?;
    check_checksum(bytes, raw.checksum)?;
    Ok(raw)
}

/// Parses the header. Does not compare the checksum.
fn header_fields(bytes: &[u8]) -> Result<RawHeader, DecodeError> {
    check_magic(bytes)?;
    let raw = bytes.get(..HEADER_LENGTH).ok_or_else(|| cut_short(bytes.len() as u64, HEADER_LENGTH as u64))?;
    let raw: RawHeader = bytemuck::pod_read_unaligned(raw);
    if raw.container_version != CONTAINER_VERSION {
        return Err(DecodeError::Version {
            what: "container",
            found: raw.container_version,
            supported: CONTAINER_VERSION,
        });
    }
    let found = raw.header_length;
    ensure!(usize::from(found) == HEADER_LENGTH, "the length of the header is {found} bytes, expected {HEADER_LENGTH}");
    check_length(bytes.len() as u64, raw.file_length)?;
    Ok(raw)
}

/// Checked before the length, so that a short file of a different format is reported as such.
fn check_magic(bytes: &[u8]) -> Result<(), InvalidContent> {
    let Some(found) = bytes.first_chunk::<4>() else {
        return Err(cut_short(bytes.len() as u64, HEADER_LENGTH as u64));
    };
    ensure!(
        *found == MAGIC,
        "not a Rigmill content file: it begins with \"{}\", expected \"{}\"",
        found.escape_ascii(),
        MAGIC.escape_ascii()
    );
    Ok(())
}

fn cut_short(found: u64, expected: u64) -> InvalidContent {
    invalid!("the file is cut short: found {found} bytes, expected {expected}; {REBUILD}")
}

fn check_length(found: u64, expected: u64) -> Result<(), InvalidContent> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(cut_short(found, expected)),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => {
            Err(invalid!("bytes follow the end of the file: found {found} bytes, expected {expected}; {REBUILD}"))
        }
    }
}

/// The checksum detects damage, not forgery, so every field is checked as well.
fn check_checksum(bytes: &[u8], expected: u64) -> Result<(), InvalidContent> {
    let found = xxh3_64(bytes.get(CHECKED_FROM..).unwrap_or_default());
    if found == expected {
        return Ok(());
    }
    Err(invalid!(
        "the file is damaged: its checksum is {found:016x}, expected {expected:016x}; \
         rebuild the content with `rigmill build --force`"
    ))
}

fn check_fields(raw: &RawHeader) -> Result<ContentType, InvalidContent> {
    let RawHeader { reserved, target, flags, .. } = *raw;
    ensure!(reserved == 0, "the reserved bytes of the header are {reserved:#x}, but they must be 0");
    ensure!(target == TARGET_NATIVE, "target number {target} is unknown, expected 0 (native)");
    ensure!(flags == 0, "the header has the unknown flags {flags:#x}, expected 0");
    let found = raw.content_type;
    ContentType::from_number(found)
        .ok_or_else(|| invalid!("content type number {found} is unknown to this version of Rigmill; {REBUILD}"))
}

/// Parses the section table, and checks each entry against the bytes.
fn parse_sections(bytes: &[u8], raw: &RawHeader) -> Result<Vec<SectionInfo>, InvalidContent> {
    let found = raw.section_count;
    ensure!(found <= MAX_SECTIONS, "the file has {found} sections, but at most {MAX_SECTIONS} are allowed");
    let count = raw.section_count as usize;
    let mut end = HEADER_LENGTH + count * ENTRY_LENGTH;
    let table = bytes.get(HEADER_LENGTH..end).ok_or_else(|| cut_short(bytes.len() as u64, end as u64))?;
    let mut sections = Vec::with_capacity(count);
    for (index, entry) in table.chunks_exact(ENTRY_LENGTH).enumerate() {
        let entry: RawSection = bytemuck::pod_read_unaligned(entry);
        end = check_range(bytes, index, &entry, end)?;
        sections.push(SectionInfo {
            id: entry.id,
            element_size: entry.element_size,
            offset: entry.offset,
            length: entry.length,
        });
    }
    let length = bytes.len();
    ensure!(end == length, "the last section ends at {end}, expected the end of the file at {length}");
    Ok(sections)
}

/// Checks that the section starts after `end`, at the next aligned position, and returns its own end.
fn check_range(bytes: &[u8], index: usize, entry: &RawSection, end: usize) -> Result<usize, InvalidContent> {
    let id = entry.id;
    // A slice has at most isize::MAX bytes, so rounding up cannot overflow.
    let start = end.next_multiple_of(SECTION_ALIGNMENT);
    let offset = entry.offset;
    ensure!(offset == start as u64, "section {index} ({id}) is at offset {offset}, expected {start}");
    let available = bytes.len().saturating_sub(start);
    let length =
        usize::try_from(entry.length).ok().filter(|length| start <= bytes.len() && *length <= available).ok_or_else(
            || invalid!("section {index} ({id}) has {} bytes, only {available} are left in the file", entry.length),
        )?;
    let padding = bytes.get(end..start).unwrap_or_default();
    ensure!(padding.iter().all(|byte| *byte == 0), "the bytes before section {index} ({id}) are not zero");
    Ok(start + length)
}

fn check_kind(index: usize, section: &SectionInfo, kind: SectionKind) -> Result<(), InvalidContent> {
    let SectionInfo { id, element_size, length, .. } = *section;
    let (expected, expected_size) = (kind.id, kind.element_size);
    ensure!(id == expected, "section {index} is {id}, expected {expected}");
    ensure!(
        element_size == expected_size,
        "elements of section {id} have {element_size} bytes, expected {expected_size}"
    );
    ensure!(
        length.is_multiple_of(u64::from(element_size)),
        "section {id} has {length} bytes, expected a multiple of {element_size}"
    );
    Ok(())
}

/// Builds a file: the sections one after another, and then the header before them.
pub(crate) struct ContainerWriter {
    content_type: ContentType,
    content_version: u16,
    sections: Vec<RawSection>,
    count: u32,
    bytes: Vec<u8>,
}

impl ContainerWriter {
    /// Creates a writer for a file of `section_count` sections, at most [`MAX_SECTIONS`].
    pub(crate) fn new<T: Content>(section_count: usize) -> Self {
        let bytes = vec![0; HEADER_LENGTH + section_count * ENTRY_LENGTH];
        Self { content_type: T::TYPE, content_version: T::VERSION, sections: Vec::new(), count: 0, bytes }
    }

    /// Appends the next section.
    pub(crate) fn section<T: Pod>(&mut self, id: &[u8; 4], elements: &[T]) {
        let SectionKind { id, element_size, .. } = SectionKind::of::<T>(id);
        let start = self.bytes.len().next_multiple_of(SECTION_ALIGNMENT);
        self.bytes.resize(start, 0);
        self.bytes.extend_from_slice(bytemuck::cast_slice(elements));
        self.sections.push(RawSection {
            id,
            element_size,
            offset: start as u64,
            length: (self.bytes.len() - start) as u64,
        });
        self.count += 1;
    }

    /// Returns the file. All sections must have been written.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let table: &[u8] = bytemuck::cast_slice(&self.sections);
        self.bytes[HEADER_LENGTH..HEADER_LENGTH + table.len()].copy_from_slice(table);
        let mut header = RawHeader {
            magic: MAGIC,
            container_version: CONTAINER_VERSION,
            header_length: 48,
            checksum: 0,
            content_type: self.content_type.number(),
            content_version: self.content_version,
            target: TARGET_NATIVE,
            flags: 0,
            section_count: self.count,
            file_length: self.bytes.len() as u64,
            reserved: 0,
        };
        self.write_header(&header);
        header.checksum = xxh3_64(&self.bytes[CHECKED_FROM..]);
        self.write_header(&header);
        self.bytes
    }

    fn write_header(&mut self, header: &RawHeader) {
        self.bytes[..HEADER_LENGTH].copy_from_slice(bytemuck::bytes_of(header));
    }
}
