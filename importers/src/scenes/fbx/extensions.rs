//! Converts settings of physically based materials beyond metalness and roughness to extensions of glTF.

use rigmill_dom::{DataValue, SceneMaterialExtension, SceneTextureUse};
use ufbx::{Material, MaterialMap, ShaderType};

use super::maps::{color_factor, factor, is_textured, is_used, plain_color, value};
use super::textures::{NamedUse, Textures};

/// glTF's value for a material that does not state it.
const DEFAULT_IOR: f32 = 1.5;
/// `OpenPBR` measures thin films in micrometres; glTF and all other material models use nanometres.
const NANOMETRES: f32 = 1000.0;

/// Collects the parameters and textures of one extension.
struct Builder<'a, 'b> {
    textures: &'a mut Textures<'b>,
    take: &'a mut dyn FnMut(NamedUse) -> SceneTextureUse,
    made: SceneMaterialExtension,
}

impl Builder<'_, '_> {
    fn number(mut self, name: &str, number: f32) -> Self {
        self.made.parameters.push((name.to_owned(), DataValue::F32(number)));
        self
    }

    fn color(mut self, name: &str, color: [f32; 3]) -> Self {
        self.made.parameters.push((name.to_owned(), DataValue::Vector3(color)));
        self
    }

    fn texture(mut self, name: &str, map: &MaterialMap) -> Self {
        let used = if is_textured(map) { self.textures.used(&[map], name) } else { None };
        self.made.textures.extend(used.map(|used| (self.take)(used)));
        self
    }
}

/// Returns the extensions of a material that change its appearance.
pub(super) fn read(
    source: &Material,
    textures: &mut Textures<'_>,
    take: &mut dyn FnMut(NamedUse) -> SceneTextureUse,
) -> Vec<SceneMaterialExtension> {
    let kinds = [coat, sheen, transmission, specular, ior, anisotropy, iridescence];
    let mut found = Vec::new();
    for kind in kinds {
        let made = SceneMaterialExtension::default();
        let made = kind(source, Builder { textures: &mut *textures, take: &mut *take, made });
        found.extend(made.map(|it| it.made));
    }
    found
}

/// Returns the settings of a material that glTF cannot represent.
pub(super) fn lost(source: &Material) -> impl Iterator<Item = &'static str> {
    let pbr = &source.pbr;
    let is_colored = |map: &MaterialMap| is_textured(map) || plain_color(map, [1.0; 3]) != [1.0; 3];
    let cases = [
        (is_used(&pbr.subsurface_factor), "subsurface scattering"),
        (is_used(&pbr.diffuse_roughness), "a rough diffuse"),
        (is_used(&pbr.coat_factor) && is_colored(&pbr.coat_color), "the colour of a coat"),
        (is_used(&pbr.transmission_factor) && is_used(&pbr.transmission_depth), "absorption of transmitted light"),
        (is_textured(&pbr.displacement_map), "displacement"),
        (is_textured(&pbr.tangent_map), "a tangent map"),
    ];
    cases.into_iter().filter(|(is_so, _)| *is_so).map(|(_, what)| what)
}

type Made<'a, 'b> = Option<Builder<'a, 'b>>;

fn named<'a, 'b>(mut builder: Builder<'a, 'b>, name: &str) -> Builder<'a, 'b> {
    name.clone_into(&mut builder.made.name);
    builder
}

/// Returns a number that a texture replaces; 0 if the material does not have it.
fn share(map: &MaterialMap) -> f32 {
    factor(map).unwrap_or(0.0)
}

fn coat<'a, 'b>(Material { pbr, features, .. }: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    if !(features.coat.enabled && is_used(&pbr.coat_factor)) {
        return None;
    }
    let made = named(builder, "KHR_materials_clearcoat")
        .number("clearcoatFactor", share(&pbr.coat_factor))
        .texture("clearcoatTexture", &pbr.coat_factor)
        .number("clearcoatRoughnessFactor", share(&pbr.coat_roughness))
        .texture("clearcoatRoughnessTexture", &pbr.coat_roughness)
        .texture("clearcoatNormalTexture", &pbr.coat_normal);
    Some(made)
}

fn sheen<'a, 'b>(Material { pbr, features, .. }: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    let color = color_factor(&pbr.sheen_color, &pbr.sheen_factor, [0.0; 3]);
    if !(features.sheen.enabled && color != [0.0; 3]) {
        return None;
    }
    let made = named(builder, "KHR_materials_sheen")
        .color("sheenColorFactor", color)
        .texture("sheenColorTexture", &pbr.sheen_color)
        .number("sheenRoughnessFactor", share(&pbr.sheen_roughness))
        .texture("sheenRoughnessTexture", &pbr.sheen_roughness);
    Some(made)
}

fn transmission<'a, 'b>(Material { pbr, features, .. }: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    if !(features.transmission.enabled && is_used(&pbr.transmission_factor)) {
        return None;
    }
    let made = named(builder, "KHR_materials_transmission")
        .number("transmissionFactor", share(&pbr.transmission_factor))
        .texture("transmissionTexture", &pbr.transmission_factor);
    Some(made)
}

fn specular<'a, 'b>(Material { pbr, features, .. }: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    let factor = factor(&pbr.specular_factor).unwrap_or(1.0);
    let color = plain_color(&pbr.specular_color, [1.0; 3]);
    let is_textured = is_textured(&pbr.specular_factor) || is_textured(&pbr.specular_color);
    let differs = factor != 1.0 || color != [1.0; 3] || is_textured;
    if !(features.specular.enabled && features.metalness.enabled && differs) {
        return None;
    }
    let made = named(builder, "KHR_materials_specular")
        .number("specularFactor", factor)
        .texture("specularTexture", &pbr.specular_factor)
        .color("specularColorFactor", color)
        .texture("specularColorTexture", &pbr.specular_color);
    Some(made)
}

fn ior<'a, 'b>(Material { pbr, features, .. }: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    let ior = value(&pbr.specular_ior).filter(|ior| features.ior.enabled && *ior != DEFAULT_IOR)?;
    Some(named(builder, "KHR_materials_ior").number("ior", ior))
}

fn anisotropy<'a, 'b>(Material { pbr, .. }: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    let strength = value(&pbr.specular_anisotropy).filter(|strength| *strength != 0.0)?;
    // A fraction of a full turn.
    let rotation = value(&pbr.specular_rotation).unwrap_or(0.0) * std::f32::consts::TAU;
    let made = named(builder, "KHR_materials_anisotropy").number("anisotropyStrength", strength);
    Some(made.number("anisotropyRotation", rotation))
}

fn iridescence<'a, 'b>(source: &Material, builder: Builder<'a, 'b>) -> Made<'a, 'b> {
    let pbr = &source.pbr;
    let thickness = value(&pbr.thin_film_thickness).filter(|thickness| *thickness != 0.0)?;
    let factor = value(&pbr.thin_film_factor).unwrap_or(1.0);
    let unit = if source.shader_type == ShaderType::OpenpbrMaterial { NANOMETRES } else { 1.0 };
    let made = named(builder, "KHR_materials_iridescence")
        .number("iridescenceFactor", factor)
        .number("iridescenceIor", value(&pbr.thin_film_ior).unwrap_or(1.3))
        .number("iridescenceThicknessMaximum", thickness * unit);
    (factor != 0.0).then_some(made)
}
