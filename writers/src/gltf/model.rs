//! Models.

use std::collections::BTreeSet;

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Document, Node, push};
use rigmill_format::{Model, Transform};
use rigmill_pipeline::{Diagnostic, WriteContext, Writer};

use super::materials::Materials;
use super::nodes::{self, BoneNode};
use super::params::{Axes, GlbParams};
use super::properties::Extras;
use super::{carried, check, encode, levels, meshes, skins, transforms};
use crate::codes;
use crate::written::Written;

/// Writes a [`Model`] as `.glb`: a node for each bone, each mesh on the node of its bone, skins, materials, cameras and lights.
/// The file refers to textures, which are separate files.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbModelWriter;

impl Writer for GlbModelWriter {
    type Input = Model;
    type Params = GlbParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 6;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn label(label: &str) -> &str {
        // The file gets the same name as the model's source.
        if label == ".model" { "" } else { label }
    }

    fn write(&self, value: &Model, params: &GlbParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        let locals = locals(value, ctx);
        let (mut document, mut binary) = (super::document(), Binary::default());
        write(value, &locals, params.axes, &mut document, &mut binary, ctx);
        encode(document, binary, ctx)
    }
}

/// Returns the parts of the bones' matrices. Warns about matrices that cannot be split exactly.
fn locals(model: &Model, ctx: &mut WriteContext) -> Vec<Transform> {
    let parts: Vec<(Transform, bool)> = model.bones.iter().map(|bone| transforms::parts(&bone.local)).collect();
    if let Some(at) = parts.iter().position(|(_, sheared)| *sheared) {
        let message = format!("bone {:?}: the bone's matrix shears, but glTF nodes cannot shear", model.bones[at].name);
        let help = "apply the transform in the modelling program";
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
    }
    parts.into_iter().map(|(local, _)| local).collect()
}

/// Writes a model with its bones' local transforms into a document without nodes. Returns the node of each mesh.
pub(super) fn write(
    model: &Model,
    locals: &[Transform],
    axes: Axes,
    document: &mut Document,
    binary: &mut Binary,
    ctx: &mut WriteContext,
) -> Vec<u32> {
    let node = |(bone, local): (&'_ rigmill_format::ModelBone, &Transform)| {
        let axes = if bone.parent.is_none() { axes } else { Axes::YUp };
        (bone.parent, transforms::upright(local, axes))
    };
    let placed: Vec<_> = model.bones.iter().zip(locals).map(node).collect();
    let bones = model.bones.iter().zip(placed);
    nodes::write(bones.map(|(bone, (parent, local))| BoneNode { name: &bone.name, parent, local }), document);
    let placed = write_meshes(model, document, binary, ctx);
    if !document.skins.is_empty() {
        nodes::join_roots(document);
    }
    let extras = Extras::of_model(model);
    extras.write(document);
    levels::write(model, &placed, document, ctx);
    carried::write(model, axes, &extras, document, ctx);
    placed
}

/// Puts each mesh on the node of its bone. If a bone has several meshes, all except the first get their own child nodes.
fn write_meshes(model: &Model, document: &mut Document, binary: &mut Binary, ctx: &mut WriteContext) -> Vec<u32> {
    meshes::warn_of_losses(model, ctx);
    warn_of_losses(model, ctx);
    let asset = ctx.asset().to_owned();
    let mut materials = Materials::new(&model.materials, &asset, ctx);
    let mut placed = Vec::with_capacity(model.meshes.len());
    let of_levels: BTreeSet<u32> = model
        .level_groups
        .iter()
        .flat_map(|group| &group.levels)
        .flat_map(|level| level.meshes.iter().copied())
        .collect();
    for (number, source) in (0..).zip(&model.meshes) {
        let mesh = meshes::mesh(source, &mut materials, binary);
        let mesh = push(&mut document.meshes, mesh);
        let skin = source.skin.as_ref().map(|skin| skins::write(skin, model, document, binary));
        // A level of detail replaces a node together with its children.
        let stands_alone = of_levels.contains(&number);
        let is_free = |node: &Node| node.mesh.is_none() && (!stands_alone || node.children.is_empty());
        let taken = !document.nodes.get(source.bone as usize).is_some_and(is_free);
        let node = if taken { nodes::add_child(source.bone, &source.name, document) } else { source.bone };
        if let Some(node) = document.nodes.get_mut(node as usize) {
            (node.mesh, node.skin) = (Some(mesh), skin);
        }
        placed.push(node);
    }
    materials.write(document, ctx);
    placed
}

/// Warns about a Tag and about effects of the game, which only the game can interpret.
fn warn_of_losses(model: &Model, ctx: &mut WriteContext) {
    let help = "build the model for the `native` or `xna` target as well";
    let effects = model.materials.iter().filter(|material| material.effect.is_some()).count();
    let effects = match effects {
        0 => None,
        1 => Some("1 custom effect is left out; the material keeps its colours and textures".to_owned()),
        _ => Some(format!("{effects} custom effects are left out; the materials keep their colours and textures")),
    };
    let tag = model.tag.as_ref().map(|_| "the model's Tag is left out".to_owned());
    for fact in effects.into_iter().chain(tag) {
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, fact).help(help));
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::{
        AlphaMode, BoundingBox, BoundingSphere, Data, JointSet, MaterialEffect, MaterialTexture, MeshPart, MeshSkin,
        ModelBone, ModelMaterial, ModelMesh, SkinningMethod, TextureUse, VertexAttribute, Vertices,
    };
    use serde_json::{Value, json};

    use super::*;

    const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

    fn bone(name: &str, parent: Option<u32>) -> ModelBone {
        ModelBone { name: name.to_owned(), parent, local: IDENTITY }
    }

    /// Returns a triangle on a bone, without texture coordinates.
    fn triangle(bone: u32, skin: Option<MeshSkin>) -> ModelMesh {
        let influences = JointSet { joints: vec![[1, 0, 1, 2]; 3], weights: vec![[0.5, 0.25, 0.2505, 0.0]; 3] };
        ModelMesh {
            name: "Triangle".to_owned(),
            bone,
            vertices: Vertices {
                positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
                joint_sets: if skin.is_some() { vec![influences] } else { Vec::new() },
                ..Vertices::default()
            },
            indices: vec![0, 1, 2],
            parts: vec![MeshPart { material: Some(0), first_index: 0, index_count: 3 }],
            skin,
            targets: Vec::new(),
            sphere: BoundingSphere { center: [0.0; 3], radius: 2.0 },
            bounding_box: BoundingBox { min: [0.0; 3], max: [1.0; 3] },
        }
    }

    fn texture(usage: TextureUse, asset: &str) -> MaterialTexture {
        let (asset, missing) = (asset.to_owned(), asset.starts_with("Gone"));
        MaterialTexture { usage, asset, missing, ..MaterialTexture::default() }
    }

    /// Returns the document and binary of a model, and the messages of the diagnostics.
    fn written(model: &Model) -> (Value, Vec<u8>, Vec<String>) {
        let mut ctx = WriteContext::new("Models/Robot");
        let file = GlbModelWriter.write(model, &GlbParams::default(), &mut ctx).unwrap();
        let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        let reported = ctx.finish().into_iter().map(|it| it.message).collect();
        (
            serde_json::from_slice(&file[20..20 + length]).unwrap(),
            file.get(28 + length..).unwrap_or_default().to_vec(),
            reported,
        )
    }

    fn number(value: &Value) -> usize {
        value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap()
    }

    #[test]
    fn what_two_nodes_would_have_to_be_at_once_gets_a_node_of_its_own() {
        let skin = MeshSkin { bones: vec![0, 1, 1], inverse_binds: vec![IDENTITY; 3], ..MeshSkin::default() };
        let model = Model {
            bones: vec![bone("A", None), bone("B", None)],
            meshes: vec![triangle(1, None), triangle(1, Some(skin))],
            materials: vec![ModelMaterial::default()],
            sphere: BoundingSphere { center: [0.0; 3], radius: 2.0 },
            bounding_box: BoundingBox { min: [0.0; 3], max: [1.0; 3] },
            ..Model::default()
        };
        let (document, binary, reported) = written(&model);
        assert_eq!(reported, [""; 0]);
        assert_eq!(document["skins"][0]["joints"], json!([0, 1, 2]));
        let expected = json!([
            { "name": "A" },
            { "name": "B", "children": [2, 3], "mesh": 0 },
            { "name": "B skin" },
            { "name": "Triangle", "mesh": 1, "skin": 0 },
            { "name": "RootNode", "children": [0, 1] },
        ]);
        assert_eq!((&document["nodes"], &document["scenes"][0]["nodes"]), (&expected, &json!([4])));
        // Each joint occurs only once per vertex, and the sum of the weights is 1.
        let attributes = &document["meshes"][1]["primitives"][0]["attributes"];
        let values = |name: &str| {
            let accessor = &document["accessors"][number(&attributes[name])];
            let view = &document["bufferViews"][number(&accessor["bufferView"])];
            let start = number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
            binary[start..][..16].to_vec()
        };
        assert_eq!(values("JOINTS_0")[..4], [1, 0, 0, 0]);
        let weights: Vec<f32> =
            values("WEIGHTS_0").chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
        assert!((weights.iter().sum::<f32>() - 1.0).abs() <= 1e-7 && weights[2..] == [0.0; 2], "{weights:?}");
    }

    #[test]
    fn materials_say_what_gltf_can_say() {
        let textures = vec![
            texture(TextureUse::Diffuse, "Skins/a b"),
            texture(TextureUse::Normal, "Gone/normal"),
            texture(TextureUse::Specular, "Skins/shine"),
            texture(TextureUse::Opacity, "Skins/a b"),
            texture(TextureUse::Roughness, "Skins/mr"),
            texture(TextureUse::Metalness, "Skins/mr"),
            texture(TextureUse::Occlusion, "Gone/occlusion"),
        ];
        let plain = ModelMaterial {
            diffuse: [0.5, 1.0, 2.0],
            shininess: 6.0,
            opacity: 0.5,
            alpha_mode: AlphaMode::Blend,
            ..ModelMaterial::default()
        };
        let model = Model {
            bones: vec![bone("A", None)],
            meshes: vec![triangle(0, None)],
            materials: vec![
                ModelMaterial { textures, alpha_mode: AlphaMode::Blend, ..ModelMaterial::default() },
                plain,
            ],
            sphere: BoundingSphere { center: [0.0; 3], radius: 2.0 },
            bounding_box: BoundingBox { min: [0.0; 3], max: [1.0; 3] },
            ..Model::default()
        };
        let (document, _, reported) = written(&model);
        let expected: Vec<bool> = ["used only for specular", "outside the range 0 to 1"]
            .iter()
            .zip(&reported)
            .map(|(a, b)| b.contains(a))
            .collect();
        assert_eq!((expected, reported.len()), (vec![true; 2], 2), "{reported:?}");
        let [textured, plain, bare] = [0, 1, 2].map(|at| &document["materials"][at]);
        assert_eq!(plain["pbrMetallicRoughness"]["baseColorFactor"], json!([0.5, 1.0, 1.0, 0.5]));
        let roughness = plain["pbrMetallicRoughness"]["roughnessFactor"].as_f64().unwrap();
        assert!((roughness - 0.25_f64.sqrt().sqrt()).abs() <= 1e-7, "{roughness}");
        assert_eq!((&plain["alphaMode"], &textured["alphaMode"]), (&json!("BLEND"), &json!("BLEND")));
        let address = |texture: &str| {
            let index = number(&textured["pbrMetallicRoughness"][texture]["index"]);
            document["images"][number(&document["textures"][index]["source"])]["uri"].clone()
        };
        assert_eq!(address("baseColorTexture"), "../Skins/a%20b.png");
        assert_eq!(address("metallicRoughnessTexture"), "../Skins/mr.png");
        // The file does not refer to textures that the project does not have.
        assert_eq!((document["images"].as_array().unwrap().len(), &textured["normalTexture"]), (2, &Value::Null));
        // The mesh has no texture coordinates.
        assert_eq!(document["meshes"][0]["primitives"][0]["material"], 2);
        assert_eq!(bare["pbrMetallicRoughness"]["baseColorTexture"], Value::Null);
    }

    #[test]
    fn colours_of_vertices_are_brought_within_0_to_1() {
        let mut mesh = triangle(0, None);
        mesh.vertices.colors = vec![[-1.0, 0.5, 2.0, 1.0]; 3];
        let model = Model {
            bones: vec![bone("A", None)],
            meshes: vec![mesh.clone(), mesh],
            materials: vec![ModelMaterial::default()],
            sphere: BoundingSphere { center: [0.0; 3], radius: 2.0 },
            bounding_box: BoundingBox { min: [0.0; 3], max: [1.0; 3] },
            ..Model::default()
        };
        let (document, binary, reported) = written(&model);
        assert!(reported.len() == 1 && reported[0].contains("to the range 0 to 1"), "{reported:?}");
        let accessor = &document["accessors"][number(&document["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"])];
        let view = &document["bufferViews"][number(&accessor["bufferView"])];
        let start = number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
        let expected = [0.0_f32, 0.5, 1.0, 1.0].map(f32::to_le_bytes).concat();
        assert_eq!(binary[start..start + 16], expected);
    }

    #[test]
    fn sets_of_colours_and_attributes_have_names_of_their_own() {
        let mut mesh =
            triangle(0, Some(MeshSkin { bones: vec![0; 3], inverse_binds: vec![IDENTITY; 3], ..MeshSkin::default() }));
        mesh.vertices.colors = vec![[0.0; 4]; 3];
        mesh.vertices.more_colors = vec![vec![[0.5; 4]; 3], vec![[0.25; 4]; 3]];
        let attribute = |name: &str, width: u32| VertexAttribute {
            name: name.to_owned(),
            width,
            values: (0_u8..).take(3 * width as usize).map(f32::from).collect(),
        };
        mesh.vertices.attributes = vec![attribute("_HEAT", 1), attribute("flow", 3)];
        mesh.skin.as_mut().unwrap().method = SkinningMethod::DualQuaternion;
        let model = Model {
            bones: vec![bone("A", None)],
            meshes: vec![mesh],
            materials: vec![ModelMaterial::default()],
            sphere: BoundingSphere { center: [0.0; 3], radius: 2.0 },
            bounding_box: BoundingBox { min: [0.0; 3], max: [1.0; 3] },
            ..Model::default()
        };
        let (document, binary, reported) = written(&model);
        assert!(
            reported.len() == 1 && reported[0].starts_with("1 dual-quaternion skin becomes linear, because glTF"),
            "{reported:?}"
        );
        let attributes = &document["meshes"][0]["primitives"][0]["attributes"];
        let values = |name: &str| {
            let accessor = &document["accessors"][number(&attributes[name])];
            let view = &document["bufferViews"][number(&accessor["bufferView"])];
            let start = number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
            (accessor["type"].clone(), f32::from_le_bytes(binary[start + 4..start + 8].try_into().unwrap()))
        };
        assert_eq!([values("COLOR_1"), values("COLOR_2")], [("VEC4".into(), 0.5), ("VEC4".into(), 0.25)]);
        assert_eq!([values("_HEAT"), values("_flow")], [("SCALAR".into(), 1.0), ("VEC3".into(), 1.0)]);
    }

    #[test]
    fn what_only_a_game_understands_is_reported() {
        let effect = MaterialEffect { asset: "Effects/Glow".to_owned(), parameters: Vec::new() };
        let materials = vec![ModelMaterial { effect: Some(effect), ..ModelMaterial::default() }; 2];
        let model = Model { materials, tag: Some(Data::default()), ..Model::default() };
        let expected = [
            "2 custom effects are left out; the materials keep their colours and textures",
            "the model's Tag is left out",
        ];
        assert_eq!(written(&model).2, expected);
    }

    #[test]
    fn an_empty_model_is_a_scene_with_nothing_in_it() {
        let (document, binary, _) = written(&Model::default());
        let expected = json!({ "asset": { "version": "2.0", "generator": "Rigmill" }, "scene": 0, "scenes": [{}] });
        assert_eq!((document, binary.len()), (expected, 0));
    }
}
