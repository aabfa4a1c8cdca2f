//! [`Materials`]: the materials of surfaces.

use rigmill_dom::{SceneMaterial, SceneTexture, Shading};
use ufbx::{Material, MaterialMap, Mesh, Node, ShaderType};

use super::elements::element;
use super::extensions;
use super::maps::{color, color_factor, factor, mean, value};
use super::properties::user_defined;
use super::textures::{LostTextures, NamedUse, Textures};
use crate::report::Result;
use crate::scenes::fbx_shared::left_out::{
    COMPUTED_TEXTURE, MATERIAL_SETTING, TEXTURE_LAYER, TEXTURE_SHEAR, TEXTURE_USE,
};
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::uv_sets::UvSetNames;
use crate::scenes::left_out::LeftOut;
use crate::scenes::phong;

/// The materials of a file, and the textures that they use (one per image file).
pub(super) struct Materials<'a> {
    materials: Vec<SceneMaterial>,
    textures: Textures<'a>,
    /// For each material, the texture coordinate sets that its textures name.
    uv_sets: Vec<UvSetNames>,
    /// Settings of materials that a scene cannot represent.
    lost: Vec<&'static str>,
    /// Textures of materials for properties that a scene cannot represent, each with the names of the material and the
    /// property.
    lost_textures: Vec<String>,
}

impl<'a> Materials<'a> {
    pub(super) fn new(source: &'a ufbx::Scene) -> Result<Self> {
        let textures = Textures::new(source);
        let mut all =
            Self { materials: Vec::new(), textures, uv_sets: Vec::new(), lost: Vec::new(), lost_textures: Vec::new() };
        for material in source.materials.iter() {
            let material = all.read(material)?;
            all.materials.push(material);
        }
        Ok(all)
    }

    pub(super) fn into_lists(self) -> (Vec<SceneMaterial>, Vec<SceneTexture>) {
        (self.materials, self.textures.into_list())
    }

    pub(super) fn take_uv_sets(&mut self) -> Vec<UvSetNames> {
        std::mem::take(&mut self.uv_sets)
    }

    /// Returns the materials of a mesh that `node` places.
    pub(super) fn of_node(&self, node: &Node, mesh: &Mesh) -> Result<Vec<u32>> {
        let list = if node.materials.count > 0 { &node.materials } else { &mesh.materials };
        Ok(list
            .iter()
            .map(|material| material.element.typed_id)
            .filter(|&id| (id as usize) < self.materials.len())
            .collect())
    }

    fn read(&mut self, source: &Material) -> Result<SceneMaterial> {
        let mut material = SceneMaterial {
            element: element("Material", &source.element),
            name: source.element.name.to_string(),
            opacity: opacity(source),
            double_sided: source.features.double_sided.enabled,
            properties: user_defined(&source.element.props),
            ..phong(source)
        };
        if source.features.pbr.enabled {
            set_metallic_roughness(source, &mut material);
        }
        let mut uv_sets = Vec::new();
        let mut take = |(used, uv_set): NamedUse| {
            uv_sets.push(uv_set);
            used
        };
        material.textures = self.textures_of(source).into_iter().map(&mut take).collect();
        if source.features.pbr.enabled {
            material.extensions = extensions::read(source, &mut self.textures, &mut take);
            self.lost.extend(extensions::lost(source));
        }
        self.uv_sets.push(uv_sets);
        self.lost_textures.extend(self.textures.lost_of(source));
        let material = material.with_alpha_mode_by_opacity();
        if material.is_finite() { Ok(material) } else { Err(not_finite(&material.element, "a property")) }
    }

    fn textures_of(&mut self, source: &Material) -> Vec<NamedUse> {
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
        uses.into_iter().filter_map(|(name, maps)| self.textures.used(maps, name)).collect()
    }

    /// Adds the data of materials and textures that is left out.
    pub(super) fn add_left_out(&self, left_out: &mut LeftOut) {
        let LostTextures { layers, procedural, sheared } = self.textures.lost;
        left_out.add_many(TEXTURE_LAYER, layers, "");
        left_out.add_many(COMPUTED_TEXTURE, procedural, "");
        left_out.add_many(TEXTURE_SHEAR, sheared, "");
        self.lost.iter().for_each(|what| left_out.add(MATERIAL_SETTING, what));
        self.lost_textures.iter().for_each(|what| left_out.add(TEXTURE_USE, what));
    }
}

/// Returns the values of the Phong model.
fn phong(source: &Material) -> SceneMaterial {
    let Material { fbx, pbr, .. } = source;
    SceneMaterial {
        diffuse: color(&pbr.base_color, &pbr.base_factor, [0.8; 3]),
        specular: color(&pbr.specular_color, &pbr.specular_factor, [0.0; 3]),
        shininess: value(&fbx.specular_exponent).map_or(0.0, |it| it.max(0.0)),
        emissive: color(&pbr.emission_color, &pbr.emission_factor, [0.0; 3]),
        ..SceneMaterial::default()
    }
}

/// Turns the material into a metallic-roughness material. Blender also writes its materials as Phong; these values stay.
fn set_metallic_roughness(source: &Material, material: &mut SceneMaterial) {
    let Material { pbr, .. } = source;
    material.shading = if source.features.unlit.enabled { Shading::Unlit } else { Shading::MetallicRoughness };
    material.metallic = factor(&pbr.metalness).unwrap_or(0.0);
    material.roughness = factor(&pbr.roughness).unwrap_or(1.0);
    if source.shader_type != ShaderType::BlenderPhong {
        material.diffuse = color_factor(&pbr.base_color, &pbr.base_factor, [0.8; 3]);
        material.emissive = color_factor(&pbr.emission_color, &pbr.emission_factor, [0.0; 3]);
        material.specular = phong::specular(material.diffuse, material.metallic.clamp(0.0, 1.0));
        material.shininess = phong::shininess(material.roughness);
    }
}

/// Returns the opacity; 1 for opaque. If FBX does not state the opacity itself, it states the transparency, as a colour
/// multiplied by a factor.
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
