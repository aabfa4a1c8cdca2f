//! Models, as XNA's ModelReader reads them.

use rigmill_format::{MaterialTexture, Model, ModelBone, ModelMesh, TextureUse};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::buffers::{Buffers, Location};
use super::file::XnbFile;
use super::params::XnbWriterParams;
use super::shared::{Resource, Shared};
use super::{data, effect, readers, too_large};
use crate::codes;

/// The most bones that XNA's SkinnedEffect has room for.
const MOST_SKIN_BONES: usize = 72;

/// Writes a [`Model`] as the `.xnb` of a Model, with a BasicEffect or SkinnedEffect for each material, or the game's own.
///
/// A skinned mesh has a Tag: a `Dictionary<string, object>` with the bones of its skin, `SkinBones` (`int[]`, bones of the model),
/// and `InverseBinds` (`Matrix[]`, one for each), which XNA's own Model has no place for.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbModelWriter;

impl Writer for XnbModelWriter {
    type Input = Model;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 3;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";
    const NAMED: bool = true;

    fn label(label: &str) -> &str {
        // A game loads its model as `Models/Grund`.
        if label == ".model" { "" } else { label }
    }

    fn write(&self, value: &Model, params: &XnbWriterParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        check(value, ctx)?;
        let asset = ctx.asset().to_owned();
        let mut file = XnbFile::default();
        let mut buffers = Buffers::default();
        let mut shared = Shared::default();
        file.begin_object(readers::MODEL);
        write_bones(&mut file, &value.bones);
        file.content.count(value.meshes.len());
        for mesh in &value.meshes {
            let locations = buffers.add(mesh);
            write_mesh(mesh, value, &locations, &mut shared, &mut file);
        }
        write_reference(&mut file, value.bones.len(), (!value.bones.is_empty()).then_some(0));
        file = match &value.tag {
            Some(tag) => data::write_object(file, &tag.root, &asset).map_err(|diagnostic| ctx.fail(*diagnostic))?,
            None => {
                file.null();
                file
            }
        };
        let resources = shared.into_resources();
        for resource in &resources {
            match *resource {
                Resource::Vertices(pool) => buffers.write_vertices(pool, &mut file),
                Resource::Indices => buffers.write_indices(&mut file),
                Resource::Effect { material, weights, has_colors } => {
                    let material = material.and_then(|material| value.materials.get(material as usize));
                    let material = material.cloned().unwrap_or_default();
                    effect::write(&material, weights, has_colors, &asset, &mut file);
                }
            }
        }
        let count = u32::try_from(resources.len()).unwrap_or(u32::MAX);
        file.finish(params.platform, params.profile, count).ok_or_else(|| too_large(ctx))
    }
}

/// What XNA's model has no place for: an error where the model would be broken, a warning where it would look different.
fn check(model: &Model, ctx: &mut WriteContext) -> Result<(), StageError> {
    for mesh in &model.meshes {
        let bones = mesh.skin.as_ref().map_or(0, |skin| skin.bones.len());
        if bones > MOST_SKIN_BONES {
            let message = format!(
                "mesh {:?}: {bones} bones move it, XNA's SkinnedEffect has room for {MOST_SKIN_BONES}",
                mesh.name
            );
            return Err(ctx.fail(Diagnostic::error(codes::LOST, message).help("split the mesh")));
        }
    }
    let lost = |texture: &&MaterialTexture| texture.usage != TextureUse::Diffuse;
    let plain = model.materials.iter().filter(|material| material.effect.is_none());
    let mut uses: Vec<_> = plain.flat_map(|material| &material.textures).filter(lost).collect();
    uses.dedup_by_key(|texture| texture.usage);
    if let Some(texture) = uses.first() {
        let message =
            format!("XNA's effects have no place for textures but the diffuse: {:?} is left out", texture.asset);
        ctx.report(Diagnostic::warning(codes::LOST, message).help("a game's own effect can load it by its name"));
    }
    Ok(())
}

/// Writes bones, each with its name and matrix, then each with its parent and children.
pub(super) fn write_bones(file: &mut XnbFile, bones: &[ModelBone]) {
    file.content.count(bones.len());
    for bone in bones {
        file.text(&bone.name);
        file.content.floats(&bone.local);
    }
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); bones.len()];
    for (number, bone) in (0..).zip(bones) {
        if let Some(parent) = bone.parent {
            children[parent as usize].push(number);
        }
    }
    for (bone, children) in bones.iter().zip(&children) {
        write_reference(file, bones.len(), bone.parent);
        file.content.count(children.len());
        for &child in children {
            write_reference(file, bones.len(), Some(child));
        }
    }
}

/// The number of a bone: one byte where 255 are enough for all and for none.
fn write_reference(file: &mut XnbFile, bones: usize, bone: Option<u32>) {
    let number = bone.map_or(0, |bone| bone + 1);
    match u8::try_from(number) {
        Ok(number) if bones < 255 => file.content.u8(number),
        _ => file.content.u32(number),
    }
}

fn write_mesh(mesh: &ModelMesh, model: &Model, locations: &[Location], shared: &mut Shared, file: &mut XnbFile) {
    file.text(&mesh.name);
    write_reference(file, model.bones.len(), Some(mesh.bone));
    file.content.floats(&mesh.sphere.center);
    file.content.f32(mesh.sphere.radius);
    write_skin(mesh, file);
    file.content.count(mesh.parts.len());
    for (part, location) in mesh.parts.iter().zip(locations) {
        file.content.u32(location.first_vertex);
        file.content.u32(location.vertices);
        file.content.u32(location.first_index);
        file.content.u32(part.index_count / 3);
        file.null();
        let effect = part_effect(part.material, mesh, model);
        for resource in [Resource::Vertices(location.pool), Resource::Indices, effect] {
            let number = shared.number(resource);
            file.content.packed(number);
        }
    }
}

/// The effect of a part: one of XNA's own depends on the vertices, too.
fn part_effect(material: Option<u32>, mesh: &ModelMesh, model: &Model) -> Resource {
    let own = material.and_then(|material| model.materials.get(material as usize)?.effect.as_ref());
    match own {
        Some(_) => Resource::Effect { material, weights: None, has_colors: false },
        None => Resource::Effect {
            material,
            weights: mesh.skin.as_ref().map(|_| 4),
            has_colors: !mesh.vertices.colors.is_empty(),
        },
    }
}

fn write_skin(mesh: &ModelMesh, file: &mut XnbFile) {
    let Some(skin) = &mesh.skin else { return file.null() };
    file.begin_object(readers::TABLE);
    file.content.count(2);
    file.text("SkinBones");
    file.begin_object(readers::INT_32_ARRAY);
    file.reader(readers::INT_32);
    file.content.count(skin.bones.len());
    skin.bones.iter().for_each(|&bone| file.content.u32(bone));
    file.text("InverseBinds");
    file.begin_object(readers::MATRIX_ARRAY);
    file.reader(readers::MATRIX);
    file.content.count(skin.inverse_binds.len());
    skin.inverse_binds.iter().for_each(|matrix| file.content.floats(matrix));
}
