//! [`Tables`]: the sections of a model's file to be.

use super::effect::EffectParameter;
use super::records::{
    Arrays, BONE, BTAN, BYNM, BoneRecord, COLR, EFCT, EPAR, EVAL, EffectRecord, IX16, IX32, JNTS, MAX_SMALL_VERTICES,
    MESH, MODL, MORE, MTRL, MaterialRecord, MeshRecord, ModelHeader, MoreRecord, NONE, NORM, PART, POSN,
    ParameterRecord, PartRecord, SECTIONS, SKNB, SKNM, Share, TAGD, TANG, TEXC, TEXT, TXTR, TextureRecord, WGHT,
};
use super::value::{JointSet, MAX_JOINT_SETS, MAX_UV_SETS, MeshPart, Model, ModelBone, ModelMaterial, ModelMesh};
use crate::container::ContainerWriter;
use crate::skeleton::check_bone_count;
use crate::{AlignedBytes, BoneProblem, Content, EncodeError, InvalidContent, MeshProblem, names, shares};

/// The sections of a file to be, as arrays.
pub(super) struct Tables {
    header: ModelHeader,
    bones: Vec<BoneRecord>,
    bones_by_name: Vec<u32>,
    meshes: Vec<MeshRecord>,
    parts: Vec<PartRecord>,
    skin_bones: Vec<u32>,
    inverse_binds: Vec<[f32; 16]>,
    materials: Vec<MaterialRecord>,
    textures: Vec<TextureRecord>,
    text: Vec<u8>,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    tangents: Vec<[f32; 4]>,
    colors: Vec<[f32; 4]>,
    uvs: Vec<[f32; 2]>,
    joints: Vec<[u16; 4]>,
    weights: Vec<[f32; 4]>,
    indices_16: Vec<u16>,
    indices_32: Vec<u32>,
    more: Vec<MoreRecord>,
    bitangents: Vec<[f32; 3]>,
    effects: Vec<EffectRecord>,
    parameters: Vec<ParameterRecord>,
    values: Vec<u32>,
    tag: AlignedBytes,
}

impl Tables {
    pub(super) fn of(model: &Model) -> Result<Self, EncodeError> {
        check_bone_count(model.bones.len())?;
        let mut tables = Self::empty(model)?;
        for (index, bone) in model.bones.iter().enumerate() {
            tables.push_bone(index, bone)?;
        }
        for (index, mesh) in model.meshes.iter().enumerate() {
            tables.push_mesh(index, mesh)?;
        }
        // Names of materials come before all asset names.
        for material in &model.materials {
            let name = tables.push_text(&material.name)?;
            tables.materials.push(material_record(material, name));
        }
        for (index, material) in model.materials.iter().enumerate() {
            tables.materials[index].textures = tables.push_textures(material)?;
        }
        for material in &model.materials {
            let asset = tables.push_text(material.effect.as_ref().map_or("", |effect| &effect.asset))?;
            tables.effects.push(EffectRecord { asset, ..EffectRecord::default() });
        }
        for (index, material) in model.materials.iter().enumerate() {
            let parameters = material.effect.as_ref().map_or(&[][..], |effect| &effect.parameters);
            tables.effects[index].parameters = tables.push_parameters(parameters)?;
        }
        Ok(tables)
    }

    fn empty(model: &Model) -> Result<Self, EncodeError> {
        let count = shares::count(model.bones.len(), "bones")?;
        let name = |number: u32| model.bones.get(number as usize).map_or(&[][..], |bone| bone.name.as_bytes());
        Ok(Self {
            header: ModelHeader { sphere: model.sphere, bounding_box: model.bounding_box },
            bones: Vec::with_capacity(model.bones.len()),
            bones_by_name: names::index_by_name(count, name),
            meshes: Vec::with_capacity(model.meshes.len()),
            parts: Vec::new(),
            skin_bones: Vec::new(),
            inverse_binds: Vec::new(),
            materials: Vec::with_capacity(model.materials.len()),
            textures: Vec::new(),
            text: Vec::new(),
            positions: Vec::new(),
            normals: Vec::new(),
            tangents: Vec::new(),
            colors: Vec::new(),
            uvs: Vec::new(),
            joints: Vec::new(),
            weights: Vec::new(),
            indices_16: Vec::new(),
            indices_32: Vec::new(),
            more: Vec::with_capacity(model.meshes.len()),
            bitangents: Vec::new(),
            effects: Vec::with_capacity(model.materials.len()),
            parameters: Vec::new(),
            values: Vec::new(),
            tag: match &model.tag {
                Some(tag) => AlignedBytes::from_slice(&tag.encode()?),
                None => AlignedBytes::default(),
            },
        })
    }

    fn push_bone(&mut self, index: usize, bone: &ModelBone) -> Result<(), EncodeError> {
        let parent = bone.parent.map_or(Ok(NONE), |parent| {
            let problem = BoneProblem::Parent { found: i64::from(parent) };
            i32::try_from(parent).map_err(|_| InvalidContent::Bone { index, name: bone.name.clone(), problem })
        })?;
        let name = self.push_text(&bone.name)?;
        self.bones.push(BoneRecord { name, parent, local: bone.local });
        Ok(())
    }

    fn push_mesh(&mut self, index: usize, mesh: &ModelMesh) -> Result<(), EncodeError> {
        let invalid = |problem| InvalidContent::Mesh { index, name: mesh.name.clone(), problem: Box::new(problem) };
        check_sets(mesh).map_err(invalid)?;
        let small = indices_16(mesh).map_err(invalid)?;
        let large = if mesh.vertices.positions.len() > MAX_SMALL_VERTICES { mesh.indices.as_slice() } else { &[] };
        let parts = mesh.parts.iter().enumerate().map(|(part, value)| part_record(part, value));
        let parts = parts.collect::<Result<Vec<_>, _>>().map_err(invalid)?;
        let (skin, joints) = (self.push_skin(mesh)?, self.push_joint_sets(&mesh.vertices.joint_sets)?);
        let record = MeshRecord {
            name: self.push_text(&mesh.name)?,
            bone: mesh.bone,
            positions: append(&mut self.positions, &mesh.vertices.positions, "vertices")?,
            normals: append(&mut self.normals, &mesh.vertices.normals, "normals")?,
            tangents: append(&mut self.tangents, &mesh.vertices.tangents, "tangents")?,
            colors: append(&mut self.colors, &mesh.vertices.colors, "colors")?,
            uvs: append(&mut self.uvs, &mesh.vertices.uv_sets.concat(), "texture coordinates")?,
            joints,
            indices_16: append(&mut self.indices_16, &small, "indices")?,
            indices_32: append(&mut self.indices_32, large, "indices")?,
            parts: append(&mut self.parts, &parts, "parts")?,
            skin,
            sphere: mesh.sphere,
            bounding_box: mesh.bounding_box,
        };
        self.meshes.push(record);
        let bitangents = append(&mut self.bitangents, &mesh.vertices.bitangents, "bitangents")?;
        self.more.push(MoreRecord { bitangents });
        Ok(())
    }

    fn push_parameters(&mut self, parameters: &[EffectParameter]) -> Result<Share, EncodeError> {
        let first = shares::count(self.parameters.len(), "parameters of effects")?;
        for EffectParameter { name, value } in parameters {
            let name = self.push_text(name)?;
            let text = self.push_text(value.text())?;
            let words = append(&mut self.values, &value.words(), "values of effects")?;
            self.parameters.push(ParameterRecord { name, kind: value.kind(), text, words });
        }
        Ok(Share { first, count: shares::count(self.parameters.len(), "parameters of effects")? - first })
    }

    fn push_skin(&mut self, mesh: &ModelMesh) -> Result<Share, EncodeError> {
        let (bones, inverse_binds) =
            mesh.skin.as_ref().map_or((&[][..], &[][..]), |skin| (&skin.bones, &skin.inverse_binds));
        append(&mut self.inverse_binds, inverse_binds, "inverse bind matrices")?;
        append(&mut self.skin_bones, bones, "bones of skins")
    }

    fn push_joint_sets(&mut self, sets: &[JointSet]) -> Result<Share, EncodeError> {
        let first = shares::count(self.joints.len(), "joints")?;
        for set in sets {
            append(&mut self.joints, &set.joints, "joints")?;
            append(&mut self.weights, &set.weights, "weights")?;
        }
        Ok(Share { first, count: shares::count(self.joints.len(), "joints")? - first })
    }

    fn push_textures(&mut self, material: &ModelMaterial) -> Result<Share, EncodeError> {
        let mut records = Vec::with_capacity(material.textures.len());
        for texture in &material.textures {
            let asset = self.push_text(&texture.asset)?;
            records.push(TextureRecord { usage: texture.usage.number(), missing: texture.missing.into(), asset });
        }
        append(&mut self.textures, &records, "textures")
    }

    fn push_text(&mut self, added: &str) -> Result<Share, EncodeError> {
        append(&mut self.text, added.as_bytes(), "text bytes")
    }

    pub(super) fn arrays(&self) -> Arrays<'_> {
        Arrays {
            header: std::slice::from_ref(&self.header),
            bones: &self.bones,
            bones_by_name: &self.bones_by_name,
            meshes: &self.meshes,
            parts: &self.parts,
            skin_bones: &self.skin_bones,
            inverse_binds: &self.inverse_binds,
            materials: &self.materials,
            textures: &self.textures,
            text: &self.text,
            positions: &self.positions,
            normals: &self.normals,
            tangents: &self.tangents,
            colors: &self.colors,
            uvs: &self.uvs,
            joints: &self.joints,
            weights: &self.weights,
            indices_16: &self.indices_16,
            indices_32: &self.indices_32,
            more: &self.more,
            bitangents: &self.bitangents,
            effects: &self.effects,
            parameters: &self.parameters,
            values: &self.values,
            tag: &self.tag,
        }
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(Model::TYPE, Model::VERSION, SECTIONS.len());
        writer.section(MODL, &[self.header]);
        writer.section(BONE, &self.bones);
        writer.section(BYNM, &self.bones_by_name);
        writer.section(MESH, &self.meshes);
        writer.section(PART, &self.parts);
        writer.section(SKNB, &self.skin_bones);
        writer.section(SKNM, &self.inverse_binds);
        writer.section(MTRL, &self.materials);
        writer.section(TXTR, &self.textures);
        writer.section(TEXT, &self.text);
        writer.section(POSN, &self.positions);
        writer.section(NORM, &self.normals);
        writer.section(TANG, &self.tangents);
        writer.section(COLR, &self.colors);
        writer.section(TEXC, &self.uvs);
        writer.section(JNTS, &self.joints);
        writer.section(WGHT, &self.weights);
        writer.section(IX16, &self.indices_16);
        writer.section(IX32, &self.indices_32);
        writer.section(MORE, &self.more);
        writer.section(BTAN, &self.bitangents);
        writer.section(EFCT, &self.effects);
        writer.section(EPAR, &self.parameters);
        writer.section(EVAL, &self.values);
        writer.section(TAGD, &self.tag);
        writer.finish()
    }
}

/// What can no longer be seen once the lists of a mesh stand one after the other.
fn check_sets(mesh: &ModelMesh) -> Result<(), MeshProblem> {
    let vertices = &mesh.vertices;
    check_set_count("uvs", vertices.uv_sets.len(), MAX_UV_SETS)?;
    check_set_count("joints", vertices.joint_sets.len(), MAX_JOINT_SETS)?;
    let length = |attribute, found| check_length(attribute, found, vertices.positions.len());
    vertices.uv_sets.iter().try_for_each(|set| length("uvs", set.len()))?;
    for set in &vertices.joint_sets {
        length("joints", set.joints.len())?;
        length("weights", set.weights.len())?;
    }
    let Some(skin) = &mesh.skin else { return Ok(()) };
    let (bones, found) = (skin.bones.len(), skin.inverse_binds.len());
    if bones == 0 {
        return Err(MeshProblem::HalfASkin { bones, sets: vertices.joint_sets.len() });
    }
    if found == bones { Ok(()) } else { Err(MeshProblem::InverseBinds { found, bones }) }
}

fn check_set_count(attribute: &'static str, found: usize, limit: usize) -> Result<(), MeshProblem> {
    if found <= limit { Ok(()) } else { Err(MeshProblem::TooManySets { attribute, found, limit }) }
}

fn check_length(attribute: &'static str, found: usize, vertices: usize) -> Result<(), MeshProblem> {
    if found == vertices { Ok(()) } else { Err(MeshProblem::AttributeLength { attribute, found, vertices }) }
}

/// The indices of a mesh of few vertices; none of another.
fn indices_16(mesh: &ModelMesh) -> Result<Vec<u16>, MeshProblem> {
    let count = mesh.vertices.positions.len();
    if count > MAX_SMALL_VERTICES {
        return Ok(Vec::new());
    }
    let narrow = |(entry, &found): (usize, &u32)| {
        u16::try_from(found).map_err(|_| MeshProblem::NoSuchVertex { entry, found, count })
    };
    mesh.indices.iter().enumerate().map(narrow).collect()
}

fn part_record(part: usize, value: &MeshPart) -> Result<PartRecord, MeshProblem> {
    let material = value.material.map_or(Ok(NONE), |material| {
        let problem = MeshProblem::NoSuchMaterial { part, found: i64::from(material), count: 0 };
        i32::try_from(material).map_err(|_| problem)
    })?;
    Ok(PartRecord { material, first_index: value.first_index, index_count: value.index_count })
}

fn material_record(material: &ModelMaterial, name: Share) -> MaterialRecord {
    MaterialRecord {
        name,
        diffuse: material.diffuse,
        specular: material.specular,
        shininess: material.shininess,
        emissive: material.emissive,
        opacity: material.opacity,
        textures: Share::default(),
    }
}

fn append<T: Copy>(array: &mut Vec<T>, items: &[T], what: &'static str) -> Result<Share, EncodeError> {
    let (first, count) = shares::append(array, items, what)?;
    Ok(Share { first, count })
}
