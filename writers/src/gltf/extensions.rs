//! Extensions of materials.

use rigmill_codec_gltf::document::Extensions;
use rigmill_format::{EffectParameter, EffectValue, MaterialExtension, ModelMaterial, Shading};
use serde_json::{Map, Value, json};

use super::textures::Textures;

/// Returns the extensions of a material. Leaves out textures that the project does not have, or whose coordinates are not among
/// the first `uv_sets` sets.
pub(super) fn extensions(
    source: &ModelMaterial,
    emissive_strength: f32,
    uv_sets: u32,
    textures: &mut Textures<'_>,
) -> Extensions {
    let mut all = Extensions::new();
    if source.shading == Shading::Unlit {
        all.insert("KHR_materials_unlit".to_owned(), json!({}));
    }
    if emissive_strength != 1.0 {
        let value = json!({ "emissiveStrength": emissive_strength });
        all.insert("KHR_materials_emissive_strength".to_owned(), value);
    }
    for extension in &source.extensions {
        all.insert(extension.name.clone(), Value::Object(object(extension, uv_sets, textures)));
    }
    all
}

fn object(source: &MaterialExtension, uv_sets: u32, textures: &mut Textures<'_>) -> Map<String, Value> {
    let mut object = Map::new();
    for texture in source.textures.iter().filter(|it| !it.missing && it.placement.uv_set < uv_sets) {
        object.insert(texture.name.clone(), json!(textures.info(&texture.asset, &texture.placement)));
    }
    for EffectParameter { name, value } in &source.parameters {
        let Some(value) = json_value(value) else { continue };
        match name.split_once('.') {
            Some((texture, name)) => {
                let texture = object.get_mut(texture).and_then(Value::as_object_mut);
                texture.into_iter().for_each(|texture| drop(texture.insert(name.to_owned(), value.clone())));
            }
            None => drop(object.insert(name.clone(), value)),
        }
    }
    object
}

/// Converts a parameter's value to JSON; `None` for a texture, which a parameter of an extension cannot be.
fn json_value(value: &EffectValue) -> Option<Value> {
    match value {
        EffectValue::Texture(_) => None,
        EffectValue::Text(text) => Some(json!(text)),
        EffectValue::Bool(flag) => Some(json!(flag)),
        EffectValue::Int(number) => Some(json!(number)),
        EffectValue::Float(number) => Some(json!(number)),
        EffectValue::Vector2(numbers) => Some(json!(numbers)),
        EffectValue::Vector3(numbers) => Some(json!(numbers)),
        EffectValue::Vector4(numbers) | EffectValue::Quaternion(numbers) => Some(json!(numbers)),
        EffectValue::Matrix(numbers) => Some(json!(numbers.as_slice())),
    }
}
