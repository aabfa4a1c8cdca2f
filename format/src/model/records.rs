//! The records and sections of a model's file.

use bytemuck::{Pod, Zeroable};

use crate::container::SectionKind;
use crate::{BoundingBox, BoundingSphere};

/// A part of a shared array.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Share {
    pub(super) first: u32,
    pub(super) count: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ModelHeader {
    pub(super) sphere: BoundingSphere,
    pub(super) bounding_box: BoundingBox,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct BoneRecord {
    pub(super) name: Share,
    pub(super) parent: i32,
    pub(super) local: [f32; 16],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MeshRecord {
    pub(super) name: Share,
    pub(super) bone: u32,
    pub(super) positions: Share,
    pub(super) normals: Share,
    pub(super) tangents: Share,
    pub(super) colors: Share,
    pub(super) uvs: Share,
    pub(super) joints: Share,
    pub(super) indices_16: Share,
    pub(super) indices_32: Share,
    pub(super) parts: Share,
    pub(super) skin: Share,
    pub(super) sphere: BoundingSphere,
    pub(super) bounding_box: BoundingBox,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct PartRecord {
    pub(super) material: i32,
    pub(super) first_index: u32,
    pub(super) index_count: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MaterialRecord {
    pub(super) name: Share,
    pub(super) diffuse: [f32; 3],
    pub(super) specular: [f32; 3],
    pub(super) shininess: f32,
    pub(super) emissive: [f32; 3],
    pub(super) opacity: f32,
    pub(super) textures: Share,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct TextureRecord {
    pub(super) usage: u16,
    pub(super) missing: u16,
    pub(super) asset: Share,
}

/// What version 2 has more of a mesh.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MoreRecord {
    pub(super) bitangents: Share,
}

/// The effect of a material, since version 2.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct EffectRecord {
    pub(super) asset: Share,
    pub(super) parameters: Share,
}

/// A parameter of an effect.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ParameterRecord {
    pub(super) name: Share,
    pub(super) kind: u32,
    pub(super) text: Share,
    pub(super) words: Share,
}

/// Stands for no parent, and for no material.
pub(super) const NONE: i32 = -1;

/// Up to so many vertices have 16-bit indices, so that 65,535, which ends a strip on some GPUs, is none.
pub(super) const MAX_SMALL_VERTICES: usize = 65_535;

pub(super) const MODL: SectionKind = SectionKind::of::<ModelHeader>(b"MODL");
pub(super) const BONE: SectionKind = SectionKind::of::<BoneRecord>(b"BONE");
pub(super) const BYNM: SectionKind = SectionKind::of::<u32>(b"BYNM");
pub(super) const MESH: SectionKind = SectionKind::of::<MeshRecord>(b"MESH");
pub(super) const PART: SectionKind = SectionKind::of::<PartRecord>(b"PART");
pub(super) const SKNB: SectionKind = SectionKind::of::<u32>(b"SKNB");
pub(super) const SKNM: SectionKind = SectionKind::of::<[f32; 16]>(b"SKNM");
pub(super) const MTRL: SectionKind = SectionKind::of::<MaterialRecord>(b"MTRL");
pub(super) const TXTR: SectionKind = SectionKind::of::<TextureRecord>(b"TXTR");
pub(super) const TEXT: SectionKind = SectionKind::of::<u8>(b"TEXT");
pub(super) const POSN: SectionKind = SectionKind::of::<[f32; 3]>(b"POSN");
pub(super) const NORM: SectionKind = SectionKind::of::<[f32; 3]>(b"NORM");
pub(super) const TANG: SectionKind = SectionKind::of::<[f32; 4]>(b"TANG");
pub(super) const COLR: SectionKind = SectionKind::of::<[f32; 4]>(b"COLR");
pub(super) const TEXC: SectionKind = SectionKind::of::<[f32; 2]>(b"TEXC");
pub(super) const JNTS: SectionKind = SectionKind::of::<[u16; 4]>(b"JNTS");
pub(super) const WGHT: SectionKind = SectionKind::of::<[f32; 4]>(b"WGHT");
pub(super) const IX16: SectionKind = SectionKind::of::<u16>(b"IX16");
pub(super) const IX32: SectionKind = SectionKind::of::<u32>(b"IX32");
pub(super) const MORE: SectionKind = SectionKind::of::<MoreRecord>(b"MORE");
pub(super) const BTAN: SectionKind = SectionKind::of::<[f32; 3]>(b"BTAN");
pub(super) const EFCT: SectionKind = SectionKind::of::<EffectRecord>(b"EFCT");
pub(super) const EPAR: SectionKind = SectionKind::of::<ParameterRecord>(b"EPAR");
pub(super) const EVAL: SectionKind = SectionKind::of::<u32>(b"EVAL");
pub(super) const TAGD: SectionKind = SectionKind::of::<u8>(b"TAGD");

/// The sections of version 1.
pub(super) const SECTIONS_1: [SectionKind; 19] =
    [MODL, BONE, BYNM, MESH, PART, SKNB, SKNM, MTRL, TXTR, TEXT, POSN, NORM, TANG, COLR, TEXC, JNTS, WGHT, IX16, IX32];

pub(super) const SECTIONS: [SectionKind; 25] = [
    MODL, BONE, BYNM, MESH, PART, SKNB, SKNM, MTRL, TXTR, TEXT, POSN, NORM, TANG, COLR, TEXC, JNTS, WGHT, IX16, IX32,
    MORE, BTAN, EFCT, EPAR, EVAL, TAGD,
];

pub(super) const ALIGNMENT: usize = align_of::<MeshRecord>();

/// The sections of a file as arrays, in file order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrays<'a> {
    pub(super) header: &'a [ModelHeader],
    pub(super) bones: &'a [BoneRecord],
    pub(super) bones_by_name: &'a [u32],
    pub(super) meshes: &'a [MeshRecord],
    pub(super) parts: &'a [PartRecord],
    pub(super) skin_bones: &'a [u32],
    pub(super) inverse_binds: &'a [[f32; 16]],
    pub(super) materials: &'a [MaterialRecord],
    pub(super) textures: &'a [TextureRecord],
    pub(super) text: &'a [u8],
    pub(super) positions: &'a [[f32; 3]],
    pub(super) normals: &'a [[f32; 3]],
    pub(super) tangents: &'a [[f32; 4]],
    pub(super) colors: &'a [[f32; 4]],
    pub(super) uvs: &'a [[f32; 2]],
    pub(super) joints: &'a [[u16; 4]],
    pub(super) weights: &'a [[f32; 4]],
    pub(super) indices_16: &'a [u16],
    pub(super) indices_32: &'a [u32],
    /// As many as meshes; none in version 1.
    pub(super) more: &'a [MoreRecord],
    pub(super) bitangents: &'a [[f32; 3]],
    /// As many as materials; none in version 1.
    pub(super) effects: &'a [EffectRecord],
    pub(super) parameters: &'a [ParameterRecord],
    pub(super) values: &'a [u32],
    /// A whole file of data; empty for none.
    pub(super) tag: &'a [u8],
}
