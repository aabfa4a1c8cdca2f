//! [`Materials`]: surfaces and the images on them.

use rigmill_dom::{SceneMaterial, SceneTexture};
use rigmill_math::to_f32;
use ufbx::{Material, MaterialMap, Mesh, Node, Texture};

use super::elements::element;
use crate::report::Result;
use crate::scenes::fbx_shared::problems::not_finite;

/// The materials of a file, and the textures that they use, each once a file.
pub(super) struct Materials<'a> {
    source: &'a ufbx::Scene,
    materials: Vec<SceneMaterial>,
    textures: Vec<SceneTexture>,
}

impl<'a> Materials<'a> {
    pub(super) fn of(source: &'a ufbx::Scene) -> Result<Self> {
        let mut all = Self { source, materials: Vec::new(), textures: Vec::new() };
        let mut texture_of_file = vec![None; source.texture_files.count];
        for material in source.materials.iter() {
            let material = all.read(material, &mut texture_of_file)?;
            all.materials.push(material);
        }
        Ok(all)
    }

    pub(super) fn into_lists(self) -> (Vec<SceneMaterial>, Vec<SceneTexture>) {
        (self.materials, self.textures)
    }

    /// The materials of a mesh where `node` places it.
    pub(super) fn of_node(&self, node: &Node, mesh: &Mesh) -> Result<Vec<u32>> {
        let list = if node.materials.count > 0 { &node.materials } else { &mesh.materials };
        Ok(list
            .iter()
            .map(|material| material.element.typed_id)
            .filter(|&id| (id as usize) < self.materials.len())
            .collect())
    }

    fn read(&mut self, source: &Material, texture_of_file: &mut [Option<u32>]) -> Result<SceneMaterial> {
        let Material { fbx, pbr, .. } = source;
        let material = SceneMaterial {
            element: element("Material", &source.element),
            name: source.element.name.to_string(),
            diffuse: color(&pbr.base_color, &pbr.base_factor, [0.8; 3]),
            specular: color(&pbr.specular_color, &pbr.specular_factor, [0.0; 3]),
            shininess: value(&fbx.specular_exponent).map_or(0.0, |it| it.max(0.0)),
            emissive: color(&pbr.emission_color, &pbr.emission_factor, [0.0; 3]),
            opacity: opacity(source),
            textures: self.textures_of(source, texture_of_file),
            effect: None,
        };
        if material.is_finite() { Ok(material) } else { Err(not_finite(&material.element, "a property")) }
    }

    fn textures_of(&mut self, source: &Material, texture_of_file: &mut [Option<u32>]) -> Vec<(String, u32)> {
        let Material { fbx, pbr, .. } = source;
        let uses: [(&str, &[&MaterialMap]); 8] = [
            ("diffuse", &[&pbr.base_color, &fbx.diffuse_color, &pbr.base_factor]),
            ("normal", &[&pbr.normal_map, &fbx.normal_map, &fbx.bump]),
            ("specular", &[&pbr.specular_color, &fbx.specular_color, &pbr.specular_factor, &fbx.specular_factor]),
            ("emissive", &[&pbr.emission_color, &fbx.emission_color, &pbr.emission_factor]),
            ("opacity", &[&pbr.opacity, &fbx.transparency_color, &fbx.transparency_factor]),
            ("roughness", &[&pbr.roughness]),
            ("metalness", &[&pbr.metalness]),
            ("occlusion", &[&pbr.ambient_occlusion]),
        ];
        let mut found = Vec::new();
        for (name, maps) in uses {
            let file = maps.iter().filter_map(|map| map.texture.as_ref()).find_map(|texture| file_of(texture));
            if let Some(index) = file.and_then(|file| self.texture(file, texture_of_file)) {
                found.push((name.to_owned(), index));
            }
        }
        found
    }

    /// The index of the image file of a texture.
    fn texture(&mut self, texture: &Texture, texture_of_file: &mut [Option<u32>]) -> Option<u32> {
        let slot = texture_of_file.get_mut(texture.file_index as usize)?;
        if slot.is_none() {
            let file = self.source.texture_files.get(texture.file_index as usize)?;
            *slot = u32::try_from(self.textures.len()).ok();
            self.textures.push(SceneTexture {
                element: element("Texture", &texture.element),
                name: texture.element.name.to_string(),
                absolute: file.absolute_filename.to_string(),
                relative: file.relative_filename.to_string(),
                asset: None,
                embedded: (!file.content.is_empty()).then(|| file.content.to_vec()),
                copies: 0,
            });
        }
        *slot
    }
}

/// The texture with a file that a texture is or is made of.
fn file_of(texture: &Texture) -> Option<&Texture> {
    if texture.has_file {
        Some(texture)
    } else {
        texture.file_textures.iter().map(AsRef::as_ref).find(|it| it.has_file)
    }
}

fn value(map: &MaterialMap) -> Option<f32> {
    map.has_value.then(|| to_f32(map.value_vec4.x))
}

fn color(color: &MaterialMap, factor: &MaterialMap, default: [f32; 3]) -> [f32; 3] {
    let ufbx::Vec4 { x, y, z, .. } = color.value_vec4;
    let base = match (color.has_value, color.value_components) {
        (false, _) => default,
        (true, 1) => [to_f32(x); 3],
        (true, _) => [x, y, z].map(to_f32),
    };
    let factor = value(factor).unwrap_or(1.0);
    base.map(|component| component * factor)
}

/// 1 for opaque. FBX gives transparency as a colour times a factor, where it does not give opacity itself.
fn opacity(source: &Material) -> f32 {
    let opacity = if source.pbr.opacity.has_value {
        mean(&source.pbr.opacity)
    } else if source.fbx.transparency_color.has_value {
        1.0 - mean(&source.fbx.transparency_color) * value(&source.fbx.transparency_factor).unwrap_or(1.0)
    } else {
        1.0
    };
    if opacity.is_nan() { opacity } else { opacity.clamp(0.0, 1.0) }
}

fn mean(map: &MaterialMap) -> f32 {
    let ufbx::Vec4 { x, y, z, .. } = map.value_vec4;
    to_f32(if map.value_components == 1 { x } else { (x + y + z) / 3.0 })
}
