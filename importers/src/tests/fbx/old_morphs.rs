//! Tests of the blend shapes of FBX before version 7.2, whose weights are properties of the mesh, compared with ufbx's own
//! evaluation at each frame.

use super::morphs::{apart, morphed, weight_at};
use super::pose::locals;
use super::support::{as_in_file, import, node};
use super::writer::{TICKS, Value, curve, curve_node, file, layer, model, record, scene_records, stack, text, vector};
use crate::tests::support::clean;

const SHAPES: [(&str, [i32; 2], [f64; 6]); 2] =
    [("Smile", [0, 2], [0.25, 0.0, 0.0, 0.0, 0.5, 0.125]), ("Blink", [1, 2], [0.0, 3.0, 0.0, -1.0, 0.0, 0.5])];

fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the shapes of the mesh. `list` formats a list of numbers.
fn shapes(list: impl Fn(&str, String, usize) -> String) -> String {
    let shape = |(name, vertices, changes): &(&str, [i32; 2], [f64; 6])| {
        let (vertices, changes) = (list("Indexes", joined(vertices), 2), list("Vertices", joined(changes), 6));
        format!("Shape: \"{name}\" {{\n{vertices}\n{changes}\n}}\n")
    };
    SHAPES.iter().map(shape).collect()
}

fn plain(name: &str, numbers: String, _: usize) -> String {
    format!("{name}: {numbers}")
}

fn counted(name: &str, numbers: String, count: usize) -> String {
    format!("{name}: *{count} {{\na: {numbers}\n}}")
}

/// Returns the channels of a take before version 7, with a suffix in their names.
fn channels(suffix: &str) -> String {
    let keys = [("Smile", "0,-20,L,46186158000,140,L"), ("Blink", "0,100,L,23093079000,0,L")];
    let channel = |(name, keys): (&str, &str)| {
        format!("Channel: \"{name}{suffix}\" {{\nDefault: 0\nKeyVer: 4005\nKeyCount: 2\nKey: {keys}\n}}\n")
    };
    keys.into_iter().map(channel).collect()
}

fn takes(suffix: &str) -> String {
    format!(
        "Takes:  {{\nCurrent: \"Talk\"\nTake: \"Talk\" {{\nLocalTime: 0,46186158000\nReferenceTime: 0,46186158000\n\
         Model: \"Model::Face\" {{\nVersion: 1.1\n{}}}\n}}\n}}\n",
        channels(suffix)
    )
}

fn head(version: u32) -> String {
    format!(
        "; FBX {}.{}.0 project file\nFBXHeaderExtension:  {{\nFBXVersion: {version}\n}}\n",
        version / 1000,
        version / 100 % 10
    )
}

const TRIANGLE: &str = "Vertices: 0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3\nGeometryVersion: 124\n";

fn version_5() -> String {
    let (shapes, material) = (shapes(plain), "MaterialAssignation: \"AllSame\"\nMaterials: 0\n");
    format!("{}Model: \"Model::Face\" {{\n{TRIANGLE}{material}{shapes}}}\n{}", head(5000), takes(" (Shape)"))
}

fn version_6() -> String {
    let shapes = shapes(plain);
    let weights = "Property: \"Smile\", \"Number\", \"A+N\",25\nProperty: \"Blink\", \"Number\", \"A+N\",0\n";
    format!(
        "{}Objects:  {{\nModel: \"Model::Face\", \"Mesh\" {{\nVersion: 232\nProperties60:  {{\n{weights}}}\n{TRIANGLE}{shapes}}}\n}}\n\
         Connections:  {{\nConnect: \"OO\", \"Model::Face\", \"Model::Scene\"\n}}\n{}",
        head(6100),
        takes("")
    )
}

fn version_7_1() -> String {
    let weights = "P: \"Smile\", \"Number\", \"\", \"A\",25\nP: \"Blink\", \"Number\", \"\", \"A\",0\n";
    let mesh = [
        counted("Vertices", "0,0,0,1,0,0,0,1,0".to_owned(), 9),
        counted("PolygonVertexIndex", "0,1,-3".to_owned(), 3),
        shapes(counted),
    ];
    let curve = |id: u32, ends: &str| {
        let parts = [
            counted("KeyTime", "0,46186158000".to_owned(), 2),
            counted("KeyValueFloat", ends.to_owned(), 2),
            counted("KeyAttrFlags", "4".to_owned(), 1),
            counted("KeyAttrDataFloat", "0,0,0,0".to_owned(), 4),
            counted("KeyAttrRefCount", "2".to_owned(), 1),
        ];
        format!("AnimationCurve: {id}, \"AnimCurve::\", \"\" {{\n{}\n}}\n", parts.join("\n"))
    };
    let animated = |id: u32, name: &str| format!("AnimationCurveNode: {id}, \"AnimCurveNode::{name}\", \"\" {{\n}}\n");
    format!(
        "{}Objects:  {{\nGeometry: 2, \"Geometry::Face\", \"Mesh\" {{\nProperties70:  {{\n{weights}}}\n{}}}\n\
         Model: 1, \"Model::Face\", \"Mesh\" {{\n}}\n\
         AnimationStack: 3, \"AnimStack::Talk\", \"\" {{\nProperties70:  {{\nP: \"LocalStop\", \"KTime\", \"Time\", \"\",46186158000\n}}\n}}\n\
         AnimationLayer: 4, \"AnimLayer::Base\", \"\" {{\n}}\n{}{}{}{}}}\n\
         Connections:  {{\nC: \"OO\",1,0\nC: \"OO\",2,1\nC: \"OO\",4,3\nC: \"OO\",5,4\nC: \"OO\",7,4\n\
         C: \"OP\",5,2, \"Smile\"\nC: \"OP\",6,5, \"d|Smile\"\nC: \"OP\",7,2, \"Blink\"\nC: \"OP\",8,7, \"d|Blink\"\n}}\n",
        head(7100),
        mesh.join("\n"),
        animated(5, "Smile"),
        curve(6, "-20,140"),
        animated(7, "Blink"),
        curve(8, "100,0"),
    )
}

#[test]
fn clips_contain_the_weights_of_old_files() {
    for (version, file) in [("5.0", version_5()), ("6.1", version_6()), ("7.1", version_7_1())] {
        let scene = clean(import(file.as_bytes(), &as_in_file()));
        let targets: Vec<_> = scene.clips[0].weights.iter().map(|track| track.target).collect();
        assert_eq!(targets, [0, 1], "{version}");
        let off = apart(file.as_bytes(), &scene);
        assert!(off < 1e-6, "{version}: {off}");
        let mesh = &scene.meshes[0];
        let at = |frame| morphed(mesh, |target, morph| weight_at(&scene, frame, target, morph));
        let (first, last) = (at(0), at(scene.clips[0].frames as usize - 1));
        let moved = first.as_flattened().iter().zip(last.as_flattened()).map(|(a, b)| (a - b).abs());
        assert!(moved.fold(0.0, f64::max) > 0.3, "{version}");
    }
}

/// A node follows a second node, which follows a third node.
#[test]
fn properties_that_follow_other_properties_move_nodes() {
    let property = "Lcl Translation";
    let objects = vec![
        model(1, "First", "Null", vec![vector(property, [0.0; 3])]),
        model(2, "Second", "Null", vec![vector(property, [0.0; 3])]),
        model(3, "Third", "Null", vec![vector(property, [0.0; 3])]),
        stack(9, "Go", 0, TICKS),
        layer(10),
        curve_node(11, "T"),
        curve(12, &[(0, -20.0), (TICKS, 140.0)], false),
    ];
    let links = [
        (1, 0, None),
        (2, 0, None),
        (3, 0, None),
        (10, 9, None),
        (11, 10, None),
        (11, 1, Some(property)),
        (12, 11, Some("d|Y")),
    ];
    let follows = |from: i64, to: i64| {
        let ends = vec![text("PP"), Value::Long(from), text(property), Value::Long(to), text(property)];
        record("C", ends, vec![])
    };
    let mut records = scene_records(objects, &links);
    records.last_mut().unwrap().extend(vec![follows(2, 3), follows(1, 2)]);
    let bytes = file(&records);
    let scene = clean(import(&bytes, &as_in_file()));
    let source = ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).unwrap();
    let clip = &scene.clips[0];
    for frame in [0, 7, 30] {
        let locals = locals(&scene, Some((clip, frame)));
        for name in ["First", "Second", "Third"] {
            let expected = ufbx::find_node(&source, name).unwrap();
            let expected = ufbx::evaluate_transform(&source.anim_stacks[0].anim, expected, frame as f64 / 30.0);
            let ufbx::Vec3 { x, y, z } = expected.translation;
            let found = locals[node(&scene, name)].translation;
            assert_eq!(found, [x, y, z], "{name}, frame {frame}");
            assert!((y + 20.0 - frame as f64 / 30.0 * 160.0).abs() < 1e-9);
        }
    }
}
