//! The records and sections of data.

use bytemuck::{Pod, Zeroable};

use super::value::Data;
use crate::layout::{Span, sections};

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct NodeRecord {
    pub(super) kind: u16,
    pub(super) type_number: u16,
    pub(super) name: u32,
    pub(super) low: u32,
    pub(super) high: u32,
}

impl NodeRecord {
    /// The fields `low` and `high` as a span, for kinds that use a part of a section.
    pub(super) const fn span(&self) -> Span {
        Span { first: self.low, count: self.high }
    }
}

sections! {
    /// Game data read from the bytes of its file.
    Data, version 1 => DataView, DataLayout, pub(super) Tables;
    b"NODE" nodes: [NodeRecord],
    b"WORD" words: [u32],
    b"BYTE" bytes: [u8],
    b"TYPE" types: [u32],
    b"STRS" strings: [Span],
    b"TEXT" text: [u8],
}

impl std::fmt::Debug for DataView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DataView of {} values", self.nodes.len())
    }
}
