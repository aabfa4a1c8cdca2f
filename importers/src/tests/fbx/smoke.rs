//! Tests with a hundred thousand damaged files. Each of them must give a valid scene or an error.

use rigmill_pipeline::Importer;
use rigmill_test_random::Random;

use super::hostile::{sound, with_mesh};
use super::writer::{
    TICKS, Value, curve, curve_node, geometry, layer, model, moved, number, object, record, scene, stack, vector,
};
use crate::tests::scenes::harmed;
use crate::tests::support::import_with;
use crate::{CurveChoice, Fbx, FbxParams};

const ROUNDS: usize = 100_000;

/// The content of older text files.
const TEXT_6100: &str = "; FBX 6.1.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 6100
}
Objects:  {
    Model: \"Model::Box\", \"Mesh\" {
        Version: 232
        Properties60:  {
            Property: \"Lcl Translation\", \"Lcl Translation\", \"A+\",1.5,0,-2
            Property: \"Lcl Rotation\", \"Lcl Rotation\", \"A+\",0,90,0
        }
        Vertices: 0,0,0,1,0,0,1,1,0,0,1,0
        PolygonVertexIndex: 0,1,2,-4
        LayerElementNormal: 0 {
            MappingInformationType: \"ByPolygonVertex\"
            ReferenceInformationType: \"Direct\"
            Normals: 0,0,1,0,0,1,0,0,1,0,0,1
        }
    }
    Model: \"Model:: Bone\", \"Limb\" {
    }
}
Connections:  {
    Connect: \"OO\", \"Model::Box\", \"Model::Scene\"
    Connect: \"OO\", \"Model:: Bone\", \"Model::Box\"
}
Takes:  {
    Current: \"Take 001\"
    Take: \"Take 001\" {
        LocalTime: 0,46186158000
        Model: \"Model::Box\" {
            Channel: \"Transform\" {
                Channel: \"T\" {
                    Channel: \"X\" {
                        Default: 1.5
                        KeyVer: 4005
                        KeyCount: 2
                        Key: 0,1.5,L,46186158000,2.5,L
                    }
                }
            }
        }
    }
}
";

/// Returns a skinned triangle with texture coordinates, a material and a take.
fn skinned() -> Vec<u8> {
    let layer_of = |name, list, values| {
        let all = vec![
            record("MappingInformationType", vec![Value::Text("ByPolygonVertex".to_owned())], vec![]),
            record("ReferenceInformationType", vec![Value::Text("Direct".to_owned())], vec![]),
            record(list, vec![Value::Doubles(values)], vec![]),
        ];
        record(name, vec![Value::Int(0)], all)
    };
    let list = |name, values| record(name, vec![values], vec![]);
    let mesh = vec![
        list("Vertices", Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])),
        list("PolygonVertexIndex", Value::Ints(vec![0, 1, -3])),
        layer_of("LayerElementNormal", "Normals", vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        layer_of("LayerElementUV", "UV", vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
    ];
    let matrix = |x| {
        Value::Doubles(
            (0..16)
                .map(|at| {
                    if at % 5 == 0 {
                        1.0
                    } else if at == 12 {
                        x
                    } else {
                        0.0
                    }
                })
                .collect(),
        )
    };
    let cluster = |id, vertices: Vec<i32>| {
        let weights = Value::Doubles(vec![0.5; vertices.len()]);
        let all = vec![
            list("Indexes", Value::Ints(vertices)),
            list("Weights", weights),
            list("Transform", matrix(-1.0)),
            list("TransformLink", matrix(1.0)),
        ];
        object("Deformer", id, "", "Cluster", all)
    };
    let objects = vec![
        model(1, "Body", "Mesh", vec![vector("GeometricTranslation", [0.0, 0.0, 0.0])]),
        model(2, "Bone", "LimbNode", vec![vector("PreRotation", [10.0, 0.0, 0.0]), number("RotationActive", 1)]),
        model(3, " Tip", "LimbNode", vec![vector("Lcl Translation", [1.0, 0.0, 0.0]), number("RotationOrder", 3)]),
        object("Geometry", 4, "Body", "Mesh", mesh),
        object("Deformer", 5, "", "Skin", vec![]),
        cluster(6, vec![0, 1, 2]),
        cluster(7, vec![1, 2]),
        object("Material", 8, "Skin", "", vec![]),
        stack(9, "Robot|Go", 0, TICKS * 2),
        layer(10),
        curve_node(11, "R"),
        curve(12, &[(0, 0.0), (TICKS, 90.0), (TICKS * 2, -30.0)], false),
    ];
    let under = [(1, 0), (2, 0), (3, 2), (4, 1), (5, 4), (6, 5), (7, 5), (2, 6), (3, 7), (8, 1), (10, 9), (11, 10)];
    let mut connections: Vec<_> = under.map(|(child, parent)| (child, parent, None)).to_vec();
    connections.extend([(11, 3, Some("Lcl Rotation")), (12, 11, Some("d|Y"))]);
    scene(objects, &connections)
}

/// Returns small files of each kind.
pub(super) fn small_files() -> Vec<(&'static str, Vec<u8>)> {
    let placed_twice = || {
        let objects = vec![
            model(1, "A", "Mesh", vec![]),
            model(2, "B", "Mesh", vec![vector("Lcl Scaling", [2.0, -1.0, 1.0])]),
            geometry(
                3,
                Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.5, 0.5, 0.0]),
                vec![0, 1, 2, -4],
            ),
        ];
        scene(objects, &[(1, 0, None), (2, 1, None), (3, 1, None), (3, 2, None)])
    };
    vec![
        ("skinned", skinned()),
        ("placed twice", placed_twice()),
        ("moved", moved(0, TICKS * 3, &[(0, 0.0), (TICKS, 1.0)], false)),
        ("a mesh", with_mesh(Value::Doubles(vec![0.0; 9]))),
        ("text 6.1", TEXT_6100.as_bytes().to_vec()),
    ]
}

fn harm<I: Importer<Output = rigmill_dom::Scene, Params = FbxParams> + Default>(seed: u64) {
    let files = small_files();
    // With so few frames, a take that lasts years takes little time.
    let sample_rate = Some(0.05.try_into().unwrap());
    let params = FbxParams { sample_rate, curves: CurveChoice::Keep, ..FbxParams::default() };
    let mut random = Random::new(seed);
    for round in 0..ROUNDS {
        let (_, whole) = &files[round % files.len()];
        let (scene, said) = import_with::<I>(&harmed(whole, &mut random), &params);
        sound(scene, &said);
    }
}

#[test]
fn the_small_files_are_sound() {
    for (name, bytes) in small_files() {
        let (scene, said) = import_with::<Fbx>(&bytes, &FbxParams::default());
        assert!(scene.is_some(), "{name}: {said:?}");
        sound(scene, &said);
    }
}

#[test]
fn a_hundred_thousand_harmed_files_give_sound_scenes_or_refusals() {
    harm::<Fbx>(1);
}

#[test]
#[cfg(feature = "fbx-dom")]
fn a_hundred_thousand_harmed_files_give_sound_scenes_or_refusals_without_c() {
    harm::<crate::FbxDom>(2);
}
