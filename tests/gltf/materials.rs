//! Tests that materials are preserved, by comparing the JSON of both files.

use rigmill_format::Model;
use serde_json::{Value, json};

use super::glb::Glb;
use super::{load, read_back};
use crate::support::Project;
use crate::textures::bitmap;

/// The images that the materials use.
const IMAGES: [&str; 4] = ["color", "normal", "rough", "light"];

/// Returns materials that use all features of the specification and of the ratified extensions. All numbers are exact in single
/// precision.
fn materials() -> Value {
    let placed = |index: u32, transform: Value| json!({ "index": index, "texCoord": 1, "extensions": { "KHR_texture_transform": transform } });
    let turned = json!({ "offset": [0.25, -0.5], "rotation": 0.75, "scale": [2.0, 0.5] });
    json!([
        {},
        {
            "name": "Everything",
            "pbrMetallicRoughness": {
                "baseColorFactor": [0.5, 0.25, 0.125, 0.75],
                "baseColorTexture": placed(0, turned.clone()),
                "metallicFactor": 0.375,
                "roughnessFactor": 0.625,
                "metallicRoughnessTexture": { "index": 2, "texCoord": 1 },
            },
            "normalTexture": { "index": 1, "scale": -0.5 },
            "occlusionTexture": { "index": 2, "strength": 0.25 },
            "emissiveTexture": { "index": 3 },
            "emissiveFactor": [1.0, 0.5, 0.0],
            "alphaMode": "MASK",
            "alphaCutoff": 0.125,
            "doubleSided": true,
            "extensions": {
                "KHR_materials_emissive_strength": { "emissiveStrength": 4.0 },
                "KHR_materials_clearcoat": {
                    "clearcoatFactor": 0.5,
                    "clearcoatTexture": { "index": 2 },
                    "clearcoatRoughnessFactor": 0.25,
                    "clearcoatNormalTexture": {
                        "index": 1,
                        "scale": 0.75,
                        "extensions": { "KHR_texture_transform": { "scale": [4.0, 4.0] } },
                    },
                },
                "KHR_materials_sheen": { "sheenColorFactor": [0.5, 0.25, 1.0], "sheenColorTexture": { "index": 0 } },
                "KHR_materials_specular": { "specularFactor": 0.5, "specularColorFactor": [1.0, 0.5, 0.25] },
                "KHR_materials_ior": { "ior": 1.25 },
                "KHR_materials_iridescence": { "iridescenceFactor": 1.0, "iridescenceThicknessMaximum": 512.0 },
                "KHR_materials_anisotropy": { "anisotropyStrength": 0.5, "anisotropyRotation": -0.25 },
            },
        },
        {
            "name": "Glass",
            "pbrMetallicRoughness": { "metallicFactor": 0.0, "roughnessFactor": 0.0 },
            "alphaMode": "BLEND",
            "extensions": {
                "KHR_materials_transmission": { "transmissionFactor": 1.0 },
                "KHR_materials_volume": {
                    "thicknessFactor": 0.5,
                    "attenuationDistance": 2.0,
                    "attenuationColor": [0.5, 1.0, 0.75],
                },
                "KHR_materials_dispersion": { "dispersion": 0.5 },
                "KHR_materials_diffuse_transmission": { "diffuseTransmissionFactor": 0.25 },
            },
        },
        {
            "name": "Sign",
            "pbrMetallicRoughness": { "baseColorTexture": { "index": 4 } },
            "extensions": { "KHR_materials_unlit": {} },
        },
        {
            "name": "Old",
            "extensions": {
                "KHR_materials_pbrSpecularGlossiness": {
                    "diffuseFactor": [0.5, 0.25, 0.125, 1.0],
                    "diffuseTexture": { "index": 0 },
                    "specularFactor": [0.25, 0.25, 0.5],
                    "glossinessFactor": 0.75,
                },
            },
        },
    ])
}

/// Returns a file with a triangle for each material and two sets of texture coordinates, and its buffer.
fn document(materials: &Value) -> (Value, Vec<u8>) {
    let numbers: [f32; 9 + 9 + 6 + 6] = [
        0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, // positions
        0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, // normals
        0.0, 0.0, 1.0, 0.0, 0.0, 1.0, // the first set
        0.5, 0.5, 1.0, 0.5, 0.5, 1.0, // the second set
    ];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let views = [(0, 36), (36, 36), (72, 24), (96, 24)];
    let view = |(start, length): (u32, u32)| json!({ "buffer": 0, "byteOffset": start, "byteLength": length });
    let accessor = |(view, kind): (u32, &str)| json!({ "bufferView": view, "componentType": 5126, "count": 3, "type": kind, "min": [0, 0, 0], "max": [1, 1, 1] });
    let attributes = json!({ "POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "TEXCOORD_1": 3 });
    let primitive = |material: usize| json!({ "attributes": attributes, "material": material });
    let count = materials.as_array().unwrap().len();
    let used = ["emissive_strength", "clearcoat", "sheen", "specular", "ior", "iridescence", "anisotropy"];
    let more = ["transmission", "volume", "dispersion", "diffuse_transmission", "unlit", "pbrSpecularGlossiness"];
    let used: Vec<String> = used.iter().chain(&more).map(|name| format!("KHR_materials_{name}")).collect();
    let document = json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ([used.clone(), vec!["KHR_texture_transform".to_owned()]].concat()),
        "extensionsRequired": ["KHR_materials_unlit", "KHR_texture_transform", "KHR_materials_pbrSpecularGlossiness"],
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "Root", "mesh": 0 }],
        "meshes": [{ "name": "Plates", "primitives": (0..count).map(primitive).collect::<Vec<_>>() }],
        "materials": materials,
        "textures": [
            { "source": 0, "sampler": 0 },
            { "source": 1 },
            { "source": 2, "sampler": 1 },
            { "source": 3 },
            { "source": 0, "sampler": 2 },
        ],
        "samplers": [
            { "wrapS": 33071, "wrapT": 33648, "minFilter": 9985, "magFilter": 9728 },
            { "minFilter": 9987 },
            { "magFilter": 9729, "minFilter": 9728 },
        ],
        "images": IMAGES.map(|name| json!({ "uri": format!("{name}.bmp") })),
        "buffers": [{ "uri": "Plates.bin", "byteLength": bytes.len() }],
        "bufferViews": views.map(view),
        "accessors": ([(0, "VEC3"), (1, "VEC3"), (2, "VEC2"), (3, "VEC2")].map(accessor)),
    });
    (document, bytes)
}

/// Returns the materials of a document with all defaults. Each texture is replaced by the name of its image and its sampler.
fn resolved(document: &Value) -> Value {
    let mut materials = document["materials"].clone();
    for material in materials.as_array_mut().unwrap() {
        let pbr = &mut material["pbrMetallicRoughness"];
        for (name, default) in [
            ("baseColorFactor", json!([1.0, 1.0, 1.0, 1.0])),
            ("metallicFactor", json!(1.0)),
            ("roughnessFactor", json!(1.0)),
        ] {
            if pbr.get(name).is_none() {
                pbr[name] = default;
            }
        }
        if material.get("name").is_none() {
            material["name"] = "".into();
        }
        resolve_textures(material, document);
    }
    materials
}

fn resolve_textures(value: &mut Value, document: &Value) {
    let Value::Object(object) = value else { return };
    if let Some(index) = object.get("index").and_then(Value::as_u64) {
        let texture = &document["textures"][usize::try_from(index).unwrap()];
        let at =
            |list: &str, index: &Value| index.as_u64().map(|at| document[list][usize::try_from(at).unwrap()].clone());
        let uri = at("images", &texture["source"]).unwrap()["uri"].as_str().unwrap().to_owned();
        let image = uri.split('.').next().unwrap().to_owned();
        object.insert("index".to_owned(), json!([image, at("samplers", &texture["sampler"])]));
    }
    object.values_mut().for_each(|it| resolve_textures(it, document));
}

fn project() -> (Project, Value) {
    let (document, binary) = document(&materials());
    let project = Project::new();
    project.write("Plates.gltf", document.to_string());
    project.write("Plates.bin", binary);
    for name in IMAGES {
        project.write(&format!("{name}.bmp"), bitmap(4, 4, [200, 100, 50]));
    }
    (project, document)
}

#[test]
fn materials_are_written_as_they_came() {
    let (there, document) = project();
    let built = there.build_with(&["--target", "native", "--target", "gltf"]);
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let written = Glb::new(&there.read("build/gltf/Plates.glb")).json;
    assert_eq!(resolved(&written), resolved(&document));
    let sorted = |list: &Value| {
        let mut names: Vec<String> = serde_json::from_value(list.clone()).unwrap();
        names.sort_unstable();
        names
    };
    assert_eq!(sorted(&written["extensionsUsed"]), sorted(&document["extensionsUsed"]));

    let files = ["Plates.glb", "color.png", "normal.png", "rough.png", "light.png"];
    let back = read_back(&there, &files, "");
    let [expected, found]: [Model; 2] = [&there, &back].map(|it| load(it, "Plates.model.rmb"));
    assert_eq!(found.materials, expected.materials);
    assert_eq!(found.meshes[0].vertices.uv_sets.len(), 2);
}

/// For XNA's effects, each kind of loss is reported once with the number of its occurrences.
#[test]
fn what_xna_cannot_hold_of_materials_is_reported_once_for_each_kind() {
    let (there, _) = project();
    let built = there.build_with(&["--target", "xna"]);
    let messages: Vec<_> = built.diagnostics().iter().map(|it| it["message"].as_str().unwrap().to_owned()).collect();
    let expected = [
        "5 textures are left out",
        "2 diffuse textures lose",
        "5 materials are not Phong",
        "1 material has an opacity mask",
        "1 material is double-sided",
        "1 material loses its emissive strength",
        "11 extensions of materials are left out",
    ];
    assert_eq!((built.code, messages.len()), (0, expected.len()), "{messages:?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.contains(expected), "{message}");
    }
}
