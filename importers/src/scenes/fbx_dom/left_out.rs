//! Data in a file, other than geometry that is imported, that a scene cannot represent.

use std::collections::BTreeSet;

use super::document::{Document, Object};
use super::morphs;
use super::records::{ints, reals, whole};
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::events::PROPERTY as EVENTS;
use crate::scenes::fbx_shared::TARGET_PROPERTIES;
use crate::scenes::fbx_shared::channels::Channels;
use crate::scenes::fbx_shared::left_out::{
    ANIMATED_PROPERTY, BONELESS, CHARACTER, CONSTRAINT, CURVE, DEFORMER, GEOMETRY_CACHE, HOLE, LAYER_SWITCH,
    LEVEL_LIMITS, OTHER_GEOMETRY, SOUND, SUBDIVISION, SURFACE, TARGET, UNUSED_CAMERA, UNUSED_LIGHT, UNUSED_MESH,
    USER_PROPERTY, VERTEX_DATA,
};
use crate::scenes::left_out::LeftOut;

/// The values of the property `Smoothness` that show a mesh as a subdivision surface.
const SMOOTH: [i64; 2] = [2, 3];

/// The kinds of objects that have no properties in a scene.
const WITHOUT_PROPERTIES: [&str; 4] = ["AnimationLayer", "AnimationStack", "Deformer", "Texture"];

/// Adds the file's data of each kind.
pub(super) fn add(document: &Document<'_>, budget: &mut Budget, left_out: &mut LeftOut) -> Result<()> {
    let nodes = || document.all("Model");
    let mut used = BTreeSet::new();
    for node in nodes() {
        for geometry in document.children(node.id, "Geometry").take(1) {
            used.insert(geometry.id);
            add_geometry(node, geometry, left_out)?;
        }
    }
    add_attributes(document, left_out);
    let unused = document.all("Geometry").filter(|it| it.class == "Mesh" && !used.contains(&it.id));
    unused.for_each(|geometry| left_out.add(UNUSED_MESH, geometry.name));
    for deformer in document.all("Deformer") {
        match deformer.class {
            "Cluster" if document.children(deformer.id, "Model").next().is_none() => {
                left_out.add(BONELESS, deformer.name);
            }
            "VertexCacheDeformer" => left_out.add(GEOMETRY_CACHE, deformer.name),
            "Skin" | "Cluster" | "BlendShape" | "BlendShapeChannel" => {}
            _ => left_out.add(DEFORMER, deformer.name),
        }
    }
    for it in document.all("Constraint") {
        left_out.add(if it.class == "Character" { CHARACTER } else { CONSTRAINT }, it.name);
    }
    document.add_left_out(left_out);
    document.all("Audio").for_each(|it| left_out.add(SOUND, it.name));
    let is_set = |layer, name| document.properties(layer).whole(name).is_some_and(|value| value != 0);
    let switched = document.all("AnimationLayer").filter(|layer| is_set(*layer, "Mute") || is_set(*layer, "Solo"));
    switched.for_each(|layer| left_out.add(LAYER_SWITCH, layer.name));
    add_properties(document, budget, left_out)
}

/// Adds data of nodes and their attributes, and attributes without a node.
fn add_attributes(document: &Document<'_>, left_out: &mut LeftOut) {
    let mut used = BTreeSet::new();
    for node in document.all("Model") {
        let mut targets = document.linked(node.id, "Model").filter_map(|(_, property)| property);
        let has_target = targets.any(|property| TARGET_PROPERTIES.contains(&property));
        left_out.add_many(TARGET, usize::from(has_target), node.name);
        for attribute in document.children(node.id, "NodeAttribute") {
            if used.insert(attribute.id) {
                add_attribute(document, node, attribute, left_out);
            }
        }
    }
    for attribute in document.all("NodeAttribute").filter(|attribute| !used.contains(&attribute.id)) {
        match attribute.class {
            "Camera" => left_out.add(UNUSED_CAMERA, attribute.name),
            "Light" => left_out.add(UNUSED_LIGHT, attribute.name),
            _ => {}
        }
    }
    let others = document.objects().iter().filter(|it| WITHOUT_PROPERTIES.contains(&it.kind()));
    others.for_each(|object| add_user_properties(document, *object, object.name, left_out));
}

fn add_attribute(document: &Document<'_>, node: Object<'_>, attribute: Object<'_>, left_out: &mut LeftOut) {
    if attribute.class == "LodGroup" && document.properties(attribute).whole("MinMaxDistance") == Some(1) {
        left_out.add(LEVEL_LIMITS, node.name);
    }
    if !["Camera", "Light"].contains(&attribute.class) {
        add_user_properties(document, attribute, node.name, left_out);
    }
}

/// Adds the user-defined properties of objects that have no properties in a scene.
fn add_user_properties(document: &Document<'_>, object: Object<'_>, name: &str, left_out: &mut LeftOut) {
    let is_taken = |property: &str| object.kind() == "AnimationStack" && property == EVENTS;
    let own = document.properties(object).user_defined();
    let lost = own.iter().map(|(property, _)| property).filter(|property| !is_taken(property));
    lost.for_each(|property| left_out.add(USER_PROPERTY, &format!("{name}.{property}")));
}

fn add_geometry(node: Object<'_>, geometry: Object<'_>, left_out: &mut LeftOut) -> Result<()> {
    match geometry.class {
        "Mesh" => return add_of_mesh(node, geometry, left_out),
        "NurbsCurve" | "Line" => left_out.add(CURVE, node.name),
        "NurbsSurface" | "TrimNurbsSurface" => left_out.add(SURFACE, node.name),
        _ => left_out.add(OTHER_GEOMETRY, node.name),
    }
    Ok(())
}

fn add_of_mesh(node: Object<'_>, geometry: Object<'_>, left_out: &mut LeftOut) -> Result<()> {
    let user_data = geometry.record.children_by_name("LayerElementUserData").count();
    left_out.add_many(VERTEX_DATA, user_data, "");
    for layer in geometry.record.children_by_name("LayerElementHole").take(1) {
        let holes = ints(layer, "Hole")?.unwrap_or_default();
        left_out.add_many(HOLE, holes.iter().filter(|is_hole| **is_hole != 0).count(), node.name);
    }
    let smoothness = geometry.record.first_child_by_name("Smoothness");
    let smoothness = smoothness.and_then(|it| whole(it.attributes().first()?));
    if smoothness.is_some_and(|it| SMOOTH.contains(&it)) {
        left_out.add(SUBDIVISION, node.name);
    }
    Ok(())
}

/// Adds the properties that takes animate but clips cannot contain, each once.
fn add_properties(document: &Document<'_>, budget: &mut Budget, left_out: &mut LeftOut) -> Result<()> {
    for owner in document.objects() {
        let mut known = BTreeSet::new();
        for (curve_node, property) in document.linked(owner.id, "AnimationCurveNode") {
            let Some(property) = property.filter(|property| !is_kept(*owner, property)) else { continue };
            budget.take_samples(1)?;
            if changes(curve_node, document, budget)? && known.insert(property) {
                left_out.add(ANIMATED_PROPERTY, &format!("{}.{property}", owner.name));
            }
        }
    }
    Ok(())
}

fn changes(curve_node: Object<'_>, document: &Document<'_>, budget: &mut Budget) -> Result<bool> {
    for (curve, _) in document.linked(curve_node.id, "AnimationCurve") {
        let values = reals(curve.record, "KeyValueFloat")?.unwrap_or_default();
        budget.take_samples(values.len() as u64)?;
        if values.iter().any(|value| *value != values[0]) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether clips contain a property, or the property or its owner is reported in another way.
fn is_kept(owner: Object<'_>, property: &str) -> bool {
    match owner.kind() {
        "Model" => property == "Visibility" || Channels::of_property(property).is_some(),
        "Deformer" => owner.class == "VertexCacheDeformer" || property == morphs::WEIGHT,
        "AnimationLayer" | "Audio" | "AudioLayer" | "Constraint" => true,
        _ => false,
    }
}
