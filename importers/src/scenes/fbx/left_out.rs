//! What a file has beside the geometry that is read, and no scene has a place for.

use std::collections::BTreeSet;

use ufbx::{AnimProp, Element, ElementType, Mesh, Node, SubdivisionDisplayMode};

use super::curves::is_constant;
use super::morphs;
use crate::scenes::fbx_shared::channels::Channels;
use crate::scenes::fbx_shared::left_out::{
    ANIMATED_PROPERTY, BONELESS, CHARACTER, CONSTRAINT, CURVE, GEOMETRY_CACHE, HOLE, OTHER_GEOMETRY, SECOND_GEOMETRY,
    SOUND, SUBDIVISION, SURFACE, UNUSED_MESH,
};
use crate::scenes::left_out::LeftOut;

/// Adds what the file has of each kind.
pub(super) fn add(source: &ufbx::Scene, left_out: &mut LeftOut) {
    source.nodes.iter().for_each(|node| add_geometry(node, left_out));
    source.meshes.iter().for_each(|mesh| add_of_mesh(mesh, left_out));
    let boneless = source.skin_clusters.iter().filter(|cluster| cluster.bone_node.is_none());
    boneless.for_each(|cluster| left_out.add(BONELESS, &cluster.element.name));
    source.cache_deformers.iter().for_each(|it| left_out.add(GEOMETRY_CACHE, &it.element.name));
    source.constraints.iter().for_each(|it| left_out.add(CONSTRAINT, &it.element.name));
    source.characters.iter().for_each(|it| left_out.add(CHARACTER, &it.element.name));
    source.audio_clips.iter().for_each(|it| left_out.add(SOUND, &it.element.name));
    add_properties(source, left_out);
}

/// Adds geometry that is no polygon mesh, and all but one geometry of a node.
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

/// Adds the properties that takes change and clips do not have, each once.
fn add_properties(source: &ufbx::Scene, left_out: &mut LeftOut) {
    let mut known = BTreeSet::new();
    for property in source.anim_layers.iter().flat_map(|layer| layer.anim_props.iter()) {
        let element = property.element.as_ref();
        if changes(property) && !is_kept(element, &property.prop_name) {
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

/// Whether clips have a property, or its owner or the property itself is reported in another way.
fn is_kept(element: &Element, property: &str) -> bool {
    use ElementType::{AnimLayer, AudioClip, AudioLayer, CacheDeformer, Character, Constraint};
    match element.type_ {
        ElementType::Node => property == "Visibility" || Channels::of_property(property).is_some(),
        ElementType::BlendChannel => property == morphs::WEIGHT,
        AnimLayer | AudioClip | AudioLayer | CacheDeformer | Character | Constraint => true,
        _ => false,
    }
}
