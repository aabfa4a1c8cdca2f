//! Converts a model to the sections of its file.

use super::codes::{self, Codes};
use super::effect::EffectParameter;
use super::extension::{ExtensionTexture, MaterialExtension};
use super::morph::{MorphRecord, MorphShape, MorphTarget, ShapeRecord, TargetRecord, wrong_length};
use super::records::{
    BoneRecord, EffectRecord, ExtensionRecord, ExtensionTextureRecord, MAX_SMALL_VERTICES, MaterialRecord, MeshRecord,
    ModelHeader, MoreRecord, NONE, ParameterRecord, PartRecord, SurfaceRecord, Tables, TextureRecord,
};
use super::value::{
    JointSet, MAX_COLOR_SETS, MAX_JOINT_SETS, MAX_UV_SETS, MeshPart, Model, ModelBone, ModelMaterial, ModelMesh,
};
use super::vertex_rules::check_set_count;
use super::vertices::{AttributeRecord, VertexRecord};
use crate::error::{ensure, invalid};
use crate::layout::{One, Span, append, append_text, count, names};
use crate::models::skeleton::{check_bone_count, parent_number};
use crate::{Content, EncodeError, InvalidContent};

impl Tables {
    pub(super) fn new(model: &Model) -> Result<Self, EncodeError> {
        check_bone_count(model.bones.len())?;
        let mut tables = Self {
            header: One(ModelHeader { sphere: model.sphere, bounding_box: model.bounding_box }),
            bones_by_name: names::index_by_name(model.bones.iter().map(|bone| &bone.name), "bones")?,
            tag: model.tag.as_ref().map_or(Ok(Vec::new()), Content::encode)?,
            ..Self::default()
        };
        for (index, bone) in model.bones.iter().enumerate() {
            tables.push_bone(index, bone)?;
        }
        for (index, mesh) in model.meshes.iter().enumerate() {
            tables.push_mesh(index, mesh)?;
        }
        // Names of materials are stored before all asset names.
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
        tables.push_surfaces(&model.materials)?;
        for (index, mesh) in model.meshes.iter().enumerate() {
            let targets = tables.push_targets(index, mesh)?;
            tables.morphs.push(MorphRecord { targets });
        }
        tables.push_parts(model)?;
        for mesh in &model.meshes {
            tables.push_vertices(mesh)?;
        }
        Ok(tables)
    }

    /// Adds the fields of materials since version 3.
    fn push_surfaces(&mut self, materials: &[ModelMaterial]) -> Result<(), EncodeError> {
        for material in materials {
            let first = count(self.extensions.len(), "extensions of materials")?;
            for extension in &material.extensions {
                let name = self.push_text(&extension.name)?;
                self.extensions.push(ExtensionRecord { name, parameters: Span::default(), textures: Span::default() });
            }
            let extensions = Span { first, count: count(material.extensions.len(), "extensions of materials")? };
            self.surfaces.push(surface_record(material, extensions));
            self.placements.extend(material.textures.iter().map(|texture| texture.placement.record()));
        }
        // Names of extensions are stored before their content.
        for (index, extension) in materials.iter().flat_map(|material| &material.extensions).enumerate() {
            self.extensions[index].parameters = self.push_parameters(&extension.parameters)?;
        }
        for (index, extension) in materials.iter().flat_map(|material| &material.extensions).enumerate() {
            self.extensions[index].textures = self.push_extension_textures(extension)?;
        }
        Ok(())
    }

    fn push_targets(&mut self, index: usize, mesh: &ModelMesh) -> Result<Span, EncodeError> {
        let first = count(self.targets.len(), "morph targets")?;
        for (number, target) in mesh.targets.iter().enumerate() {
            check_changes(target).map_err(|error| {
                let error = error.within(format_args!("morph target {number} ({:?})", target.name));
                error.within(format_args!("mesh {index} ({:?})", mesh.name))
            })?;
            let shapes = target.shapes.iter().map(|shape| self.shape_record(shape)).collect::<Result<Vec<_>, _>>()?;
            let shapes = append(&mut self.shapes, &shapes, "shapes of morph targets")?;
            let name = self.push_text(&target.name)?;
            self.targets.push(TargetRecord { name, weight: target.weight, shapes });
        }
        Ok(Span { first, count: count(self.targets.len(), "morph targets")? - first })
    }

    fn shape_record(&mut self, shape: &MorphShape) -> Result<ShapeRecord, EncodeError> {
        append(&mut self.shape_positions, &shape.positions, "changes of positions")?;
        Ok(ShapeRecord {
            weight: shape.weight,
            changes: append(&mut self.shape_vertices, &shape.vertices, "changes of positions")?,
            normals: append(&mut self.shape_normals, &shape.normals, "changes of normals")?,
            tangents: append(&mut self.shape_tangents, &shape.tangents, "changes of tangents")?,
        })
    }

    /// Adds the fields of vertices since version 3.
    fn push_vertices(&mut self, mesh: &ModelMesh) -> Result<(), EncodeError> {
        let skin = mesh.skin.as_ref();
        let first = count(self.attributes.len(), "attributes of vertices")?;
        for attribute in &mesh.vertices.attributes {
            let name = self.push_text(&attribute.name)?;
            let values = append(&mut self.attribute_values, &attribute.values, "attributes of vertices")?;
            self.attributes.push(AttributeRecord { name, width: attribute.width, values });
        }
        let weights = skin.map_or(&[][..], |skin| &skin.blend_weights);
        let codes = Codes::new(mesh);
        let record = VertexRecord {
            position_codes: append(&mut self.position_codes, &codes.positions, "vertices")?,
            normal_codes: append(&mut self.normal_codes, &codes.normals, "normals")?,
            tangent_codes: append(&mut self.tangent_codes, &codes.tangents, "tangents")?,
            method: skin.map_or(0, |skin| skin.method.number()),
            blend_weights: append(&mut self.blend_weights, weights, "blend weights")?,
            attributes: Span { first, count: count(self.attributes.len(), "attributes of vertices")? - first },
        };
        self.vertex_records.push(record);
        Ok(())
    }

    fn push_extension_textures(&mut self, extension: &MaterialExtension) -> Result<Span, EncodeError> {
        let mut records = Vec::with_capacity(extension.textures.len());
        for ExtensionTexture { name, asset, missing, placement } in &extension.textures {
            let (name, asset) = (self.push_text(name)?, self.push_text(asset)?);
            let (missing, placement) = ((*missing).into(), placement.record());
            records.push(ExtensionTextureRecord { name, asset, missing, placement });
        }
        append(&mut self.extension_textures, &records, "textures of extensions")
    }

    fn push_bone(&mut self, index: usize, bone: &ModelBone) -> Result<(), EncodeError> {
        let parent = parent_number(bone.parent, index, &bone.name)?;
        let name = self.push_text(&bone.name)?;
        self.bones.push(BoneRecord { name, parent, local: bone.local });
        Ok(())
    }

    fn push_mesh(&mut self, index: usize, mesh: &ModelMesh) -> Result<(), EncodeError> {
        let invalid = |error: InvalidContent| error.within(format_args!("mesh {index} ({:?})", mesh.name));
        check_sets(mesh).map_err(invalid)?;
        codes::check_codable(mesh).map_err(invalid)?;
        let floats = codes::floats(&mesh.vertices);
        let small = indices_16(mesh).map_err(invalid)?;
        let large = if mesh.vertices.positions.len() > MAX_SMALL_VERTICES { mesh.indices.as_slice() } else { &[] };
        let parts = mesh.parts.iter().enumerate().map(|(part, value)| part_record(part, value));
        let parts = parts.collect::<Result<Vec<_>, _>>().map_err(invalid)?;
        let (skin, joints) = (self.push_skin(mesh)?, self.push_joint_sets(&mesh.vertices.joint_sets)?);
        let record = MeshRecord {
            name: self.push_text(&mesh.name)?,
            bone: mesh.bone,
            positions: append(&mut self.positions, floats.positions, "vertices")?,
            normals: append(&mut self.normals, floats.normals, "normals")?,
            tangents: append(&mut self.tangents, floats.tangents, "tangents")?,
            colors: self.push_colors(mesh)?,
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

    fn push_colors(&mut self, mesh: &ModelMesh) -> Result<Span, EncodeError> {
        let mut colors = append(&mut self.colors, &mesh.vertices.colors, "colors")?;
        let more = append(&mut self.colors, &mesh.vertices.more_colors.concat(), "colors")?;
        colors.count += more.count;
        Ok(colors)
    }

    fn push_parameters(&mut self, parameters: &[EffectParameter]) -> Result<Span, EncodeError> {
        let first = count(self.parameters.len(), "parameters of effects")?;
        for EffectParameter { name, value } in parameters {
            let name = self.push_text(name)?;
            let text = self.push_text(value.text())?;
            let words = append(&mut self.values, &value.words(), "values of effects")?;
            self.parameters.push(ParameterRecord { name, kind: value.kind(), text, words });
        }
        Ok(Span { first, count: count(self.parameters.len(), "parameters of effects")? - first })
    }

    fn push_skin(&mut self, mesh: &ModelMesh) -> Result<Span, EncodeError> {
        let (bones, inverse_binds) =
            mesh.skin.as_ref().map_or((&[][..], &[][..]), |skin| (&skin.bones, &skin.inverse_binds));
        append(&mut self.inverse_binds, inverse_binds, "inverse bind matrices")?;
        append(&mut self.skin_bones, bones, "bones of skins")
    }

    fn push_joint_sets(&mut self, sets: &[JointSet]) -> Result<Span, EncodeError> {
        let first = count(self.joints.len(), "joints")?;
        for set in sets {
            append(&mut self.joints, &set.joints, "joints")?;
            append(&mut self.weights, &set.weights, "weights")?;
        }
        Ok(Span { first, count: count(self.joints.len(), "joints")? - first })
    }

    fn push_textures(&mut self, material: &ModelMaterial) -> Result<Span, EncodeError> {
        let mut records = Vec::with_capacity(material.textures.len());
        for texture in &material.textures {
            let asset = self.push_text(&texture.asset)?;
            records.push(TextureRecord { usage: texture.usage.number(), missing: texture.missing.into(), asset });
        }
        append(&mut self.textures, &records, "textures")
    }

    pub(super) fn push_text(&mut self, added: &str) -> Result<Span, EncodeError> {
        append_text(&mut self.text, added)
    }
}

/// Checks the lengths of lists, which cannot be checked once the lists are concatenated.
fn check_sets(mesh: &ModelMesh) -> Result<(), InvalidContent> {
    let vertices = &mesh.vertices;
    check_set_count("uvs", vertices.uv_sets.len(), MAX_UV_SETS)?;
    check_set_count("colors", vertices.more_colors.len().saturating_add(1), MAX_COLOR_SETS)?;
    check_set_count("joints", vertices.joint_sets.len(), MAX_JOINT_SETS)?;
    let length = |attribute, found| check_length(attribute, found, vertices.positions.len());
    vertices.uv_sets.iter().try_for_each(|set| length("uvs", set.len()))?;
    if !vertices.more_colors.is_empty() {
        length("colors", vertices.colors.len())?;
    }
    vertices.more_colors.iter().try_for_each(|set| length("colors", set.len()))?;
    for set in &vertices.joint_sets {
        length("joints", set.joints.len())?;
        length("weights", set.weights.len())?;
    }
    let Some(skin) = &mesh.skin else { return Ok(()) };
    let (bones, found) = (skin.bones.len(), skin.inverse_binds.len());
    let sets = vertices.joint_sets.len();
    ensure!(bones != 0, "it has 0 bones in its skin and {sets} sets of joints, expected both or neither");
    ensure!(found == bones, "its skin has {found} inverse bind matrices for {bones} bones");
    Ok(())
}

/// Checks that shapes change one position per vertex, because both lists share one span.
fn check_changes(target: &MorphTarget) -> Result<(), InvalidContent> {
    match target.shapes.iter().enumerate().find(|(_, shape)| shape.positions.len() != shape.vertices.len()) {
        Some((shape, it)) => Err(wrong_length(shape, "positions", it.positions.len())),
        None => Ok(()),
    }
}

fn check_length(attribute: &str, found: usize, vertices: usize) -> Result<(), InvalidContent> {
    ensure!(found == vertices, "it has {found} {attribute} for {vertices} vertices");
    Ok(())
}

/// The 16-bit indices of a mesh with few vertices; empty for a larger mesh.
fn indices_16(mesh: &ModelMesh) -> Result<Vec<u16>, InvalidContent> {
    let count = mesh.vertices.positions.len();
    if count > MAX_SMALL_VERTICES {
        return Ok(Vec::new());
    }
    let to_u16 = |(entry, &found): (usize, &u32)| {
        u16::try_from(found)
            .map_err(|_| invalid!("index {entry} refers to vertex {found}, but the mesh has {count} vertices"))
    };
    mesh.indices.iter().enumerate().map(to_u16).collect()
}

fn part_record(part: usize, value: &MeshPart) -> Result<PartRecord, InvalidContent> {
    let material = value.material.map_or(Ok(NONE), |material| {
        i32::try_from(material)
            .map_err(|_| invalid!("part {part} refers to material {material}, but the model has 0 materials"))
    })?;
    Ok(PartRecord { material, first_index: value.first_index, index_count: value.index_count })
}

fn material_record(material: &ModelMaterial, name: Span) -> MaterialRecord {
    MaterialRecord {
        name,
        diffuse: material.diffuse,
        specular: material.specular,
        shininess: material.shininess,
        emissive: material.emissive,
        opacity: material.opacity,
        textures: Span::default(),
    }
}

fn surface_record(material: &ModelMaterial, extensions: Span) -> SurfaceRecord {
    SurfaceRecord {
        shading: material.shading.number(),
        alpha_mode: material.alpha_mode.number(),
        double_sided: material.double_sided.into(),
        alpha_cutoff: material.alpha_cutoff,
        metallic: material.metallic,
        roughness: material.roughness,
        normal_scale: material.normal_scale,
        occlusion_strength: material.occlusion_strength,
        emissive_strength: material.emissive_strength,
        extensions,
    }
}
