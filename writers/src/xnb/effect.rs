//! The effects of a model's materials: XNA's own effects, or effects of the game.

use rigmill_codec_xnb::{BasicEffect, EffectColors, EffectMaterial, Primitive, SkinnedEffect, Value};
use rigmill_format::{AlphaMode, EffectValue, MaterialEffect, ModelMaterial, TextureUse};

use super::external_reference::{external_name, external_reference};

/// Returns the effect of a material. XNA's own effects need the number of `weights` of skinned vertices, `has_colors`, and
/// `asset`, which is the model's name.
pub(super) fn effect(material: &ModelMaterial, weights: Option<u32>, has_colors: bool, asset: &str) -> Value {
    if let Some(effect) = &material.effect {
        return own_effect(effect, asset);
    }
    let diffuse = material.textures.iter().find(|texture| texture.usage == TextureUse::Diffuse);
    let texture = diffuse.map_or_else(String::new, |texture| external_name(asset, &texture.asset));
    let colors = EffectColors {
        diffuse: material.diffuse,
        emissive: material.emissive,
        specular: material.specular,
        specular_power: material.shininess,
        alpha: if material.alpha_mode == AlphaMode::Opaque { 1.0 } else { material.opacity },
    };
    match weights {
        Some(weights_per_vertex) => Value::SkinnedEffect(SkinnedEffect { texture, weights_per_vertex, colors }.into()),
        None => Value::BasicEffect(BasicEffect { texture, colors, vertex_color_enabled: has_colors }.into()),
    }
}

/// Returns a material with an effect of the game: the effect's name and its parameters.
fn own_effect(effect: &MaterialEffect, asset: &str) -> Value {
    let parameters = effect.parameters.iter().map(|it| (it.name.as_str(), parameter(&it.value, asset)));
    let effect = external_name(asset, &effect.asset);
    Value::EffectMaterial(EffectMaterial { effect, parameters: Value::table(parameters) }.into())
}

fn parameter(value: &EffectValue, asset: &str) -> Value {
    Value::Primitive(match value {
        EffectValue::Texture(texture) => return external_reference(asset, texture),
        EffectValue::Text(text) => return Value::String(text.clone()),
        EffectValue::Bool(it) => Primitive::Boolean(*it),
        EffectValue::Int(it) => Primitive::Int32(*it),
        EffectValue::Float(it) => Primitive::Single(*it),
        EffectValue::Vector2(it) => Primitive::Vector2(*it),
        EffectValue::Vector3(it) => Primitive::Vector3(*it),
        EffectValue::Vector4(it) => Primitive::Vector4(*it),
        EffectValue::Quaternion(it) => Primitive::Quaternion(*it),
        EffectValue::Matrix(it) => Primitive::Matrix(Box::new(*it)),
    })
}
