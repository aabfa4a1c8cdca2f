//! Tests of cameras, lights, levels of detail and extras.

use rigmill_dom::{DataValue, LightUnit, NodeKind, SceneLightKind, SceneProjection, ThresholdKind};
use serde_json::{Value, json};

use super::support::{scene, scene_with, warned};
use super::writer::Writer;

/// Returns the cameras of the specification's example (section 3.10.1), and one without a far plane.
fn cameras() -> Writer {
    let mut file = Writer::new();
    file.json["cameras"] = json!([
        {
            "name": "Finite perspective camera",
            "type": "perspective",
            "perspective": { "aspectRatio": 1.5, "yfov": 0.660593, "zfar": 100, "znear": 0.01 }
        },
        { "type": "perspective", "perspective": { "aspectRatio": 1.5, "yfov": 0.660593, "znear": 0.01 } },
        { "type": "orthographic", "orthographic": { "xmag": 2.0, "ymag": 1.5, "zfar": 100, "znear": 0 } }
    ]);
    for camera in 0..3 {
        file.node(json!({ "name": format!("N{camera}"), "camera": camera }));
    }
    file
}

#[test]
fn cameras_keep_their_numbers_and_their_nodes() {
    let scene = scene(&cameras());
    let found: Vec<(&str, u32)> = scene.cameras.iter().map(|it| (it.name.as_str(), it.node)).collect();
    assert_eq!(found, [("Finite perspective camera", 0), ("N1", 1), ("N2", 2)]);
    let perspective = |far: f64| SceneProjection::Perspective {
        y_fov: 0.660_593_f32.into(),
        aspect: Some(1.5),
        planes: [0.01_f32.into(), far],
    };
    let orthographic = SceneProjection::Orthographic { mag: [2.0, 1.5], planes: [0.0, 100.0] };
    let found: Vec<SceneProjection> = scene.cameras.iter().map(|it| it.projection).collect();
    assert_eq!(found, [perspective(100.0), perspective(f64::INFINITY), orthographic]);
}

#[test]
fn nodes_of_cameras_become_bones_if_the_manifest_says_so() {
    let kinds = |toml: &str| scene_with(&cameras(), toml).nodes.iter().map(|node| node.kind).collect::<Vec<_>>();
    assert_eq!(kinds(""), [NodeKind::Camera; 3]);
    assert_eq!(kinds("camera_bones = true"), [NodeKind::Empty; 3]);
}

/// The defaults of `KHR_lights_punctual`: white, intensity 1, unlimited range, cone angles of 0 and a quarter of pi.
#[test]
fn lights_have_the_defaults_of_their_extension() {
    let mut file = Writer::new();
    file.json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [
        { "type": "directional" },
        { "name": "Lamp", "type": "point", "color": [1.0, 0.5, 0.25], "intensity": 20, "range": 5, "extras": { "flicker": 2 } },
        { "type": "spot", "spot": {} },
    ] } });
    for light in 0..3 {
        file.node(json!({ "name": "L", "extensions": { "KHR_lights_punctual": { "light": light } } }));
    }
    let lights = scene(&file).lights;
    let kinds: Vec<_> = lights.iter().map(|it| (it.kind, it.unit)).collect();
    let expected = [
        (SceneLightKind::Directional, LightUnit::Lux),
        (SceneLightKind::Point, LightUnit::Candela),
        (SceneLightKind::Spot, LightUnit::Candela),
    ];
    assert_eq!(kinds, expected);
    assert_eq!((lights[0].color, lights[0].intensity, lights[0].range), ([1.0; 3], 1.0, f64::INFINITY));
    assert_eq!((lights[1].name.as_str(), lights[1].intensity, lights[1].range), ("Lamp", 20.0, 5.0));
    assert_eq!(lights[1].properties, [("flicker".to_owned(), DataValue::I64(2))]);
    assert_eq!(lights[2].cone, [0.0, std::f32::consts::FRAC_PI_4]);
}

#[test]
fn what_cannot_be_is_reported_once_with_its_number() {
    let mut file = cameras();
    file.json["cameras"][0]["perspective"]["yfov"] = json!(0);
    file.json["cameras"][2]["orthographic"]["zfar"] = json!(0);
    file.node(json!({ "camera": 7 }));
    let said = warned(&file);
    assert!(
        said.len() == 1 && said[0].starts_with("R0147: 3 cameras with an invalid number, kind or index are left out"),
        "{said:?}"
    );
}

/// The example of `MSFT_lod`, in which only a finer node refers to the coarser nodes.
#[test]
fn levels_of_detail_are_beside_the_finest() {
    let mut file = Writer::new();
    let lod = json!({ "MSFT_lod": { "ids": [1, 2] } });
    let coverage = json!({ "MSFT_screencoverage": [0.5, 0.2, 0.01] });
    file.node(json!({ "name": "High_LOD", "extensions": lod, "extras": coverage, "children": [3] }));
    file.node(json!({ "name": "Medium_LOD" }));
    file.node(json!({ "name": "Low_LOD" }));
    file.node(json!({ "name": "Part" }));
    file.json["scenes"] = json!([{ "nodes": [0] }]);
    file.json["extensionsUsed"] = json!(["MSFT_lod"]);
    let scene = scene(&file);
    let names: Vec<_> = scene.nodes.iter().map(|it| (it.name.as_str(), it.parent)).collect();
    assert_eq!(names, [("High_LOD", None), ("Part", Some(0)), ("Medium_LOD", None), ("Low_LOD", None)]);
    let levels = &scene.levels[0];
    assert_eq!((levels.name.as_str(), levels.threshold_kind), ("High_LOD", ThresholdKind::Coverage));
    let found: Vec<_> = levels.levels.iter().map(|it| (it.node, it.threshold)).collect();
    assert_eq!(found, [(0, 0.5), (2, 0.2), (3, 0.01)]);
    assert!(scene.nodes[0].properties.is_empty(), "the shares are no properties");
}

#[test]
fn levels_of_detail_in_a_ring_end() {
    let mut file = Writer::new();
    file.node(json!({ "name": "A", "extensions": { "MSFT_lod": { "ids": [1, 0, 9] } } }));
    file.node(json!({ "name": "B", "extensions": { "MSFT_lod": { "ids": [0, 1] } } }));
    file.json["scenes"] = json!([{ "nodes": [0] }]);
    let scene = scene(&file);
    assert_eq!((scene.nodes.len(), scene.levels.len()), (2, 2));
}

#[test]
fn extras_are_properties_of_nodes_meshes_and_materials() {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let node = file.mesh(json!({ "attributes": { "POSITION": positions }, "material": 0 }));
    file.push("materials", json!({ "extras": { "sound": "metal" } }));
    let huge = u64::MAX;
    file.json["nodes"][node]["extras"] =
        json!({ "hp": 7, "huge": huge, "mass": 0.5, "flags": [true, null], "at": { "x": 1 } });
    file.json["meshes"][0]["extras"] = json!({ "targetNames": ["Smile"], "lod": "near" });
    let scene = scene(&file);
    let names: Vec<&str> = scene.nodes[0].properties.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["at", "flags", "hp", "huge", "mass"]);
    let value = |name| scene.nodes[0].property(name).unwrap();
    assert_eq!(
        (value("hp"), value("huge"), value("mass")),
        (&DataValue::I64(7), &DataValue::U64(huge), &DataValue::F64(0.5))
    );
    let DataValue::List(flags) = value("flags") else { panic!("{:?}", value("flags")) };
    assert_eq!(
        flags.items.iter().map(|it| it.value.clone()).collect::<Vec<_>>(),
        [DataValue::Bool(true), DataValue::Null]
    );
    let DataValue::Record(at) = value("at") else { panic!("{:?}", value("at")) };
    assert_eq!((at.fields[0].name.value.as_str(), &at.fields[0].value.value), ("x", &DataValue::I64(1)));
    let text = |word: &str| DataValue::Text(word.to_owned());
    assert_eq!(scene.meshes[0].properties, [("lod".to_owned(), text("near"))]);
    assert_eq!(scene.materials[0].properties, [("sound".to_owned(), text("metal"))]);
}

#[test]
fn extras_that_nest_too_deep_end() {
    let mut deep = Value::Null;
    (0..100).for_each(|_| deep = json!([deep]));
    let mut file = Writer::new();
    file.node(json!({ "extras": { "deep": deep } }));
    assert_eq!(scene(&file).nodes[0].properties.len(), 1);
}
