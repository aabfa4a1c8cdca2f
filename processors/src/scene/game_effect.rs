//! Gives the materials of a scene an effect of the game, as a rule says.
//!
//! The parameters of an effect may come from properties of nodes. A material that meshes of different nodes share therefore
//! becomes a separate material for each combination of values. A mesh that such nodes share also becomes a separate mesh for
//! each combination.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rigmill_dom::{
    DataValue, Element, Scene, SceneEffect, SceneEffectValue, SceneMaterial, SceneNode, SceneTexture, SceneTextureUse,
    TexturePlacement,
};
use rigmill_format::{CompiledEffect, TextureUse};
use rigmill_math::to_f32;
use rigmill_pipeline::{Diagnostic, DynValue, ProcessContext, ValueType};

use super::effect_params::{EffectParameterSource, EffectParameters, Origin};
use super::textures::is_image_name;
use crate::codes;
use crate::report::{Result, Wanted, meant_asset, similar_asset};

/// The maximum number of materials in a scene, after each has the parameters of its effect.
const MAX_MATERIALS: usize = 65_535;

/// The index of a list of values in [`PropertyValues`].
type ValuesId = u32;

/// Returns the scene without its clips, with the effect called `asset` (empty for none) and its parameters. Without an effect,
/// textures among the parameters become textures of the materials.
pub(super) fn with_effect<'a>(
    scene: &'a Scene,
    asset: &str,
    parameters: &EffectParameters,
    ctx: &mut ProcessContext<'_>,
) -> Result<Cow<'a, Scene>> {
    if asset.is_empty() && parameters.0.is_empty() {
        return Ok(Cow::Borrowed(scene));
    }
    if !asset.is_empty() {
        check_asset(asset, ctx);
    }
    let values = PropertyValues::new(scene, &parameters.0);
    let meshes = meshes(scene, &values);
    let materials = materials(scene, &meshes);
    if materials.len() > MAX_MATERIALS {
        let fact = format!("the effect parameters would create more than {MAX_MATERIALS} materials");
        let help =
            "use fewer different values for the node properties, or list fewer properties in `effect_parameters`";
        return Err(ctx.fail(Diagnostic::error(codes::EFFECT_MATERIALS, fact).help(help)));
    }
    let numbers = (0_u32..).zip(&materials).map(|(number, key)| (*key, number)).collect();
    let mut made = Scene {
        nodes: scene.nodes.clone(),
        textures: scene.textures.clone(),
        cameras: scene.cameras.clone(),
        lights: scene.lights.clone(),
        levels: scene.levels.clone(),
        tag: scene.tag.clone(),
        ..Scene::default()
    };
    place_meshes(scene, &values, &meshes, &numbers, &mut made);
    let asset = from_source(asset, ctx);
    let mut effects = Effects { asset, parameters: &parameters.0, values: &values, images: BTreeMap::new() };
    for (material, of_nodes) in materials {
        let material = effects.apply(&scene.materials[material as usize], of_nodes, &mut made);
        made.materials.push(material);
    }
    Ok(Cow::Owned(made))
}

/// Returns the names of node properties whose values are names of images, if the value is a [`Scene`]; an empty set otherwise.
#[must_use]
pub fn image_properties(value: &DynValue) -> BTreeSet<String> {
    let nodes = value.get::<Scene>().into_iter().flat_map(|scene| &scene.nodes);
    let properties = nodes.flat_map(|node| &node.properties);
    let images = properties.filter(|(_, value)| matches!(value, DataValue::Text(text) if is_image_name(text)));
    images.map(|(name, _)| name.clone()).collect()
}

/// Warns if the effect is not an asset of the project. The game may still have the effect.
fn check_asset(asset: &str, ctx: &mut ProcessContext<'_>) {
    let types = [ValueType::of::<CompiledEffect>()];
    let Err(error) = ctx.refer(asset, &types) else { return };
    let near = meant_asset(&error, asset, Wanted::new(&types), ctx);
    let message = format!("{error}; models still use this name, because the game may contain the effect");
    let help = similar_asset(near, "add the effect to the project: the `.fx` file and the compiled effect");
    ctx.report(Diagnostic::warning(codes::EFFECT_MISSING, message).of_parameter("effect").help(help));
}

/// Returns the name of an asset relative to the source's folder, as sources name effects; empty for none.
fn from_source(asset: &str, ctx: &ProcessContext<'_>) -> String {
    let depth = ctx.source().folder().split('/').filter(|part| !part.is_empty()).count();
    if asset.is_empty() { String::new() } else { format!("{}{asset}", "../".repeat(depth)) }
}

/// The values of the node properties that the effect's parameters use. Each distinct list of values is stored once.
struct PropertyValues<'a> {
    /// Lists of values. A list has an entry for each parameter: `None` if the parameter is not a property, or if the node does
    /// not have the property.
    lists: Vec<Vec<Option<&'a DataValue>>>,
    /// The list of each node.
    of_node: Vec<ValuesId>,
}

impl<'a> PropertyValues<'a> {
    /// The list in which every value is absent.
    const NONE: ValuesId = 0;

    fn new(scene: &'a Scene, parameters: &[EffectParameterSource]) -> Self {
        // Values contain floats, which cannot be ordered. Their text can be.
        let text = |list: &[Option<&DataValue>]| format!("{list:?}");
        let none = vec![None; parameters.len()];
        let mut known = BTreeMap::from([(text(&none), Self::NONE)]);
        let mut values = Self { lists: vec![none], of_node: Vec::new() };
        for node in &scene.nodes {
            let list: Vec<Option<&DataValue>> = parameters.iter().map(|it| property(node, it)).collect();
            let next = u32::try_from(values.lists.len()).unwrap_or(u32::MAX);
            let number = *known.entry(text(&list)).or_insert(next);
            if number == next {
                values.lists.push(list);
            }
            values.of_node.push(number);
        }
        values
    }
}

fn property<'a>(node: &'a SceneNode, parameter: &EffectParameterSource) -> Option<&'a DataValue> {
    match &parameter.origin {
        Origin::Property(name) => node.property(name),
        Origin::Texture(_) => None,
    }
}

/// Returns every mesh with every list of values of the nodes that place it, in the order of the meshes. A mesh that no node
/// places is kept.
fn meshes(scene: &Scene, values: &PropertyValues<'_>) -> Vec<(u32, ValuesId)> {
    let placed = scene.nodes.iter().zip(&values.of_node).filter_map(|(node, &list)| Some((node.mesh?, list)));
    let mut found: BTreeSet<(u32, ValuesId)> = placed.collect();
    for mesh in (0..).take(scene.meshes.len()) {
        if found.range((mesh, 0)..=(mesh, ValuesId::MAX)).next().is_none() {
            found.insert((mesh, PropertyValues::NONE));
        }
    }
    found.into_iter().filter(|(mesh, _)| (*mesh as usize) < scene.meshes.len()).collect()
}

/// Returns every material with every list of values of the meshes that use it, in the order of the materials. A material that
/// no mesh uses is kept.
fn materials(scene: &Scene, meshes: &[(u32, ValuesId)]) -> BTreeSet<(u32, ValuesId)> {
    let mut found = BTreeSet::new();
    for (mesh, list) in meshes {
        let used = scene.meshes[*mesh as usize].materials.iter();
        found.extend(used.filter(|it| (**it as usize) < scene.materials.len()).map(|it| (*it, *list)));
        if found.len() > MAX_MATERIALS {
            return found;
        }
    }
    for material in (0..).take(scene.materials.len()) {
        if found.range((material, 0)..=(material, ValuesId::MAX)).next().is_none() {
            found.insert((material, PropertyValues::NONE));
        }
    }
    found
}

/// Adds the meshes to `made` with their new materials, and updates the nodes that place them.
fn place_meshes(
    scene: &Scene,
    values: &PropertyValues<'_>,
    meshes: &[(u32, ValuesId)],
    materials: &BTreeMap<(u32, ValuesId), u32>,
    made: &mut Scene,
) {
    for (mesh, list) in meshes {
        let mut mesh = scene.meshes[*mesh as usize].clone();
        for material in &mut mesh.materials {
            *material = materials.get(&(*material, *list)).copied().unwrap_or(*material);
        }
        made.meshes.push(mesh);
    }
    for (node, list) in made.nodes.iter_mut().zip(&values.of_node) {
        let found = node.mesh.and_then(|mesh| meshes.binary_search(&(mesh, *list)).ok());
        node.mesh = found.and_then(|number| u32::try_from(number).ok());
    }
}

/// Creates the effects of materials.
struct Effects<'a> {
    /// The asset name of the effect, relative to the source's folder; empty for none.
    asset: String,
    parameters: &'a [EffectParameterSource],
    values: &'a PropertyValues<'a>,
    /// The textures of images that properties name, by these names.
    images: BTreeMap<String, u32>,
}

impl Effects<'_> {
    /// Returns a material with the effect. Images that properties name become textures of the scene.
    fn apply(&mut self, source: &SceneMaterial, list: ValuesId, scene: &mut Scene) -> SceneMaterial {
        let mut material = source.clone();
        let mut parameters = Vec::new();
        for (parameter, value) in self.parameters.iter().zip(&self.values.lists[list as usize]) {
            let value = match &parameter.origin {
                Origin::Texture(usage) => texture_of(source, *usage).map(SceneEffectValue::Texture),
                Origin::Property(_) => value.map(|value| self.value(value, &source.element, scene)),
            };
            let Some(value) = value else { continue };
            if let SceneEffectValue::Texture(texture) = value {
                add_use(&mut material, &parameter.name, texture);
            }
            parameters.push((parameter.name.clone(), value));
        }
        if !self.asset.is_empty() {
            material.effect = Some(SceneEffect { asset: self.asset.clone(), parameters });
        }
        material
    }

    /// Converts the value of a property to a parameter. A string that names an image becomes a texture, and numbers become
    /// single precision.
    fn value(&mut self, value: &DataValue, element: &Element, scene: &mut Scene) -> SceneEffectValue {
        let value = match value {
            DataValue::Text(text) if is_image_name(text) => {
                return SceneEffectValue::Texture(self.image(text, element, scene));
            }
            DataValue::F64(number) => DataValue::F32(to_f32(*number)),
            DataValue::I64(number) => i32::try_from(*number).map_or(DataValue::I64(*number), DataValue::I32),
            value => value.clone(),
        };
        SceneEffectValue::Value(value)
    }

    /// Returns the texture of an image, by the name in a property.
    fn image(&mut self, name: &str, element: &Element, scene: &mut Scene) -> u32 {
        if let Some(&known) = self.images.get(name) {
            return known;
        }
        let number = u32::try_from(scene.textures.len()).unwrap_or(u32::MAX);
        self.images.insert(name.to_owned(), number);
        let element = element.clone();
        let [name, absolute, relative] = [name; 3].map(str::to_owned);
        scene.textures.push(SceneTexture { element, name, absolute, relative, ..SceneTexture::default() });
        number
    }
}

fn texture_of(material: &SceneMaterial, usage: TextureUse) -> Option<u32> {
    material.texture(usage.name()).map(|it| it.texture)
}

/// Makes a parameter's texture a texture of the material, if the parameter's name indicates its use and the material has no
/// texture for this use.
fn add_use(material: &mut SceneMaterial, parameter: &str, texture: u32) {
    if let Some(usage) = SceneEffect::texture_use(parameter).filter(|usage| material.texture(usage).is_none()) {
        let placement = TexturePlacement::default();
        material.textures.push(SceneTextureUse { usage: usage.to_owned(), texture, placement });
        material.textures.sort_by_key(|it| TextureUse::from_name(&it.usage));
    }
}
