//! Data in a file, other than geometry that is imported, that a scene cannot represent.

use std::collections::BTreeSet;

use ufbx::{AnimLayer, AnimProp, Element, ElementType, Mesh, Node, PropFlags, SubdivisionDisplayMode};

use super::curves::is_constant;
use super::links::Links;
use super::morphs;
use super::outline::Outline;
use crate::scenes::events::PROPERTY as EVENTS;
use crate::scenes::fbx_shared::TARGET_PROPERTIES;
use crate::scenes::fbx_shared::channels::Channels;
use crate::scenes::fbx_shared::left_out::{
    ANIMATED_PROPERTY, BONELESS, CHARACTER, CONSTRAINT, CURVE, DEFORMER, GEOMETRY_CACHE, HOLE, LAYER_SWITCH,
    LEVEL_LIMITS, OTHER_GEOMETRY, SECOND_GEOMETRY, SOUND, SUBDIVISION, SURFACE, TARGET, UNUSED_CAMERA, UNUSED_LIGHT,
    UNUSED_MESH, USER_PROPERTY, VERTEX_DATA,
};
use crate::scenes::left_out::LeftOut;

/// Adds the file's data of each kind.
pub(super) fn add(source: &ufbx::Scene, outline: &Outline, links: &Links<'_>, left_out: &mut LeftOut) {
    for node in source.nodes.iter() {
        add_geometry(node, left_out);
        add_targets(node, left_out);
    }
    left_out.add_many(VERTEX_DATA, outline.vertex_data, "");
    source.meshes.iter().for_each(|mesh| add_of_mesh(mesh, left_out));
    let boneless = source.skin_clusters.iter().filter(|cluster| cluster.bone_node.is_none());
    boneless.for_each(|cluster| left_out.add(BONELESS, &cluster.element.name));
    source.cache_deformers.iter().for_each(|it| left_out.add(GEOMETRY_CACHE, &it.element.name));
    source.constraints.iter().for_each(|it| left_out.add(CONSTRAINT, &it.element.name));
    source.characters.iter().for_each(|it| left_out.add(CHARACTER, &it.element.name));
    source.audio_clips.iter().for_each(|it| left_out.add(SOUND, &it.element.name));
    add_unused(source, left_out);
    let deformers = source.unknowns.iter().filter(|unknown| &*unknown.super_type == "Deformer");
    deformers.for_each(|it| left_out.add(DEFORMER, &it.element.name));
    let limited = source.lod_groups.iter().filter(|group| group.use_distance_limit);
    limited.for_each(|group| left_out.add(LEVEL_LIMITS, name_of_first(&group.element)));
    let is_set =
        |layer: &AnimLayer, name| ufbx::find_prop(&layer.element.props, name).is_some_and(|it| it.value_int != 0);
    let switched = source.anim_layers.iter().filter(|layer| is_set(layer, "Mute") || is_set(layer, "Solo"));
    switched.for_each(|layer| left_out.add(LAYER_SWITCH, &layer.element.name));
    source.elements.iter().for_each(|element| add_user_properties(element, left_out));
    add_properties(source, links, left_out);
}

fn add_unused(source: &ufbx::Scene, left_out: &mut LeftOut) {
    let cameras = source.cameras.iter().filter(|camera| camera.element.instances.count == 0);
    cameras.for_each(|camera| left_out.add(UNUSED_CAMERA, &camera.element.name));
    let lights = source.lights.iter().filter(|light| light.element.instances.count == 0);
    lights.for_each(|light| left_out.add(UNUSED_LIGHT, &light.element.name));
}

/// Returns the name of the first node that has an attribute, or the attribute's own name if there is none.
fn name_of_first(attribute: &Element) -> &str {
    attribute.instances.first().map_or(&attribute.name, |node| &node.element.name)
}

/// Adds the targets that rotate a node.
fn add_targets(node: &Node, left_out: &mut LeftOut) {
    let links = node.element.connections_dst.iter();
    let targets = links.filter(|link| TARGET_PROPERTIES.contains(&&*link.dst_prop)).count();
    left_out.add_many(TARGET, usize::from(targets > 0), &node.element.name);
}

/// Adds the user-defined properties of elements that have no properties in a scene.
fn add_user_properties(element: &Element, left_out: &mut LeftOut) {
    use ElementType::{
        AnimLayer, AnimStack, BlendChannel, BlendDeformer, BlendShape, Bone, Empty, LodGroup, SkinCluster,
        SkinDeformer, Texture,
    };
    let without = [
        AnimLayer,
        AnimStack,
        BlendChannel,
        BlendDeformer,
        BlendShape,
        Bone,
        Empty,
        LodGroup,
        SkinCluster,
        SkinDeformer,
        Texture,
    ];
    if !without.contains(&element.type_) {
        return;
    }
    let own = element.props.props.iter().filter(|property| property.flags.has_all(PropFlags::USER_DEFINED));
    for property in own.filter(|property| !is_taken(element, &property.name)) {
        left_out.add(USER_PROPERTY, &format!("{}.{}", name_of_first(element), &*property.name));
    }
}

/// Returns whether clips contain this property of a take.
fn is_taken(element: &Element, property: &str) -> bool {
    element.type_ == ElementType::AnimStack && property == EVENTS
}

/// Adds geometry that is not a polygon mesh, and all but one geometry of a node.
fn add_geometry(node: &Node, left_out: &mut LeftOut) {
    use ElementType::{LineCurve, Mesh, NurbsCurve, NurbsSurface, NurbsTrimSurface, ProceduralGeometry};
    match node.attrib_type {
        NurbsSurface | NurbsTrimSurface => left_out.add(SURFACE, &node.element.name),
        NurbsCurve | LineCurve => left_out.add(CURVE, &node.element.name),
        ProceduralGeometry => left_out.add(OTHER_GEOMETRY, &node.element.name),
        _ => {}
    }
    let kinds = [Mesh, NurbsSurface, NurbsTrimSurface, NurbsCurve, LineCurve, ProceduralGeometry];
    let geometries = node.all_attribs.iter().filter(|attribute| kinds.contains(&attribute.type_)).count();
    left_out.add_many(SECOND_GEOMETRY, geometries.saturating_sub(1), &node.element.name);
}

fn add_of_mesh(mesh: &Mesh, left_out: &mut LeftOut) {
    let Some(node) = mesh.element.instances.first() else {
        return left_out.add(UNUSED_MESH, &mesh.element.name);
    };
    let name = &node.element.name;
    left_out.add_many(HOLE, mesh.face_hole.iter().filter(|is_hole| **is_hole).count(), name);
    if matches!(mesh.subdivision_display_mode, SubdivisionDisplayMode::Smooth | SubdivisionDisplayMode::HullAndSmooth) {
        left_out.add(SUBDIVISION, name);
    }
}

/// Adds the properties that takes animate but clips cannot contain, each once.
fn add_properties(source: &ufbx::Scene, links: &Links<'_>, left_out: &mut LeftOut) {
    let mut known = BTreeSet::new();
    for property in source.anim_layers.iter().flat_map(|layer| layer.anim_props.iter()) {
        let element = property.element.as_ref();
        let is_kept = links.followers(element, &property.prop_name).any(|(element, name)| is_kept(element, name));
        if changes(property) && !is_kept {
            let key = (element.element_id, property.prop_name.to_string());
            if known.insert(key) {
                left_out.add(ANIMATED_PROPERTY, &format!("{}.{}", element.name, &*property.prop_name));
            }
        }
    }
}

fn changes(property: &AnimProp) -> bool {
    property.anim_value.curves.iter().flatten().any(|curve| !is_constant(curve))
}

/// Returns whether clips contain a property, or the property or its owner is reported in another way.
fn is_kept(element: &Element, property: &str) -> bool {
    use ElementType::{AnimLayer, AudioClip, AudioLayer, CacheDeformer, Character, Constraint};
    match element.type_ {
        ElementType::Node => property == "Visibility" || Channels::of_property(property).is_some(),
        ElementType::BlendChannel => property == morphs::WEIGHT,
        AnimLayer | AudioClip | AudioLayer | CacheDeformer | Character | Constraint => true,
        _ => false,
    }
}
