//! Cameras, lights and levels of detail of nodes.

use rigmill_dom::{DataValue, LightUnit, SceneCamera, SceneLevels, SceneLight, SceneProjection};
use rigmill_math::to_f32;
use ufbx::{Camera, Element, Exporter, Light, Node, ProjectionMode};

use super::elements::element;
use super::nodes::Nodes;
use super::numbers::vec3_f32;
use super::properties::user_defined;
use crate::scenes::carried::{valid_cameras, valid_lights};
use crate::scenes::fbx_shared::carried::{
    CAMERA_DETAILS, CAMERA_SPACE, Detail, LIGHT_DETAILS, LIGHT_SPACE, PROJECTED, add_details, add_projected, cone,
    light_kind, orthographic, perspective, range,
};
use crate::scenes::fbx_shared::is_producer;
use crate::scenes::fbx_shared::levels::levels;
use crate::scenes::left_out::LeftOut;

/// Reads the cameras, lights and levels of detail that nodes carry.
pub(super) struct Carried<'a> {
    pub(super) source: &'a ufbx::Scene,
    pub(super) nodes: &'a Nodes<'a>,
}

impl<'a> Carried<'a> {
    /// Returns the cameras in the order of their nodes, without the exporting program's own views.
    pub(super) fn cameras(&self, left_out: &mut LeftOut) -> Vec<SceneCamera> {
        let of_node = |(index, node): (u32, &'a Node)| Some((index, node, node.camera.as_deref()?));
        let cameras = self.nodes.iter().filter(|(_, node)| !is_producer(&node.element.name)).filter_map(of_node);
        let camera = |(node, carrier, source): (u32, &Node, &Camera)| {
            Some(SceneCamera {
                element: element("NodeAttribute", &source.element),
                name: name(&source.element, carrier),
                node,
                space: CAMERA_SPACE,
                projection: self.projection(source),
                properties: all_properties(&source.element, carrier, &CAMERA_DETAILS),
            })
        };
        valid_cameras(cameras.map(camera), left_out)
    }

    /// Blender writes the sizes of cameras in metres, whatever the unit of the file.
    fn projection(&self, source: &Camera) -> SceneProjection {
        let metadata = &self.source.metadata;
        let scale = metadata.root_scale;
        let planes = [source.near_plane * scale, source.far_plane * scale];
        match source.projection_mode {
            ProjectionMode::Perspective => perspective(source.field_of_view_deg.y, source.aspect_ratio, planes),
            ProjectionMode::Orthographic => {
                let unit = self.source.settings.original_unit_meters;
                let is_in_metres = metadata.exporter == Exporter::BlenderBinary && unit > 0.0;
                let scale = if is_in_metres { scale / unit } else { scale };
                let size = source.orthographic_size;
                orthographic([size.x * scale, size.y * scale], planes)
            }
        }
    }

    /// Returns the lights in the order of their nodes.
    pub(super) fn lights(&self, left_out: &mut LeftOut) -> Vec<SceneLight> {
        let of_node = |(index, node): (u32, &'a Node)| Some((index, node, node.light.as_ref()?));
        let lights = self.nodes.iter().filter_map(of_node);
        valid_lights(lights.map(|(node, carrier, source)| self.light(node, carrier, source)), left_out)
    }

    fn light(&self, node: u32, carrier: &Node, source: &Light) -> Option<SceneLight> {
        let properties = &source.element.props;
        let kind = light_kind(source.type_ as i64)?;
        let property = |name| properties.props.iter().find(|property| &*property.name == name);
        let is_on = property("EnableFarAttenuation").is_some_and(|it| it.value_int == 1);
        let end = property("FarAttenuationEnd").map_or(0.0, |it| it.value_vec4.x);
        let mut details = all_properties(&source.element, carrier, &LIGHT_DETAILS);
        add_projected(&mut details, property(PROJECTED).map_or("", |it| &it.value_str));
        Some(SceneLight {
            element: element("NodeAttribute", &source.element),
            name: name(&source.element, carrier),
            node,
            space: LIGHT_SPACE,
            kind,
            color: vec3_f32(source.color),
            intensity: to_f32(source.intensity),
            unit: LightUnit::Factor,
            range: range(is_on, end * self.source.metadata.root_scale),
            cone: cone(kind, [source.inner_angle, source.outer_angle]),
            properties: details,
        })
    }

    /// Returns the groups of levels of detail.
    pub(super) fn levels(&self, left_out: &mut LeftOut) -> Vec<SceneLevels> {
        let mut groups = Vec::new();
        for group in self.source.lod_groups.iter() {
            // The first level does not have its own threshold.
            let thresholds: Vec<f64> = group.lod_levels.iter().skip(1).map(|level| level.distance).collect();
            for node in group.element.instances.iter() {
                let children: Vec<u32> = node.children.iter().filter_map(|child| self.nodes.index_of(child)).collect();
                let element = element("Model", &node.element);
                let scale = self.source.metadata.root_scale;
                groups.extend(levels(element, &children, &thresholds, group.relative_distances, scale, left_out));
            }
        }
        groups
    }
}

/// Returns the name of a camera or light: its own name, or its node's.
fn name(own: &Element, carrier: &Node) -> String {
    let own = own.name.to_string();
    if own.is_empty() { carrier.element.name.to_string() } else { own }
}

/// Returns the user-defined properties of a camera or light (unless they are its node's), and its details.
fn all_properties(own: &Element, carrier: &Node, details: &[Detail]) -> Vec<(String, DataValue)> {
    let is_of_node = own.element_id == carrier.element.element_id;
    let mut properties = if is_of_node { Vec::new() } else { user_defined(&own.props) };
    add_details(&mut properties, details, |name| Some(ufbx::find_prop(&own.props, name)?.value_vec4.x));
    properties
}
