//! The custom effects of materials.

use rigmill_dom::{DataValue, SceneEffect, SceneEffectValue};
use rigmill_format::{EffectParameter, EffectValue, MaterialEffect};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::textures::{TextureAsset, stored_name};
use crate::codes;

/// Converts a material's effect. `assets` are the assets of the scene's textures. Warns about parameters that a model cannot
/// store.
pub(super) fn effect(
    source: &SceneEffect,
    assets: &[Option<TextureAsset>],
    ctx: &mut ProcessContext<'_>,
) -> MaterialEffect {
    let mut effect = MaterialEffect { asset: stored_name(&source.asset, ctx.source()), parameters: Vec::new() };
    for (name, found) in &source.parameters {
        match value(found, assets) {
            Some(value) => effect.parameters.push(EffectParameter { name: name.clone(), value }),
            None => {
                let why = match found {
                    SceneEffectValue::Texture(_) => "its texture is missing",
                    SceneEffectValue::Value(_) => "a model cannot store its value",
                };
                let message = format!("effect {:?}: the parameter {name:?} is left out, because {why}", source.asset);
                let help = "set the parameter in your game's code";
                ctx.report(Diagnostic::warning(codes::EFFECT_PARAMETER, message).help(help));
            }
        }
    }
    effect
}

fn value(source: &SceneEffectValue, assets: &[Option<TextureAsset>]) -> Option<EffectValue> {
    match source {
        SceneEffectValue::Texture(texture) => {
            Some(EffectValue::Texture(assets.get(*texture as usize)?.as_ref()?.name.clone()))
        }
        SceneEffectValue::Value(value) => data_value(value),
    }
}

/// Converts a value to a parameter; `None` if a parameter cannot have this value.
pub(super) fn data_value(source: &DataValue) -> Option<EffectValue> {
    let value = match source {
        DataValue::Text(text) => EffectValue::Text(text.clone()),
        DataValue::Bool(flag) => EffectValue::Bool(*flag),
        DataValue::I32(number) => EffectValue::Int(*number),
        DataValue::F32(float) => EffectValue::Float(*float),
        DataValue::Vector2(floats) => EffectValue::Vector2(*floats),
        DataValue::Vector3(floats) => EffectValue::Vector3(*floats),
        DataValue::Vector4(floats) => EffectValue::Vector4(*floats),
        DataValue::Quaternion(floats) => EffectValue::Quaternion(*floats),
        DataValue::Matrix(floats) => EffectValue::Matrix(**floats),
        _ => return None,
    };
    is_finite(&value).then_some(value)
}

fn is_finite(value: &EffectValue) -> bool {
    let all = |floats: &[f32]| floats.iter().all(|float| float.is_finite());
    match value {
        EffectValue::Float(float) => float.is_finite(),
        EffectValue::Vector2(floats) => all(floats),
        EffectValue::Vector3(floats) => all(floats),
        EffectValue::Vector4(floats) | EffectValue::Quaternion(floats) => all(floats),
        EffectValue::Matrix(floats) => all(floats),
        EffectValue::Texture(_) | EffectValue::Text(_) | EffectValue::Bool(_) | EffectValue::Int(_) => true,
    }
}
