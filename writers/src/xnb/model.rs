//! Writes models in the form that XNA's `ModelReader` reads.

use rigmill_codec_xnb::{self as xnb, BoneId, Primitive, PrimitiveType, ResourceId, Value};
use rigmill_format::{MeshPart, MeshSkin, Model, ModelBone, ModelMesh};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::buffers::{BufferId, Buffers, Location};
use super::data;
use super::effect::effect;
use super::encoding::encoded;
use super::losses;
use super::params::XnbWriterParams;
use crate::counted::counted;
use crate::{codes, vertex_losses};

/// The maximum number of bones in XNA's `SkinnedEffect`.
const MAX_SKIN_BONES: usize = 72;

/// Writes a [`Model`] as the `.xnb` file of a `Model`. Each material becomes a `BasicEffect`, a `SkinnedEffect`, or an effect
/// of the game.
///
/// A skinned mesh has a Tag, because XNA's `Model` cannot store skins: a `Dictionary<string, object>` with the bones of the
/// skin (`SkinBones`, an `int[]` of bones of the model) and a matrix for each of them (`InverseBinds`, a `Matrix[]`).
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbModelWriter;

impl Writer for XnbModelWriter {
    type Input = Model;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 6;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";
    const NAMED: bool = true;

    fn label(label: &str) -> &str {
        // A game loads its model by a name such as `Models/Grund`.
        if label == ".model" { "" } else { label }
    }

    fn write(&self, value: &Model, params: &XnbWriterParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        check(value, ctx)?;
        let asset = ctx.asset().to_owned();
        let mut buffers = Buffers::default();
        let mut resources = Resources::default();
        let drawn = losses::finest_meshes(value);
        let meshes = drawn.map(|mesh| xnb_mesh(mesh, value, &buffers.add(mesh), &mut resources)).collect();
        let tag = match &value.tag {
            Some(tag) => data::object(&tag.root, &asset).map_err(|diagnostic| ctx.fail(*diagnostic))?,
            None => Value::Null,
        };
        let root = (!value.bones.is_empty()).then_some(BoneId(0));
        let bones = value.bones.iter().map(xnb_bone).collect();
        let model = Value::Model(xnb::Model { bones, meshes, root, tag }.into());
        let resources = resources.0.iter().map(|&resource| match resource {
            Resource::Vertices(buffer) => Value::VertexBuffer(buffers.take_vertices(buffer).into()),
            Resource::Indices => Value::IndexBuffer(buffers.take_indices()),
            Resource::Effect { material, weights, has_colors } => {
                let material = material.and_then(|material| value.materials.get(material as usize));
                effect(&material.cloned().unwrap_or_default(), weights, has_colors, &asset)
            }
        });
        encoded(params.platform, params.profile, model, resources.collect(), ctx)
    }
}

/// A shared resource of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    Vertices(BufferId),
    /// The index buffer of all meshes.
    Indices,
    /// The effect of a material, or the default effect if the source has no material.
    Effect {
        material: Option<u32>,
        weights: Option<u32>,
        has_colors: bool,
    },
}

/// The shared resources of a model, in the order in which its parts first need them.
#[derive(Debug, Default)]
struct Resources(Vec<Resource>);

impl Resources {
    fn id(&mut self, resource: Resource) -> Option<ResourceId> {
        let known = self.0.iter().position(|other| *other == resource);
        ResourceId::of_index(known.unwrap_or_else(|| {
            self.0.push(resource);
            self.0.len() - 1
        }))
    }
}

/// Checks for data that XNA's model cannot represent. Reports an error if the model would be broken, and a warning if it would
/// look different.
fn check(model: &Model, ctx: &mut WriteContext) -> Result<(), StageError> {
    for mesh in &model.meshes {
        let bones = mesh.skin.as_ref().map_or(0, |skin| skin.bones.len());
        if bones > MAX_SKIN_BONES {
            let message = format!(
                "mesh {:?}: {bones} bones move this mesh, but XNA's SkinnedEffect supports at most {MAX_SKIN_BONES}",
                mesh.name
            );
            return Err(ctx.fail(Diagnostic::error(codes::CONTENT_LOST, message).help("split the mesh")));
        }
    }
    let morphed = || model.meshes.iter().filter(|mesh| !mesh.targets.is_empty());
    if let Some(mesh) = morphed().next() {
        let targets: usize = morphed().map(|mesh| mesh.targets.len()).sum();
        let verb = if targets == 1 { "is" } else { "are" };
        let message = format!(
            "{} in {} {verb} left out, because XNA's models cannot store morph targets (the first is in mesh {:?})",
            counted(targets, ["morph target", "morph targets"]),
            counted(morphed().count(), ["mesh", "meshes"]),
            mesh.name
        );
        let help = "move these vertices with bones, or use the `native` target";
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
    }
    [vertex_losses::skinning(model, "XNA"), vertex_losses::sets(model), vertex_losses::codes(model)]
        .into_iter()
        .flatten()
        .for_each(|lost| ctx.report(lost));
    losses::warn(&model.materials, ctx);
    losses::warn_of_parts(model, ctx);
    Ok(())
}

fn xnb_bone(bone: &ModelBone) -> xnb::ModelBone {
    xnb::ModelBone { name: Some(bone.name.clone()), transform: bone.local, parent: bone.parent.map(BoneId) }
}

fn xnb_mesh(
    mesh: &ModelMesh,
    model: &Model,
    locations: &[Location],
    resources: &mut Resources,
) -> xnb::ModelMesh<Value> {
    let mut part = |(part, location): (&MeshPart, &Location)| xnb::ModelMeshPart {
        first_vertex: location.first_vertex,
        vertex_count: location.vertex_count,
        first_index: location.first_index,
        triangle_count: part.index_count / 3,
        tag: Value::Null,
        vertex_buffer: resources.id(Resource::Vertices(location.buffer)),
        index_buffer: resources.id(Resource::Indices),
        effect: resources.id(part_effect(part.material, mesh, model)),
    };
    let [x, y, z] = mesh.sphere.center;
    xnb::ModelMesh {
        name: Some(mesh.name.clone()),
        bone: Some(BoneId(mesh.bone)),
        sphere: [x, y, z, mesh.sphere.radius],
        tag: mesh.skin.as_ref().map_or(Value::Null, skin_tag),
        parts: mesh.parts.iter().zip(locations).map(&mut part).collect(),
    }
}

/// Returns the effect of a part. One of XNA's own effects also depends on the vertices.
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

fn skin_tag(skin: &MeshSkin) -> Value {
    let bones = skin.bones.iter().map(|&bone| Primitive::Int32(i32::try_from(bone).unwrap_or(i32::MAX)));
    let matrices = skin.inverse_binds.iter().map(|matrix| Primitive::Matrix(Box::new(*matrix)));
    Value::table([
        ("SkinBones", Value::array_of(PrimitiveType::Int32, bones)),
        ("InverseBinds", Value::array_of(PrimitiveType::Matrix, matrices)),
    ])
}
