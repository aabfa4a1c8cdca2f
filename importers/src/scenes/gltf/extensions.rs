//! [`Extensions`]: reads the extensions of materials.

use rigmill_codec_gltf::document::{LOD_EXTENSION, Material, TEXTURE_TRANSFORM_EXTENSION, TextureInfo};
use rigmill_dom::{DataValue, SceneMaterialExtension};
use rigmill_math::to_f32;
use serde_json::Value;

use super::left_out::{MATERIAL_EXTENSION, MATERIAL_PARAMETER};
use super::textures::Textures;
use crate::report::Result;
use crate::scenes::left_out::LeftOut;

/// Extensions whose values become properties of every material.
const PROPERTIES: [&str; 2] = ["KHR_materials_unlit", EMISSIVE_STRENGTH];
/// Extensions that refer to other parts of the document by index, which is useless outside the document.
const BY_NUMBERS: [&str; 1] = [LOD_EXTENSION];
const EMISSIVE_STRENGTH: &str = "KHR_materials_emissive_strength";

/// Reads extensions of materials, and reports data that a material cannot contain.
pub(super) struct Extensions<'a> {
    pub(super) left_out: &'a mut LeftOut,
}

impl Extensions<'_> {
    /// Returns the factor of the emitted light.
    pub(super) fn emissive_strength(&mut self, source: &Material) -> f32 {
        let strength = source.extensions.get(EMISSIVE_STRENGTH).and_then(|it| it.get("emissiveStrength"));
        strength.and_then(Value::as_f64).map_or(1.0, to_f32)
    }

    /// Returns the extensions of a material, except those that become properties of every material.
    pub(super) fn read(
        &mut self,
        source: &Material,
        textures: &mut Textures<'_>,
    ) -> Result<Vec<SceneMaterialExtension>> {
        let others =
            source.extensions.iter().filter(|(name, _)| !name.is_empty() && !PROPERTIES.contains(&name.as_str()));
        let (lost, kept): (Vec<_>, Vec<_>) = others.partition(|(name, _)| BY_NUMBERS.contains(&name.as_str()));
        lost.into_iter().for_each(|(name, _)| self.left_out.add(MATERIAL_EXTENSION, name));
        kept.into_iter().map(|(name, value)| self.extension(name, value, textures)).collect()
    }

    fn extension(&mut self, name: &str, value: &Value, textures: &mut Textures<'_>) -> Result<SceneMaterialExtension> {
        let mut made = SceneMaterialExtension { name: name.to_owned(), ..SceneMaterialExtension::default() };
        let Some(parameters) = value.as_object() else {
            self.lose(name);
            return Ok(made);
        };
        for (parameter, value) in parameters {
            match (TextureInfo::of_parameter(value).transpose()?, data_value(value)) {
                (Some(texture), _) => {
                    made.textures.extend(textures.used(&texture, parameter)?);
                    self.add_properties(parameter, value, &mut made);
                }
                (None, Some(value)) => made.parameters.push((parameter.clone(), value)),
                (None, None) => self.lose(&format!("{name}.{parameter}")),
            }
        }
        Ok(made)
    }

    /// Adds what an extension's texture has in addition to its placement, such as the scale of a normal texture.
    fn add_properties(&mut self, texture: &str, value: &Value, made: &mut SceneMaterialExtension) {
        for (name, value) in value.as_object().into_iter().flatten() {
            let name = name.as_str();
            if ["index", "texCoord"].contains(&name) {
                continue;
            }
            match data_value(value) {
                Some(value) => made.parameters.push((format!("{texture}.{name}"), value)),
                None if name != "extensions" => self.lose(&format!("{}.{texture}.{name}", made.name)),
                None => self.lose_extensions_of_texture(value),
            }
        }
    }

    fn lose_extensions_of_texture(&mut self, value: &Value) {
        for (name, _) in
            value.as_object().into_iter().flatten().filter(|(name, _)| *name != TEXTURE_TRANSFORM_EXTENSION)
        {
            self.lose(name);
        }
    }

    fn lose(&mut self, name: &str) {
        self.left_out.add(MATERIAL_PARAMETER, name);
    }
}

/// Converts a value to a type that a material can contain.
fn data_value(value: &Value) -> Option<DataValue> {
    let number = |value: &Value| value.as_f64().map(to_f32).filter(|it| it.is_finite());
    match value {
        Value::Bool(flag) => Some(DataValue::Bool(*flag)),
        Value::String(text) => Some(DataValue::Text(text.clone())),
        Value::Number(_) => number(value).map(DataValue::F32),
        Value::Array(list) if list.len() <= 4 => {
            let numbers: Vec<f32> = list.iter().map(number).collect::<Option<_>>()?;
            match *numbers {
                [x, y] => Some(DataValue::Vector2([x, y])),
                [x, y, z] => Some(DataValue::Vector3([x, y, z])),
                [x, y, z, w] => Some(DataValue::Vector4([x, y, z, w])),
                _ => None,
            }
        }
        _ => None,
    }
}
