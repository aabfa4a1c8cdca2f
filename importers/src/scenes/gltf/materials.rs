//! Materials, and the images on them.

use std::collections::BTreeMap;

use rigmill_codec_gltf::json::material::AlphaMode;
use rigmill_codec_gltf::json::texture::Texture;
use rigmill_codec_gltf::json::validation::Checked;
use rigmill_codec_gltf::json::{Image, Index, Material};
use rigmill_codec_gltf::{Accessors, uri};
use rigmill_dom::{SceneMaterial, SceneMesh, SceneTexture};
use rigmill_math::to_f32;

use super::problems::{EXPORT_AGAIN, element, not_finite, over_limit, unreadable};
use crate::report::Result;

/// What a surface that is no metal reflects, as the format says.
const DIELECTRIC: f32 = 0.04;
/// The smoothest that a surface becomes, so that its highlight has a size.
const SMOOTHEST: f64 = 0.05;

/// The materials of a file, with the default one behind them where a mesh has it, and the images that they use, each
/// once.
pub(super) fn read(
    meshes: &[SceneMesh],
    accessors: &Accessors<'_>,
    buffer_bytes: u64,
) -> Result<(Vec<SceneMaterial>, Vec<SceneTexture>)> {
    let mut textures = Textures {
        accessors,
        buffer_bytes,
        list: Vec::new(),
        of_images: BTreeMap::new(),
        of_views: BTreeMap::new(),
        bytes_left: buffer_bytes,
    };
    let mut materials = Vec::new();
    for (index, material) in accessors.root.materials.iter().enumerate() {
        materials.push(read_material(material, index, &mut textures)?);
    }
    let default = u32::try_from(materials.len()).unwrap_or(u32::MAX);
    if meshes.iter().any(|mesh| mesh.materials.contains(&default)) {
        materials.push(read_material(&Material::default(), materials.len(), &mut textures)?);
    }
    Ok((materials, textures.list))
}

fn read_material(source: &Material, index: usize, textures: &mut Textures<'_>) -> Result<SceneMaterial> {
    let pbr = &source.pbr_metallic_roughness;
    let [r, g, b, alpha] = pbr.base_color_factor.0;
    let opaque = matches!(source.alpha_mode, Checked::Valid(AlphaMode::Opaque));
    let material = SceneMaterial {
        element: element("material", source.name.as_ref(), index),
        name: source.name.clone().unwrap_or_default(),
        diffuse: [r, g, b],
        specular: [r, g, b].map(|color| DIELECTRIC + (color - DIELECTRIC) * pbr.metallic_factor.0),
        shininess: shininess(pbr.roughness_factor.0),
        emissive: source.emissive_factor.0,
        opacity: if opaque { 1.0 } else { alpha },
        textures: textures.of(source)?,
        effect: None,
    };
    if material.is_finite() { Ok(material) } else { Err(not_finite(&material.element, "a property")) }
}

/// Blinn and Phong's exponent for a roughness: `2 / a² - 2`, where `a` is the roughness squared (Karis, Real Shading in
/// Unreal Engine 4, 2013).
fn shininess(roughness: f32) -> f32 {
    if roughness.is_nan() {
        return roughness;
    }
    let a = f64::from(roughness).clamp(SMOOTHEST, 1.0).powi(2);
    to_f32(2.0 / (a * a) - 2.0)
}

/// The images that materials use.
struct Textures<'a> {
    accessors: &'a Accessors<'a>,
    /// The bytes of all buffers together.
    buffer_bytes: u64,
    list: Vec<SceneTexture>,
    of_images: BTreeMap<usize, u32>,
    /// The texture of an image within a buffer, by the range of its bytes: images may share them.
    of_views: BTreeMap<[u64; 3], u32>,
    /// The bytes of buffers that further images may have.
    bytes_left: u64,
}

impl Textures<'_> {
    /// The textures of a material by their use.
    fn of(&mut self, source: &Material) -> Result<Vec<(String, u32)>> {
        let pbr = &source.pbr_metallic_roughness;
        let metal_rough = pbr.metallic_roughness_texture.as_ref().map(|it| it.index);
        let uses = [
            ("diffuse", pbr.base_color_texture.as_ref().map(|it| it.index)),
            ("normal", source.normal_texture.as_ref().map(|it| it.index)),
            ("emissive", source.emissive_texture.as_ref().map(|it| it.index)),
            ("roughness", metal_rough),
            ("metalness", metal_rough),
            ("occlusion", source.occlusion_texture.as_ref().map(|it| it.index)),
        ];
        let mut found = Vec::new();
        for (name, texture) in uses {
            let Some(texture) = texture else { continue };
            found.extend(self.texture(texture)?.map(|index| (name.to_owned(), index)));
        }
        Ok(found)
    }

    /// The index of a texture's image; `None` where only an extension says which it is.
    fn texture(&mut self, index: Index<Texture>) -> Result<Option<u32>> {
        let at = index.value();
        let Some(texture) = self.accessors.root.get(index) else {
            return Err(unreadable(format!("a material: there is no texture {at}")));
        };
        let image = texture.source.value();
        if let Some(&known) = self.of_images.get(&image) {
            return Ok(Some(known));
        }
        let Some(source) = self.accessors.root.get(texture.source) else { return Ok(None) };
        let bytes =
            source.buffer_view.filter(|_| source.uri.is_none()).and_then(|view| self.accessors.view_range(view));
        let known = bytes.and_then(|bytes| self.of_views.get(&bytes).copied());
        let texture = match known {
            Some(known) => {
                self.list[known as usize].copies += 1;
                known
            }
            None => {
                let texture = self.image(source, image)?;
                self.list.push(texture);
                u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX)
            }
        };
        self.of_views.extend(bytes.map(|bytes| (bytes, texture)));
        self.of_images.insert(image, texture);
        Ok(Some(texture))
    }

    /// An image: a file beside the scene's, or one within it, which is looked for beside it by its name.
    fn image(&mut self, source: &Image, index: usize) -> Result<SceneTexture> {
        let element = element("image", source.name.as_ref(), index);
        let data = source.uri.as_deref().and_then(uri::data);
        let embedded = match (data, source.buffer_view) {
            (Some(data), _) => {
                let wrong = |error| unreadable(format!("{element}: its data cannot be decoded: {error}"));
                Some(data.map_err(wrong)?)
            }
            (None, Some(view)) => Some(self.embedded(self.accessors.view(view)?)?),
            (None, None) => None,
        };
        let name = source.name.clone().unwrap_or_else(|| format!("image {index}"));
        let relative = match (&embedded, source.uri.as_deref()) {
            (None, Some(uri)) => uri::file_path(uri).unwrap_or_default().into_owned(),
            _ => format!("{name}{}", extension(source)),
        };
        Ok(SceneTexture { element, name, absolute: String::new(), relative, asset: None, embedded, copies: 0 })
    }

    /// A copy of an image's bytes. Images that overlap could make much of a small file.
    fn embedded(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        let (found, most) = (bytes.len() as u64, self.buffer_bytes);
        let Some(left) = self.bytes_left.checked_sub(found) else {
            let found = most - self.bytes_left + found;
            return Err(over_limit(found, "bytes of images in buffers of this size", most, EXPORT_AGAIN));
        };
        self.bytes_left = left;
        Ok(bytes.to_vec())
    }
}

fn extension(source: &Image) -> &'static str {
    match source.mime_type.as_ref().map(|kind| kind.0.as_str()) {
        Some("image/jpeg") => ".jpg",
        Some("image/webp") => ".webp",
        _ => ".png",
    }
}
