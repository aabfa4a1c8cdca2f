//! Models: meshes, skins, morph targets, textures.

use bevy_app::prelude::*;
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::{Mat4, Vec3, Vec4};
use bevy_mesh::morph::MeshMorphWeights;
use bevy_mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy_mesh::{Mesh, Mesh3d, VertexAttributeValues};
use bevy_rigmill::runtime::characters::{CrowdActions, SkinningJob};
use bevy_rigmill::runtime::content::{Model, Texture};
use bevy_rigmill::runtime::{Content, Matrix, matrix};
use bevy_rigmill::{RigJoints, RigMeshPart, RigModel, RigModelRoot, RigNodes, RigPlayer, RigmillPlugin};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::common::{self, FRAME};

const MODELS: [&str; 2] = ["Models/Grund.model", "Models/Pilot.model"];

fn app_with(model: &str) -> (App, Entity, Handle<RigModel>) {
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    let handle: Handle<RigModel> = app.world().resource::<AssetServer>().load(format!("rigmill://{model}.rmb"));
    let root = app.world_mut().spawn(RigModelRoot(handle.clone())).id();
    for _ in 0..3000 {
        app.update();
        if app.world().get::<RigNodes>(root).is_some() {
            return (app, root, handle);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("{model} is not loaded");
}

fn positions(mesh: &Mesh) -> Vec<Vec3> {
    match mesh.attribute(Mesh::ATTRIBUTE_POSITION) {
        Some(VertexAttributeValues::Float32x3(positions)) => positions.iter().map(|p| Vec3::from_array(*p)).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn parts_have_the_triangles_of_the_model() {
    let content = Content::open(common::content()).unwrap();
    for name in MODELS {
        let model = content.load::<Model>(name).unwrap();
        let (app, _, handle) = app_with(name);
        let loaded = app.world().resource::<Assets<RigModel>>().get(&handle).unwrap();
        let meshes = app.world().resource::<Assets<Mesh>>();
        let mut number = 0;
        for mesh in model.view().meshes() {
            let source = mesh.positions().to_vec();
            for part in mesh.parts() {
                let made = meshes.get(&loaded.meshes[number]).unwrap();
                let positions = positions(made);
                let found: Vec<[f32; 3]> =
                    made.indices().unwrap().iter().map(|index| positions[index].to_array()).collect();
                let (first, count) = (part.first_index as usize, part.index_count as usize);
                let indices = mesh.indices().iter().skip(first).take(count);
                let expected: Vec<[f32; 3]> = indices.map(|index| source[index as usize]).collect();
                assert_eq!(found, expected, "{name}, {}", mesh.name());
                assert_eq!(made.contains_attribute(Mesh::ATTRIBUTE_JOINT_INDEX), mesh.is_skinned());
                assert_eq!(made.contains_attribute(Mesh::ATTRIBUTE_UV_0), mesh.uv_sets().len() > 0);
                number += 1;
            }
        }
        assert_eq!(number, loaded.meshes.len());
    }
}

#[test]
fn labelled_assets_are_the_parts_of_the_model() {
    let (app, _, handle) = app_with("Models/Grund.model");
    let server = app.world().resource::<AssetServer>();
    let mesh: Handle<Mesh> = server.load("rigmill://Models/Grund.model.rmb#Mesh0/Part0");
    let model = app.world().resource::<Assets<RigModel>>().get(&handle).unwrap();
    assert_eq!(mesh, model.meshes[0]);
}

/// The vertex positions of a skinned mesh, as Bevy's shader computes them.
fn skinned_by_bevy(app: &App, entity: Entity) -> Vec<Vec3> {
    let world = app.world();
    let skin = world.get::<SkinnedMesh>(entity).unwrap();
    let binds = world.resource::<Assets<SkinnedMeshInverseBindposes>>().get(&skin.inverse_bindposes).unwrap();
    let joint = |joint: &Entity| world.get::<GlobalTransform>(*joint).unwrap().to_matrix();
    let matrices: Vec<Mat4> = skin.joints.iter().zip(&**binds).map(|(of, bind)| joint(of) * *bind).collect();
    let mesh = world.resource::<Assets<Mesh>>().get(&world.get::<Mesh3d>(entity).unwrap().0).unwrap();
    let Some(VertexAttributeValues::Uint16x4(joints)) = mesh.attribute(Mesh::ATTRIBUTE_JOINT_INDEX) else { panic!() };
    let Some(VertexAttributeValues::Float32x4(weights)) = mesh.attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT) else {
        panic!()
    };
    let vertices = positions(mesh).into_iter().zip(joints.iter().zip(weights));
    vertices
        .map(|(position, (joints, weights))| {
            let moved = |(joint, weight): (&u16, &f32)| matrices[usize::from(*joint)] * position.extend(1.0) * *weight;
            joints.iter().zip(weights).map(moved).sum::<Vec4>().truncate()
        })
        .collect()
}

/// The model's bones with the runtime's matrices of a skeleton, matched by name. Other bones have their local bind pose.
fn posed(model: &Model, known: impl Fn(&str) -> Option<Matrix>) -> Vec<Matrix> {
    let mut absolute: Vec<Matrix> = Vec::new();
    for bone in model.view().bones() {
        let local = *bone.local();
        let below = bone.parent().map_or(local, |parent| matrix::multiply(&local, &absolute[parent]));
        absolute.push(known(bone.name()).unwrap_or(below));
    }
    absolute
}

#[test]
fn players_move_the_vertices_of_models_as_the_runtime_does() {
    let content = Content::open(common::content()).unwrap();
    for (model_name, set, layer, action) in [
        ("Models/Grund.model", "Hero/Grund.actions", "body", "Run"),
        ("Models/Pilot.model", "Hero/Pilot.actions", "face", "Talk"),
    ] {
        let model = content.load::<Model>(model_name).unwrap();
        let actions = CrowdActions::load(&content, set).unwrap();
        let mut crowd = actions.crowd(1).unwrap();
        let character = crowd.characters()[0];
        actions.play(&mut crowd, character, layer, action).unwrap();
        let (mut app, root, _) = app_with(model_name);
        let mut player = RigPlayer::new(app.world().resource::<AssetServer>().load(format!("rigmill://{set}.rmb")));
        player.play(layer, action);
        let place = Transform::from_xyz(1.0, 2.0, 3.0);
        app.world_mut().entity_mut(root).insert((player, place));
        common::start(&mut app);
        for _ in 0..20 {
            crowd.update(FRAME.as_secs_f32()).unwrap();
            app.update();
        }
        let skeleton = actions.skeleton().view();
        let absolute = posed(&model, |name| Some(crowd.absolute(character)[skeleton.find(name)?]));
        let world = app.world_mut();
        let parts: Vec<(Entity, RigMeshPart)> = {
            let mut query = world.query::<(Entity, &RigMeshPart)>();
            query.iter(world).map(|(entity, part)| (entity, *part)).collect()
        };
        assert!(!parts.is_empty());
        for (entity, RigMeshPart(part)) in parts {
            let view = model.view();
            let mesh = view.mesh(part.mesh).unwrap();
            if !mesh.is_skinned() {
                let found = app.world().get::<GlobalTransform>(entity).unwrap().to_matrix();
                let expected = place.to_matrix() * bevy_rigmill::convert::mat4(&absolute[mesh.bone()]);
                assert!(found.abs_diff_eq(expected, 1e-5), "{}:\n{found}\n{expected}", mesh.name());
                continue;
            }
            let mut skinning = vec![matrix::IDENTITY; mesh.skin_bones().len()];
            SkinningJob { model: view, mesh: part.mesh, absolute: &absolute, out: &mut skinning }.run().unwrap();
            let (first, count) = {
                let of = mesh.parts().nth(part.part).unwrap();
                (of.first_index as usize, of.index_count as usize)
            };
            let loaded = skinned_by_bevy(&app, entity);
            let handle = app.world().get::<Mesh3d>(entity).unwrap().0.clone();
            let made = app.world().resource::<Assets<Mesh>>().get(&handle).unwrap();
            let source = mesh.positions().to_vec();
            let indices = mesh.indices().iter().skip(first).take(count).zip(made.indices().unwrap().iter());
            for (of_model, of_part) in indices {
                let of_model = of_model as usize;
                let sum: Vec3 = mesh
                    .influences(of_model)
                    .map(|(joint, weight)| {
                        let moved = matrix::transform_point(source[of_model], &skinning[usize::from(joint)]);
                        Vec3::from_array(moved) * weight
                    })
                    .sum();
                let total: f32 = mesh.influences(of_model).map(|(_, weight)| weight).sum();
                let expected = sum / total + place.translation;
                let found = loaded[of_part];
                assert!(found.abs_diff_eq(expected, 2e-5), "{model_name}, {}: {found} {expected}", mesh.name());
            }
        }
        assert_eq!(app.world().get::<RigJoints>(root).unwrap().entities.len(), skeleton.len());
    }
}

#[test]
fn morph_targets_add_what_the_runtimes_job_adds() {
    use bevy_rigmill::runtime::morph::{MorphJob, MorphMesh};
    let content = Content::open(common::content()).unwrap();
    let model = content.load::<Model>("Models/Pilot.model").unwrap();
    let (mut app, _, handle) = app_with("Models/Pilot.model");
    let loaded = app.world().resource::<Assets<RigModel>>().get(&handle).unwrap().clone();
    let mut checked = 0;
    for (number, part) in loaded.parts.iter().enumerate() {
        let view = model.view();
        let mesh = view.mesh(part.mesh).unwrap();
        let morph = MorphMesh::new(&mesh);
        if morph.is_empty() {
            continue;
        }
        let made = app.world().resource::<Assets<Mesh>>().get(&loaded.meshes[number]).unwrap();
        let names: Vec<&str> = morph.names().collect();
        assert_eq!(made.morph_target_names().unwrap(), names);
        let (all, changes) = (positions(made), made.get_morph_targets().unwrap());
        assert_eq!(changes.len(), all.len() * morph.len());
        for target in 0..morph.len() {
            let mut weights = vec![0.0; morph.len()];
            weights[target] = 1.0;
            let mut moved = mesh.positions().to_vec();
            let job = MorphJob {
                mesh,
                morph: &morph,
                weights: &weights,
                shares: &mut morph.shares(),
                positions: &mut moved,
                normals: &mut [],
                tangents: &mut [],
            };
            job.run().unwrap();
            let of = mesh.parts().nth(part.part).unwrap();
            let indices = mesh.indices().iter().skip(of.first_index as usize).take(of.index_count as usize);
            for (of_model, of_part) in indices.zip(made.indices().unwrap().iter()) {
                let found = all[of_part] + changes[target * all.len() + of_part].position;
                assert!(found.abs_diff_eq(Vec3::from_array(moved[of_model as usize]), 1e-6));
            }
            checked += 1;
        }
    }
    assert!(checked > 0, "the pilot's face has morph targets");
    let world = app.world_mut();
    assert!(world.query::<&MeshMorphWeights>().iter(world).count() > 0);
}

#[test]
fn textures_are_images_with_all_their_mipmaps() {
    let content = Content::open(common::content()).unwrap();
    let folder = common::content().join("Models/Textures");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(".rmb").map(|name| format!("Models/Textures/{name}")) else { continue };
        let Ok(texture) = content.load::<Texture>(&name) else { continue };
        let mut app = common::app(RigmillPlugin::folder(common::content()));
        let handle: Handle<Image> = app.world().resource::<AssetServer>().load(format!("rigmill://{name}.rmb"));
        while !app.world().resource::<AssetServer>().is_loaded(&handle) {
            app.update();
        }
        let image = app.world().resource::<Assets<Image>>().get(&handle).unwrap();
        let view = texture.view();
        assert_eq!((image.width(), image.height()), (view.width(), view.height()));
        assert_eq!(image.texture_descriptor.mip_level_count, view.levels());
        assert_eq!(image.data.as_deref(), Some(view.bytes()));
        assert_eq!(image.texture_descriptor.format.is_srgb(), view.srgb());
        checked += 1;
    }
    assert!(checked > 0);
}
