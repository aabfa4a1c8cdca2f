//! The records and sections of data.

use bytemuck::{Pod, Zeroable};

use crate::container::SectionKind;

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct NodeRecord {
    pub(super) kind: u16,
    pub(super) type_number: u16,
    pub(super) name: u32,
    pub(super) low: u32,
    pub(super) high: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct StringRecord {
    pub(super) first: u32,
    pub(super) length: u32,
}

pub(super) const NODE: SectionKind = SectionKind::of::<NodeRecord>(b"NODE");
pub(super) const WORD: SectionKind = SectionKind::of::<u32>(b"WORD");
pub(super) const BYTE: SectionKind = SectionKind::of::<u8>(b"BYTE");
pub(super) const TYPE: SectionKind = SectionKind::of::<u32>(b"TYPE");
pub(super) const STRS: SectionKind = SectionKind::of::<StringRecord>(b"STRS");
pub(super) const TEXT: SectionKind = SectionKind::of::<u8>(b"TEXT");

pub(super) const SECTIONS: [SectionKind; 6] = [NODE, WORD, BYTE, TYPE, STRS, TEXT];
pub(super) const ALIGNMENT: usize = align_of::<NodeRecord>();
