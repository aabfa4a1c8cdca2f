//! Cameras, lights and levels of detail of nodes.

use rigmill_dom::{DataValue, LightUnit, SceneCamera, SceneLevels, SceneLight, SceneProjection};
use rigmill_math::to_f32;

use super::document::{Document, Object};
use super::nodes::{Node, Nodes};
use super::properties::Properties;
use crate::scenes::carried::{valid_cameras, valid_lights};
use crate::scenes::fbx_shared::carried::{
    CAMERA_DETAILS, CAMERA_SPACE, Detail, LIGHT_DETAILS, LIGHT_SPACE, PROJECTED, add_details, add_projected, cone,
    light_kind, orthographic, perspective, range,
};
use crate::scenes::fbx_shared::is_producer;
use crate::scenes::fbx_shared::levels::levels;
use crate::scenes::left_out::LeftOut;

/// The width of an orthographic view at zoom 1, in the file's unit.
const VIEW_WIDTH: f64 = 30.0;
const MILLIMETRES_PER_INCH: f64 = 25.4;

/// Reads the cameras, lights and levels of detail that nodes carry.
pub(super) struct Carried<'a, 'b> {
    pub(super) document: &'b Document<'a>,
    pub(super) nodes: &'b Nodes<'a>,
    /// The scale of the children of the scene's root.
    pub(super) scale: f64,
}

impl<'a> Carried<'a, '_> {
    /// Returns the attributes of a class, in the order of their nodes.
    fn attributes(&self, class: &str) -> Vec<(u32, &Node<'a>, Object<'a>)> {
        let of_node = |(index, node)| {
            let node: &Node<'a> = node;
            let mut attributes = self.document.children(node.object.id, "NodeAttribute");
            Some((index, node, attributes.find(|attribute| attribute.class == class)?))
        };
        self.nodes.iter().filter_map(of_node).collect()
    }

    /// Returns the cameras, without the exporting program's own views.
    pub(super) fn cameras(&self, left_out: &mut LeftOut) -> Vec<SceneCamera> {
        let found = self.attributes("Camera").into_iter().filter(|(_, node, _)| !is_producer(node.object.name));
        let camera = |(node, carrier, source): (u32, &Node<'a>, Object<'a>)| {
            let properties = self.document.properties(source);
            Some(SceneCamera {
                element: source.element("NodeAttribute"),
                name: name(source, carrier),
                node,
                space: CAMERA_SPACE,
                projection: self.projection(&properties),
                properties: all_properties(&properties, &CAMERA_DETAILS),
            })
        };
        valid_cameras(found.map(camera), left_out)
    }

    fn projection(&self, properties: &Properties<'_>) -> SceneProjection {
        let lens = Lens::new(properties);
        let planes = ["NearPlane", "FarPlane"].map(|name| number(properties, name) * self.scale);
        if properties.whole("CameraProjectionType") != Some(1) {
            return perspective(lens.y_fov(properties), lens.aspect, planes);
        }
        let zoom = properties.number("OrthoZoom").unwrap_or(1.0);
        // Blender writes metres, whatever the unit of the file.
        let metres = self.document.settings().number("UnitScaleFactor").unwrap_or(1.0) * 0.01;
        let unit = if self.document.is_by_blender() { self.scale / metres } else { VIEW_WIDTH * self.scale };
        orthographic(lens.view(zoom * unit), planes)
    }

    /// Returns the lights.
    pub(super) fn lights(&self, left_out: &mut LeftOut) -> Vec<SceneLight> {
        let lights = self.attributes("Light").into_iter();
        valid_lights(lights.map(|(node, carrier, source)| self.light(node, carrier, source)), left_out)
    }

    fn light(&self, node: u32, carrier: &Node<'a>, source: Object<'a>) -> Option<SceneLight> {
        let properties = self.document.properties(source);
        let kind = light_kind(properties.whole("LightType").unwrap_or(0))?;
        let angle = |names: [&str; 2]| names.into_iter().find_map(|name| properties.number(name)).unwrap_or(0.0);
        let is_on = properties.whole("EnableFarAttenuation") == Some(1);
        let mut details = all_properties(&properties, &LIGHT_DETAILS);
        add_projected(&mut details, properties.text(PROJECTED).unwrap_or_default());
        Some(SceneLight {
            element: source.element("NodeAttribute"),
            name: name(source, carrier),
            node,
            space: LIGHT_SPACE,
            kind,
            color: properties.vector("Color").unwrap_or([1.0; 3]).map(to_f32),
            intensity: to_f32(properties.number("Intensity").unwrap_or(100.0) / 100.0),
            unit: LightUnit::Factor,
            range: range(is_on, number(&properties, "FarAttenuationEnd") * self.scale),
            cone: cone(kind, [angle(["InnerAngle", "HotSpot"]), angle(["OuterAngle", "Cone angle"])]),
            properties: details,
        })
    }

    /// Returns the groups of levels of detail.
    pub(super) fn levels(&self, left_out: &mut LeftOut) -> Vec<SceneLevels> {
        let groups = self.attributes("LodGroup").into_iter().filter_map(|(index, node, source)| {
            let properties = self.document.properties(source);
            let children = self.nodes.iter().filter(|(_, child)| child.parent == Some(index)).map(|(child, _)| child);
            let thresholds = (0..).map_while(|level: u32| properties.number(&format!("Thresholds|Level{level}")));
            let in_percent = properties.whole("ThresholdsUsedAsPercentage") == Some(1);
            let (children, thresholds): (Vec<u32>, Vec<f64>) = (children.collect(), thresholds.collect());
            levels(node.object.element("Model"), &children, &thresholds, in_percent, self.scale, left_out)
        });
        groups.collect()
    }
}

/// The properties of a camera that determine the shape of its image.
struct Lens {
    /// The ratio of the image's width to its height.
    aspect: f64,
    /// The width and height of the film, in inches.
    film: [f64; 2],
    /// Whether the width of the film matches the width of the image (true) or the height matches (false); `None` if both do.
    fits_width: Option<bool>,
}

impl Lens {
    fn new(properties: &Properties<'_>) -> Self {
        let squeeze = properties.number("FilmSqueezeRatio").unwrap_or(1.0);
        let film = ["FilmWidth", "FilmHeight"].map(|name| properties.number(name).unwrap_or(1.0));
        let [width, height] = [["AspectWidth", "AspectW"], ["AspectHeight", "AspectH"]]
            .map(|names| names.into_iter().find_map(|name| properties.number(name)).unwrap_or(0.0));
        let aspect = match properties.whole("AspectRatioMode") {
            _ if width <= 0.0 || height <= 0.0 => film[0] / film[1],
            Some(3) => 1.0 / height,
            Some(4) => width,
            _ => width / height,
        };
        let film = [film[0], film[1] * squeeze];
        let is_wider = aspect > film[0] / film[1];
        let fits_width = match properties.whole("GateFit") {
            Some(1) => Some(false),
            Some(2) => Some(true),
            Some(3) => Some(is_wider),
            Some(4) => Some(!is_wider),
            _ => None,
        };
        Self { aspect, film, fits_width }
    }

    /// Returns the vertical field of view in degrees.
    fn y_fov(&self, properties: &Properties<'_>) -> f64 {
        let of_half = |tangent: f64| libm::atan(tangent).to_degrees() * 2.0;
        match properties.whole("ApertureMode") {
            Some(0) => number(properties, "FieldOfViewY"),
            Some(1) => {
                let half = (number(properties, "FieldOfView") * 0.5).to_radians();
                of_half(libm::tan(half) / self.aspect)
            }
            Some(3) => {
                let height = match self.fits_width {
                    Some(true) => self.film[0] / self.aspect,
                    _ => self.film[1],
                };
                of_half(height * MILLIMETRES_PER_INCH / number(properties, "FocalLength") * 0.5)
            }
            _ => number(properties, "FieldOfView"),
        }
    }

    /// Returns the width and height of an orthographic view.
    fn view(&self, size: f64) -> [f64; 2] {
        match self.fits_width {
            Some(false) => [size * self.aspect, size],
            Some(true) => [size, size / self.aspect],
            None => [size, size],
        }
    }
}

/// Returns a number; 0 if there is none.
fn number(properties: &Properties<'_>, name: &str) -> f64 {
    properties.number(name).unwrap_or(0.0)
}

/// Returns the user-defined properties of a camera or light, and its details.
fn all_properties(source: &Properties<'_>, details: &[Detail]) -> Vec<(String, DataValue)> {
    let mut properties = source.user_defined();
    add_details(&mut properties, details, |name| source.number(name));
    properties
}

/// Returns the name of a camera or light: its own name, or its node's.
fn name(own: Object<'_>, carrier: &Node<'_>) -> String {
    if own.name.is_empty() { carrier.object.name.to_owned() } else { own.name.to_owned() }
}
