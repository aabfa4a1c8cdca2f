//! Materials.

use rigmill_codec_gltf::Accessors;
use rigmill_codec_gltf::document::{self, Material};
use rigmill_dom::{AlphaMode, SceneMaterial, SceneMesh, SceneTexture, SceneTextureUse, Shading};

use super::extensions::Extensions;
use super::extras::properties;
use super::problems::{element, not_finite};
use super::textures::Textures;
use crate::report::Result;
use crate::scenes::left_out::LeftOut;
use crate::scenes::phong;

/// The default alpha value below which a pixel is not drawn.
const CUTOFF: f32 = 0.5;

/// Returns the materials of a file, and the images that they use (each once). If a mesh uses the default material, it follows
/// the materials of the file.
pub(super) fn read(
    meshes: &[SceneMesh],
    accessors: &Accessors<'_>,
    buffer_bytes: u64,
    left_out: &mut LeftOut,
) -> Result<(Vec<SceneMaterial>, Vec<SceneTexture>)> {
    let mut textures = Textures::new(accessors, buffer_bytes);
    let mut extensions = Extensions { left_out };
    let mut materials = Vec::new();
    for (index, material) in accessors.root.materials.iter().enumerate() {
        materials.push(read_material(material, index, &mut textures, &mut extensions)?);
    }
    let default = u32::try_from(materials.len()).unwrap_or(u32::MAX);
    if meshes.iter().any(|mesh| mesh.materials.contains(&default)) {
        materials.push(read_material(&Material::default(), materials.len(), &mut textures, &mut extensions)?);
    }
    Ok((materials, textures.into_list()))
}

fn read_material(
    source: &Material,
    index: usize,
    textures: &mut Textures<'_>,
    extensions: &mut Extensions<'_>,
) -> Result<SceneMaterial> {
    let pbr = &source.pbr_metallic_roughness;
    let [r, g, b, alpha] = pbr.base_color_factor;
    let unlit = source.extensions.contains_key("KHR_materials_unlit");
    let material = SceneMaterial {
        element: element("material", source.name.as_ref(), index),
        name: source.name.clone().unwrap_or_default(),
        diffuse: [r, g, b],
        specular: if unlit { [0.0; 3] } else { phong::specular([r, g, b], pbr.metallic_factor) },
        shininess: if unlit { 0.0 } else { phong::shininess(pbr.roughness_factor) },
        emissive: source.emissive_factor,
        opacity: alpha,
        shading: if unlit { Shading::Unlit } else { Shading::MetallicRoughness },
        metallic: pbr.metallic_factor,
        roughness: pbr.roughness_factor,
        normal_scale: source.normal_texture.as_ref().and_then(|it| it.scale).unwrap_or(1.0),
        occlusion_strength: source.occlusion_texture.as_ref().and_then(|it| it.strength).unwrap_or(1.0),
        emissive_strength: extensions.emissive_strength(source),
        alpha_mode: alpha_mode(source.alpha_mode),
        alpha_cutoff: source.alpha_cutoff.unwrap_or(CUTOFF),
        double_sided: source.double_sided,
        textures: textures_of(source, textures)?,
        effect: None,
        extensions: extensions.read(source, textures)?,
        properties: properties(&source.extras),
    };
    if material.is_finite() { Ok(material) } else { Err(not_finite(&material.element, "a property")) }
}

fn alpha_mode(source: document::AlphaMode) -> AlphaMode {
    match source {
        document::AlphaMode::Opaque => AlphaMode::Opaque,
        document::AlphaMode::Mask => AlphaMode::Mask,
        document::AlphaMode::Blend => AlphaMode::Blend,
    }
}

/// Returns the textures of a material by use.
fn textures_of(source: &Material, textures: &mut Textures<'_>) -> Result<Vec<SceneTextureUse>> {
    let pbr = &source.pbr_metallic_roughness;
    let uses = [
        ("diffuse", &pbr.base_color_texture),
        ("normal", &source.normal_texture),
        ("emissive", &source.emissive_texture),
        ("roughness", &pbr.metallic_roughness_texture),
        ("metalness", &pbr.metallic_roughness_texture),
        ("occlusion", &source.occlusion_texture),
    ];
    let mut found = Vec::new();
    for (usage, texture) in uses {
        let Some(texture) = texture else { continue };
        found.extend(textures.used(texture, usage)?);
    }
    Ok(found)
}
