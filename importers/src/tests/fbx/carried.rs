//! Tests of cameras, lights and levels of detail, with both importers.

use rigmill_dom::{DataValue, Scene, SceneLightKind, SceneProjection, ThresholdKind};

use super::writer::{
    Record, Value, attribute_with, decimal, geometry, model, number, scene as file, text, user, vector,
};
use crate::tests::support::{clean, import_with};
use crate::{Fbx, FbxParams};

/// Returns what both importers make from a file with a node that has an attribute of a class.
fn imported(class: &str, properties: Vec<Record>) -> Vec<Scene> {
    let node = model(1, "Node", class, vec![]);
    of_both(&file(vec![node, attribute_with(2, class, properties)], &[(1, 0, None), (2, 1, None)]))
}

fn of_both(bytes: &[u8]) -> Vec<Scene> {
    let params = FbxParams::default();
    vec![
        clean(import_with::<Fbx>(bytes, &params)),
        #[cfg(feature = "fbx-dom")]
        clean(import_with::<crate::FbxDom>(bytes, &params)),
    ]
}

/// Returns the vertical field of view in degrees, the aspect ratio, and the planes.
fn perspective(properties: Vec<Record>) -> (f64, Option<f64>, [f64; 2]) {
    let found: Vec<_> = imported("Camera", properties)
        .iter()
        .map(|scene| match scene.cameras[0].projection {
            SceneProjection::Perspective { y_fov, aspect, planes } => (y_fov.to_degrees(), aspect, planes),
            SceneProjection::Orthographic { .. } => panic!("{scene:?}"),
        })
        .collect();
    for other in &found {
        assert!((other.0 - found[0].0).abs() < 1e-6 && (&other.1, &other.2) == (&found[0].1, &found[0].2), "{found:?}");
    }
    found[0]
}

/// The film is 36 mm wide and 24 mm high: 2 atan(height / 2f), as in optics. The other modes follow the FBX SDK's documentation
/// of `FbxCamera`. For the importer `fbx`, ufbx computes the same.
#[test]
fn fields_of_view_are_vertical() {
    let with = |mode: i32, more: Vec<Record>| {
        let mut all = vec![number("ApertureMode", mode), decimal("AspectWidth", 3.0), decimal("AspectHeight", 2.0)];
        all.extend(more);
        perspective(all)
    };
    let is_near = |(found, aspect, _): (f64, Option<f64>, [f64; 2]), expected: f64| {
        assert!((found - expected).abs() < 1e-6 && aspect == Some(1.5), "{found} {expected}");
    };
    is_near(with(2, vec![decimal("FieldOfView", 40.0)]), 40.0);
    is_near(with(0, vec![decimal("FieldOfViewX", 60.0), decimal("FieldOfViewY", 30.0)]), 30.0);
    // tan(45 degrees) / 1.5.
    is_near(with(1, vec![decimal("FieldOfView", 90.0)]), 2.0 * libm::atan(1.0 / 1.5).to_degrees());
    let film =
        vec![decimal("FilmWidth", 36.0 / 25.4), decimal("FilmHeight", 24.0 / 25.4), decimal("FocalLength", 50.0)];
    is_near(with(3, film), 2.0 * libm::atan(12.0 / 50.0).to_degrees());
}

/// By default, the unit of FBX is a centimetre.
#[test]
fn planes_are_in_metres() {
    let fov = || decimal("FieldOfView", 40.0);
    let planes = perspective(vec![fov(), decimal("NearPlane", 10.0), decimal("FarPlane", 4000.0)]).2;
    assert!((planes[0] - 0.1).abs() < 1e-12 && (planes[1] - 40.0).abs() < 1e-12, "{planes:?}");
    assert_eq!(perspective(vec![fov()]).2, [0.01, f64::INFINITY]);
}

/// An FBX camera looks along +x of its node, with y up. An FBX light shines along -y.
#[test]
fn cameras_and_lights_look_along_minus_z_of_their_own_space() {
    let times = |m: &[[f64; 4]; 3], v: [f64; 3]| m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + row[3]);
    for scene in imported("Camera", vec![decimal("FieldOfView", 40.0)]) {
        let space = scene.cameras[0].space;
        assert_eq!(
            [times(&space, [0.0, 0.0, -1.0]), times(&space, [0.0, 1.0, 0.0])],
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        );
        assert_eq!((scene.cameras[0].name.as_str(), scene.cameras[0].node), ("Node", 0));
    }
    for scene in imported("Light", vec![]) {
        assert_eq!(times(&scene.lights[0].space, [0.0, 0.0, -1.0]), [0.0, -1.0, 0.0]);
    }
}

#[test]
fn lights_have_angles_from_their_axis_and_intensities_of_1() {
    let properties = vec![
        number("LightType", 2),
        vector("Color", [1.0, 0.5, 0.25]),
        decimal("Intensity", 250.0),
        decimal("InnerAngle", 30.0),
        decimal("OuterAngle", 60.0),
        number("EnableFarAttenuation", 1),
        decimal("FarAttenuationEnd", 500.0),
        user("Flicker", "double", vec![Value::Double(2.0)]),
    ];
    for scene in imported("Light", properties) {
        let light = &scene.lights[0];
        assert_eq!((light.kind, light.color, light.intensity), (SceneLightKind::Spot, [1.0, 0.5, 0.25], 2.5));
        let pi = std::f32::consts::PI;
        assert!((light.cone[0] - pi / 12.0).abs() < 1e-6 && (light.cone[1] - pi / 6.0).abs() < 1e-6, "{light:?}");
        assert!((light.range - 5.0).abs() < 1e-12, "{light:?}");
        assert_eq!(light.properties, [("Flicker".to_owned(), DataValue::F64(2.0))]);
    }
    for scene in imported("Light", vec![]) {
        let light = &scene.lights[0];
        assert_eq!((light.kind, light.intensity, light.range), (SceneLightKind::Point, 1.0, f64::INFINITY));
    }
}

/// Returns a group of three levels, each with a triangle.
fn levels(thresholds: Vec<Record>) -> Vec<u8> {
    let triangle = || Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mut objects = vec![model(1, "Group", "LodGroup", vec![]), attribute_with(2, "LodGroup", thresholds)];
    let mut links = vec![(1, 0, None), (2, 1, None)];
    for level in 0..3 {
        objects.push(model(10 + level, &format!("L{level}"), "Mesh", vec![]));
        objects.push(geometry(20 + level, triangle(), vec![0, 1, -3]));
        links.extend([(10 + level, 1, None), (20 + level, 10 + level, None)]);
    }
    file(objects, &links)
}

/// The second level begins at `Thresholds|Level0` (ufbx's documentation of `ufbx_lod_level`).
#[test]
fn levels_begin_at_the_threshold_before_them() {
    let thresholds = || vec![decimal("Thresholds|Level0", 1000.0), decimal("Thresholds|Level1", 2500.0)];
    for scene in of_both(&levels(thresholds())) {
        let group = &scene.levels[0];
        assert_eq!((group.name.as_str(), group.threshold_kind), ("Group", ThresholdKind::Distance));
        let found: Vec<_> =
            group.levels.iter().map(|it| (scene.nodes[it.node as usize].name.as_str(), it.threshold)).collect();
        assert_eq!(found, [("L0", 0.0), ("L1", 10.0), ("L2", 25.0)]);
    }
    let percent = [
        number("ThresholdsUsedAsPercentage", 1),
        decimal("Thresholds|Level0", 50.0),
        decimal("Thresholds|Level1", 20.0),
    ];
    for scene in of_both(&levels(percent.to_vec())) {
        let group = &scene.levels[0];
        let found: Vec<f64> = group.levels.iter().map(|it| it.threshold).collect();
        assert_eq!((group.threshold_kind, found), (ThresholdKind::Coverage, vec![0.5, 0.2, 0.0]));
    }
    for scene in of_both(&levels(vec![])) {
        assert_eq!(scene.levels[0].threshold_kind, ThresholdKind::Unknown);
    }
}

#[test]
fn meshes_and_materials_have_properties_of_their_own() {
    let own = |word: &str| user("Kind", "KString", vec![text(word)]);
    let triangle = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mut mesh = geometry(2, triangle, vec![0, 1, -3]);
    mesh.add(vec![own("mesh")]);
    let material =
        super::writer::object("Material", 3, "M", "", vec![super::writer::properties(vec![own("material")])]);
    let objects = vec![model(1, "Node", "Mesh", vec![own("node")]), mesh, material];
    for scene in of_both(&file(objects, &[(1, 0, None), (2, 1, None), (3, 1, None)])) {
        let expected = |word: &str| vec![("Kind".to_owned(), DataValue::Text(word.to_owned()))];
        assert_eq!(scene.nodes[0].properties, expected("node"));
        assert_eq!(scene.meshes[0].properties, expected("mesh"));
        assert_eq!(scene.materials[0].properties, expected("material"));
    }
}
