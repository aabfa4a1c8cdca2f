use rigmill_format::{
    AlignedBytes, AlphaMode, Content, EffectValue, Indices, LevelMeasure, LightKind, LightUnit, Model, ModelView,
    MorphTarget, Projection, PropertyKind, Shading, SkinningMethod, TextureFilter, TexturePlacement, TextureUse,
    shape_weights,
};

use crate::container::reseal;
use crate::samples::model;

fn problem(change: impl FnOnce(&mut Model)) -> String {
    let mut model = model();
    change(&mut model);
    model.encode().unwrap_err().to_string()
}

/// The error of the skinned mesh.
fn skinned(change: impl FnOnce(&mut rigmill_format::ModelMesh)) -> String {
    let reported = problem(|model| change(&mut model.meshes[1]));
    reported.strip_prefix("mesh 1 (\"Arm\"): ").map_or(reported.clone(), str::to_owned)
}

#[test]
fn a_view_reads_meshes_in_place() {
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let view = ModelView::parse(&file).unwrap();
    assert_eq!([" Arm", "Root", "Arm"].map(|name| view.find_bone(name)), [Some(1), Some(0), None]);
    assert_eq!(view.bone(1).unwrap().parent(), Some(0));
    let [rigid, skinned] = [0, 1].map(|index| view.mesh(index).unwrap());
    assert_eq!((rigid.name(), rigid.bone(), rigid.vertex_count(), rigid.triangle_count()), ("Plate", 1, 3, 1));
    assert!(rigid.normals().is_empty() && !rigid.is_skinned() && rigid.uv_sets().len() == 0);
    assert_eq!(rigid.indices(), Indices::U16(&[0, 1, 2]));
    assert_eq!(skinned.uv_sets().map(|set| set[0]).collect::<Vec<_>>(), [[0.0, 1.0], [0.25, -2.0]]);
    assert_eq!(skinned.joint_sets().map(|(joints, _)| joints[2][0]).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(skinned.parts().map(|part| part.material).collect::<Vec<_>>(), [Some(0), None]);
    let material = view.material(0).unwrap();
    assert_eq!(material.texture(TextureUse::Normal), Some("Textures/steel_normal"));
    assert_eq!(material.texture(TextureUse::Opacity), None);
}

/// A newer file must not end where version 1 ends, because then the content would have two encodings.
#[test]
fn newer_versions_have_more_for_every_mesh() {
    let mut model = model();
    model.materials.clear();
    model.properties.clear();
    model.tag = None;
    for mesh in &mut model.meshes {
        mesh.vertices.bitangents.clear();
        mesh.parts.iter_mut().for_each(|part| part.material = None);
    }
    let mut file = model.encode().unwrap();
    let entries = 48..48 + 50 * 24;
    let more = entries.step_by(24).find(|at| file[*at..].starts_with(b"MORE")).unwrap();
    let start = file[more + 8..more + 16].to_vec();
    for at in (more..48 + 50 * 24).step_by(24) {
        file[at + 8..at + 16].copy_from_slice(&start);
        file[at + 16..at + 24].fill(0);
    }
    file[32..40].copy_from_slice(&start);
    file.truncate(usize::try_from(u64::from_le_bytes(start.try_into().unwrap())).unwrap());
    let error = Model::decode(&reseal(file)).unwrap_err().to_string();
    assert!(error.contains("MORE"), "{error}");
}

#[test]
fn a_view_reads_morph_targets_in_place() {
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let view = ModelView::parse(&file).unwrap();
    let [plate, arm] = [0, 1].map(|mesh| view.mesh(mesh).unwrap());
    assert_eq!((plate.targets().len(), arm.find_target("Thin"), arm.find_target("flex")), (0, Some(1), None));
    let flex = arm.targets().next().unwrap();
    assert_eq!((flex.name(), flex.weight(), flex.shapes().len()), ("Flex", 0.25, 2));
    let whole = flex.shapes().last().unwrap();
    assert_eq!((whole.vertices, whole.positions[1]), (&[0, 2][..], [0.0, 1.0, -2.0]));
    let bytes = file.as_ptr_range();
    assert!(bytes.contains(&whole.positions.as_ptr().cast()));
}

#[test]
fn a_view_reads_cameras_lights_and_levels() {
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let view = ModelView::parse(&file).unwrap();
    let names: Vec<&str> = view.cameras().map(|camera| camera.name()).collect();
    assert_eq!((names, view.cameras().next().unwrap().carrier().bone), (vec!["View", ""], Some(1)));
    let lamp = view.lights().next().unwrap();
    assert_eq!(
        (lamp.name(), lamp.kind(), lamp.unit(), lamp.range()),
        ("Lamp", LightKind::Spot, LightUnit::Candela, 12.0)
    );
    let group = view.level_groups().next().unwrap();
    assert_eq!(group.levels().map(|level| level.meshes).collect::<Vec<_>>(), [[0], [1]]);
    assert_eq!([0.0, 7.99, 8.0, 1e9].map(|distance| group.level_at(distance)), [Some(0), Some(0), Some(1), Some(1)]);
    assert_eq!((group.level_at(-1.0), group.level_at(f32::NAN)), (None, None));
}

/// A level is drawn while the group covers at least the level's share of the screen. In the example of
/// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/MSFT_lod, a group that covers less than the last share
/// is hidden.
#[test]
fn levels_by_coverage_are_drawn_from_their_share_up() {
    let mut model = model();
    let group = &mut model.level_groups[0];
    group.measure = LevelMeasure::Coverage;
    (group.levels[0].threshold, group.levels[1].threshold) = (0.5, 0.2);
    let file = AlignedBytes::from_slice(&model.encode().unwrap());
    let group = ModelView::parse(&file).unwrap().level_groups().next().unwrap();
    assert_eq!(
        [1.0, 0.5, 0.49, 0.2, 0.1].map(|share| group.level_at(share)),
        [Some(0), Some(0), Some(1), Some(1), None]
    );
}

#[test]
fn a_view_reads_properties_by_their_owner() {
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let properties = ModelView::parse(&file).unwrap().properties();
    let arm = properties.find(PropertyKind::Bone, 1).unwrap();
    assert_eq!(
        (arm.get("health").unwrap().as_i64(), arm.get("socket").unwrap().as_str()),
        (Some(1 << 40), Some("hand"))
    );
    let tags = properties.find(PropertyKind::Material, 0).unwrap().get("tags").unwrap();
    assert_eq!(tags.items().next().unwrap().as_f64(), Some(0.1));
    assert!(properties.find(PropertyKind::Bone, 0).is_none() && properties.find(PropertyKind::Mesh, 1).is_none());
    assert_eq!(properties.iter().count(), 2);
}

#[test]
fn cameras_lights_levels_and_properties_keep_their_rules() {
    let with = |projection: Projection| problem(|model| model.cameras[0].projection = projection);
    let wrong = "camera 0: its projection is not 0 or 1, or a number of the projection is out of range";
    let perspective = |y_fov, near, far| Projection::Perspective { y_fov, aspect: None, near, far };
    for (y_fov, near, far) in [(0.0, 1.0, 2.0), (4.0, 1.0, 2.0), (1.0, 0.0, 2.0), (1.0, 2.0, 2.0), (f32::NAN, 1.0, 2.0)]
    {
        assert_eq!(with(perspective(y_fov, near, far)), wrong);
    }
    assert_eq!(with(Projection::Orthographic { x_mag: 0.0, y_mag: 1.0, near: 0.0, far: 1.0 }), wrong);
    assert_eq!(problem(|model| model.cameras[0].carrier.bone = Some(2)), "camera 0: its bone does not exist");
    assert_eq!(problem(|model| model.lights[0].carrier.bone = Some(u32::MAX)), "light 0: its bone does not exist");
    let range = problem(|model| model.lights[0].range = 0.0);
    assert_eq!(range, "light 0: its range is not above 0");
    assert!(problem(|model| model.lights[0].cone = [0.5, 0.25]).contains("angles of its cone"));
    assert!(problem(|model| model.lights[0].kind = LightKind::Point).contains("angles of its cone"));
    assert!(problem(|model| model.lights[0].color[1] = -1.0).contains("its colour"));
    assert!(problem(|model| model.level_groups[0].levels[0].threshold = 9.0).contains("out of order"));
    assert!(problem(|model| model.level_groups[0].levels.clear()).contains("it has no levels"));
    let twice = problem(|model| model.level_groups[0].levels[1].meshes = vec![0]);
    assert_eq!(twice, "a mesh of a level of detail does not exist, or is in two levels");
    assert_eq!(problem(|model| model.level_groups[0].levels[1].meshes = vec![2]), twice);
    let order = "the properties of the model are not valid: their owners do not exist, or are out of order";
    assert_eq!(problem(|model| model.properties.swap(0, 1)), order);
    assert_eq!(problem(|model| model.properties[0].owner.index = 2), order);
    assert_eq!(problem(|model| model.properties[1].owner = model.properties[0].owner), order);
}

#[test]
fn morph_targets_keep_their_rules() {
    let flex = |change: fn(&mut MorphTarget)| skinned(|mesh| change(&mut mesh.targets[0]));
    let of = |rest: &str| format!("morph target 0 (\"Flex\"): {rest}");
    assert_eq!(flex(|target| target.weight = f32::NAN), of("its weight is NaN, expected a finite number"));
    assert_eq!(flex(|target| target.shapes.clear()), of("it has no shapes"));
    for (first, second) in [(0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (0.5, f32::INFINITY)] {
        let reported = skinned(|mesh| {
            let shapes = &mut mesh.targets[0].shapes;
            (shapes[0].weight, shapes[1].weight) = (first, second);
        });
        assert!(reported.contains("has weight"), "{first} {second}: {reported}");
    }
    let vertices = "the vertices of shape 1 do not ascend, or go beyond the 3 vertices of the mesh";
    assert_eq!(flex(|target| target.shapes[1].vertices = vec![2, 0]), of(vertices));
    assert_eq!(flex(|target| target.shapes[1].vertices = vec![0, 0]), of(vertices));
    assert_eq!(flex(|target| target.shapes[1].vertices = vec![0, 3]), of(vertices));
    let short = |list: &str| {
        of(&format!(
            "shape 1 changes 1 {list}, expected none, or one for each vertex of the shape if the mesh has {list}"
        ))
    };
    assert_eq!(flex(|target| _ = target.shapes[1].positions.pop()), short("positions"));
    assert_eq!(flex(|target| _ = target.shapes[1].normals.pop()), short("normals"));
    assert_eq!(flex(|target| _ = target.shapes[1].tangents.pop()), short("tangents"));
    let reported = flex(|target| target.shapes[0].positions[0][2] = f32::INFINITY);
    assert_eq!(reported, of("a change of positions in shape 0 is not finite"));
    let reported = skinned(|mesh| mesh.targets[1].name = "Flex".to_owned());
    assert_eq!(reported, "two morph targets are named \"Flex\"");
    let reported = problem(|model| {
        let mut targets = model.meshes[1].targets.clone();
        targets.truncate(1);
        model.meshes[0].targets = targets;
    });
    assert!(reported.contains("shape 0 changes 1 normals"), "a mesh without normals: {reported}");
}

/// The straight lines through (0, no change) and (weight of a shape, only that shape), as in FBX and in ufbx's documentation.
#[test]
fn a_weight_mixes_the_shapes_around_it() {
    let shares = |shapes: &[f32], weight| {
        let mut shares = vec![f32::NAN; shapes.len()];
        shape_weights(shapes, weight, &mut shares);
        shares
    };
    for weight in [-1.0, 0.0, 0.25, 1.0, 3.0] {
        assert_eq!(shares(&[1.0], weight), [weight], "glTF");
    }
    assert_eq!(shares(&[0.5, 1.0], 0.25), [0.5, 0.0]);
    assert_eq!(shares(&[0.5, 1.0], 0.5), [1.0, 0.0]);
    assert_eq!(shares(&[0.5, 1.0], 0.75), [0.5, 0.5]);
    assert_eq!(shares(&[0.5, 1.0], 1.5), [-1.0, 2.0], "beyond the last, on as before it");
    assert_eq!(shares(&[0.5, 1.0], -0.5), [-1.0, 0.0], "and beyond nothing");
    assert_eq!(shares(&[-1.0, 1.0], -0.5), [0.5, 0.0]);
    assert_eq!(shares(&[-1.0, 1.0], 0.5), [0.0, 0.5]);
    assert_eq!(shares(&[-1.0, -0.5], 0.5), [0.0, -1.0]);
    assert_eq!(shares(&[-2.0, -1.0, 4.0], -3.0), [2.0, -1.0, 0.0]);
    assert_eq!(shares(&[], 0.5), [0.0; 0]);
}

#[test]
fn large_meshes_have_wide_indices() {
    for (count, wide) in [(65_535, false), (65_536, true)] {
        let mut model = model();
        let mesh = &mut model.meshes[0];
        mesh.vertices.positions.resize(count, [0.0; 3]);
        mesh.indices = vec![0, 1, u32::try_from(count).unwrap() - 1];
        let file = AlignedBytes::from_slice(&model.encode().unwrap());
        let view = ModelView::parse(&file).unwrap();
        assert_eq!(matches!(view.mesh(0).unwrap().indices(), Indices::U32(_)), wide);
        assert_eq!(view.to_owned(), model);
    }
}

#[test]
fn a_model_may_be_empty() {
    let empty = Model::default();
    assert_eq!(Model::decode(&empty.encode().unwrap()).unwrap(), empty);
}

#[test]
fn bones_have_affine_matrices_and_parents_before_them() {
    assert_eq!(
        problem(|m| m.bones[1].parent = Some(1)),
        "bone 1 (\" Arm\"): its parent is bone 1, expected an earlier bone, or -1 for no parent"
    );
    assert_eq!(problem(|m| m.bones[1].name = "Root".to_owned()), "two bones are named \"Root\"");
    assert_eq!(problem(|m| m.bones[0].local[5] = f32::NAN), "bone 0 (\"Root\"): its bind pose is not finite");
    assert_eq!(
        problem(|m| m.bones[0].local[7] = 0.5),
        "bone 0 (\"Root\"): the last column of its matrix is [0.0, 0.5, 0.0, 1.0], expected [0.0, 0.0, 0.0, 1.0]"
    );
    assert_eq!(problem(|m| m.sphere.radius = -1.0), "the model's bounding sphere is not finite, or inverted");
    assert_eq!(problem(|m| m.bounding_box.max[0] = -1.0), "the model's bounding box is not finite, or inverted");
}

#[test]
fn attributes_are_one_a_vertex() {
    assert_eq!(skinned(|m| m.vertices.normals.truncate(2)), "it has 2 normals for 3 vertices");
    assert_eq!(skinned(|m| m.vertices.colors.extend([[1.0; 4]; 3])), "it has 6 colors for 3 vertices");
    // The sum is correct, but the sets are not.
    let reported = skinned(|m| {
        let moved = m.vertices.uv_sets[0].pop().unwrap();
        m.vertices.uv_sets[1].push(moved);
    });
    assert_eq!(reported, "it has 2 uvs for 3 vertices");
    assert_eq!(
        skinned(|m| m.vertices.uv_sets = vec![vec![[0.0; 2]; 3]; 9]),
        "it has 9 sets of uvs, but at most 8 are allowed"
    );
    assert_eq!(skinned(|m| m.vertices = Default::default()), "it has no vertices");
}

#[test]
fn attributes_are_what_a_gpu_can_use() {
    assert_eq!(skinned(|m| m.vertices.positions[2][1] = f32::INFINITY), "positions: vertex 2 is not finite");
    assert_eq!(skinned(|m| m.vertices.normals[1] = [0.0; 3]), "normals: vertex 1 has length 0, expected 1");
    assert_eq!(skinned(|m| m.vertices.normals[1][0] = f32::NAN), "normals: vertex 1 has length NaN, expected 1");
    assert_eq!(skinned(|m| m.vertices.tangents[0][3] = 0.0), "tangents: vertex 0 has w = 0, expected 1 or -1");
    assert_eq!(skinned(|m| m.vertices.uv_sets[1][0][0] = f32::NAN), "uvs: vertex 0 is not finite");
    assert_eq!(skinned(|m| m.bounding_box.max[0] = 0.5), "vertex 1 lies outside its bounding box");
    assert_eq!(skinned(|m| m.sphere.radius = 0.5), "vertex 0 lies outside its bounding sphere");
}

#[test]
fn indices_make_triangles_of_vertices() {
    assert_eq!(skinned(|m| m.indices.clear()), "it has 0 indices, expected a multiple of 3, at least one triangle");
    assert_eq!(skinned(|m| m.indices.truncate(5)), "it has 5 indices, expected a multiple of 3, at least one triangle");
    assert_eq!(skinned(|m| m.indices[4] = 3), "index 4 refers to vertex 3, but the mesh has 3 vertices");
    assert_eq!(skinned(|m| m.indices[4] = 70_000), "index 4 refers to vertex 70000, but the mesh has 3 vertices");
}

#[test]
fn parts_cover_the_indices() {
    assert_eq!(skinned(|m| m.parts[1].first_index = 0), "part 1 begins at index 0, expected 3");
    assert_eq!(skinned(|m| m.parts.truncate(1)), "its parts have 3 indices, but the mesh has 6");
    let reported = skinned(|m| m.parts[0].index_count = 2);
    assert_eq!(reported, "part 0 has 2 indices, expected a multiple of 3, at least one triangle");
    assert_eq!(
        skinned(|m| m.parts[1].material = Some(1)),
        "part 1 refers to material 1, but the model has 1 materials"
    );
    assert_eq!(skinned(|m| m.bone = 2), "it is attached to bone 2, but the model has 2 bones");
}

#[test]
fn skins_have_bones_and_weights() {
    let reported = skinned(|m| m.skin = None);
    assert_eq!(reported, "it has 0 bones in its skin and 2 sets of joints, expected both or neither");
    let reported = skinned(|m| m.vertices.joint_sets.clear());
    assert_eq!(reported, "it has 2 bones in its skin and 0 sets of joints, expected both or neither");
    let reported = skinned(|m| m.skin = Some(Default::default()));
    assert_eq!(reported, "it has 0 bones in its skin and 2 sets of joints, expected both or neither");
    let reported = skinned(|m| m.skin.as_mut().unwrap().inverse_binds.truncate(1));
    assert_eq!(reported, "its skin has 1 inverse bind matrices for 2 bones");
    assert_eq!(
        skinned(|m| m.skin.as_mut().unwrap().bones[1] = 2),
        "entry 1 of its skin refers to bone 2, but the model has 2 bones"
    );
    let reported = skinned(|m| m.skin.as_mut().unwrap().inverse_binds[1][15] = 2.0);
    assert_eq!(reported, "inverse bind matrix 1 is not finite, or its last column is not 0, 0, 0, 1");
    let reported = skinned(|m| m.vertices.joint_sets[1].joints[0][3] = 2);
    assert_eq!(reported, "vertex 0 refers to joint 2, but the skin has 2 bones");
    let reported = skinned(|m| m.vertices.joint_sets[1].weights[2][0] = 0.25);
    assert_eq!(reported, "the weights of vertex 2 add up to 0.75, expected 1, with no weight below 0");
    let reported = skinned(|m| m.vertices.joint_sets[1].weights[2] = [1.0, -0.5, 0.0, 0.0]);
    assert_eq!(reported, "the weights of vertex 2 add up to 1, expected 1, with no weight below 0");
}

#[test]
fn skins_move_vertices_in_one_of_three_ways() {
    let skin = |change: fn(&mut rigmill_format::MeshSkin)| {
        problem(|m| change(m.meshes[1].skin.as_mut().unwrap())).replace("mesh 1 (\"Arm\"): ", "")
    };
    assert_eq!(skin(|m| m.method = SkinningMethod::Linear), "it has 3 blend weights, expected 0");
    assert_eq!(skin(|m| m.blend_weights.truncate(2)), "it has 2 blend weights, expected 3");
    assert_eq!(skin(|m| m.blend_weights[1] = 1.5), "the blend weight of vertex 1 is 1.5, expected 0 to 1");
    assert_eq!(skin(|m| m.blend_weights[2] = f32::NAN), "the blend weight of vertex 2 is NaN, expected 0 to 1");
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let arm = ModelView::parse(&file).unwrap().mesh(1).unwrap();
    assert_eq!((arm.skinning_method(), arm.blend_weight(1), arm.blend_weight(3)), (SkinningMethod::Blended, 0.25, 0.0));
}

#[test]
fn attributes_and_sets_of_colours_fit_the_vertices() {
    let reported = skinned(|m| m.vertices.more_colors[0].truncate(2));
    assert_eq!(reported, "it has 2 colors for 3 vertices");
    assert_eq!(skinned(|m| m.vertices.colors.clear()), "it has 0 colors for 3 vertices");
    let reported = skinned(|m| m.vertices.more_colors = vec![m.vertices.colors.clone(); 8]);
    assert_eq!(reported, "it has 9 sets of colors, but at most 8 are allowed");
    let reported = skinned(|m| m.vertices.more_colors[0][2][1] = f32::NAN);
    assert_eq!(reported, "colors: vertex 2 is not finite");
    let attribute = |change: fn(&mut rigmill_format::VertexAttribute)| {
        problem(|m| change(&mut m.meshes[1].vertices.attributes[1])).replace("mesh 1 (\"Arm\"): ", "")
    };
    let name = "attribute 1: its name is empty, not UTF-8, or the name of another attribute";
    assert_eq!([attribute(|a| a.name.clear()), attribute(|a| a.name = "_HEAT".to_owned())], [name; 2]);
    assert_eq!(attribute(|a| a.width = 5), "attribute 1: its width is 5, expected 1 to 4");
    assert_eq!(attribute(|a| a.width = 1), "attribute 1: it has 6 numbers, expected 3");
    assert_eq!(attribute(|a| a.values[0] = f32::INFINITY), "attribute 1: one of its numbers is not finite");
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let arm = ModelView::parse(&file).unwrap().mesh(1).unwrap();
    assert_eq!(arm.color_sets().map(|set| set[2]).collect::<Vec<_>>(), [[1.0, 0.5, 0.25, 1.0], [0.5, -0.25, 4.0, 0.0]]);
    assert_eq!(arm.attribute("_FLOW").map(|it| (it.width(), it.values()[5])), Some((2, 5.0)));
    assert!(arm.attribute("_SALT").is_none() && arm.colors().len() == 3);
}

#[test]
fn materials_are_in_range() {
    let material = |change: fn(&mut rigmill_format::ModelMaterial)| problem(|m| change(&mut m.materials[0]));
    let steel = "material 0 (\"Steel\"): its";
    assert_eq!(material(|m| m.diffuse[1] = f32::NAN), format!("{steel} diffuse colour is not finite"));
    assert_eq!(material(|m| m.opacity = 1.5), format!("{steel} opacity is 1.5, expected 0 to 1"));
    assert_eq!(
        material(|m| m.shininess = -1.0),
        format!("{steel} shininess is -1, expected a finite value of at least 0")
    );
    let reported = material(|m| m.textures.swap(0, 1));
    assert!(reported.ends_with("texture 1 is out of order: each use comes at most once, diffuse first"), "{reported}");
    let reported = material(|m| m.textures[1].asset.clear());
    assert!(reported.ends_with("the name of texture 1 is empty or not UTF-8"), "{reported}");
}

#[test]
fn a_view_reads_what_materials_have_in_place() {
    let file = AlignedBytes::from_slice(&model().encode().unwrap());
    let material = ModelView::parse(&file).unwrap().material(0).unwrap();
    assert_eq!((material.shading(), material.alpha_mode()), (Shading::MetallicRoughness, AlphaMode::Mask));
    assert_eq!(material.base_color(), [0.5, 0.5, 0.625, 0.75]);
    let texture = material.textures().next().unwrap();
    assert_eq!((texture.placement.uv_set, texture.placement.scale), (1, [2.0, -4.0]));
    let coat = material.extension("KHR_materials_clearcoat").unwrap();
    assert_eq!((coat.number("clearcoatFactor"), coat.number("tint"), coat.number("")), (Some(0.5), None, None));
    assert_eq!(coat.color("tint"), Some([0.25, 0.5, 1.0]));
    assert_eq!(coat.texture("clearcoatNormalTexture").map(|it| it.missing), Some(true));
    assert!(material.extension("KHR_materials_unlit").is_some() && material.extension("KHR_materials_ior").is_none());
}

#[test]
fn surfaces_and_extensions_keep_their_rules() {
    let material = |change: fn(&mut rigmill_format::ModelMaterial)| problem(|m| change(&mut m.materials[0]));
    let of = |rest: &str| format!("material 0 (\"Steel\"): {rest}");
    assert_eq!(material(|m| m.metallic = 1.5), of("its metalness is 1.5, expected 0 to 1"));
    assert_eq!(material(|m| m.roughness = f32::NAN), of("its roughness is NaN, expected 0 to 1"));
    assert_eq!(material(|m| m.normal_scale = f32::INFINITY), of("its normal scale is not finite"));
    assert_eq!(
        material(|m| m.emissive_strength = -1.0),
        of("its emissive strength is -1, expected a finite value of at least 0")
    );
    assert_eq!(
        material(|m| m.textures[1].placement.offset[0] = f32::NAN),
        of("the placement of texture 1 is not finite, or has an unknown wrap or filter")
    );
    // Magnification does not use mipmaps.
    assert_eq!(
        material(|m| m.textures[0].placement.mag_filter = TextureFilter::LinearMipLinear),
        of("the placement of texture 0 is not finite, or has an unknown wrap or filter")
    );
    assert_eq!(material(|m| m.extensions[1].name.clear()), of("the name of extension 1 is empty or not UTF-8"));
    let reported = material(|m| m.extensions[0].parameters[1].value = EffectValue::Texture("a".to_owned()));
    assert!(reported.starts_with(&of("parameter 1 of extension 0 has a type")), "{reported}");
    let reported = material(|m| m.extensions[0].textures[0].asset.clear());
    assert_eq!(reported, of("texture 0 of extension 0 has no name, no asset, or a placement that is not valid"));
}

/// The first example in the description of `KHR_texture_transform`: the lower left quadrant of the image, rotated by a quarter
/// turn. (The shader above it in the description rotates the other way, unlike the description of `rotation` and all known
/// readers.)
#[test]
fn a_placement_scales_then_turns_then_moves() {
    let rotation = std::f32::consts::FRAC_PI_2;
    let placement = TexturePlacement { offset: [0.0, 1.0], rotation, scale: [0.5; 2], ..Default::default() };
    let [[a, b, c], [d, e, f]] = placement.matrix();
    let place = |[u, v]: [f32; 2]| [a * u + b * v + c, d * u + e * v + f];
    for (from, expected) in [([0.0, 0.0], [0.0, 1.0]), ([1.0, 0.0], [0.0, 0.5]), ([0.0, 1.0], [0.5, 1.0])] {
        let found = place(from);
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-6), "{from:?}: {found:?}");
    }
}
