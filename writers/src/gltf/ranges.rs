//! The ranges that the schemas of the specification and of its extensions state for the numbers of materials.

use rigmill_codec_gltf::document::Material;
use serde_json::{Value, json};

/// A range of numbers.
#[derive(Clone, Copy)]
enum Range {
    /// From 0 to 1.
    Unit,
    /// From -1 to 1, without the ends.
    Anisotropy,
    NotNegative,
    Positive,
    AtLeastOne,
    /// 0, or at least 1.
    Ior,
}

/// A number just below 1.
const BELOW_ONE: f64 = 0.999_999;

impl Range {
    /// Returns the closest number in the range.
    fn closest(self, number: f64) -> f64 {
        match self {
            Self::Unit => number.clamp(0.0, 1.0),
            Self::Anisotropy => number.clamp(-BELOW_ONE, BELOW_ONE),
            Self::NotNegative => number.max(0.0),
            Self::Positive => number.max(f32::MIN_POSITIVE.into()),
            Self::AtLeastOne => number.max(1.0),
            Self::Ior if number == 0.0 => number,
            Self::Ior => number.max(1.0),
        }
    }

    /// Returns the closest value whose numbers are all in the range; `None` if `value` is in the range, or has no numbers.
    fn closest_value(self, value: &Value) -> Option<Value> {
        match value {
            Value::Array(items) => {
                let closest: Vec<Option<Value>> = items.iter().map(|item| self.closest_value(item)).collect();
                let changed = closest.iter().any(Option::is_some);
                let item = |(closest, item): (Option<Value>, &Value)| closest.unwrap_or_else(|| item.clone());
                changed.then(|| closest.into_iter().zip(items).map(item).collect())
            }
            _ => {
                let number = value.as_f64()?;
                let closest = self.closest(number);
                (closest != number).then(|| json!(closest))
            }
        }
    }
}

/// The parameters of the extensions of materials that have a range.
const PARAMETERS: &[(&str, &str, Range)] = &[
    ("KHR_materials_anisotropy", "anisotropyStrength", Range::Unit),
    ("KHR_materials_clearcoat", "clearcoatFactor", Range::Unit),
    ("KHR_materials_clearcoat", "clearcoatRoughnessFactor", Range::Unit),
    ("KHR_materials_diffuse_transmission", "diffuseTransmissionFactor", Range::Unit),
    ("KHR_materials_diffuse_transmission", "diffuseTransmissionColorFactor", Range::Unit),
    ("KHR_materials_dispersion", "dispersion", Range::NotNegative),
    ("KHR_materials_emissive_strength", "emissiveStrength", Range::NotNegative),
    ("KHR_materials_ior", "ior", Range::Ior),
    ("KHR_materials_iridescence", "iridescenceFactor", Range::Unit),
    ("KHR_materials_iridescence", "iridescenceIor", Range::AtLeastOne),
    ("KHR_materials_iridescence", "iridescenceThicknessMinimum", Range::NotNegative),
    ("KHR_materials_iridescence", "iridescenceThicknessMaximum", Range::NotNegative),
    ("KHR_materials_pbrSpecularGlossiness", "diffuseFactor", Range::Unit),
    ("KHR_materials_pbrSpecularGlossiness", "specularFactor", Range::Unit),
    ("KHR_materials_pbrSpecularGlossiness", "glossinessFactor", Range::Unit),
    ("KHR_materials_sheen", "sheenColorFactor", Range::Unit),
    ("KHR_materials_sheen", "sheenRoughnessFactor", Range::Unit),
    ("KHR_materials_specular", "specularFactor", Range::Unit),
    ("KHR_materials_specular", "specularColorFactor", Range::NotNegative),
    ("KHR_materials_transmission", "transmissionFactor", Range::Unit),
    ("KHR_materials_volume", "thicknessFactor", Range::NotNegative),
    ("KHR_materials_volume", "attenuationDistance", Range::Positive),
    ("KHR_materials_volume", "attenuationColor", Range::Unit),
    ("KHR_materials_volume_scatter", "multiscatterColor", Range::Unit),
    ("KHR_materials_volume_scatter", "scatterAnisotropy", Range::Anisotropy),
];

/// Replaces numbers of a material that are outside of their ranges with the closest allowed numbers. Returns the name of the
/// first such number.
pub(super) fn clamp(material: &mut Material) -> Option<&'static str> {
    let mut first = None;
    let pbr = &mut material.pbr_metallic_roughness;
    let [.., alpha] = &mut pbr.base_color_factor;
    let numbers = [
        ("baseColorFactor", Some(alpha), Range::Unit),
        ("metallicFactor", Some(&mut pbr.metallic_factor), Range::Unit),
        ("roughnessFactor", Some(&mut pbr.roughness_factor), Range::Unit),
        ("alphaCutoff", material.alpha_cutoff.as_mut(), Range::NotNegative),
        ("strength", material.occlusion_texture.as_mut().and_then(|it| it.strength.as_mut()), Range::Unit),
    ];
    for (name, number, range) in numbers {
        let Some(number) = number else { continue };
        let closest = rigmill_math::to_f32(range.closest((*number).into()));
        if closest != *number {
            first.get_or_insert(name);
            *number = closest;
        }
    }
    for (extension, parameter, range) in PARAMETERS {
        let value = material.extensions.get_mut(*extension).and_then(|it| it.get_mut(*parameter));
        let Some(value) = value else { continue };
        if let Some(closest) = range.closest_value(value) {
            first.get_or_insert(parameter);
            *value = closest;
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use rigmill_codec_gltf::document::{MetallicRoughness, TextureInfo};

    use super::*;

    /// Returns what a parameter of an extension becomes.
    fn written(extension: &str, parameter: &str, value: Value) -> (Value, Option<&'static str>) {
        let mut material = Material::default();
        material.extensions.insert(extension.to_owned(), json!({ parameter: value }));
        let first = clamp(&mut material);
        (material.extensions[extension][parameter].clone(), first)
    }

    #[test]
    fn numbers_outside_of_their_range_become_the_closest_in_it() {
        let cases = [
            ("KHR_materials_ior", "ior", json!(0.8), json!(1.0)),
            ("KHR_materials_ior", "ior", json!(-1.0), json!(1.0)),
            ("KHR_materials_iridescence", "iridescenceIor", json!(0.56), json!(1.0)),
            ("KHR_materials_iridescence", "iridescenceIor", json!(0.0), json!(1.0)),
            ("KHR_materials_iridescence", "iridescenceThicknessMaximum", json!(-4.0), json!(0.0)),
            ("KHR_materials_clearcoat", "clearcoatFactor", json!(1.5), json!(1.0)),
            ("KHR_materials_sheen", "sheenColorFactor", json!([0.5, 2.0, -1.0]), json!([0.5, 1.0, 0.0])),
            ("KHR_materials_specular", "specularColorFactor", json!([3.0, -1.0, 0.5]), json!([3.0, 0.0, 0.5])),
            ("KHR_materials_transmission", "transmissionFactor", json!(-0.5), json!(0.0)),
            ("KHR_materials_volume", "thicknessFactor", json!(-1.0), json!(0.0)),
            ("KHR_materials_volume", "attenuationDistance", json!(0.0), json!(f64::from(f32::MIN_POSITIVE))),
            ("KHR_materials_emissive_strength", "emissiveStrength", json!(-2.0), json!(0.0)),
        ];
        for (extension, parameter, value, expected) in cases {
            assert_eq!(written(extension, parameter, value), (expected, Some(parameter)), "{extension}");
        }
    }

    #[test]
    fn numbers_in_their_range_stay() {
        let cases = [
            ("KHR_materials_ior", "ior", json!(0.0)),
            ("KHR_materials_ior", "ior", json!(1)),
            ("KHR_materials_ior", "ior", json!(1.8)),
            ("KHR_materials_specular", "specularColorFactor", json!([3.0, 0.0, 1.0])),
            ("KHR_materials_sheen", "sheenColorFactor", json!("red")),
            ("VENDOR_shine", "ior", json!(-8.0)),
        ];
        for (extension, parameter, value) in cases {
            assert_eq!(written(extension, parameter, value.clone()), (value, None), "{extension}");
        }
    }

    #[test]
    fn numbers_of_the_specification_have_ranges() {
        let mut material = Material {
            pbr_metallic_roughness: MetallicRoughness {
                base_color_factor: [1.0, 1.0, 1.0, 1.5],
                metallic_factor: -1.0,
                roughness_factor: 2.0,
                ..MetallicRoughness::default()
            },
            alpha_cutoff: Some(-0.5),
            occlusion_texture: Some(TextureInfo { strength: Some(4.0), ..TextureInfo::default() }),
            ..Material::default()
        };
        assert_eq!(clamp(&mut material), Some("baseColorFactor"));
        let pbr = &material.pbr_metallic_roughness;
        assert_eq!((pbr.base_color_factor[3], pbr.metallic_factor, pbr.roughness_factor), (1.0, 0.0, 1.0));
        assert_eq!((material.alpha_cutoff, material.occlusion_texture.unwrap().strength), (Some(0.0), Some(1.0)));
        assert_eq!(clamp(&mut Material::default()), None);
    }
}
