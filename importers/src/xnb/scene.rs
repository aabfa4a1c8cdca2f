//! A model as a scene.

use rigmill_dom::{
    DataValue, Element, NodeKind, Scene, SceneEffect, SceneEffectValue, SceneMaterial, SceneMesh, SceneNode,
    SceneTexture,
};

use rigmill_pipeline::Diagnostic;

use super::effect::{Effect, OwnEffect};
use super::fault::{Fault, Read};
use super::matrix::{decomposed, is_affine, is_sheared};
use super::mesh::{self, Budget};
use super::model::{XnbBone, XnbModel};
use super::value::XnbValue;
use crate::codes;

const HELP: &str = "build the file again from its source";

/// The scene that a model shows. Meshes hang on the nodes of their bones; a bone's second mesh gets a node of its own.
pub(crate) fn scene(model: &XnbModel, shared: &[XnbValue]) -> Read<Scene> {
    let mut scene = Scene::default();
    for (index, bone) in model.bones.iter().enumerate() {
        scene.nodes.push(node(bone, index)?);
    }
    let materials = Materials::of(shared, &mut scene);
    let mut budget = Budget::of(shared);
    for (index, source) in model.meshes.iter().enumerate() {
        let whose = |fault: Box<Fault>| fault.within(&format!("mesh {:?}", source.name));
        let mut made =
            mesh::mesh(source, shared, &materials.of_effects, model.bones.len(), &mut budget).map_err(whose)?;
        made.element = element("mesh", &source.name, index);
        place(&mut scene, made, source.bone);
    }
    Ok(scene)
}

fn element(kind: &'static str, name: &str, index: usize) -> Element {
    Element { kind, name: name.to_owned(), id: index as u64 }
}

fn node(bone: &XnbBone, index: usize) -> Read<SceneNode> {
    let fault = |what| Fault::new(codes::XNB_VALUE, format!("bone {:?}: {what}", bone.name), HELP);
    if bone.parent.is_some_and(|parent| parent >= index) {
        return Err(fault("its parent does not stand before it"));
    }
    if !bone.local.iter().all(|number| number.is_finite()) {
        return Err(fault("its matrix has a number that is not finite"));
    }
    Ok(SceneNode {
        element: element("bone", &bone.name, index),
        name: bone.name.clone(),
        parent: bone.parent.and_then(|parent| u32::try_from(parent).ok()),
        kind: NodeKind::Bone,
        local: decomposed(&bone.local),
        matrix: is_affine(&bone.local).then_some(bone.local),
        mesh: None,
    })
}

/// Tells of bones whose matrices no translation, rotation and scale give.
pub(crate) fn sheared(model: &XnbModel) -> Option<Diagnostic> {
    let mut sheared = model.bones.iter().filter(|bone| is_sheared(&bone.local));
    let first = sheared.next()?;
    let more = match sheared.count() {
        0 => String::new(),
        more => format!("; so do {more} more"),
    };
    let what = if is_affine(&first.local) {
        "its matrix shears: the model keeps it, skeletons, clips and skins get the nearest translation, rotation and scale"
    } else {
        "the last column of its matrix is not 0, 0, 0, 1: it gets the nearest translation, rotation and scale"
    };
    let message = format!("bone {:?}: {what}{more}", first.name);
    let help = "look at the model, and apply scales in the modelling program that are not the same along all axes";
    Some(Diagnostic::warning(codes::XNB_SHEAR, message).help(help))
}

fn place(scene: &mut Scene, mesh: SceneMesh, bone: Option<usize>) {
    let number = u32::try_from(scene.meshes.len()).ok();
    let on_bone = bone.and_then(|bone| scene.nodes.get_mut(bone)).filter(|node| node.mesh.is_none());
    match on_bone {
        Some(node) => {
            node.mesh = number;
            node.kind = NodeKind::Mesh;
        }
        None => scene.nodes.push(SceneNode {
            element: mesh.element.clone(),
            name: mesh.name.clone(),
            parent: bone.and_then(|bone| u32::try_from(bone).ok()),
            kind: NodeKind::Mesh,
            local: rigmill_dom::SceneTransform::IDENTITY,
            matrix: None,
            mesh: number,
        }),
    }
    scene.meshes.push(mesh);
}

/// The materials of a scene, by the shared resources that they are made of.
struct Materials {
    of_effects: Vec<Option<u32>>,
}

impl Materials {
    fn of(shared: &[XnbValue], scene: &mut Scene) -> Self {
        let material = |value: &XnbValue| match value {
            XnbValue::Effect(effect) => Some(add_material(effect, scene)),
            _ => None,
        };
        Self { of_effects: shared.iter().map(material).collect() }
    }
}

fn add_material(effect: &Effect, scene: &mut Scene) -> u32 {
    let number = scene.materials.len();
    let name = match effect.texture.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => format!("material {number}"),
    };
    let material = SceneMaterial {
        element: element("effect", &name, number),
        name,
        diffuse: effect.diffuse,
        specular: effect.specular,
        shininess: effect.specular_power.max(0.0),
        emissive: effect.emissive,
        opacity: effect.alpha,
        textures: textures(effect, scene),
        effect: effect.own.as_ref().filter(|own| !own.asset.is_empty()).map(|own| own_effect(own, scene)),
    };
    scene.materials.push(material);
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn textures(effect: &Effect, scene: &mut Scene) -> Vec<(String, u32)> {
    let texture = |usage| match &effect.own {
        Some(own) => own.texture_for(usage),
        None => Some(effect.texture.as_str()).filter(|_| usage == "diffuse"),
    };
    let used = ["diffuse", "normal", "specular", "emissive", "opacity"].map(|usage| (usage, texture(usage)));
    let used = used.into_iter().filter_map(|(usage, asset)| Some((usage, asset.filter(|it| !it.is_empty())?)));
    used.map(|(usage, asset)| (usage.to_owned(), add_texture(asset, scene))).collect()
}

/// An effect of the game's own. What a scene has no place for is null, of which processors tell.
fn own_effect(own: &OwnEffect, scene: &mut Scene) -> SceneEffect {
    let mut value = |value: &XnbValue| match value {
        XnbValue::External(asset) if !asset.is_empty() => SceneEffectValue::Texture(add_texture(asset, scene)),
        XnbValue::Text(text) => SceneEffectValue::Value(DataValue::Text(text.clone())),
        XnbValue::Plain(plain) => SceneEffectValue::Value(plain.clone()),
        _ => SceneEffectValue::Value(DataValue::Null),
    };
    let parameters = own.parameters.iter().map(|(name, it)| (name.clone(), value(it))).collect();
    SceneEffect { asset: own.asset.clone(), parameters }
}

fn add_texture(name: &str, scene: &mut Scene) -> u32 {
    let known = scene.textures.iter().position(|texture| texture.name == name);
    let number = known.unwrap_or_else(|| {
        let number = scene.textures.len();
        let texture = SceneTexture {
            element: element("texture", name, number),
            name: name.to_owned(),
            // With the ending of the file that it is, so that a dot in its name begins none.
            relative: format!("{name}.xnb"),
            asset: Some(name.to_owned()),
            ..SceneTexture::default()
        };
        scene.textures.push(texture);
        number
    });
    u32::try_from(number).unwrap_or(u32::MAX)
}
