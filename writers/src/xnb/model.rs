//! Models, as XNA's ModelReader reads them.

use rigmill_codec_xnb::{self as xnb, BoneId, Primitive, PrimitiveType, ResourceId, Value};
use rigmill_format::{MeshPart, MeshSkin, Model, ModelBone, ModelMesh};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::buffers::{BufferId, Buffers, Location};
use super::data;
use super::effect::effect;
use super::encoding::encoded;
use super::losses;
use super::params::XnbWriterParams;
use crate::{codes, vertex_losses};

/// The most bones that XNA's SkinnedEffect has room for.
const MOST_SKIN_BONES: usize = 72;

/// Writes a [`Model`] as the `.xnb` of a Model, with a BasicEffect or SkinnedEffect for each material, or the game's own.
///
/// A skinned mesh has a Tag: a `Dictionary<string, object>` with the bones of its skin, `SkinBones` (`int[]`, bones of the model),
/// and `InverseBinds` (`Matrix[]`, one for each), which XNA's own Model cannot hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbModelWriter;

impl Writer for XnbModelWriter {
    type Input = Model;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 5;
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
    /// All indices.
    Indices,
    /// The effect of a material; of none, if the source gives none.
    Effect {
        material: Option<u32>,
        weights: Option<u32>,
        has_colors: bool,
    },
}

/// The shared resources of a model, in the order in which its parts need them.
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

/// What XNA's model cannot hold: an error where the model would be broken, a warning where it would look different.
fn check(model: &Model, ctx: &mut WriteContext) -> Result<(), StageError> {
    for mesh in &model.meshes {
        let bones = mesh.skin.as_ref().map_or(0, |skin| skin.bones.len());
        if bones > MOST_SKIN_BONES {
            let message = format!(
                "mesh {:?}: {bones} bones move it, but XNA's SkinnedEffect allows {MOST_SKIN_BONES}",
                mesh.name
            );
            return Err(ctx.fail(Diagnostic::error(codes::LOST, message).help("split the mesh")));
        }
    }
    let morphed = || model.meshes.iter().filter(|mesh| !mesh.targets.is_empty());
    if let Some(mesh) = morphed().next() {
        let targets: usize = morphed().map(|mesh| mesh.targets.len()).sum();
        let message = format!(
            "XNA's models have no morph targets: {targets} of {} meshes are left out, first those of mesh {:?}",
            morphed().count(),
            mesh.name
        );
        ctx.report(
            Diagnostic::warning(codes::LOST, message).help("let bones move these vertices, or use the target `native`"),
        );
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

fn skin_tag(skin: &MeshSkin) -> Value {
    let bones = skin.bones.iter().map(|&bone| Primitive::Int32(i32::try_from(bone).unwrap_or(i32::MAX)));
    let matrices = skin.inverse_binds.iter().map(|matrix| Primitive::Matrix(Box::new(*matrix)));
    Value::table([
        ("SkinBones", Value::array_of(PrimitiveType::Int32, bones)),
        ("InverseBinds", Value::array_of(PrimitiveType::Matrix, matrices)),
    ])
}
