//! Skeletons, models, collision meshes and textures as JSON.
//!
//! Matrices are 16 numbers, row by row, for row vectors: the translation is at 12 to 14.

use std::collections::BTreeMap;

use rigmill_format::{
    BoneView, BoundingBox, BoundingSphere, Carrier, CollisionMeshView, CollisionNode, ContentType, CubeFace,
    DataRecordView, DataValueView, DetailLevelView, EffectValue, ExtensionTexture, LevelGroupView,
    MaterialExtensionView, MipView, ModelBoneView, ModelCameraView, ModelLightView, ModelMaterialView, ModelMeshView,
    ModelView, MorphShapeView, MorphTargetView, NodeBelow, Projection, PropertyOwner, SkeletonView, TextureCubeView,
    TexturePlacement, TextureView, TextureWrap, VertexAttributeView,
};
use serde::Serialize;

use super::data::Tree;
use crate::output::object::object;

pub(super) fn skeleton(version: u16, skeleton: SkeletonView<'_>) -> impl Serialize {
    let bone = |bone: BoneView<'_>| {
        let bind = bone.bind();
        object! {
            name: bone.name().to_owned(),
            parent: index(bone.parent()),
            local: bind.normalized().to_matrix(),
            translation: bind.translation,
            rotation: bind.rotation,
            scale: bind.scale,
        }
    };
    object! {
        r#type: ContentType::Skeleton.name(),
        content_version: version,
        root_axis: skeleton.root_axis(),
        bones: skeleton.bones().map(bone).collect::<Vec<_>>(),
    }
}

pub(super) fn model(version: u16, model: ModelView<'_>) -> impl Serialize {
    let bone = |bone: ModelBoneView<'_>| {
        object! { name: bone.name().to_owned(), parent: index(bone.parent()), local: *bone.local() }
    };
    object! {
        r#type: ContentType::Model.name(),
        content_version: version,
        sphere: sphere(model.sphere()),
        r#box: corners(model.bounding_box()),
        bones: model.bones().map(bone).collect::<Vec<_>>(),
        meshes: model.meshes().map(mesh).collect::<Vec<_>>(),
        materials: model.materials().map(material).collect::<Vec<_>>(),
        tag: model.tag().map(|tag| Tree(tag.root())),
        cameras: model.cameras().map(camera).collect::<Vec<_>>(),
        lights: model.lights().map(light).collect::<Vec<_>>(),
        level_groups: model.level_groups().map(level_group).collect::<Vec<_>>(),
        properties: model.properties().iter().map(properties).collect::<Vec<_>>(),
    }
}

fn camera(camera: ModelCameraView<'_>) -> impl Serialize {
    let Carrier { bone, local } = camera.carrier();
    let (y_fov, aspect, mag, near, far) = match camera.projection() {
        Projection::Perspective { y_fov, aspect, near, far } => (Some(y_fov), aspect, None, near, far),
        Projection::Orthographic { x_mag, y_mag, near, far } => (None, None, Some([x_mag, y_mag]), near, far),
    };
    object! {
        name: camera.name().to_owned(),
        bone: index(bone.map(|bone| bone as usize)),
        local: local,
        projection: camera.projection().name(),
        near: near;
        y_fov: y_fov,
        aspect: aspect,
        mag: mag,
        far: finite(far),
    }
}

fn light(light: ModelLightView<'_>) -> impl Serialize {
    let Carrier { bone, local } = light.carrier();
    object! {
        name: light.name().to_owned(),
        bone: index(bone.map(|bone| bone as usize)),
        local: local,
        kind: light.kind().name(),
        color: light.color(),
        intensity: light.intensity(),
        unit: light.unit().name(),
        cone: light.cone();
        range: finite(light.range()),
    }
}

fn level_group(group: LevelGroupView<'_>) -> impl Serialize {
    let level = |level: DetailLevelView<'_>| object! { threshold: level.threshold, meshes: level.meshes.to_vec() };
    object! {
        name: group.name().to_owned(),
        measure: group.measure().name(),
        levels: group.levels().map(level).collect::<Vec<_>>(),
    }
}

fn properties<'a>((owner, values): (PropertyOwner, DataRecordView<'a>)) -> impl Serialize + 'a {
    object! { kind: owner.kind.name(), index: owner.index, values: Tree(DataValueView::Record(values)) }
}

/// A distance; none if it is infinite, which JSON does not have.
fn finite(distance: f32) -> Option<f32> {
    Some(distance).filter(|distance| distance.is_finite())
}

fn mesh(mesh: ModelMeshView<'_>) -> impl Serialize {
    let part = |part: rigmill_format::MeshPart| {
        let material = part.material.map_or(-1, i64::from);
        object! { material: material, first_index: part.first_index, index_count: part.index_count }
    };
    object! {
        name: mesh.name(),
        bone: mesh.bone(),
        vertices: mesh.vertex_count(),
        triangles: mesh.triangle_count(),
        sphere: sphere(mesh.sphere()),
        r#box: corners(mesh.bounding_box()),
        positions: mesh.positions().to_vec(),
        normals: mesh.normals().to_vec(),
        tangents: mesh.tangents().to_vec(),
        bitangents: mesh.bitangents(),
        colors: mesh.colors(),
        more_colors: mesh.color_sets().skip(1).collect::<Vec<_>>(),
        uv_sets: mesh.uv_sets().collect::<Vec<_>>(),
        joint_sets: mesh.joint_sets().map(|(joints, weights)| object! { joints: joints, weights: weights }).collect::<Vec<_>>(),
        indices: mesh.indices().iter().collect::<Vec<_>>(),
        parts: mesh.parts().map(part).collect::<Vec<_>>(),
        targets: mesh.targets().map(target).collect::<Vec<_>>(),
        attributes: mesh.attributes().map(attribute).collect::<Vec<_>>(),
        skin: mesh.is_skinned().then(|| skin(mesh)),
    }
}

fn skin(mesh: ModelMeshView<'_>) -> impl Serialize {
    object! {
        method: mesh.skinning_method().name(),
        bones: mesh.skin_bones(),
        inverse_binds: mesh.inverse_binds(),
        blend_weights: mesh.blend_weights(),
    }
}

fn attribute(attribute: VertexAttributeView<'_>) -> impl Serialize {
    object! { name: attribute.name(), width: attribute.width(), values: attribute.values() }
}

fn target(target: MorphTargetView<'_>) -> impl Serialize {
    let shape = |shape: MorphShapeView<'_>| {
        object! {
            weight: shape.weight,
            vertices: shape.vertices.to_vec(),
            positions: shape.positions.to_vec(),
            normals: shape.normals.to_vec(),
            tangents: shape.tangents.to_vec(),
        }
    };
    object! {
        name: target.name().to_owned(),
        weight: target.weight(),
        shapes: target.shapes().map(shape).collect::<Vec<_>>(),
    }
}

fn material<'a>(material: ModelMaterialView<'a>) -> impl Serialize + 'a {
    let missing = material.textures().filter(|texture| texture.missing);
    let effect = |asset| object! { asset: asset, parameters: material.parameters().map(parameter).collect::<Vec<_>>() };
    object! {
        name: material.name(),
        diffuse: material.diffuse(),
        specular: material.specular(),
        shininess: material.shininess(),
        emissive: material.emissive(),
        opacity: material.opacity(),
        shading: material.shading().name(),
        metallic: material.metallic(),
        roughness: material.roughness(),
        normal_scale: material.normal_scale(),
        occlusion_strength: material.occlusion_strength(),
        emissive_strength: material.emissive_strength(),
        alpha_mode: material.alpha_mode().name(),
        alpha_cutoff: material.alpha_cutoff(),
        double_sided: material.double_sided(),
        textures: material.textures().map(|it| (it.usage.name(), it.asset)).collect::<BTreeMap<_, _>>(),
        missing_textures: missing.map(|texture| texture.usage.name()).collect::<Vec<_>>(),
        placements: material.textures().map(|it| (it.usage.name(), placement(it.placement))).collect::<BTreeMap<_, _>>(),
        effect: material.effect().map(effect),
        extensions: material.extensions().map(extension).collect::<Vec<_>>(),
    }
}

fn placement(placement: TexturePlacement) -> impl Serialize {
    object! {
        uv_set: placement.uv_set,
        offset: placement.offset,
        rotation: placement.rotation,
        scale: placement.scale,
        wrap: placement.wrap.map(TextureWrap::name),
        min_filter: placement.min_filter.name(),
        mag_filter: placement.mag_filter.name(),
    }
}

fn extension<'a>(extension: MaterialExtensionView<'a>) -> impl Serialize + 'a {
    let texture = |it: ExtensionTexture<&'a str>| {
        object! { name: it.name, asset: it.asset, missing: it.missing, placement: placement(it.placement) }
    };
    object! {
        name: extension.name(),
        parameters: extension.parameters().map(parameter).collect::<Vec<_>>(),
        textures: extension.textures().map(texture).collect::<Vec<_>>(),
    }
}

fn parameter<'a>((name, value): (&'a str, EffectValue<&'a str>)) -> impl Serialize + 'a {
    let (r#type, value): (_, serde_json::Value) = match value {
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
    object! { name: name, r#type: r#type, value: value }
}

pub(super) fn collision_mesh(version: u16, mesh: CollisionMeshView<'_>) -> impl Serialize {
    // An inner node has `second`, a leaf `first` and `count`.
    let node = |node: CollisionNode| {
        let (second, first, count) = match node.below {
            NodeBelow::Nodes { second } => (Some(second), None, None),
            NodeBelow::Triangles { first, count } => (None, Some(first), Some(count)),
        };
        object! { r#box: corners(node.bounds); second: second, first: first, count: count }
    };
    object! {
        r#type: ContentType::CollisionMesh.name(),
        content_version: version,
        vertices: mesh.vertices().len(),
        triangles: mesh.triangles().len(),
        sphere: sphere(mesh.sphere()),
        positions: mesh.vertices(),
        indices: mesh.triangles().as_flattened(),
        nodes: (0..).map_while(|index| mesh.node(index)).map(node).collect::<Vec<_>>(),
    }
}

/// A texture without its pixels.
pub(super) fn texture(version: u16, texture: TextureView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::Texture.name(),
        content_version: version,
        width: texture.width(),
        height: texture.height(),
        format: texture.format().name(),
        srgb: texture.srgb(),
        mips: texture.mips().map(mip).collect::<Vec<_>>(),
    }
}

/// A cube map without its pixels. Its faces are alike, so the mipmaps are those of any.
pub(super) fn texture_cube(version: u16, cube: TextureCubeView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::TextureCube.name(),
        content_version: version,
        size: cube.size(),
        format: cube.format().name(),
        srgb: cube.srgb(),
        faces: CubeFace::ALL.map(CubeFace::name),
        mips: cube.mips(CubeFace::PositiveX).map(mip).collect::<Vec<_>>(),
    }
}

fn mip(mip: MipView<'_>) -> impl Serialize {
    object! { width: mip.width, height: mip.height, bytes: mip.bytes.len() }
}

/// A bone's index; -1 for none.
fn index(bone: Option<usize>) -> i64 {
    bone.and_then(|bone| i64::try_from(bone).ok()).unwrap_or(-1)
}

/// x, y, z and radius.
fn sphere(sphere: BoundingSphere) -> [f32; 4] {
    let [x, y, z] = sphere.center;
    [x, y, z, sphere.radius]
}

/// The smallest and the largest corner.
fn corners(bounds: BoundingBox) -> [[f32; 3]; 2] {
    [bounds.min, bounds.max]
}
