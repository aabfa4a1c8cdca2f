//! Converts XNA's effects to materials.

use rigmill_codec_xnb::{EffectColors, Value};
use rigmill_dom::{
    DataValue, Element, Scene, SceneEffect, SceneEffectValue, SceneMaterial, SceneTexture, SceneTextureUse,
    TexturePlacement,
};

use super::primitives::{data_value, replacement};

/// Adds a material for each shared resource that is an effect. Returns the material of each shared resource.
pub(super) fn add_materials(resources: &[Value], scene: &mut Scene) -> Vec<Option<u32>> {
    resources.iter().map(|resource| Some(add_material(&Effect::new(resource)?, scene))).collect()
}

/// The properties of a surface, from an effect.
struct Effect<'a> {
    /// The asset name of the texture of one of XNA's effects; empty for none.
    texture: &'a str,
    colors: EffectColors,
    /// The game's own effect.
    own: Option<OwnEffect<'a>>,
}

/// An effect of the game, whose parameters are known only by name.
struct OwnEffect<'a> {
    asset: &'a str,
    parameters: Vec<(&'a str, &'a Value)>,
}

impl<'a> Effect<'a> {
    fn new(value: &'a Value) -> Option<Self> {
        let (texture, colors) = match value {
            Value::BasicEffect(effect) => (&effect.texture, &effect.colors),
            Value::SkinnedEffect(effect) => (&effect.texture, &effect.colors),
            Value::EffectMaterial(material) => {
                let [white, black] = [[1.0; 3], [0.0; 3]];
                let colors =
                    EffectColors { diffuse: white, emissive: black, specular: black, specular_power: 0.0, alpha: 1.0 };
                let own = OwnEffect { asset: &material.effect, parameters: named(&material.parameters) };
                return Some(Self { texture: own.texture_for("diffuse").unwrap_or_default(), colors, own: Some(own) });
            }
            _ => return None,
        };
        Some(Self { texture, colors: colors.clone(), own: None })
    }

    fn texture_for(&self, usage: &str) -> Option<&'a str> {
        match &self.own {
            Some(own) => own.texture_for(usage),
            None => Some(self.texture).filter(|_| usage == "diffuse"),
        }
    }
}

/// Returns the entries of a dictionary whose keys are strings.
fn named<'a>(dictionary: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let Value::Dictionary { entries, .. } = dictionary else { return Vec::new() };
    let named = |(key, value): &'a (Value, Value)| match key {
        Value::String(name) => Some((name.as_str(), value)),
        _ => None,
    };
    entries.iter().filter_map(named).collect()
}

impl<'a> OwnEffect<'a> {
    /// Returns the asset name of the texture for a use. For `diffuse`, this may be a texture whose name does not match any use.
    fn texture_for(&self, usage: &str) -> Option<&'a str> {
        let textures = self.parameters.iter().filter_map(|(name, value)| match value {
            Value::ExternalReference(asset) => Some((SceneEffect::texture_use(name), asset.0.as_str())),
            _ => None,
        });
        let of = |wanted: Option<&str>| textures.clone().find(|(usage, _)| *usage == wanted).map(|(_, asset)| asset);
        of(Some(usage)).or_else(|| of(None).filter(|_| usage == "diffuse"))
    }
}

fn add_material(effect: &Effect<'_>, scene: &mut Scene) -> u32 {
    let number = scene.materials.len();
    let name = match effect.texture.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => format!("material {number}"),
    };
    let EffectColors { diffuse, emissive, specular, specular_power, alpha } = effect.colors;
    let material = SceneMaterial {
        element: Element { kind: "effect", name: name.clone(), id: number as u64 },
        name,
        diffuse,
        specular,
        shininess: specular_power.max(0.0),
        emissive,
        opacity: alpha,
        textures: textures(effect, scene),
        effect: effect.own.as_ref().filter(|own| !own.asset.is_empty()).map(|own| own_effect(own, scene)),
        ..SceneMaterial::default()
    };
    scene.materials.push(material.with_alpha_mode_by_opacity());
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn textures(effect: &Effect<'_>, scene: &mut Scene) -> Vec<SceneTextureUse> {
    let used = ["diffuse", "normal", "specular", "emissive", "opacity"].map(|usage| (usage, effect.texture_for(usage)));
    let used = used.into_iter().filter_map(|(usage, asset)| Some((usage, asset.filter(|it| !it.is_empty())?)));
    let placement = TexturePlacement::default();
    used.map(|(usage, asset)| SceneTextureUse {
        usage: usage.to_owned(),
        texture: add_texture(asset, scene),
        placement,
    })
    .collect()
}

/// Converts an effect of the game. Values that a scene cannot represent become null, which processors report.
fn own_effect(own: &OwnEffect<'_>, scene: &mut Scene) -> SceneEffect {
    let mut value = |value: &Value| match value {
        Value::ExternalReference(asset) if !asset.0.is_empty() => {
            SceneEffectValue::Texture(add_texture(&asset.0, scene))
        }
        Value::String(text) => SceneEffectValue::Value(DataValue::Text(text.clone())),
        Value::Bytes(bytes) => SceneEffectValue::Value(DataValue::Bytes(bytes.clone())),
        Value::Primitive(primitive) if replacement(primitive.primitive_type()).is_none() => {
            SceneEffectValue::Value(data_value(primitive.clone()))
        }
        _ => SceneEffectValue::Value(DataValue::Null),
    };
    let parameters = own.parameters.iter().map(|(name, it)| ((*name).to_owned(), value(it))).collect();
    SceneEffect { asset: own.asset.to_owned(), parameters }
}

fn add_texture(name: &str, scene: &mut Scene) -> u32 {
    let known = scene.textures.iter().position(|texture| texture.name == name);
    let number = known.unwrap_or_else(|| {
        let number = scene.textures.len();
        let texture = SceneTexture {
            element: Element { kind: "texture", name: name.to_owned(), id: number as u64 },
            name: name.to_owned(),
            // With an extension, so that a dot in the name is not mistaken for the start of an extension.
            relative: format!("{name}.xnb"),
            asset: Some(name.to_owned()),
            ..SceneTexture::default()
        };
        scene.textures.push(texture);
        number
    });
    u32::try_from(number).unwrap_or(u32::MAX)
}
