//! [`Materials`]: the materials of surfaces, and their images.

use std::collections::{HashMap, HashSet};

use rigmill_dom::{SceneMaterial, SceneTexture, SceneTextureUse};
use rigmill_math::to_f32;

use super::document::{Document, Object};
use super::placements::placement;
use super::properties::Properties;
use super::records::{Value, first, text_in};
use super::unsupported::unsupported;
use crate::report::Result;
use crate::scenes::fbx_shared::left_out::{MATERIAL_MODEL, TEXTURE_LAYER, TEXTURE_SHEAR, TEXTURE_USE};
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::uv_sets::UvSetNames;
use crate::scenes::left_out::{Kind, LeftOut};

/// For each use, the properties to which a texture may be connected, most specific first.
const USES: [(&str, &[&str]); 6] = [
    ("diffuse", &["DiffuseColor", "Diffuse", "DiffuseFactor"]),
    ("normal", &["NormalMap", "Bump"]),
    ("specular", &["SpecularColor", "Specular", "SpecularFactor"]),
    ("emissive", &["EmissiveColor", "Emissive", "EmissiveFactor"]),
    ("opacity", &["TransparentColor", "Transparent", "TransparencyFactor", "TransparentFactor"]),
    ("roughness", &["ShininessExponent", "Shininess"]),
];
/// The materials of a file, and the textures that they use (one per image file).
pub(super) struct Materials<'a, 'b> {
    document: &'b Document<'a>,
    places: HashMap<i64, u32>,
    materials: Vec<SceneMaterial>,
    textures: Vec<SceneTexture>,
    texture_of_file: HashMap<(&'a str, &'a str), u32>,
    /// Embedded files that a texture already uses.
    taken: HashSet<i64>,
    /// For each material, the texture coordinate sets that its textures name.
    uv_sets: Vec<UvSetNames>,
    /// What is left out of materials, with its name.
    lost: Vec<(Kind, String)>,
}

impl<'a, 'b> Materials<'a, 'b> {
    pub(super) fn new(document: &'b Document<'a>) -> Result<Self> {
        let mut all = Self {
            document,
            places: HashMap::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            texture_of_file: HashMap::new(),
            taken: HashSet::new(),
            uv_sets: Vec::new(),
            lost: Vec::new(),
        };
        for object in document.all("Material") {
            let material = all.read(object)?;
            all.places.insert(object.id, u32::try_from(all.materials.len()).unwrap_or(u32::MAX));
            all.materials.push(material);
        }
        Ok(all)
    }

    pub(super) fn into_lists(self) -> (Vec<SceneMaterial>, Vec<SceneTexture>) {
        (self.materials, self.textures)
    }

    pub(super) fn take_uv_sets(&mut self) -> Vec<UvSetNames> {
        std::mem::take(&mut self.uv_sets)
    }

    /// Adds what is left out of materials.
    pub(super) fn add_left_out(&self, left_out: &mut LeftOut) {
        self.lost.iter().for_each(|(kind, name)| left_out.add(*kind, name));
        for layered in self.document.all("LayeredTexture") {
            let layers = self.document.children(layered.id, "Texture").count();
            left_out.add_many(TEXTURE_LAYER, layers.saturating_sub(1), "");
        }
    }

    /// Returns the materials of a node.
    pub(super) fn of_node(&self, id: i64) -> Vec<u32> {
        self.document.children(id, "Material").filter_map(|it| self.places.get(&it.id).copied()).collect()
    }

    fn read(&mut self, object: Object<'a>) -> Result<SceneMaterial> {
        let model = text_in(object.record, "ShadingModel").unwrap_or("lambert").to_ascii_lowercase();
        if !["lambert", "phong"].contains(&model.as_str()) {
            self.lost.push((MATERIAL_MODEL, format!("{} ({model})", object.name)));
        }
        let properties = self.document.properties(object);
        let number = |names: &[&str]| names.iter().find_map(|name| properties.number(name));
        let color = |names: &[&str], factor: &str| {
            let factor = properties.number(factor).unwrap_or(1.0);
            let color = names.iter().find_map(|name| properties.vector(name));
            color.map(|color| color.map(|it| to_f32(it) * to_f32(factor)))
        };
        let specular = color(&["SpecularColor", "Specular"], "SpecularFactor").filter(|_| model != "lambert");
        let material = SceneMaterial {
            element: object.element("Material"),
            name: object.name.to_owned(),
            diffuse: color(&["DiffuseColor", "Diffuse"], "DiffuseFactor").unwrap_or([0.8; 3]),
            specular: specular.unwrap_or_default(),
            shininess: number(&["ShininessExponent", "Shininess"]).map_or(0.0, |it| to_f32(it).max(0.0)),
            emissive: color(&["EmissiveColor", "Emissive"], "EmissiveFactor").unwrap_or_default(),
            opacity: opacity(&properties),
            textures: self.textures_of(object)?,
            properties: properties.user_defined(),
            ..SceneMaterial::default()
        }
        .with_alpha_mode_by_opacity();
        if material.is_finite() { Ok(material) } else { Err(not_finite(&material.element, "a property")) }
    }

    fn textures_of(&mut self, object: Object<'a>) -> Result<Vec<SceneTextureUse>> {
        let linked = self.linked_textures(object);
        let (mut found, mut uv_sets, mut taken) = (Vec::new(), Vec::new(), HashSet::new());
        for (name, properties) in USES {
            let on = |wanted: &str| linked.iter().find(|(_, property)| *property == Some(wanted)).map(|it| it.0);
            if let Some(texture) = properties.iter().find_map(|property| on(property)) {
                taken.insert(texture.id);
                let properties = self.document.properties(texture);
                let (placement, is_whole) = placement(&properties);
                self.lost.extend((!is_whole).then(|| (TEXTURE_SHEAR, String::new())));
                uv_sets.push(properties.text("UVSet").unwrap_or_default().to_owned());
                found.push(SceneTextureUse { usage: name.to_owned(), texture: self.texture(texture)?, placement });
            }
        }
        self.uv_sets.push(uv_sets);
        let lost = linked.iter().filter(|(texture, _)| !taken.contains(&texture.id));
        let lost = lost.filter_map(|(_, property)| Some((TEXTURE_USE, format!("{}.{}", object.name, (*property)?))));
        self.lost.extend(lost);
        Ok(found)
    }

    /// Returns the textures of a material, each with its property. Of a layered texture, this is its first layer.
    fn linked_textures(&self, object: Object<'a>) -> Vec<(Object<'a>, Option<&'a str>)> {
        let mut linked: Vec<_> = self.document.linked(object.id, "Texture").collect();
        for (layered, property) in self.document.linked(object.id, "LayeredTexture") {
            let first = self.document.children(layered.id, "Texture").next();
            linked.extend(first.map(|first| (first, property)));
        }
        linked
    }

    /// Returns the index of a texture's image file.
    fn texture(&mut self, object: Object<'a>) -> Result<u32> {
        let video = self.document.children(object.id, "Video").next();
        let named = |name, other| {
            let own = text_in(object.record, name).filter(|path| !path.is_empty());
            let of_video = || video.and_then(|video| text_in(video.record, other));
            own.or_else(of_video).unwrap_or_default()
        };
        let absolute = named("FileName", "Filename");
        let relative = named("RelativeFilename", "RelativeFilename");
        let next = u32::try_from(self.textures.len()).unwrap_or(u32::MAX);
        let index = *self.texture_of_file.entry((absolute, relative)).or_insert(next);
        if index == next {
            let content = video.and_then(|video| match first(video.record, "Content") {
                Some(Value::Binary(bytes)) if !bytes.is_empty() => Some((video, bytes)),
                _ => None,
            });
            // Otherwise, a small file could create a large scene.
            if let Some((video, _)) = content.filter(|(video, _)| !self.taken.insert(video.id)) {
                return Err(unsupported(format!("two file names refer to the embedded Video {:?}", video.name)));
            }
            self.textures.push(SceneTexture {
                element: object.element("Texture"),
                name: object.name.to_owned(),
                absolute: absolute.to_owned(),
                relative: relative.to_owned(),
                asset: None,
                embedded: content.map(|(_, bytes)| bytes.clone()),
                copies: 0,
            });
        }
        Ok(index)
    }
}

/// Returns the opacity; 1 for opaque. FBX states the transparency, as a colour multiplied by a factor.
fn opacity(properties: &Properties<'_>) -> f32 {
    let factor = properties.number("TransparencyFactor").or_else(|| properties.number("TransparentFactor"));
    let color = properties.vector("TransparentColor").or_else(|| properties.vector("Transparent"));
    let transparency = color.map_or(0.0, |color| color.iter().sum::<f64>() / 3.0 * factor.unwrap_or(1.0));
    let opacity = to_f32(1.0 - transparency);
    if opacity.is_nan() { opacity } else { opacity.clamp(0.0, 1.0) }
}
