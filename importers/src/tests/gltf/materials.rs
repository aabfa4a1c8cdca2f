//! Materials.

use rigmill_dom::{AlphaMode, DataValue, Scene, SceneMaterial, Shading, TexturePlacement};
use serde_json::{Value, json};

use super::support::{import, refused, scene};
use super::writer::Writer;

/// Returns a file of these materials, with two textures that share an image.
fn file(materials: &Value) -> Writer {
    let mut file = Writer::new();
    file.json["materials"] = materials.clone();
    file.json["images"] = json!([{ "uri": "skin.png" }]);
    file.json["textures"] = json!([{ "source": 0 }, { "source": 0, "sampler": 0 }]);
    file.json["samplers"] = json!([{ "wrapS": 33071 }]);
    file
}

fn made(material: &Value) -> (SceneMaterial, Scene) {
    let mut scene = scene(&file(&json!([material])));
    (scene.materials.remove(0), scene)
}

/// The defaults of the specification, 5.19, 5.20 and 5.22.
#[test]
fn an_empty_material_has_the_defaults_of_the_specification() {
    let (found, _) = made(&json!({}));
    assert_eq!((found.diffuse, found.opacity, found.emissive), ([1.0; 3], 1.0, [0.0; 3]));
    assert_eq!((found.shading, found.metallic, found.roughness), (Shading::MetallicRoughness, 1.0, 1.0));
    assert_eq!((found.alpha_mode, found.alpha_cutoff, found.double_sided), (AlphaMode::Opaque, 0.5, false));
    assert_eq!((found.normal_scale, found.occlusion_strength, found.emissive_strength), (1.0, 1.0, 1.0));
    assert!(found.textures.is_empty() && found.extensions.is_empty());
}

/// `KHR_texture_transform`: its `texCoord` overrides the `texCoord` of the texture.
#[test]
fn textures_have_a_place_of_their_own() {
    let transform = json!({ "offset": [0.5, 0.25], "texCoord": 3 });
    let base = json!({ "index": 1, "texCoord": 1, "extensions": { "KHR_texture_transform": transform } });
    let (found, scene) = made(&json!({
        "pbrMetallicRoughness": { "baseColorTexture": base },
        "normalTexture": { "index": 0, "texCoord": 2, "scale": 0.5 },
    }));
    let [base, normal] = [0, 1].map(|at| &found.textures[at]);
    assert_eq!((base.usage.as_str(), base.placement.uv_set, base.placement.offset), ("diffuse", 3, [0.5, 0.25]));
    assert_eq!(base.placement.scale, [1.0; 2]);
    assert_eq!(base.placement.wrap, [rigmill_dom::TextureWrap::Clamp, rigmill_dom::TextureWrap::Repeat]);
    assert_eq!(normal.placement, TexturePlacement { uv_set: 2, ..TexturePlacement::default() });
    assert_eq!((found.normal_scale, scene.textures.len()), (0.5, 1));
}

#[test]
fn extensions_are_kept_by_their_names() {
    let coat =
        json!({ "clearcoatFactor": 0.5, "clearcoatNormalTexture": { "index": 0, "scale": 2.0 }, "tint": [1, 2, 3] });
    let extensions = json!({ "KHR_materials_clearcoat": coat, "KHR_materials_unlit": {}, "KHR_materials_emissive_strength": { "emissiveStrength": 3.0 } });
    let (found, _) = made(&json!({ "extensions": extensions }));
    assert_eq!((found.shading, found.emissive_strength, found.extensions.len()), (Shading::Unlit, 3.0, 1));
    let coat = &found.extensions[0];
    let number = |name: &str, value| (name.to_owned(), DataValue::F32(value));
    let tint = ("tint".to_owned(), DataValue::Vector3([1.0, 2.0, 3.0]));
    assert_eq!(coat.parameters, [number("clearcoatFactor", 0.5), number("clearcoatNormalTexture.scale", 2.0), tint]);
    assert_eq!(coat.textures.iter().map(|it| it.usage.as_str()).collect::<Vec<_>>(), ["clearcoatNormalTexture"]);
}

#[test]
fn what_no_material_can_have_is_reported_once() {
    let strange = json!({ "extensions": { "X_a": { "list": [1, 2, 3, 4, 5], "no": null, "big": 1e300, "good": true }, "X_b": 1 } });
    let (found, warnings) = import(&file(&json!([strange, strange])).glb());
    let messages: Vec<_> = warnings.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(
        messages,
        ["8 material extension parameters are left out: \"X_a.big\", \"X_a.list\", \"X_a.no\" and 2 more"]
    );
    assert_eq!(found.unwrap().materials[0].extensions[0].parameters, [("good".to_owned(), DataValue::Bool(true))]);
}

#[test]
fn materials_that_contradict_the_format_are_refused() {
    let extension = |value: Value| json!([{ "extensions": { "KHR_materials_sheen": { "sheenColorTexture": value } } }]);
    let message = refused(&file(&extension(json!({ "index": 7 }))).glb());
    assert_eq!(message, "R0140: a material refers to texture 7, which does not exist");
    assert!(refused(&file(&extension(json!({ "index": "a" }))).glb()).contains("a texture cannot be read"));
    let transform = json!({ "index": 0, "extensions": { "KHR_texture_transform": { "offset": 1 } } });
    assert!(
        refused(&file(&json!([{ "emissiveTexture": transform }])).glb())
            .contains("KHR_texture_transform cannot be read")
    );
    let huge = json!([{ "pbrMetallicRoughness": { "metallicFactor": 1e39 } }]);
    assert!(refused(&file(&huge).glb()).contains("is not finite"));
}
