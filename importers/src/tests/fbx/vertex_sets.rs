//! Tests of colour sets and texture coordinate sets.

use super::support::{as_in_file, import};
use super::writer::{Record, Value, model, object, record, scene, text, widened};
use crate::tests::support::clean;

fn layer(kind: &'static str, number: i32, name: &str, list: &'static str, values: Vec<f64>) -> Record {
    let child = |name, value| record(name, vec![value], vec![]);
    let children = vec![
        child("Version", Value::Int(101)),
        child("Name", text(name)),
        child("MappingInformationType", text("ByPolygonVertex")),
        child("ReferenceInformationType", text("Direct")),
        child(list, Value::Doubles(values)),
    ];
    record(kind, vec![Value::Int(number)], children)
}

/// Returns a triangle with two sets of each. As in real files, layer 1 refers to the second sets.
fn triangle() -> Vec<u8> {
    let element = |kind: &str, number| {
        let children =
            vec![record("Type", vec![text(kind)], vec![]), record("TypedIndex", vec![Value::Int(number)], vec![])];
        record("LayerElement", vec![], children)
    };
    let set = |number| {
        let elements = vec![element("LayerElementColor", number), element("LayerElementUV", number)];
        record("Layer", vec![Value::Int(number)], elements)
    };
    let children = vec![
        record("Vertices", vec![Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])], vec![]),
        record("PolygonVertexIndex", vec![Value::Ints(vec![0, 1, -3])], vec![]),
        layer("LayerElementColor", 0, "lit", "Colors", vec![0.25; 12]),
        layer("LayerElementColor", 1, "wind", "Colors", (0..12).map(|at| f64::from(at) / 16.0).collect()),
        layer("LayerElementUV", 0, "map1", "UV", vec![0.5; 6]),
        layer("LayerElementUV", 1, "light", "UV", vec![0.0, 0.25, 0.5, 0.75, 1.0, 0.0]),
        set(0),
        set(1),
    ];
    let objects = vec![model(1, "Leaf", "Mesh", vec![]), object("Geometry", 2, "", "Mesh", children)];
    scene(objects, &[(1, 0, None), (2, 1, None)])
}

#[test]
fn all_sets_are_read_in_the_order_of_the_file() {
    let scene = clean(import(&triangle(), &as_in_file()));
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.corner_colors.as_ref().unwrap()[2], [0.25; 4]);
    assert_eq!((mesh.more_colors.len(), mesh.more_colors[0][1]), (1, [0.25, 0.3125, 0.375, 0.4375]));
    let sets: Vec<_> = mesh.uv_sets.iter().map(|set| (&*set.name, set.corner_uvs[1])).collect();
    assert_eq!(sets, [("map1", [0.5, 0.5]), ("light", [0.5, 0.75])]);
}

/// The FBX SDK reads the coordinates for one use of textures like other sets. Files repeat the set of the diffuse texture.
#[test]
fn coordinates_of_one_use_of_textures_are_a_set_unless_they_repeat_one() {
    let uvs = |kind, name, first| layer(kind, 0, name, "UV", vec![first, 0.25, 0.5, 0.75, 1.0, 0.0]);
    let children = vec![
        record("Vertices", vec![Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])], vec![]),
        record("PolygonVertexIndex", vec![Value::Ints(vec![0, 1, -3])], vec![]),
        uvs("LayerElementUV", "map1", 0.0),
        uvs("LayerElementBumpUV", "map1", 0.125),
        uvs("LayerElementEmissiveUV", "light", 0.375),
        uvs("LayerElementReflectionFactorUV", "light", 0.625),
    ];
    let objects = vec![model(1, "Leaf", "Mesh", vec![]), object("Geometry", 2, "", "Mesh", children)];
    let narrow = scene(objects, &[(1, 0, None), (2, 1, None)]);
    for bytes in [widened(&narrow, 7500), narrow] {
        let scene = clean(import(&bytes, &as_in_file()));
        let sets: Vec<_> =
            scene.meshes[0].uv_sets.iter().map(|set| (&*set.name, set.corner_uvs[0], set.corner_uvs[2])).collect();
        assert_eq!(sets, [("map1", [0.0, 0.25], [1.0, 0.0]), ("light", [0.375, 0.25], [1.0, 0.0])]);
    }
}

#[test]
#[cfg(feature = "fbx-dom")]
fn both_importers_agree() {
    use super::dom::import_dom;
    let [one, other] = [import, import_dom].map(|import| clean(import(&triangle(), &as_in_file())));
    let [one, other] = [&one.meshes[0], &other.meshes[0]];
    assert_eq!((&one.corner_colors, &one.more_colors), (&other.corner_colors, &other.more_colors));
    assert_eq!(one.uv_sets, other.uv_sets);
}
