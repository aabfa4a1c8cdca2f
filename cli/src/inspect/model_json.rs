//! Skeletons, models, collision meshes and textures as JSON.
//!
//! Matrices are 16 numbers, row by row, for row vectors: the translation is at 12 to 14.

use std::collections::BTreeMap;

use rigmill_format::{
    BoneView, BoundingBox, BoundingSphere, CollisionMeshView, CollisionNode, ContentType, EffectValue, MeshPart,
    MipView, ModelBoneView, ModelMaterialView, ModelMeshView, ModelView, NodeBelow, SkeletonView, TextureView,
};
use rigmill_runtime::matrix;
use serde::Serialize;

use super::data::Tree;

#[derive(Serialize)]
pub(super) struct SkeletonJson<'a> {
    r#type: &'static str,
    content_version: u16,
    root_axis: [f32; 4],
    bones: Vec<SkeletonBoneJson<'a>>,
}

#[derive(Serialize)]
struct SkeletonBoneJson<'a> {
    #[serde(flatten)]
    bone: BoneJson<'a>,
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

#[derive(Serialize)]
struct BoneJson<'a> {
    name: &'a str,
    parent: i64,
    local: [f32; 16],
}

#[derive(Serialize)]
pub(super) struct ModelJson<'a> {
    r#type: &'static str,
    content_version: u16,
    sphere: [f32; 4],
    r#box: [[f32; 3]; 2],
    bones: Vec<BoneJson<'a>>,
    meshes: Vec<MeshJson<'a>>,
    materials: Vec<MaterialJson<'a>>,
    tag: Option<Tree<'a>>,
}

#[derive(Serialize)]
struct MeshJson<'a> {
    name: &'a str,
    bone: usize,
    vertices: usize,
    triangles: usize,
    sphere: [f32; 4],
    r#box: [[f32; 3]; 2],
    positions: &'a [[f32; 3]],
    normals: &'a [[f32; 3]],
    tangents: &'a [[f32; 4]],
    bitangents: &'a [[f32; 3]],
    colors: &'a [[f32; 4]],
    uv_sets: Vec<&'a [[f32; 2]]>,
    joint_sets: Vec<JointSetJson<'a>>,
    indices: Vec<u32>,
    parts: Vec<PartJson>,
    skin: Option<SkinJson<'a>>,
}

#[derive(Serialize)]
struct JointSetJson<'a> {
    joints: &'a [[u16; 4]],
    weights: &'a [[f32; 4]],
}

#[derive(Serialize)]
struct PartJson {
    material: i64,
    first_index: u32,
    index_count: u32,
}

#[derive(Serialize)]
struct SkinJson<'a> {
    bones: &'a [u32],
    inverse_binds: &'a [[f32; 16]],
}

#[derive(Serialize)]
struct MaterialJson<'a> {
    name: &'a str,
    diffuse: [f32; 3],
    specular: [f32; 3],
    shininess: f32,
    emissive: [f32; 3],
    opacity: f32,
    textures: BTreeMap<&'static str, &'a str>,
    /// The uses of textures that the project did not have.
    missing_textures: Vec<&'static str>,
    effect: Option<EffectJson<'a>>,
}

#[derive(Serialize)]
struct EffectJson<'a> {
    asset: &'a str,
    parameters: Vec<ParameterJson<'a>>,
}

#[derive(Serialize)]
struct ParameterJson<'a> {
    name: &'a str,
    r#type: &'static str,
    value: serde_json::Value,
}

#[derive(Serialize)]
pub(super) struct CollisionMeshJson<'a> {
    r#type: &'static str,
    content_version: u16,
    vertices: usize,
    triangles: usize,
    sphere: [f32; 4],
    positions: &'a [[f32; 3]],
    indices: Vec<u32>,
    nodes: Vec<NodeJson>,
}

/// A node of a collision mesh's tree: an inner one has `second`, a leaf `first` and `count`.
#[derive(Serialize)]
struct NodeJson {
    r#box: [[f32; 3]; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct TextureJson {
    r#type: &'static str,
    content_version: u16,
    width: u32,
    height: u32,
    format: &'static str,
    srgb: bool,
    mips: Vec<MipJson>,
}

/// A level; its pixels are left out.
#[derive(Serialize)]
struct MipJson {
    width: u32,
    height: u32,
    bytes: usize,
}

impl<'a> SkeletonJson<'a> {
    pub(super) fn of(content_version: u16, skeleton: SkeletonView<'a>) -> Self {
        Self {
            r#type: ContentType::Skeleton.name(),
            content_version,
            root_axis: skeleton.root_axis(),
            bones: skeleton.bones().map(SkeletonBoneJson::of).collect(),
        }
    }
}

impl<'a> SkeletonBoneJson<'a> {
    fn of(bone: BoneView<'a>) -> Self {
        let bind = bone.bind();
        Self {
            bone: BoneJson { name: bone.name(), parent: number(bone.parent()), local: matrix::from_bind_pose(bind) },
            translation: bind.translation,
            rotation: bind.rotation,
            scale: bind.scale,
        }
    }
}

impl<'a> ModelJson<'a> {
    pub(super) fn of(content_version: u16, model: ModelView<'a>) -> Self {
        let bone = |bone: ModelBoneView<'a>| BoneJson {
            name: bone.name(),
            parent: number(bone.parent()),
            local: *bone.local(),
        };
        Self {
            r#type: ContentType::Model.name(),
            content_version,
            sphere: sphere(model.sphere()),
            r#box: corners(model.bounding_box()),
            bones: model.bones().map(bone).collect(),
            meshes: model.meshes().map(MeshJson::of).collect(),
            materials: model.materials().map(MaterialJson::of).collect(),
            tag: model.tag().map(|tag| Tree(tag.root())),
        }
    }
}

impl<'a> MeshJson<'a> {
    fn of(mesh: ModelMeshView<'a>) -> Self {
        let skin = || SkinJson { bones: mesh.skin_bones(), inverse_binds: mesh.inverse_binds() };
        Self {
            name: mesh.name(),
            bone: mesh.bone(),
            vertices: mesh.vertex_count(),
            triangles: mesh.triangle_count(),
            sphere: sphere(mesh.sphere()),
            r#box: corners(mesh.bounding_box()),
            positions: mesh.positions(),
            normals: mesh.normals(),
            tangents: mesh.tangents(),
            bitangents: mesh.bitangents(),
            colors: mesh.colors(),
            uv_sets: mesh.uv_sets().collect(),
            joint_sets: mesh.joint_sets().map(|(joints, weights)| JointSetJson { joints, weights }).collect(),
            indices: mesh.indices().iter().collect(),
            parts: mesh.parts().map(|part| PartJson::of(&part)).collect(),
            skin: mesh.is_skinned().then(skin),
        }
    }
}

impl PartJson {
    fn of(part: &MeshPart) -> Self {
        Self {
            material: part.material.map_or(-1, i64::from),
            first_index: part.first_index,
            index_count: part.index_count,
        }
    }
}

impl<'a> MaterialJson<'a> {
    fn of(material: ModelMaterialView<'a>) -> Self {
        let missing = material.textures().filter(|texture| texture.missing);
        Self {
            name: material.name(),
            diffuse: material.diffuse(),
            specular: material.specular(),
            shininess: material.shininess(),
            emissive: material.emissive(),
            opacity: material.opacity(),
            textures: material.textures().map(|texture| (texture.usage.name(), texture.asset)).collect(),
            missing_textures: missing.map(|texture| texture.usage.name()).collect(),
            effect: material
                .effect()
                .map(|asset| EffectJson { asset, parameters: material.parameters().map(ParameterJson::of).collect() }),
        }
    }
}

impl<'a> ParameterJson<'a> {
    fn of((name, value): (&'a str, EffectValue<&'a str>)) -> Self {
        let (r#type, value) = match value {
            EffectValue::Texture(asset) => ("texture", asset.into()),
            EffectValue::Text(text) => ("text", text.into()),
            EffectValue::Bool(flag) => ("bool", flag.into()),
            EffectValue::Int(number) => ("int", number.into()),
            EffectValue::Float(float) => ("float", float.into()),
            EffectValue::Vector2(vector) => ("vector2", vector.as_slice().into()),
            EffectValue::Vector3(vector) => ("vector3", vector.as_slice().into()),
            EffectValue::Vector4(vector) => ("vector4", vector.as_slice().into()),
            EffectValue::Quaternion(vector) => ("quaternion", vector.as_slice().into()),
            EffectValue::Matrix(matrix) => ("matrix", matrix.as_slice().into()),
        };
        Self { name, r#type, value }
    }
}

impl<'a> CollisionMeshJson<'a> {
    pub(super) fn of(content_version: u16, mesh: CollisionMeshView<'a>) -> Self {
        let nodes = (0..).map_while(|index| mesh.node(index));
        Self {
            r#type: ContentType::CollisionMesh.name(),
            content_version,
            vertices: mesh.vertices().len(),
            triangles: mesh.triangles().len(),
            sphere: sphere(mesh.sphere()),
            positions: mesh.vertices(),
            indices: mesh.triangles().as_flattened().to_vec(),
            nodes: nodes.map(|node| NodeJson::of(&node)).collect(),
        }
    }
}

impl NodeJson {
    fn of(node: &CollisionNode) -> Self {
        let (second, first, count) = match node.below {
            NodeBelow::Nodes { second } => (Some(second), None, None),
            NodeBelow::Triangles { first, count } => (None, Some(first), Some(count)),
        };
        Self { r#box: corners(node.bounds), second, first, count }
    }
}

impl TextureJson {
    pub(super) fn of(content_version: u16, texture: TextureView<'_>) -> Self {
        let mip = |mip: MipView<'_>| MipJson { width: mip.width, height: mip.height, bytes: mip.bytes.len() };
        Self {
            r#type: ContentType::Texture.name(),
            content_version,
            width: texture.width(),
            height: texture.height(),
            format: texture.format().name(),
            srgb: texture.srgb(),
            mips: texture.mips().map(mip).collect(),
        }
    }
}

/// -1 for none.
fn number(bone: Option<usize>) -> i64 {
    bone.and_then(|bone| i64::try_from(bone).ok()).unwrap_or(-1)
}

/// x, y, z and radius.
fn sphere(sphere: BoundingSphere) -> [f32; 4] {
    let [x, y, z] = sphere.center;
    [x, y, z, sphere.radius]
}

/// The smallest and the largest.
fn corners(bounds: BoundingBox) -> [[f32; 3]; 2] {
    [bounds.min, bounds.max]
}
