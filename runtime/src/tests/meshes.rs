//! Loaded models, collision meshes and textures.

use rigmill_format::{BoundingBox, BoundingSphere, CollisionMesh as OwnedCollision, Content as _, JointSet, MeshPart};
use rigmill_format::{MeshSkin, Model as OwnedModel, ModelBone, ModelMesh, Texture as OwnedTexture, Vertices};
use rigmill_math::matrix::{IDENTITY, Matrix};

use super::content::Folder;
use crate::characters::SkinningJob;
use crate::content::{CollisionMesh, Indices, LoadError, Model, Texture};
use crate::error::JobError;

/// A quarter turn about z, a translation, and a shear that cannot be expressed by rotation and scale.
const SHEARED: Matrix = [0.0, 1.0, 0.0, 0.0, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 1.0];

fn translation(x: f32, y: f32, z: f32) -> Matrix {
    let mut matrix = IDENTITY;
    matrix[12..15].copy_from_slice(&[x, y, z]);
    matrix
}

fn model() -> OwnedModel {
    let bone = |name: &str, parent, local| ModelBone { name: name.to_owned(), parent, local };
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let joints = JointSet { joints: vec![[0, 1, 0, 0]; 3], weights: vec![[0.5, 0.5, 0.0, 0.0]; 3] };
    let mesh = ModelMesh {
        name: "Sail".to_owned(),
        vertices: Vertices { positions: corners.to_vec(), joint_sets: vec![joints], ..Vertices::default() },
        indices: vec![0, 1, 2],
        parts: vec![MeshPart { material: None, first_index: 0, index_count: 3 }],
        skin: Some(MeshSkin {
            bones: vec![2, 0],
            inverse_binds: vec![translation(0.0, -1.0, 0.0), IDENTITY],
            ..MeshSkin::default()
        }),
        sphere: BoundingSphere { center: [0.5, 0.5, 0.0], radius: 1.0 },
        bounding_box: BoundingBox::new(corners),
        ..ModelMesh::default()
    };
    let bones = vec![
        bone("Root", None, SHEARED),
        bone("Mast", Some(0), translation(1.0, 0.0, 0.0)),
        bone("Tip", Some(1), translation(0.0, 1.0, 0.0)),
    ];
    OwnedModel { bones, meshes: vec![mesh], ..OwnedModel::default() }
}

#[test]
fn absolute_transforms_go_up_the_chain_of_parents() {
    let model = Model::from_owned(&model()).unwrap();
    let mut out = [[7.0; 16]; 4];
    model.copy_absolute_bone_transforms_to(&mut out).unwrap();
    assert_eq!(out[0], SHEARED);
    // With row vectors, the parent's matrix maps (1, 0, 0) to (1, 3, 3), and (0, 1, 0) adds (-1, 0.5, 0).
    assert_eq!((out[1][..12] == SHEARED[..12], &out[1][12..15]), (true, &[1.0, 3.0, 3.0][..]));
    assert_eq!(out[2][12..15], [0.0, 3.5, 3.0]);
    assert_eq!(out[3], [7.0; 16]);
    model.copy_bone_transforms_to(&mut out).unwrap();
    assert_eq!(out[2], translation(0.0, 1.0, 0.0));
}

#[test]
fn a_short_buffer_is_an_error_and_stays_as_it_is() {
    let model = Model::from_owned(&model()).unwrap();
    let mut out = [[7.0; 16]; 2];
    let error = model.copy_absolute_bone_transforms_to(&mut out).unwrap_err();
    assert_eq!(error, JobError::BufferTooShort { buffer: "out", found: 2, expected: 3 });
    assert_eq!(out, [[7.0; 16]; 2]);
}

#[test]
fn joints_move_vertices_from_bind() {
    let model = Model::from_owned(&model()).unwrap();
    let absolute = [translation(0.0, 0.0, 5.0), IDENTITY, translation(0.0, 4.0, 0.0)];
    let mut out = [IDENTITY; 2];
    SkinningJob { model: model.view(), mesh: 0, absolute: &absolute, out: &mut out }.run().unwrap();
    assert_eq!(out, [translation(0.0, 3.0, 0.0), translation(0.0, 0.0, 5.0)]);
    let short = SkinningJob { model: model.view(), mesh: 0, absolute: &absolute[..2], out: &mut out }.run();
    assert_eq!(short, Err(JobError::BufferTooShort { buffer: "absolute", found: 2, expected: 3 }));
    SkinningJob { model: model.view(), mesh: 1, absolute: &absolute, out: &mut [] }.run().unwrap();
}

#[test]
fn models_collision_meshes_and_textures_are_loaded_by_name() {
    let folder = Folder::new();
    folder.write("Models/Boat.model", &model().encode().unwrap());
    folder.write("Models/Boat.collision", &OwnedCollision::default().encode().unwrap());
    let texture = OwnedTexture { width: 1, height: 1, mips: vec![vec![1, 2, 3, 4]], ..OwnedTexture::default() };
    folder.write("Textures/sail", &texture.encode().unwrap());
    let content = folder.content();
    let model = content.load::<Model>("Models/Boat.model").unwrap();
    let mesh = model.view().mesh(0).unwrap();
    assert_eq!((mesh.name(), mesh.indices()), ("Sail", Indices::U16(&[0, 1, 2])));
    assert_eq!(mesh.positions().floats().unwrap().as_ptr().addr() % 4, 0);
    assert_eq!(content.load::<CollisionMesh>("Models/Boat.collision").unwrap().view().node_count(), 0);
    assert_eq!(content.load::<Texture>("Textures/sail").unwrap().view().bytes(), [1, 2, 3, 4]);
    let wrong = content.load::<Model>("Textures/sail").unwrap_err();
    assert!(matches!(wrong, LoadError::Decode { .. }), "{wrong}");
    assert!(wrong.to_string().ends_with("the file holds Texture, expected Model"), "{wrong}");
}
