//! Tests of the table of extensions, and of data that is only in the form of an extension.

use serde_json::json;

use super::support::{refused, scene, triangle, warned};
use crate::scenes::gltf::known_extensions::{EXTENSIONS, Outcome};

#[test]
fn each_extension_is_kept_left_out_or_refused_as_the_table_says() {
    for extension in EXTENSIONS {
        let name = extension.name;
        let mut file = triangle();
        file.json["extensionsUsed"] = json!([name]);
        let expected: Vec<String> = match extension.outcome {
            Outcome::Kept | Outcome::Ignored | Outcome::Refused => Vec::new(),
            Outcome::LeftOut => vec![format!("R0147: 1 extension is left out: \"{name} ({})\"", extension.what)],
            Outcome::Fallback => vec![format!("R0147: 1 set of material variants is left out: {name:?}")],
        };
        assert_eq!(warned(&file), expected, "{name}");
        file.json["extensionsRequired"] = json!([name]);
        match extension.outcome {
            Outcome::Kept | Outcome::Ignored | Outcome::Fallback => {
                assert_eq!(warned(&file), expected, "{name}")
            }
            Outcome::LeftOut | Outcome::Refused => assert_eq!(
                refused(&file.glb()),
                format!("R0144: the file requires the extension {name:?}, which Rigmill does not support")
            ),
        }
    }
}

#[test]
fn the_table_is_sorted_and_in_the_documentation() {
    assert!(EXTENSIONS.is_sorted_by(|a, b| a.name < b.name));
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/scenes.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows: Vec<String> = EXTENSIONS
        .iter()
        .map(|extension| {
            let verb = match extension.outcome {
                Outcome::Kept => "keeps",
                Outcome::Ignored => "leaves out, without a warning",
                Outcome::Fallback => "leaves out, even if required",
                Outcome::LeftOut => "leaves out",
                Outcome::Refused => "cannot read",
            };
            format!("| `{}` | {verb} | {} |\n", extension.name, extension.what)
        })
        .collect();
    let table = rows.concat();
    assert!(page.contains(&table), "docs/scenes.md must contain this table:\n{table}");
}

#[test]
fn unknown_extensions_are_left_out_unless_a_material_has_them() {
    let mut file = triangle();
    file.json["extensionsUsed"] = json!(["VENDOR_shine", "VENDOR_other", "KHR_materials_new"]);
    file.push("materials", json!({ "extensions": { "VENDOR_shine": { "a": 1.0 } } }));
    assert_eq!(warned(&file), ["R0147: 2 unknown extensions are left out: \"VENDOR_other\", \"KHR_materials_new\""]);
    for name in ["VENDOR_shine", "KHR_materials_new"] {
        file.json["extensionsRequired"] = json!([name]);
        assert_eq!(
            refused(&file.glb()),
            format!("R0144: the file requires the extension {name:?}, which Rigmill does not support")
        );
    }
}

#[test]
fn meshes_that_are_only_compressed_are_refused() {
    let draco = json!({ "KHR_draco_mesh_compression": { "bufferView": 0, "attributes": { "POSITION": 0 } } });
    let mut file = triangle();
    file.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    file.json["meshes"][0]["primitives"][0]["extensions"] = draco;
    assert_eq!(scene(&file).meshes[0].positions.len(), 3, "the file has a fallback");
    let indices = file.push("accessors", json!({ "componentType": 5123, "count": 3, "type": "SCALAR" }));
    let mut without_indices = file.clone();
    without_indices.json["meshes"][0]["primitives"][0]["indices"] = indices.into();
    file.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    for file in [file, without_indices] {
        assert_eq!(
            refused(&file.glb()),
            "R0144: mesh \"M\" (0): the file contains this data only in the form of the extension \"KHR_draco_mesh_compression\""
        );
    }
}

#[test]
fn buffers_that_are_only_compressed_are_refused() {
    for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let mut file = triangle();
        file.json["extensionsUsed"] = json!([name]);
        file.json["bufferViews"][0]["extensions"] = json!({ name: { "buffer": 0, "byteOffset": 0 } });
        assert_eq!(scene(&file).meshes[0].positions.len(), 3, "the view has bytes of its own");
        let bytes = file.binary.len();
        let fallback = json!({ "byteLength": bytes, "extensions": { name: { "fallback": true } } });
        file.json["buffers"] = json!([{ "byteLength": bytes }, fallback]);
        file.json["bufferViews"][0]["buffer"] = 1.into();
        let mut text = file.clone();
        text.json["buffers"] = json!([text.json["buffers"][1]]);
        text.json["bufferViews"][0]["buffer"] = 0.into();
        let text = serde_json::to_vec(&text.json).unwrap();
        assert!(refused(&text).starts_with("R0144: buffer view 0"), "{name}");
        assert_eq!(
            refused(&file.glb()),
            format!("R0144: buffer view 0: the file contains this data only in the form of the extension {name:?}")
        );
    }
}

/// The start of a KTX2 file: its identifier and header, without mipmaps.
fn ktx2(format: u32, supercompression: u32) -> Vec<u8> {
    let words = [format, 1, 4, 4, 0, 0, 1, 1, supercompression, 104, 44, 148, 0, 0, 0, 0, 0];
    let mut file = b"\xabKTX 20\xbb\r\n\x1a\n".to_vec();
    file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    // The level index, and a data format descriptor with one basic block.
    file.extend([0; 24]);
    file.extend([44_u32, 0, 2 | 40 << 16, 163].iter().flat_map(|word| word.to_le_bytes()));
    file.resize(file.len() + 64, 0);
    file
}

#[test]
fn basis_universal_images_are_refused_by_name() {
    let mut file = triangle();
    let image = file.view(&ktx2(0, 1));
    file.json["images"] = json!([{ "name": "I", "bufferView": image, "mimeType": "image/ktx2" }]);
    file.json["textures"] = json!([{ "extensions": { "KHR_texture_basisu": { "source": 0 } } }]);
    file.push("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    (file.json["extensionsUsed"], file.json["extensionsRequired"]) =
        (json!(["KHR_texture_basisu"]), json!(["KHR_texture_basisu"]));
    assert_eq!(
        refused(&file.glb()),
        "R0144: image \"I\" (0): the KTX2 image has Basis Universal texels (ETC1S), which Rigmill does not support"
    );
    // A file beside the scene, which the importer `ktx2` reads.
    file.json["images"][0] = json!({ "uri": "a.ktx2" });
    assert_eq!(scene(&file).textures[0].relative, "a.ktx2");
    // An image that every program can read comes first.
    file.json["images"].as_array_mut().unwrap().push(json!({ "uri": "a.png" }));
    file.json["textures"][0]["source"] = 1.into();
    assert_eq!(scene(&file).textures[0].relative, "a.png");
}

#[test]
fn variants_may_be_required() {
    let mut file = triangle();
    file.push("materials", json!({ "name": "A" }));
    file.push("materials", json!({ "name": "B" }));
    let mappings = json!([{ "material": 1, "variants": [0] }]);
    file.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    file.json["meshes"][0]["primitives"][0]["extensions"] =
        json!({ "KHR_materials_variants": { "mappings": mappings } });
    file.json["extensions"] = json!({ "KHR_materials_variants": { "variants": [{ "name": "v" }] } });
    (file.json["extensionsUsed"], file.json["extensionsRequired"]) =
        (json!(["KHR_materials_variants"]), json!(["KHR_materials_variants"]));
    assert_eq!(warned(&file), ["R0147: 1 set of material variants is left out: \"KHR_materials_variants\""]);
    let (found, _) = super::support::import(&file.glb());
    assert_eq!(found.unwrap().meshes[0].materials, [0]);
}
