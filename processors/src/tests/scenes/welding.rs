//! Welded vertices, and the order of triangles.

use super::*;

#[test]
fn triangles_without_neighbours_are_first_in_the_order_for_the_vertex_cache() {
    // A triangle, a square and a triangle, which share no vertices. The square's last triangle comes first, because both of its
    // triangles have one neighbour.
    let corners = [
        [0.0, 0.0],
        [1.0, 0.0],
        [0.0, 1.0],
        [2.0, 0.0],
        [3.0, 0.0],
        [3.0, 1.0],
        [2.0, 1.0],
        [4.0, 0.0],
        [5.0, 0.0],
        [4.0, 1.0],
    ];
    let mesh = SceneMesh { face_sizes: vec![3, 4, 3], ..polygon(&corners) };
    let params = ModelParams { vertex_cache: true, ..ModelParams::default() };
    let model: Model = product(process(&ModelProcessor, &of_mesh(mesh), &params, &Assets(&[])).clean(), ".model");
    let mesh = &model.meshes[0];
    let corner = |index: &u32| {
        let [x, y, _] = mesh.vertices.positions[*index as usize];
        corners.iter().position(|it| *it == [x, y]).unwrap()
    };
    // Clockwise triangles begin with corners 2, 1, 0 and 0, 3, 2 of their polygon, as in XNA's files.
    let clockwise = mesh.indices.chunks_exact(3).map(|it| [it[0], it[2], it[1]].each_ref().map(corner));
    assert_eq!(clockwise.collect::<Vec<_>>(), [[9, 8, 7], [2, 1, 0], [3, 6, 5], [5, 4, 3]]);
    assert_eq!(mesh.indices, [0, 2, 1, 3, 5, 4, 6, 8, 7, 8, 6, 9]);
}

#[test]
fn vertices_are_stored_as_codes_where_a_rule_asks_for_it() {
    let corners = [[0.0, 0.0], [3.0, 0.1], [2.9, 2.2], [0.3, 2.0]];
    let plain = mesh_of(polygon(&corners));
    let params =
        ModelParams { positions: PositionFormat::U16, normals: NormalFormat::Octahedral, ..ModelParams::default() };
    let model: Model =
        product(process(&ModelProcessor, &of_mesh(polygon(&corners)), &params, &Assets(&[])).clean(), ".model");
    // Decoding the stored model must return the same model.
    assert_eq!(Model::decode(&model.encode().unwrap()).unwrap(), model);
    let mesh = &model.meshes[0];
    let vertices = &mesh.vertices;
    assert_eq!((vertices.position_format, vertices.normal_format), (PositionFormat::U16, NormalFormat::Octahedral));
    assert_eq!((&mesh.indices, &vertices.normals), (&plain.indices, &plain.vertices.normals));
    assert!(vertices.positions != plain.vertices.positions);
    for (rounded, exact) in vertices.positions.iter().zip(&plain.vertices.positions) {
        let off = rounded.iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off <= 3.0 / 65_535.0 * 0.5 + 2e-7, "{off}");
    }
    assert_eq!(mesh.bounding_box.max[0], 3.0);
}

/// Returns triangles as sets of their vertices' positions, sorted.
fn sorted_triangles(mesh: &ModelMesh) -> Vec<Vec<[u32; 3]>> {
    let corner = |&index: &u32| mesh.vertices.positions[index as usize].map(f32::to_bits);
    let mut all: Vec<Vec<_>> = mesh.indices.chunks_exact(3).map(|it| it.iter().map(corner).collect()).collect();
    // Each triangle is rotated to its smallest form, because it may contain a vertex twice.
    for triangle in &mut all {
        let turned = |by| {
            let mut corners = triangle.clone();
            corners.rotate_left(by);
            corners
        };
        let least = (0..3).map(turned).min().unwrap();
        *triangle = least;
    }
    all.sort();
    all
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

    /// This also holds for triangles with a vertex twice, and for edges that many triangles share.
    #[test]
    fn an_order_for_the_vertex_cache_has_the_same_triangles(corners in proptest::collection::vec(0_u32..12, 3..300)) {
        let count = corners.len() / 3;
        let mesh = SceneMesh {
            positions: (0_u16..12).map(|at| [f32::from(at), f32::from(at * at % 7), f32::from(at % 3)]).collect(),
            face_sizes: vec![3; count],
            corner_vertices: corners[..count * 3].to_vec(),
            corner_normals: Some(vec![[0.0, 0.0, 1.0]; count * 3]),
            ..SceneMesh::default()
        };
        let plain = mesh_of(mesh.clone());
        let params = ModelParams { vertex_cache: true, ..ModelParams::default() };
        let arranged: Model =
            product(process(&ModelProcessor, &of_mesh(mesh), &params, &Assets(&[])).clean(), ".model");
        let arranged = &arranged.meshes[0];
        proptest::prop_assert_eq!(sorted_triangles(&plain), sorted_triangles(arranged));
        // Clockwise triangles use the vertices in their order.
        let mut next = 0;
        for index in arranged.indices.chunks_exact(3).flat_map(|it| [it[0], it[2], it[1]]) {
            proptest::prop_assert!(index <= next);
            next = next.max(index + 1);
        }
        proptest::prop_assert_eq!(next as usize, arranged.vertices.positions.len());
    }
}

/// Corners at the same position are only kept apart by a difference in a colour set, in an attribute or in the blend weight.
///
/// The mesh consists of two triangles of a square, each with its own vertices: 0 and 3 have the same position, and so do 2 and
/// 4.
#[test]
fn vertices_are_welded_only_where_all_their_sets_agree() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
    let two = || SceneMesh { face_sizes: vec![3, 3], ..polygon(&corners) };
    assert_eq!(mesh_of(two()).vertices.positions.len(), 4);
    let color = |corner: usize| [0.25, 0.5, if corner == 3 { 1.0 } else { 0.0 }, 1.0];
    let colors = vec![vec![[1.0; 4]; 6], (0..6).map(color).collect()];
    let mesh = mesh_of(SceneMesh { corner_colors: Some(vec![[1.0; 4]; 6]), more_colors: colors, ..two() });
    let last = mesh.vertices.more_colors[1].iter().filter(|color| color[2] == 1.0).count();
    assert_eq!((mesh.vertices.positions.len(), mesh.vertices.more_colors.len(), last), (5, 2, 1));
    let values = (0..6_u8).map(|corner| [f32::from(corner == 4), 7.0, 0.0, 0.0]).collect();
    let heat = SceneAttribute { name: "_HEAT".to_owned(), width: 2, corner_values: values };
    let mesh = mesh_of(SceneMesh { attributes: vec![heat], ..two() });
    let heat = &mesh.vertices.attributes[0];
    assert_eq!((mesh.vertices.positions.len(), &*heat.name, heat.width, heat.values.len()), (5, "_HEAT", 2, 10));
    assert_eq!(heat.values.chunks(2).filter(|pair| *pair == [1.0, 7.0]).count(), 1);
    let skin = SceneSkin {
        bones: vec![1],
        inverse_binds: vec![[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]],
        vertex_starts: (0..=6).collect(),
        influences: vec![SceneInfluence { bone: 0, weight: 1.0 }; 6],
        method: SkinningMethod::Blended,
        blend_weights: vec![0.5, 0.0, 0.0, 1.0, 0.0, 0.0],
    };
    let mesh = mesh_of(SceneMesh { skin: Some(skin), ..two() });
    assert_eq!(mesh.skin.unwrap().blend_weights, [0.5, 0.0, 0.0, 1.0, 0.0]);
}

fn morphing() -> SceneMesh {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let shape = SceneShape {
        weight: 1.0,
        vertices: vec![0, 3, 4],
        positions: vec![[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 2.0]],
        normals: vec![[0.5, 0.0, 0.0]; 3],
        tangents: Vec::new(),
    };
    let morph = SceneMorph { name: "Bend".to_owned(), weight: 0.25, shapes: vec![shape] };
    SceneMesh { face_sizes: vec![3, 3], morphs: vec![morph.clone(), morph], ..polygon(&corners) }
}

#[test]
fn vertices_that_targets_change_otherwise_are_not_welded() {
    let mesh = mesh_of(morphing());
    assert_eq!(mesh.vertices.positions.len(), 5);
    let [bend, second] = &mesh.targets[..] else { panic!("{:?}", mesh.targets) };
    assert_eq!((bend.name.as_str(), second.name.as_str(), bend.weight), ("Bend", "Bend_2", 0.25));
    let shape = &bend.shapes[0];
    let changed: Vec<_> = shape.vertices.iter().map(|&vertex| mesh.vertices.positions[vertex as usize]).collect();
    let changes: Vec<_> = changed.into_iter().zip(shape.positions.iter().map(|change| change[2])).collect();
    assert_eq!(changes, [([0.0; 3], 1.0), ([1.0, 1.0, 0.0], 2.0)]);
    assert_eq!(shape.normals, [[0.5, 0.0, 0.0]; 2]);
    let mut still = morphing();
    still.morphs.clear();
    assert_eq!(mesh_of(still).vertices.positions.len(), 4);
}

#[test]
fn a_clip_of_weights_alone_has_them_beside_keys_of_no_bone() {
    let weights = vec![
        SceneWeightTrack { node: 0, target: 0, weights: vec![0.0, 0.5, 1.0] },
        SceneWeightTrack { node: 0, target: 1, weights: vec![0.75] },
        // A node without a mesh has no targets.
        SceneWeightTrack { node: 1, target: 0, weights: vec![1.0] },
    ];
    let talk = SceneClip { tracks: Vec::new(), weights, ..clip("Talk", vec![[0.0; 3]; 3]) };
    let scene = Scene { clips: vec![talk], ..of_mesh(morphing()) };
    let products = made(&scene).clean().into_products().unwrap();
    let value = |label: &str| &products.iter().find(|it| it.label == label).unwrap().value;
    let keys: &AnimationSequence = value("@Talk").get().unwrap();
    assert_eq!((keys.sequences.len(), keys.duration), (0, 1.0));
    keys.encode().unwrap();
    let weights: &ClipWeights = value("@Talk.weights").get().unwrap();
    weights.encode().unwrap();
    assert_eq!((&weights.times[..], weights.duration), (&[0.0, 0.5, 1.0][..], 1.0));
    let tracks: Vec<_> =
        weights.tracks.iter().map(|it| (it.mesh.as_str(), it.target.as_str(), it.weights.as_slice())).collect();
    assert_eq!(tracks, [("Place", "Bend", &[0.0, 0.5, 1.0][..]), ("Place", "Bend_2", &[0.75][..])]);
}

#[test]
fn weights_that_never_change_have_one_time_however_long_the_clip_is() {
    let weights = vec![SceneWeightTrack { node: 0, target: 0, weights: vec![0.75] }];
    let smile = SceneClip { tracks: Vec::new(), weights, frames: u32::MAX, ..clip("Smile", vec![[0.0; 3]; 3]) };
    let products = made(&Scene { clips: vec![smile], ..of_mesh(morphing()) }).clean().into_products().unwrap();
    let weights = products.iter().find(|it| it.label == "@Smile.weights").unwrap().value.get::<ClipWeights>().unwrap();
    assert_eq!((&weights.times[..], &weights.tracks[0].weights[..]), (&[0.0][..], &[0.75][..]));
}

#[test]
fn numbers_of_materials_outside_of_their_ranges_are_clamped_with_a_warning() {
    let plain = SceneMaterial { name: "Skin".to_owned(), ..SceneMaterial::default() };
    let cases = [
        (SceneMaterial { metallic: 2.0, ..plain.clone() }, "the metalness"),
        (SceneMaterial { roughness: -0.5, ..plain.clone() }, "the roughness"),
        (SceneMaterial { occlusion_strength: 1.5, ..plain.clone() }, "the strength of occlusion"),
        (SceneMaterial { emissive_strength: -1.0, ..plain.clone() }, "the strength of emission"),
        (SceneMaterial { alpha_cutoff: -0.1, ..plain.clone() }, "the alpha cutoff"),
    ];
    for (material, number) in cases {
        let scene =
            Scene { materials: vec![plain.clone(), material], ..of_mesh(polygon(&[[0.0; 2], [1.0, 0.0], [1.0; 2]])) };
        let made = made(&scene);
        let expected = format!(
            "warning[R0092]: 1 material has a number outside its range, which is clamped (the first is {number} of \"Skin\")"
        );
        let lines = made.lines();
        assert!(lines.len() == 1 && lines[0].starts_with(&expected), "{lines:?}");
    }
    let highest = SceneMaterial { metallic: 1.0, roughness: 0.0, emissive_strength: 9.0, alpha_cutoff: 2.0, ..plain };
    made(&Scene { materials: vec![highest], ..of_mesh(polygon(&[[0.0; 2], [1.0, 0.0], [1.0; 2]])) }).clean();
}
