//! Small files with one feature each, which content keeps, reports or rejects. The tests of the program also build them.

use super::writer::{
    Record, TICKS, Value, attribute_with, blend_channel, blend_shape, curve, curve_node, decimal, geometry, layer,
    layer_with, model, number, object, record, scene, stack, text, user,
};

/// The name of a feature in docs/scenes.md, a file with this feature, and the message of the importers after the code.
pub(super) type Kind = (&'static str, Vec<u8>, &'static str);

/// The ids of the node and the geometry that every file contains.
const BODY: i64 = 1;
const SHAPE: i64 = 1001;

fn positions() -> Value {
    Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])
}

fn triangle(id: i64) -> Record {
    geometry(id, positions(), vec![0, 1, !2])
}

fn list(name: &'static str, value: Value) -> Record {
    record(name, vec![value], vec![])
}

/// Returns a file with a body and other objects.
fn beside(more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    with_body(vec![], triangle(SHAPE), more, links)
}

fn with_body(own: Vec<Record>, shape: Record, more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    let objects = [model(BODY, "Body", "Mesh", own), shape].into_iter().chain(more).collect();
    let connections = [(BODY, 0, None), (SHAPE, BODY, None)].into_iter().chain(links.iter().copied());
    scene(objects, &connections.collect::<Vec<_>>())
}

/// Returns a file with a body of this geometry.
fn shaped(corners: Vec<i32>, more: Vec<Record>) -> Vec<u8> {
    let all = [list("Vertices", positions()), list("PolygonVertexIndex", Value::Ints(corners))];
    let shape = object("Geometry", SHAPE, "", "Mesh", all.into_iter().chain(more).collect());
    with_body(vec![], shape, vec![], &[])
}

/// Returns a group of three levels, which need two thresholds.
fn levelled(thresholds: &[f64]) -> Vec<u8> {
    let threshold = |(at, value): (usize, &f64)| decimal(&format!("Thresholds|Level{at}"), *value);
    let own = thresholds.iter().enumerate().map(threshold).collect();
    let mut more = vec![model(60, "Group", "LodGroup", vec![]), attribute_with(61, "LodGroup", own)];
    let mut links = vec![(60, 0, None), (61, 60, None)];
    for level in 70..73 {
        more.extend([model(level, &format!("L{level}"), "Mesh", vec![]), triangle(level + 10)]);
        links.extend([(level, 60, None), (level + 10, level, None)]);
    }
    beside(more, &links)
}

/// Returns a cluster that moves every vertex.
fn cluster(id: i64) -> Record {
    let matrix = || Value::Doubles((0..16).map(|at| f64::from(u8::from(at % 5 == 0))).collect());
    let children = vec![
        list("Indexes", Value::Ints(vec![0, 1, 2])),
        list("Weights", Value::Doubles(vec![1.0; 3])),
        list("Transform", matrix()),
        list("TransformLink", matrix()),
    ];
    object("Deformer", id, "Cluster", "Cluster", children)
}

fn skin(id: i64) -> Record {
    object("Deformer", id, "Skin", "Skin", vec![])
}

/// Returns a file with a body that has a skin of one bone, and with additional objects.
fn skinned(more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    skinned_by(skin(30), more, links)
}

fn skinned_by(skin: Record, more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    let own = vec![model(20, "Bone", "LimbNode", vec![]), skin, cluster(31)];
    let own_links = [(20, 0, None), (30, SHAPE, None), (31, 30, None), (20, 31, None)];
    beside(own.into_iter().chain(more).collect(), &[&own_links, links].concat())
}

/// Returns a file with a body and another object, one property of which a take animates.
fn animated(owner: Option<Record>, id: i64, property: &str) -> Vec<u8> {
    let take = vec![
        stack(40, "Go", 0, TICKS),
        layer(41),
        curve_node(42, property),
        curve(43, &[(0, 1.0), (TICKS, 0.0)], false),
    ];
    let links = [(41, 40, None), (42, 41, None), (42, id, Some(property)), (43, 42, Some("d|X"))];
    let material = owner.iter().map(|_| (id, BODY, None));
    beside(owner.clone().into_iter().chain(take).collect(), &links.into_iter().chain(material).collect::<Vec<_>>())
}

/// Returns a file whose body has a channel of blend shapes. The shape is fully applied at `full` percent.
fn morphed(full: f64) -> Vec<u8> {
    let more = vec![
        object("Deformer", 3, "", "BlendShape", vec![]),
        blend_channel(4, "Smile", 0.0, &[full]),
        blend_shape(5, &[0], &[[0.0, 0.0, 1.0]]),
    ];
    beside(more, &[(3, SHAPE, None), (4, 3, None), (5, 4, None)])
}

/// Returns a file with a body and a node that has an attribute of this class.
fn carrying(class: &str, properties: Vec<Record>) -> Vec<u8> {
    let node = vec![model(60, "Carrier", class, vec![]), attribute_with(61, class, properties)];
    beside(node, &[(60, 0, None), (61, 60, None)])
}

/// Returns a texture with a file.
fn textured(id: i64) -> Record {
    object(
        "Texture",
        id,
        "Gloss",
        "",
        vec![list("FileName", text("gloss.png")), list("RelativeFilename", text("gloss.png"))],
    )
}

/// Returns a file with a body, and with a coarser body for when it covers less than half of the screen.
fn in_levels() -> Vec<u8> {
    let threshold = vec![number("ThresholdsUsedAsPercentage", 1), decimal("Thresholds|Level0", 50.0)];
    let group = vec![model(60, "Group", "LodGroup", vec![]), attribute_with(61, "LodGroup", threshold)];
    let levels = ["Fine", "Coarse"].into_iter().zip([62, 63]);
    let levels = levels.flat_map(|(name, id)| [model(id, name, "Mesh", vec![]), triangle(id + 10)]);
    let links = [(60, 0, None), (61, 60, None), (62, 60, None), (63, 60, None), (72, 62, None), (73, 63, None)];
    beside(group.into_iter().chain(levels).collect(), &links)
}

/// Returns a file with a body that has two colour sets.
fn coloured() -> Vec<u8> {
    let set = |number: i32| {
        let of_corner = |name, word: &str| list(name, text(word));
        let colors = Value::Doubles(vec![0.25 * f64::from(number + 1); 12]);
        let children = vec![
            of_corner("MappingInformationType", "ByPolygonVertex"),
            of_corner("ReferenceInformationType", "Direct"),
            list("Colors", colors),
        ];
        record("LayerElementColor", vec![Value::Int(number)], children)
    };
    let layer = |number: i32| {
        let element = vec![list("Type", text("LayerElementColor")), list("TypedIndex", Value::Int(number))];
        record("Layer", vec![Value::Int(number)], vec![record("LayerElement", vec![], element)])
    };
    shaped(vec![0, 1, !2], vec![set(0), set(1), layer(0), layer(1)])
}

/// Returns the files, in the order of the rows on the page.
pub(super) fn files() -> Vec<Kind> {
    let hole = record(
        "LayerElementHole",
        vec![Value::Int(0)],
        vec![
            list("MappingInformationType", Value::Text("ByPolygon".to_owned())),
            list("ReferenceInformationType", Value::Text("Direct".to_owned())),
            list("Hole", Value::Ints(vec![1])),
        ],
    );
    let line = vec![
        list("Points", Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0])),
        list("PointsIndex", Value::Ints(vec![0, !1])),
    ];
    let beyond = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, f64::NAN, 0.0];
    let beyond = geometry(SHAPE, Value::Doubles(beyond.to_vec()), vec![0, 1, !2, 1, 2, !3]);
    let one = |it: Record, links: &[_]| beside(vec![it], links);
    vec![
        ("Meshes", beside(vec![], &[]), ""),
        ("Skins", skinned(vec![], &[]), ""),
        ("Morph targets", morphed(100.0), ""),
        ("Node animation", animated(None, BODY, "Lcl Translation"), ""),
        (
            "Dual-quaternion skins",
            skinned_by(
                object("Deformer", 30, "Skin", "Skin", vec![list("SkinningType", text("DualQuaternion"))]),
                vec![],
                &[],
            ),
            "",
        ),
        ("Second set of vertex colours", coloured(), ""),
        ("Cameras", carrying("Camera", vec![decimal("FieldOfView", 40.0)]), ""),
        ("Lights", carrying("Light", vec![]), ""),
        (
            "Light decay and area shape",
            carrying("Light", vec![number("DecayType", 2), number("AreaLightShape", 1), number("LightType", 0)]),
            "",
        ),
        ("Camera film", carrying("Camera", vec![decimal("FieldOfView", 40.0), decimal("FilmOffsetX", 0.25)]), ""),
        ("Levels of detail", in_levels(), ""),
        (
            "Custom properties",
            with_body(vec![user("Speed", "double", vec![Value::Double(2.5)])], triangle(SHAPE), vec![], &[]),
            "",
        ),
        (
            "Cameras without a node",
            one(attribute_with(61, "Camera", vec![]), &[]),
            "1 camera that no node uses is left out",
        ),
        (
            "Lights without a node",
            one(attribute_with(61, "Light", vec![]), &[]),
            "1 light that no node uses is left out",
        ),
        (
            "Look-at targets",
            beside(
                vec![model(60, "Watcher", "Null", vec![]), model(61, "Target", "Null", vec![])],
                &[(60, 0, None), (61, 0, None), (61, 60, Some("LookAtProperty"))],
            ),
            "1 look-at target of a node is left out: \"Watcher\"",
        ),
        (
            "Distance limits of LOD groups",
            carrying("LodGroup", vec![number("MinMaxDistance", 1), decimal("MaxDistance", 50.0)]),
            "1 distance limit of an LOD group is left out: \"Carrier\"",
        ),
        (
            "Incomplete thresholds of levels",
            levelled(&[10.0]),
            "1 list of LOD thresholds is incomplete or out of order, and is left out: \"Group\"",
        ),
        (
            "Custom properties of other objects",
            carrying("Null", vec![user("Speed", "double", vec![Value::Double(2.5)])]),
            "1 user property of an unsupported object is left out: \"Carrier.Speed\"",
        ),
        (
            "Custom vertex data",
            shaped(vec![0, 1, !2], vec![record("LayerElementUserData", vec![Value::Int(0)], vec![])]),
            "1 list of custom vertex data is left out",
        ),
        (
            "Other deformers",
            one(object("Deformer", 60, "Cage", "Lattice", vec![]), &[(60, SHAPE, None)]),
            "1 deformer that is neither a skin nor a blend shape is left out: \"Cage\"",
        ),
        (
            "Textures of unsupported material properties",
            beside(
                vec![object("Material", 60, "Paint", "", vec![]), textured(61)],
                &[(60, BODY, None), (61, 60, Some("AmbientColor"))],
            ),
            "1 texture of an unsupported material property is left out: \"Paint.AmbientColor\"",
        ),
        (
            "Points and lines",
            shaped(vec![0, 1, !2, 0, !1, !2], vec![]),
            "2 points and lines among the faces are left out",
        ),
        (
            "Faces with NaN or infinite vertices",
            with_body(vec![], beyond, vec![], &[]),
            "1 face that uses a vertex whose position is not finite is left out",
        ),
        (
            "Curves",
            beside(
                vec![model(60, "Path", "Null", vec![]), object("Geometry", 61, "", "Line", line)],
                &[(60, 0, None), (61, 60, None)],
            ),
            "1 curve is left out: \"Path\"",
        ),
        (
            "NURBS surfaces",
            beside(
                vec![model(60, "Hull", "Null", vec![]), object("Geometry", 61, "", "TrimNurbsSurface", vec![])],
                &[(60, 0, None), (61, 60, None)],
            ),
            "1 NURBS surface is left out: \"Hull\"",
        ),
        (
            "Subdivision surfaces",
            shaped(vec![0, 1, !2], vec![list("Smoothness", Value::Int(2))]),
            "1 subdivision of a mesh is left out: \"Body\"",
        ),
        ("Polygon holes", shaped(vec![0, 1, !2], vec![hole]), "1 hole flag on a face is left out: \"Body\""),
        (
            "Second geometry of a node",
            one(triangle(61), &[(61, BODY, None)]),
            "1 additional geometry of a node is left out: \"Body\"",
        ),
        (
            "Hidden meshes",
            with_body(vec![number("Visibility", 0)], triangle(SHAPE), vec![], &[]),
            "1 mesh of a hidden node is left out: \"Body\"",
        ),
        (
            "Meshes without a node",
            one(object("Geometry", 61, "Spare", "Mesh", vec![list("Vertices", positions())]), &[]),
            "1 mesh that no node uses is left out: \"Spare\"",
        ),
        (
            "Nodes outside the scene",
            one(model(60, "Lost", "Null", vec![]), &[]),
            "1 node that is not in the scene is left out: \"Lost\"",
        ),
        (
            "Second skin of a mesh",
            skinned(vec![skin(50), cluster(51)], &[(50, SHAPE, None), (51, 50, None), (20, 51, None)]),
            "1 additional skin of a mesh is left out",
        ),
        (
            "Skin clusters without a bone",
            skinned(vec![cluster(51)], &[(51, 30, None)]),
            "1 skin cluster without a bone is left out: \"Cluster\"",
        ),
        ("Blend shapes without a full weight", morphed(0.0), "1 blend shape that no weight shows is left out"),
        (
            "Geometry caches",
            one(object("Deformer", 60, "Cloth", "VertexCacheDeformer", vec![]), &[(60, SHAPE, None)]),
            "1 geometry cache is left out: \"Cloth\"",
        ),
        (
            "Constraints",
            one(object("Constraint", 60, "Look", "Aim", vec![list("Type", Value::Text("Aim".to_owned()))]), &[]),
            "1 constraint is left out: \"Look\"",
        ),
        (
            "Character definitions",
            one(object("Constraint", 60, "Hero", "Character", vec![]), &[]),
            "1 character definition is left out: \"Hero\"",
        ),
        ("Sounds", one(object("Audio", 60, "Step", "Clip", vec![]), &[]), "1 sound is left out: \"Step\""),
        (
            "Animated visibility",
            animated(None, BODY, "Visibility"),
            "1 visibility animation of a node is left out: \"Body\"",
        ),
        (
            "Mute and solo settings of animation layers",
            beside(
                vec![stack(40, "Go", 0, TICKS), layer_with(41, "Upper", vec![number("Mute", 1)])],
                &[(41, 40, None)],
            ),
            "1 mute or solo setting of an animation layer is left out: \"Upper\"",
        ),
        (
            "Other animated properties",
            animated(Some(object("Material", 60, "Paint", "", vec![])), 60, "DiffuseColor"),
            "1 property animation is left out: \"Paint.DiffuseColor\"",
        ),
    ]
}
