//! The effects of a model's materials: XNA's own, or the game's.

use rigmill_format::{EffectValue, MaterialEffect, ModelMaterial, TextureUse};

use super::external::relative;
use super::file::XnbFile;
use super::readers;

/// Writes the effect of a material. `weights` of skinned vertices, `has_colors` and `asset`, the model's name, are for XNA's own.
pub(super) fn write(material: &ModelMaterial, weights: Option<u32>, has_colors: bool, asset: &str, file: &mut XnbFile) {
    if let Some(effect) = &material.effect {
        return write_own(effect, asset, file);
    }
    file.begin_object(if weights.is_some() { readers::SKINNED_EFFECT } else { readers::BASIC_EFFECT });
    let diffuse = material.textures.iter().find(|texture| texture.usage == TextureUse::Diffuse);
    file.content.string(&diffuse.map_or_else(String::new, |texture| relative(asset, &texture.asset)));
    if let Some(weights) = weights {
        file.content.u32(weights);
    }
    file.content.floats(&material.diffuse);
    file.content.floats(&material.emissive);
    file.content.floats(&material.specular);
    file.content.f32(material.shininess);
    file.content.f32(material.opacity);
    if weights.is_none() {
        file.content.bool(has_colors);
    }
}

/// Writes an EffectMaterial: the effect's name, and its parameters as a `Dictionary<string, object>`.
fn write_own(effect: &MaterialEffect, asset: &str, file: &mut XnbFile) {
    file.begin_object(readers::EFFECT_MATERIAL);
    file.content.string(&relative(asset, &effect.asset));
    file.begin_object(readers::TABLE);
    file.content.count(effect.parameters.len());
    for parameter in &effect.parameters {
        file.text(&parameter.name);
        write_value(&parameter.value, asset, file);
    }
}

fn write_value(value: &EffectValue, asset: &str, file: &mut XnbFile) {
    let floats = |reader, floats: &[f32], file: &mut XnbFile| {
        file.begin_object(reader);
        file.content.floats(floats);
    };
    match value {
        EffectValue::Texture(texture) => {
            file.begin_object(readers::EXTERNAL_REFERENCE);
            // XNA names the reader of what is referred to, although that is in another file.
            file.reader(readers::TEXTURE);
            file.content.string(&relative(asset, texture));
        }
        EffectValue::Text(text) => file.text(text),
        EffectValue::Bool(flag) => {
            file.begin_object(readers::BOOLEAN);
            file.content.bool(*flag);
        }
        EffectValue::Int(number) => {
            file.begin_object(readers::INT_32);
            file.content.i32(*number);
        }
        EffectValue::Float(float) => floats(readers::SINGLE, &[*float], file),
        EffectValue::Vector2(vector) => floats(readers::VECTOR_2, vector, file),
        EffectValue::Vector3(vector) => floats(readers::VECTOR_3, vector, file),
        EffectValue::Vector4(vector) => floats(readers::VECTOR_4, vector, file),
        EffectValue::Quaternion(vector) => floats(readers::QUATERNION, vector, file),
        EffectValue::Matrix(matrix) => floats(readers::MATRIX, matrix, file),
    }
}
