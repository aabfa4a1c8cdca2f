//! [`DecodeError`] and [`EncodeError`].

use thiserror::Error;

use super::invalid::InvalidContent;
use crate::{ContentType, SectionId};

/// Why bytes are not the content that was asked for.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes end before the file does.
    #[error(
        "the file is cut short: found {found} bytes, expected {expected}; \
         rebuild the content with `rigmill build`"
    )]
    Truncated {
        /// Bytes there are.
        found: u64,
        /// Bytes there should be at least.
        expected: u64,
    },
    /// More bytes follow the end of the file.
    #[error(
        "bytes follow the end of the file: found {found} bytes, expected {expected}; \
         rebuild the content with `rigmill build`"
    )]
    TrailingBytes {
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        expected: u64,
    },
    /// The file does not begin as a content file does.
    #[error("not a Rigmill content file: it begins with {found:02x?}, expected {expected:02x?}")]
    Magic {
        /// The first four bytes.
        found: [u8; 4],
        /// What they should be.
        expected: [u8; 4],
    },
    /// The container was written by another version.
    #[error(
        "container version {found} is not supported, this version of Rigmill reads {supported}; \
         rebuild the content with `rigmill build`"
    )]
    ContainerVersion {
        /// The version in the file.
        found: u16,
        /// The version that this code reads.
        supported: u16,
    },
    /// The header does not have the length of its version.
    #[error("the header says it is {found} bytes long, expected {expected}")]
    HeaderLength {
        /// The length in the file.
        found: u16,
        /// The length of this container version.
        expected: u16,
    },
    /// The bytes are not those that were written.
    #[error(
        "the file is damaged: its checksum is {found:016x}, expected {expected:016x}; \
         rebuild the content with `rigmill build --force`"
    )]
    Checksum {
        /// The checksum of the bytes there are.
        found: u64,
        /// The checksum that the file states.
        expected: u64,
    },
    /// Reserved bytes of the header are in use.
    #[error("reserved header bytes hold {found:#x}, expected 0")]
    Reserved {
        /// Their value.
        found: u64,
    },
    /// No content type has this number.
    #[error(
        "content type number {found} is unknown to this version of Rigmill; \
         rebuild the content with `rigmill build`"
    )]
    UnknownContentType {
        /// The number in the file.
        found: u32,
    },
    /// No target has this number.
    #[error("target number {found} is unknown, expected 0 (native)")]
    UnknownTarget {
        /// The number in the file.
        found: u16,
    },
    /// Flags that this version does not know.
    #[error("unknown flags {found:#x}, expected 0")]
    UnknownFlags {
        /// The flags in the file.
        found: u32,
    },
    /// The section table is longer than any file's.
    #[error("the file says it has {found} sections, at most {limit} are allowed")]
    TooManySections {
        /// The count in the file.
        found: u32,
        /// The largest count allowed.
        limit: u32,
    },
    /// A section does not begin where the one before it leaves off, aligned.
    #[error("section {index} ({id}) is at offset {found}, expected {expected}")]
    SectionOffset {
        /// Its place in the section table.
        index: usize,
        /// Its name.
        id: SectionId,
        /// Where the table says it is.
        found: u64,
        /// Where it has to be.
        expected: u64,
    },
    /// A section reaches past the end of the file.
    #[error("section {index} ({id}) has {found} bytes, only {available} are left in the file")]
    SectionLength {
        /// Its place in the section table.
        index: usize,
        /// Its name.
        id: SectionId,
        /// Its length by the table.
        found: u64,
        /// Bytes from its offset to the end of the file.
        available: u64,
    },
    /// Bytes after the last section.
    #[error("the last section ends at {found}, expected the end of the file at {expected}")]
    SectionsEnd {
        /// Where the last section ends.
        found: u64,
        /// Where the file ends.
        expected: u64,
    },
    /// The bytes between two sections are in use.
    #[error("padding before section {index} ({id}) is not zero")]
    Padding {
        /// The section's place in the table.
        index: usize,
        /// Its name.
        id: SectionId,
    },
    /// The file holds something else.
    #[error("the file holds {found}, expected {expected}")]
    WrongType {
        /// The type in the file.
        found: ContentType,
        /// The type that was asked for.
        expected: ContentType,
    },
    /// The content was written by another version.
    #[error(
        "{content_type} version {found} is not supported, this version of Rigmill reads \
         {supported}; rebuild the content with `rigmill build`"
    )]
    ContentVersion {
        /// The type in the file.
        content_type: ContentType,
        /// The version in the file.
        found: u16,
        /// The version that this code reads.
        supported: u16,
    },
    /// The number of sections is not that of the content type.
    #[error("{content_type} has {found} sections, expected {expected}")]
    SectionCount {
        /// The type in the file.
        content_type: ContentType,
        /// Sections in the file.
        found: usize,
        /// Sections of the type.
        expected: usize,
    },
    /// Another section than the content type has there.
    #[error("section {index} is {found}, expected {expected}")]
    SectionId {
        /// Its place in the section table.
        index: usize,
        /// Its name in the file.
        found: SectionId,
        /// The name that the type has there.
        expected: SectionId,
    },
    /// Elements of another size than the content type has there.
    #[error("elements of section {id} have {found} bytes, expected {expected}")]
    ElementSize {
        /// The section's name.
        id: SectionId,
        /// Bytes an element by the table.
        found: u32,
        /// Bytes an element of this type and version.
        expected: u32,
    },
    /// A section that ends within an element.
    #[error("section {id} has {found} bytes, expected a multiple of {element_size}")]
    PartialElement {
        /// The section's name.
        id: SectionId,
        /// Its length in bytes.
        found: u64,
        /// Bytes an element.
        element_size: u32,
    },
    /// The bytes cannot be used where they lie.
    #[error(
        "the bytes begin at a misaligned address, expected a multiple of {required}; \
         hold them in `AlignedBytes`"
    )]
    Misaligned {
        /// The alignment that a view needs.
        required: usize,
    },
    /// The container is whole, its content breaks a rule of its type.
    #[error(transparent)]
    Invalid(#[from] InvalidContent),
}

/// Why a value has no encoding.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// More than the layout can count.
    #[error("too many {what}: found {found}, at most {limit} fit a content file")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: u32,
    },
    /// The value breaks a rule of its type.
    #[error(transparent)]
    Invalid(#[from] InvalidContent),
}
