//! Reads a model from its file, and checks the rules of models.

use super::material_view::ModelMaterialView;
use super::mesh_view::ModelMeshView;
use super::records::{BoneRecord, MeshRecord, ModelView};
use super::value::{Model, ModelBone};
use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, is_affine};
use crate::layout::{Rules, Span, check_spans, getters, names};
use crate::models::skeleton::{check_bone_count, check_parent};
use crate::{AlignedBytes, BoundingBox, BoundingSphere, DataLayout, DataView, DecodeError, InvalidContent};

impl<'a> ModelView<'a> {
    getters! { self:
        /// A bounding sphere of all meshes in the bind pose, in model space.
        sphere: BoundingSphere = self.header.sphere;
        /// A bounding box of all meshes in the bind pose, in model space.
        bounding_box: BoundingBox = self.header.bounding_box;
        /// Game data that the source's pipeline stored in the model, if any. Each call checks it again.
        tag: Option<DataView<'a>> = DataLayout::parse(self.tag).ok().map(|layout| layout.view(self.tag));
        /// A copy that owns its meshes.
        to_owned: Model = Model {
            bones: self.bones().map(|bone| bone.to_owned()).collect(),
            meshes: self.meshes().map(|mesh| mesh.to_owned()).collect(),
            materials: self.materials().map(|material| material.to_owned()).collect(),
            sphere: self.sphere(),
            bounding_box: self.bounding_box(),
            tag: self.tag().map(|tag| tag.to_owned()),
            cameras: self.cameras().map(|camera| camera.to_owned()).collect(),
            lights: self.lights().map(|light| light.to_owned()).collect(),
            level_groups: self.level_groups().map(|group| group.to_owned()).collect(),
            properties: self.properties().to_owned(),
        };
    }

    /// The bone with number `index`.
    #[must_use]
    pub fn bone(&self, index: usize) -> Option<ModelBoneView<'a>> {
        self.bones.get(index).map(|record| ModelBoneView { record, text: self.text })
    }

    /// The bones. Parents come before their children.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = ModelBoneView<'a>> + use<'a> {
        let text = self.text;
        self.bones.iter().map(move |record| ModelBoneView { record, text })
    }

    /// The number of the bone with this name.
    #[must_use]
    pub fn find_bone(&self, name: &str) -> Option<usize> {
        names::find(name, self.bones_by_name, self.bones, |bone| bone.name.slice(self.text))
    }

    /// The mesh with number `index`.
    #[must_use]
    pub fn mesh(&self, index: usize) -> Option<ModelMeshView<'a>> {
        self.meshes.get(index).map(|record| ModelMeshView::new(self, index, record))
    }

    /// The meshes.
    pub fn meshes(&self) -> impl ExactSizeIterator<Item = ModelMeshView<'a>> + use<'a> {
        let model = *self;
        self.meshes.iter().enumerate().map(move |(index, record)| ModelMeshView::new(&model, index, record))
    }

    /// The material with number `index`.
    #[must_use]
    pub fn material(&self, index: usize) -> Option<ModelMaterialView<'a>> {
        self.materials.get(index).map(|record| ModelMaterialView::new(self, index, record))
    }

    /// The materials.
    pub fn materials(&self) -> impl ExactSizeIterator<Item = ModelMaterialView<'a>> + use<'a> {
        let model = *self;
        self.materials.iter().enumerate().map(move |(index, record)| ModelMaterialView::new(&model, index, record))
    }
}

impl Rules for ModelView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        self.check_header()?;
        check_bone_count(self.bones.len())?;
        self.check_mesh_spans()?;
        self.check_more()?;
        self.check_surfaces()?;
        self.check_morphs()?;
        self.check_vertices()?;
        check_tag(self.tag)?;
        self.check_text_spans()?;
        self.check_bones()?;
        self.check_parts()?;
        for (index, mesh) in self.meshes().enumerate() {
            let name = names::text(mesh.name_bytes(), "mesh", index)?;
            let checked = mesh.check(self.bones.len(), self.materials.len());
            checked.map_err(|error| error.within(format_args!("mesh {index} ({name:?})")))?;
        }
        for (index, material) in self.materials().enumerate() {
            let name = names::text(material.name_bytes(), "material", index)?;
            material.check().map_err(|error| error.within(format_args!("material {index} ({name:?})")))?;
        }
        Ok(())
    }

    fn check_version(&self, version: u16) -> Result<(), InvalidContent> {
        if version > 1 {
            self.check_more_counts()?;
        }
        if version > 2 {
            self.check_surface_counts()?;
            check_count("MRPH", self.morphs.len(), self.meshes.len())?;
            check_count("VERT", self.vertex_records.len(), self.meshes.len())?;
        }
        self.check()
    }
}

impl ModelView<'_> {
    fn check_header(&self) -> Result<(), InvalidContent> {
        ensure!(self.header.sphere.is_valid(), "the model's bounding sphere is not finite, or inverted");
        ensure!(self.header.bounding_box.is_valid(), "the model's bounding box is not finite, or inverted");
        Ok(())
    }

    fn check_bones(&self) -> Result<(), InvalidContent> {
        for (index, bone) in self.bones().enumerate() {
            let name = names::text(bone.record.name.slice(self.text), "bone", index)?;
            bone.check(index).map_err(|error| error.within(format_args!("bone {index} ({name:?})")))?;
        }
        names::check_index("bone", self.bones_by_name, self.bones, |bone| bone.name.slice(self.text))
    }

    fn check_mesh_spans(&self) -> Result<(), InvalidContent> {
        type SpanOf = fn(&MeshRecord) -> Span;
        let sections: [(&'static str, usize, SpanOf); 12] = [
            ("PART", self.parts.len(), |mesh| mesh.parts),
            ("SKNB", self.skin_bones.len(), |mesh| mesh.skin),
            ("SKNM", self.inverse_binds.len(), |mesh| mesh.skin),
            ("POSN", self.positions.len(), |mesh| mesh.positions),
            ("NORM", self.normals.len(), |mesh| mesh.normals),
            ("TANG", self.tangents.len(), |mesh| mesh.tangents),
            ("COLR", self.colors.len(), |mesh| mesh.colors),
            ("TEXC", self.uvs.len(), |mesh| mesh.uvs),
            ("JNTS", self.joints.len(), |mesh| mesh.joints),
            ("WGHT", self.weights.len(), |mesh| mesh.joints),
            ("IX16", self.indices_16.len(), |mesh| mesh.indices_16),
            ("IX32", self.indices_32.len(), |mesh| mesh.indices_32),
        ];
        for (section, length, span) in sections {
            check_spans(section, length, self.meshes.iter().map(span))?;
        }
        check_spans("TXTR", self.textures.len(), self.materials.iter().map(|material| material.textures))
    }

    /// Checks the sections since version 2. They are all empty in files of version 1.
    fn check_more(&self) -> Result<(), InvalidContent> {
        if !(self.more.is_empty() && self.effects.is_empty()) {
            self.check_more_counts()?;
        }
        check_spans("BTAN", self.bitangents.len(), self.more.iter().map(|more| more.bitangents))?;
        let of_effects = self.effects.iter().map(|effect| effect.parameters);
        let of_extensions = self.extensions.iter().map(|extension| extension.parameters);
        check_spans("EPAR", self.parameters.len(), of_effects.chain(of_extensions))?;
        check_spans("EVAL", self.values.len(), self.parameters.iter().map(|parameter| parameter.words))
    }

    fn check_more_counts(&self) -> Result<(), InvalidContent> {
        check_count("MORE", self.more.len(), self.meshes.len())?;
        check_count("EFCT", self.effects.len(), self.materials.len())
    }

    /// Checks the surface sections since version 3. They are all empty in older files.
    fn check_surfaces(&self) -> Result<(), InvalidContent> {
        if !(self.surfaces.is_empty() && self.placements.is_empty()) {
            self.check_surface_counts()?;
        }
        let textures = self.extensions.iter().map(|extension| extension.textures);
        check_spans("MEXT", self.extensions.len(), self.surfaces.iter().map(|surface| surface.extensions))?;
        check_spans("EXTX", self.extension_textures.len(), textures)
    }

    fn check_surface_counts(&self) -> Result<(), InvalidContent> {
        check_count("SURF", self.surfaces.len(), self.materials.len())?;
        check_count("TXPL", self.placements.len(), self.textures.len())
    }

    /// Checks the morph target sections since version 3. They are all empty in older files.
    fn check_morphs(&self) -> Result<(), InvalidContent> {
        if !self.morphs.is_empty() {
            check_count("MRPH", self.morphs.len(), self.meshes.len())?;
        }
        let shapes = || self.shapes.iter();
        check_spans("MTGT", self.targets.len(), self.morphs.iter().map(|mesh| mesh.targets))?;
        check_spans("MSHP", self.shapes.len(), self.targets.iter().map(|target| target.shapes))?;
        check_spans("MVTX", self.shape_vertices.len(), shapes().map(|shape| shape.changes))?;
        check_spans("MPOS", self.shape_positions.len(), shapes().map(|shape| shape.changes))?;
        check_spans("MNRM", self.shape_normals.len(), shapes().map(|shape| shape.normals))?;
        check_spans("MTAN", self.shape_tangents.len(), shapes().map(|shape| shape.tangents))
    }

    /// Checks the sections of skinning methods and custom attributes since version 3. They are all empty in older files.
    fn check_vertices(&self) -> Result<(), InvalidContent> {
        if !self.vertex_records.is_empty() {
            check_count("VERT", self.vertex_records.len(), self.meshes.len())?;
        }
        let records = || self.vertex_records.iter();
        check_spans("PO16", self.position_codes.len(), records().map(|mesh| mesh.position_codes))?;
        check_spans("NO16", self.normal_codes.len(), records().map(|mesh| mesh.normal_codes))?;
        check_spans("TA16", self.tangent_codes.len(), records().map(|mesh| mesh.tangent_codes))?;
        check_spans("BLWT", self.blend_weights.len(), records().map(|mesh| mesh.blend_weights))?;
        check_spans("ATTR", self.attributes.len(), records().map(|mesh| mesh.attributes))?;
        check_spans("ANUM", self.attribute_values.len(), self.attributes.iter().map(|attribute| attribute.values))
    }

    fn check_text_spans(&self) -> Result<(), InvalidContent> {
        let bones = self.bones.iter().map(|bone| bone.name);
        let meshes = self.meshes.iter().map(|mesh| mesh.name);
        let materials = self.materials.iter().map(|material| material.name);
        let textures = self.textures.iter().map(|texture| texture.asset);
        let effects = self.effects.iter().map(|effect| effect.asset);
        let of_effects: usize = self.effects.iter().map(|effect| effect.parameters.count as usize).sum();
        let parameters = || self.parameters.iter().map(|parameter| [parameter.name, parameter.text]);
        let extensions = self.extensions.iter().map(|extension| extension.name);
        let extension_textures = self.extension_textures.iter().flat_map(|texture| [texture.name, texture.asset]);
        let all = bones.chain(meshes).chain(materials).chain(textures).chain(effects);
        let all = all.chain(parameters().take(of_effects).flatten()).chain(extensions);
        let all = all.chain(parameters().skip(of_effects).flatten()).chain(extension_textures);
        let all = all.chain(self.targets.iter().map(|target| target.name)).chain(self.part_names());
        let all = all.chain(self.attributes.iter().map(|attribute| attribute.name));
        check_spans("TEXT", self.text.len(), all)
    }
}

fn check_count(section: &'static str, found: usize, expected: usize) -> Result<(), InvalidContent> {
    ensure!(found == expected, "section {section} has {found} elements, expected {expected}");
    Ok(())
}

fn check_tag(tag: &[u8]) -> Result<(), InvalidContent> {
    let wrong = |error: DecodeError| invalid!("the model's tag is not valid: {error}");
    match DataLayout::parse(tag) {
        _ if tag.is_empty() => Ok(()),
        // This happens during encoding. In a file, the tag is aligned.
        Err(DecodeError::Misaligned(_)) => DataLayout::parse(&AlignedBytes::from_slice(tag)).map(drop).map_err(wrong),
        checked => checked.map(drop).map_err(wrong),
    }
}

/// A bone of a model, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelBoneView<'a> {
    record: &'a BoneRecord,
    text: &'a [u8],
}

impl<'a> ModelBoneView<'a> {
    getters! { self:
        /// The name of the bone, exactly as in the source.
        name: &'a str = self.record.name.text(self.text);
        /// The number of the parent, which is lower than the bone's own; `None` for a root.
        parent: Option<usize> = usize::try_from(self.record.parent).ok();
        /// The local matrix in the bind pose, row by row, for row vectors.
        local: &'a [f32; 16] = &self.record.local;
        /// A copy that owns its name.
        to_owned: ModelBone = ModelBone {
            name: self.name().to_owned(),
            parent: u32::try_from(self.record.parent).ok(),
            local: self.record.local,
        };
    }

    fn check(&self, index: usize) -> Result<(), InvalidContent> {
        check_parent(self.record.parent, index)?;
        let local = self.local();
        ensure!(all_finite(local), "its bind pose is not finite");
        if is_affine(local) {
            return Ok(());
        }
        Err(invalid!(
            "the last column of its matrix is {:?}, expected [0.0, 0.0, 0.0, 1.0]",
            [local[3], local[7], local[11], local[15]]
        ))
    }
}
