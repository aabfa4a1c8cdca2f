//! [`DecodeError`] and [`EncodeError`].

use thiserror::Error;

use super::invalid::InvalidContent;
use crate::{ContentType, SectionId};

/// An error that makes bytes invalid as content of the expected type.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes end before the file does.
    #[error(
        "the file is cut short: found {found} bytes, expected {expected}; \
         rebuild the content with `rigmill build`"
    )]
    Truncated {
        /// The number of bytes.
        found: u64,
        /// The minimum number of bytes.
        expected: u64,
    },
    /// More bytes follow the end of the file.
    #[error(
        "bytes follow the end of the file: found {found} bytes, expected {expected}; \
         rebuild the content with `rigmill build`"
    )]
    TrailingBytes {
        /// The number of bytes.
        found: u64,
        /// The expected number of bytes.
        expected: u64,
    },
    /// The file does not start with the magic number of content files.
    #[error("not a Rigmill content file: it begins with \"{}\", expected \"{}\"", found.escape_ascii(), expected.escape_ascii())]
    Magic {
        /// The first four bytes.
        found: [u8; 4],
        /// The expected bytes.
        expected: [u8; 4],
    },
    /// The container has a different version.
    #[error(
        "container version {found} is not supported: this version of Rigmill reads version {supported}; \
         rebuild the content with `rigmill build`"
    )]
    ContainerVersion {
        /// The version in the file.
        found: u16,
        /// The version that this code reads.
        supported: u16,
    },
    /// The header does not have the length that its version requires.
    #[error("the length of the header is {found} bytes, expected {expected}")]
    HeaderLength {
        /// The length in the file.
        found: u16,
        /// The length of this container version.
        expected: u16,
    },
    /// The bytes have changed since they were written.
    #[error(
        "the file is damaged: its checksum is {found:016x}, expected {expected:016x}; \
         rebuild the content with `rigmill build --force`"
    )]
    Checksum {
        /// The actual checksum of the bytes.
        found: u64,
        /// The checksum that the file states.
        expected: u64,
    },
    /// Reserved bytes of the header are not zero.
    #[error("the reserved bytes of the header are {0:#x}, but they must be 0")]
    Reserved(u64),
    /// No content type has this number.
    #[error(
        "content type number {0} is unknown to this version of Rigmill; \
         rebuild the content with `rigmill build`"
    )]
    UnknownContentType(u32),
    /// No target has this number.
    #[error("target number {0} is unknown, expected 0 (native)")]
    UnknownTarget(u16),
    /// Flags that this version does not know.
    #[error("the header has the unknown flags {0:#x}, expected 0")]
    UnknownFlags(u32),
    /// The section table is too long.
    #[error("the file has {found} sections, but at most {limit} are allowed")]
    TooManySections {
        /// The count in the file.
        found: u32,
        /// The maximum number of sections.
        limit: u32,
    },
    /// A section does not start at the first aligned position after the previous section.
    #[error("section {index} ({id}) is at offset {found}, expected {expected}")]
    SectionOffset {
        /// The section's index in the table.
        index: usize,
        /// The name.
        id: SectionId,
        /// The section's offset according to the table.
        found: u64,
        /// The expected offset.
        expected: u64,
    },
    /// A section extends beyond the end of the file.
    #[error("section {index} ({id}) has {found} bytes, only {available} are left in the file")]
    SectionLength {
        /// The section's index in the table.
        index: usize,
        /// The name.
        id: SectionId,
        /// The section's length according to the table.
        found: u64,
        /// The number of bytes from its offset to the end of the file.
        available: u64,
    },
    /// Bytes after the last section.
    #[error("the last section ends at {found}, expected the end of the file at {expected}")]
    SectionsEnd {
        /// The end of the last section.
        found: u64,
        /// The end of the file.
        expected: u64,
    },
    /// The bytes between two sections are not zero.
    #[error("the bytes before section {index} ({id}) are not zero")]
    Padding {
        /// The section's index in the table.
        index: usize,
        /// The name.
        id: SectionId,
    },
    /// The file contains a different content type.
    #[error("the file holds {found}, expected {expected}")]
    WrongType {
        /// The type in the file.
        found: ContentType,
        /// The expected type.
        expected: ContentType,
    },
    /// The content has a different version.
    #[error(
        "{content_type} version {found} is not supported: this version of Rigmill reads version \
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
    /// The number of sections is wrong for the content type.
    #[error("{content_type} has {found} sections, expected {expected}")]
    SectionCount {
        /// The type in the file.
        content_type: ContentType,
        /// The number of sections in the file.
        found: usize,
        /// The number of sections of the content type.
        expected: usize,
    },
    /// The section is not the one that the content type has at this index.
    #[error("section {index} is {found}, expected {expected}")]
    SectionId {
        /// The section's index in the table.
        index: usize,
        /// The section's name in the file.
        found: SectionId,
        /// The expected name.
        expected: SectionId,
    },
    /// The elements of a section do not have the size that the content type requires.
    #[error("elements of section {id} have {found} bytes, expected {expected}")]
    ElementSize {
        /// The section's name.
        id: SectionId,
        /// The element size according to the table.
        found: u32,
        /// The element size of this type and version.
        expected: u32,
    },
    /// A section ends in the middle of an element.
    #[error("section {id} has {found} bytes, expected a multiple of {element_size}")]
    PartialElement {
        /// The section's name.
        id: SectionId,
        /// The length of the section in bytes.
        found: u64,
        /// The bytes of each element.
        element_size: u32,
    },
    /// The address of the bytes is not aligned, so a view is impossible.
    #[error(
        "the address of the bytes is not a multiple of {0}; \
         keep the bytes in `AlignedBytes`"
    )]
    Misaligned(usize),
    /// The container is valid, but its content breaks a rule of its type.
    #[error(transparent)]
    Invalid(#[from] InvalidContent),
}

/// An error that prevents encoding a value.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are more items than a file can count.
    #[error("it has {found} {what}, but a content file can store at most {limit}")]
    TooMany {
        /// What exceeds the limit.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The maximum number.
        limit: u32,
    },
    /// The value breaks a rule of its type.
    #[error(transparent)]
    Invalid(#[from] InvalidContent),
}
