//! The records and sections of a model's file.

use bytemuck::{Pod, Zeroable};

use super::camera::CameraRecord;
use super::effect::EffectValue;
use super::levels::{GroupRecord, LevelRecord};
use super::light::LightRecord;
use super::morph::{MorphRecord, ShapeRecord, TargetRecord};
use super::placement::PlacementRecord;
use super::properties::OwnerRecord;
use super::value::Model;
use super::vertices::{AttributeRecord, VertexRecord};
use crate::layout::{Span, sections};
use crate::{BoundingBox, BoundingSphere};

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ModelHeader {
    pub(super) sphere: BoundingSphere,
    pub(super) bounding_box: BoundingBox,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct BoneRecord {
    pub(super) name: Span,
    pub(super) parent: i32,
    pub(super) local: [f32; 16],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MeshRecord {
    pub(super) name: Span,
    pub(super) bone: u32,
    pub(super) positions: Span,
    pub(super) normals: Span,
    pub(super) tangents: Span,
    pub(super) colors: Span,
    pub(super) uvs: Span,
    pub(super) joints: Span,
    pub(super) indices_16: Span,
    pub(super) indices_32: Span,
    pub(super) parts: Span,
    pub(super) skin: Span,
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
    pub(super) name: Span,
    pub(super) diffuse: [f32; 3],
    pub(super) specular: [f32; 3],
    pub(super) shininess: f32,
    pub(super) emissive: [f32; 3],
    pub(super) opacity: f32,
    pub(super) textures: Span,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct TextureRecord {
    pub(super) usage: u16,
    pub(super) missing: u16,
    pub(super) asset: Span,
}

/// The fields of a mesh since version 2.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MoreRecord {
    pub(super) bitangents: Span,
}

/// The effect of a material, since version 2.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct EffectRecord {
    pub(super) asset: Span,
    pub(super) parameters: Span,
}

/// A parameter of an effect.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ParameterRecord {
    pub(super) name: Span,
    pub(super) kind: u32,
    pub(super) text: Span,
    pub(super) words: Span,
}

impl ParameterRecord {
    /// `None` if the value breaks a rule.
    pub(super) fn value<'a>(&self, values: &[u32], text: &'a [u8]) -> Option<EffectValue<&'a str>> {
        let text = std::str::from_utf8(self.text.slice(text)).ok()?;
        EffectValue::read(self.kind, text, self.words.slice(values))
    }

    /// The name and value of a checked parameter.
    pub(super) fn named_value<'a>(&self, values: &[u32], text: &'a [u8]) -> (&'a str, EffectValue<&'a str>) {
        let name = std::str::from_utf8(self.name.slice(text)).unwrap_or_default();
        (name, self.value(values, text).unwrap_or(EffectValue::Bool(false)))
    }

    pub(super) fn is_valid(&self, values: &[u32], text: &[u8]) -> bool {
        std::str::from_utf8(self.name.slice(text)).is_ok() && self.value(values, text).is_some()
    }
}

/// The fields of a material since version 3.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SurfaceRecord {
    pub(super) shading: u16,
    pub(super) alpha_mode: u16,
    pub(super) double_sided: u32,
    pub(super) alpha_cutoff: f32,
    pub(super) metallic: f32,
    pub(super) roughness: f32,
    pub(super) normal_scale: f32,
    pub(super) occlusion_strength: f32,
    pub(super) emissive_strength: f32,
    pub(super) extensions: Span,
}

/// An extension of a material.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ExtensionRecord {
    pub(super) name: Span,
    pub(super) parameters: Span,
    pub(super) textures: Span,
}

/// A texture of an extension.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ExtensionTextureRecord {
    pub(super) name: Span,
    pub(super) asset: Span,
    pub(super) missing: u32,
    pub(super) placement: PlacementRecord,
}

/// Means no parent or no material.
pub(super) const NONE: i32 = -1;

/// Meshes with at most this number of vertices have 16-bit indices. Index 65,535, which ends a strip on some GPUs, then never
/// occurs.
pub(super) const MAX_SMALL_VERTICES: usize = 65_535;

sections! {
    /// A model read from the bytes of its file.
    #[derive(Debug)]
    Model, version 3, or 1 with 19 sections, or 2 with 25 sections => ModelView, ModelLayout, pub(super) Tables;
    header b"MODL": ModelHeader,
    b"BONE" bones: [BoneRecord],
    b"BYNM" bones_by_name: [u32],
    b"MESH" meshes: [MeshRecord],
    b"PART" parts: [PartRecord],
    b"SKNB" skin_bones: [u32],
    b"SKNM" inverse_binds: [[f32; 16]],
    b"MTRL" materials: [MaterialRecord],
    b"TXTR" textures: [TextureRecord],
    b"TEXT" text: [u8],
    b"POSN" positions: [[f32; 3]],
    b"NORM" normals: [[f32; 3]],
    b"TANG" tangents: [[f32; 4]],
    b"COLR" colors: [[f32; 4]],
    b"TEXC" uvs: [[f32; 2]],
    b"JNTS" joints: [[u16; 4]],
    b"WGHT" weights: [[f32; 4]],
    b"IX16" indices_16: [u16],
    b"IX32" indices_32: [u32],
    b"MORE" more: [MoreRecord],
    b"BTAN" bitangents: [[f32; 3]],
    b"EFCT" effects: [EffectRecord],
    b"EPAR" parameters: [ParameterRecord],
    b"EVAL" values: [u32],
    b"TAGD" tag: [u8],
    b"SURF" surfaces: [SurfaceRecord],
    b"TXPL" placements: [PlacementRecord],
    b"MEXT" extensions: [ExtensionRecord],
    b"EXTX" extension_textures: [ExtensionTextureRecord],
    b"MRPH" morphs: [MorphRecord],
    b"MTGT" targets: [TargetRecord],
    b"MSHP" shapes: [ShapeRecord],
    b"MVTX" shape_vertices: [u32],
    b"MPOS" shape_positions: [[f32; 3]],
    b"MNRM" shape_normals: [[f32; 3]],
    b"MTAN" shape_tangents: [[f32; 3]],
    b"CMRA" cameras: [CameraRecord],
    b"LGHT" lights: [LightRecord],
    b"LODG" level_groups: [GroupRecord],
    b"LODL" levels: [LevelRecord],
    b"LODM" level_meshes: [u32],
    b"PROW" property_owners: [OwnerRecord],
    b"PROP" properties: [u8],
    b"VERT" vertex_records: [VertexRecord],
    b"BLWT" blend_weights: [f32],
    b"ATTR" attributes: [AttributeRecord],
    b"ANUM" attribute_values: [f32],
    b"PO16" position_codes: [[u16; 4]],
    b"NO16" normal_codes: [[i16; 2]],
    b"TA16" tangent_codes: [[i16; 2]],
}
