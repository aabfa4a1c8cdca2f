//! [`ModelView`]: a model read where its bytes lie, and the rules that it keeps.

use super::material_view::ModelMaterialView;
use super::mesh_view::ModelMeshView;
use super::records::{ALIGNMENT, Arrays, BoneRecord, NONE, SECTIONS, SECTIONS_1, Share};
use super::tables::Tables;
use super::value::{Model, ModelBone};
use crate::container::{Container, Spans};
use crate::finite::{all_finite, is_affine};
use crate::shares::{self, ShareCheck};
use crate::skeleton::check_bone_count;
use crate::{AlignedBytes, Content, ContentType, DataLayout, DataView, DecodeError, EncodeError, InvalidContent};
use crate::{BoneProblem, BoundingBox, BoundingSphere, names};

impl Content for Model {
    const TYPE: ContentType = ContentType::Model;
    const VERSION: u16 = 2;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(self)?;
        ModelView(tables.arrays()).validate()?;
        Ok(tables.write())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(ModelView::parse(&bytes)?.to_owned())
    }
}

/// Where the parts of a checked model lie in its bytes. An owner of the bytes keeps it beside
/// them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelLayout(Spans<25>);

impl ModelLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged model of this version, or begin at an address that is no
    /// multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = |version| container.spans(Model::TYPE, version, &SECTIONS, ALIGNMENT);
        let layout = match container.content_version() {
            1 => Self(container.spans(Model::TYPE, 1, &SECTIONS_1, ALIGNMENT)?.widened()),
            _ => Self(spans(Model::VERSION)?),
        };
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The model in `bytes`, which have to be those that were parsed. With other bytes the view
    /// shows some other model or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> ModelView<'a> {
        let spans = &self.0;
        ModelView(Arrays {
            header: spans.elements(bytes, 0),
            bones: spans.elements(bytes, 1),
            bones_by_name: spans.elements(bytes, 2),
            meshes: spans.elements(bytes, 3),
            parts: spans.elements(bytes, 4),
            skin_bones: spans.elements(bytes, 5),
            inverse_binds: spans.elements(bytes, 6),
            materials: spans.elements(bytes, 7),
            textures: spans.elements(bytes, 8),
            text: spans.elements(bytes, 9),
            positions: spans.elements(bytes, 10),
            normals: spans.elements(bytes, 11),
            tangents: spans.elements(bytes, 12),
            colors: spans.elements(bytes, 13),
            uvs: spans.elements(bytes, 14),
            joints: spans.elements(bytes, 15),
            weights: spans.elements(bytes, 16),
            indices_16: spans.elements(bytes, 17),
            indices_32: spans.elements(bytes, 18),
            more: spans.elements(bytes, 19),
            bitangents: spans.elements(bytes, 20),
            effects: spans.elements(bytes, 21),
            parameters: spans.elements(bytes, 22),
            values: spans.elements(bytes, 23),
            tag: spans.elements(bytes, 24),
        })
    }
}

/// A model read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct ModelView<'a>(Arrays<'a>);

impl<'a> ModelView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`ModelLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(ModelLayout::parse(bytes)?.view(bytes))
    }

    /// A sphere around all meshes at bind, in the model's space.
    #[must_use]
    pub fn sphere(&self) -> BoundingSphere {
        self.0.header.first().map(|header| header.sphere).unwrap_or_default()
    }

    /// A box around all meshes at bind, in the model's space.
    #[must_use]
    pub fn bounding_box(&self) -> BoundingBox {
        self.0.header.first().map(|header| header.bounding_box).unwrap_or_default()
    }

    /// Bone number `index`.
    #[must_use]
    pub fn bone(&self, index: usize) -> Option<ModelBoneView<'a>> {
        self.0.bones.get(index).map(|record| ModelBoneView { record, text: self.0.text })
    }

    /// The bones, parents before their children.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = ModelBoneView<'a>> + use<'a> {
        let text = self.0.text;
        self.0.bones.iter().map(move |record| ModelBoneView { record, text })
    }

    /// The number of the bone called `name`.
    #[must_use]
    pub fn find_bone(&self, name: &str) -> Option<usize> {
        let number = names::find(self.0.bones_by_name, name, |number| self.bone_name(number))?;
        usize::try_from(number).ok()
    }

    /// Mesh number `index`.
    #[must_use]
    pub fn mesh(&self, index: usize) -> Option<ModelMeshView<'a>> {
        self.0.meshes.get(index).map(|record| ModelMeshView::of(&self.0, index, record))
    }

    /// The meshes.
    pub fn meshes(&self) -> impl ExactSizeIterator<Item = ModelMeshView<'a>> + use<'a> {
        let arrays = self.0;
        self.0.meshes.iter().enumerate().map(move |(index, record)| ModelMeshView::of(&arrays, index, record))
    }

    /// Material number `index`.
    #[must_use]
    pub fn material(&self, index: usize) -> Option<ModelMaterialView<'a>> {
        self.0.materials.get(index).map(|record| ModelMaterialView::of(&self.0, index, record))
    }

    /// The materials.
    pub fn materials(&self) -> impl ExactSizeIterator<Item = ModelMaterialView<'a>> + use<'a> {
        let arrays = self.0;
        self.0.materials.iter().enumerate().map(move |(index, record)| ModelMaterialView::of(&arrays, index, record))
    }

    /// What the source's pipeline left in the model for the game; none for most. It is found anew with each call.
    #[must_use]
    pub fn tag(&self) -> Option<DataView<'a>> {
        let tag = self.0.tag;
        Some(DataLayout::parse(tag).ok()?.view(tag))
    }

    /// A copy that owns its meshes.
    #[must_use]
    pub fn to_owned(&self) -> Model {
        Model {
            bones: self.bones().map(|bone| bone.to_owned()).collect(),
            meshes: self.meshes().map(|mesh| mesh.to_owned()).collect(),
            materials: self.materials().map(|material| material.to_owned()).collect(),
            sphere: self.sphere(),
            bounding_box: self.bounding_box(),
            tag: self.tag().map(|tag| tag.to_owned()),
        }
    }

    fn bone_name(&self, number: u32) -> &'a [u8] {
        self.bone(number as usize).map_or(&[], |bone| bone.name_bytes())
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        self.check_header()?;
        check_bone_count(self.0.bones.len())?;
        check_mesh_shares(&self.0)?;
        check_more(&self.0)?;
        check_tag(self.0.tag)?;
        check_text_shares(&self.0)?;
        self.check_bones()?;
        for (index, mesh) in self.meshes().enumerate() {
            let name = names::text(mesh.name_bytes(), "mesh", index)?;
            let checked = mesh.check(self.0.bones.len(), self.0.materials.len()).map_err(Box::new);
            checked.map_err(|problem| InvalidContent::Mesh { index, name: name.to_owned(), problem })?;
        }
        for (index, material) in self.materials().enumerate() {
            let name = names::text(material.name_bytes(), "material", index)?;
            let checked = material.check().map_err(Box::new);
            checked.map_err(|problem| InvalidContent::Material { index, name: name.to_owned(), problem })?;
        }
        Ok(())
    }

    fn check_header(&self) -> Result<(), InvalidContent> {
        let [header] = self.0.header else {
            let found = self.0.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        if !header.sphere.is_valid() {
            return Err(InvalidContent::ModelBounds { what: "sphere" });
        }
        if !header.bounding_box.is_valid() {
            return Err(InvalidContent::ModelBounds { what: "box" });
        }
        Ok(())
    }

    fn check_bones(&self) -> Result<(), InvalidContent> {
        for (index, bone) in self.bones().enumerate() {
            let name = names::text(bone.name_bytes(), "bone", index)?;
            let checked = bone.check(index);
            checked.map_err(|problem| InvalidContent::Bone { index, name: name.to_owned(), problem })?;
        }
        let name = |number: u32| Some(self.bone(number as usize)?.name());
        names::check_index(self.0.bones_by_name, self.0.bones.len(), "bone", name)
    }
}

fn check_mesh_shares(arrays: &Arrays<'_>) -> Result<(), InvalidContent> {
    type Of = fn(&super::records::MeshRecord) -> Share;
    let sections: [(&'static str, usize, Of); 12] = [
        ("PART", arrays.parts.len(), |mesh| mesh.parts),
        ("SKNB", arrays.skin_bones.len(), |mesh| mesh.skin),
        ("SKNM", arrays.inverse_binds.len(), |mesh| mesh.skin),
        ("POSN", arrays.positions.len(), |mesh| mesh.positions),
        ("NORM", arrays.normals.len(), |mesh| mesh.normals),
        ("TANG", arrays.tangents.len(), |mesh| mesh.tangents),
        ("COLR", arrays.colors.len(), |mesh| mesh.colors),
        ("TEXC", arrays.uvs.len(), |mesh| mesh.uvs),
        ("JNTS", arrays.joints.len(), |mesh| mesh.joints),
        ("WGHT", arrays.weights.len(), |mesh| mesh.joints),
        ("IX16", arrays.indices_16.len(), |mesh| mesh.indices_16),
        ("IX32", arrays.indices_32.len(), |mesh| mesh.indices_32),
    ];
    for (section, length, share) in sections {
        check_shares(section, length, arrays.meshes.iter().map(share))?;
    }
    check_shares("TXTR", arrays.textures.len(), arrays.materials.iter().map(|material| material.textures))
}

/// The sections since version 2, all of which are empty in files of version 1.
fn check_more(arrays: &Arrays<'_>) -> Result<(), InvalidContent> {
    let counts =
        [("MORE", arrays.more.len(), arrays.meshes.len()), ("EFCT", arrays.effects.len(), arrays.materials.len())];
    let is_old = counts.iter().all(|(_, found, _)| *found == 0);
    for (array, found, expected) in counts {
        if found != expected && !is_old {
            return Err(InvalidContent::ShareTotal { array, found: found as u64, expected: expected as u64 });
        }
    }
    check_shares("BTAN", arrays.bitangents.len(), arrays.more.iter().map(|more| more.bitangents))?;
    check_shares("EPAR", arrays.parameters.len(), arrays.effects.iter().map(|effect| effect.parameters))?;
    check_shares("EVAL", arrays.values.len(), arrays.parameters.iter().map(|parameter| parameter.words))
}

fn check_tag(tag: &[u8]) -> Result<(), InvalidContent> {
    let wrong = |error: DecodeError| InvalidContent::ModelTag { error: error.to_string() };
    if tag.is_empty() { Ok(()) } else { DataLayout::parse(tag).map(drop).map_err(wrong) }
}

fn check_text_shares(arrays: &Arrays<'_>) -> Result<(), InvalidContent> {
    let bones = arrays.bones.iter().map(|bone| bone.name);
    let meshes = arrays.meshes.iter().map(|mesh| mesh.name);
    let materials = arrays.materials.iter().map(|material| material.name);
    let textures = arrays.textures.iter().map(|texture| texture.asset);
    let effects = arrays.effects.iter().map(|effect| effect.asset);
    let parameters = arrays.parameters.iter().flat_map(|parameter| [parameter.name, parameter.text]);
    let all = bones.chain(meshes).chain(materials).chain(textures).chain(effects).chain(parameters);
    check_shares("TEXT", arrays.text.len(), all)
}

fn check_shares(section: &'static str, length: usize, all: impl Iterator<Item = Share>) -> Result<(), InvalidContent> {
    let mut check = ShareCheck::new(section);
    for (record, share) in all.enumerate() {
        check.part(record, share.first, share.count)?;
    }
    check.finish(length)
}

/// A bone of a model, read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct ModelBoneView<'a> {
    record: &'a BoneRecord,
    text: &'a [u8],
}

impl<'a> ModelBoneView<'a> {
    /// Its name, exactly as in the source.
    #[must_use]
    pub fn name(&self) -> &'a str {
        names::checked_text(self.name_bytes())
    }

    /// The bone that it hangs on, one before this; none for a root.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        usize::try_from(self.record.parent).ok()
    }

    /// From its own space to its parent's, at bind: row by row, for row vectors.
    #[must_use]
    pub fn local(&self) -> &'a [f32; 16] {
        &self.record.local
    }

    /// A copy that owns its name.
    #[must_use]
    pub fn to_owned(&self) -> ModelBone {
        ModelBone {
            name: self.name().to_owned(),
            parent: u32::try_from(self.record.parent).ok(),
            local: self.record.local,
        }
    }

    fn name_bytes(&self) -> &'a [u8] {
        shares::part(self.text, self.record.name.first, self.record.name.count)
    }

    fn check(&self, index: usize) -> Result<(), BoneProblem> {
        let is_root = self.record.parent == NONE;
        if !is_root && self.parent().is_none_or(|parent| parent >= index) {
            return Err(BoneProblem::Parent { found: i64::from(self.record.parent) });
        }
        let local = self.local();
        if !all_finite(local) {
            return Err(BoneProblem::NotFinite);
        }
        if is_affine(local) {
            return Ok(());
        }
        Err(BoneProblem::NotAffine { found: [local[3], local[7], local[11], local[15]] })
    }
}
