//! Compares the vertices of skinned meshes with plain formulas in double precision.

use rigmill_format::{
    BoundingBox, BoundingSphere, JointSet, MeshPart, MeshSkin, Model as OwnedModel, ModelBone, ModelMesh,
    SkinningMethod, Vertices,
};
use rigmill_math::matrix::{IDENTITY, Matrix, from_parts};

use super::counting::allocations;
use crate::characters::{DualQuaternion, SkinVerticesJob};
use crate::content::Model;
use crate::error::JobError;

const CORNERS: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 2.0]];

/// A triangle with weight one half on each of two bones. The third vertex is only on the second bone.
fn model(method: SkinningMethod) -> Model {
    let half = [0.5, 0.5, 0.0, 0.0];
    let joints = JointSet { joints: vec![[0, 1, 0, 0]; 3], weights: vec![half, half, [0.0, 1.0, 0.0, 0.0]] };
    let blend_weights = if method == SkinningMethod::Blended { vec![0.25, 1.0, 0.0] } else { Vec::new() };
    let mesh = ModelMesh {
        vertices: Vertices {
            positions: CORNERS.to_vec(),
            normals: vec![[0.0, 1.0, 0.0]; 3],
            joint_sets: vec![joints],
            ..Vertices::default()
        },
        indices: vec![0, 1, 2],
        parts: vec![MeshPart { material: None, first_index: 0, index_count: 3 }],
        skin: Some(MeshSkin { bones: vec![0, 1], inverse_binds: vec![IDENTITY; 2], method, blend_weights }),
        sphere: BoundingSphere { center: [0.5, 0.5, 0.5], radius: 4.0 },
        bounding_box: BoundingBox::new(CORNERS),
        ..ModelMesh::default()
    };
    let bone = |name: &str| ModelBone { name: name.to_owned(), ..ModelBone::default() };
    let owned = OwnedModel { bones: vec![bone("A"), bone("B")], meshes: vec![mesh], ..OwnedModel::default() };
    Model::from_owned(&owned).unwrap()
}

/// The second joint is rotated about z by this angle.
fn joints(angle: f64) -> [Matrix; 2] {
    let [sine, cosine] = [libm::sin(angle / 2.0), libm::cos(angle / 2.0)].map(rigmill_math::to_f32);
    [IDENTITY, from_parts([0.0; 3], [0.0, 0.0, sine, cosine], [1.0; 3])]
}

/// Positions and normals.
type Moved = (Vec<[f32; 3]>, Vec<[f32; 3]>);

fn moved(method: SkinningMethod, joints: &[Matrix; 2]) -> Moved {
    let model = model(method);
    let mesh = model.view().mesh(0).unwrap();
    let (mut positions, mut normals) = (mesh.positions().to_vec(), mesh.normals().to_vec());
    let mut dual_quaternions = [DualQuaternion::default(); 2];
    let counted = allocations(|| {
        let job = SkinVerticesJob {
            mesh,
            joints,
            dual_quaternions: &mut dual_quaternions,
            positions: &mut positions,
            normals: &mut normals,
        };
        job.run().unwrap();
    });
    assert_eq!(counted, 0);
    (positions, normals)
}

fn near(found: [f32; 3], expected: [f64; 3]) {
    let is_near = found.iter().zip(expected).all(|(a, b)| (f64::from(*a) - b).abs() < 1e-6);
    assert!(is_near, "{found:?} is not {expected:?}");
}

/// Half of a rotation by 2 radians is a rotation by 1 radian. The mean of the matrices is this rotation, scaled by cos 1.
#[test]
fn each_method_moves_positions_and_normals() {
    let angle = 2.0;
    let [cosine, sine] = [libm::cos(angle / 2.0), libm::sin(angle / 2.0)];
    for (method, shrunk) in [
        (SkinningMethod::Linear, [cosine, cosine]),
        (SkinningMethod::DualQuaternion, [1.0, 1.0]),
        (SkinningMethod::Blended, [0.75 * cosine + 0.25, 1.0]),
    ] {
        let (positions, normals) = moved(method, &joints(angle));
        near(positions[0], [cosine * shrunk[0], sine * shrunk[0], 0.0]);
        near(positions[1], [-sine * shrunk[1], cosine * shrunk[1], 0.0]);
        // A vertex with only one joint moves the same with all methods.
        let [c, s] = [libm::cos(angle), libm::sin(angle)];
        near(positions[2], [0.5 * c - 0.5 * s, 0.5 * s + 0.5 * c, 2.0]);
        near(normals[0], [-sine, cosine, 0.0]);
    }
}

/// A shader that follows the job's documentation gets the same result.
#[test]
fn dual_quaternions_are_those_of_the_joints() {
    let model = model(SkinningMethod::DualQuaternion);
    let mesh = model.view().mesh(0).unwrap();
    let mut dual_quaternions = [DualQuaternion::default(); 2];
    let (mut positions, mut joints) = (mesh.positions().to_vec(), joints(2.0));
    joints[1][12] = 4.0;
    let job = SkinVerticesJob {
        mesh,
        joints: &joints,
        dual_quaternions: &mut dual_quaternions,
        positions: &mut positions,
        normals: &mut [],
    };
    job.run().unwrap();
    assert_eq!(dual_quaternions[0], DualQuaternion::default());
    let [sine, cosine] = [libm::sin(1.0), libm::cos(1.0)];
    let DualQuaternion { real: [_, _, z, w], dual: [x, y, ..], .. } = dual_quaternions[1];
    // Half of 4, 0, 0 times the rotation.
    for (found, expected) in [(z, sine), (w, cosine), (x, 2.0 * cosine), (y, -2.0 * sine)] {
        assert!((f64::from(found) - expected).abs() < 1e-6, "{dual_quaternions:?}");
    }
}

#[test]
fn short_buffers_are_errors() {
    let linear = model(SkinningMethod::Linear);
    let dual = model(SkinningMethod::DualQuaternion);
    let run = |model: &Model, joints: usize, dual_quaternions: usize, positions: usize, normals: usize| {
        let job = SkinVerticesJob {
            mesh: model.view().mesh(0).unwrap(),
            joints: &[IDENTITY; 2][..joints],
            dual_quaternions: &mut [DualQuaternion::default(); 2][..dual_quaternions],
            positions: &mut { CORNERS }[..positions],
            normals: &mut [[0.0; 3]; 3][..normals],
        };
        job.run()
    };
    let short = |buffer, found, expected| Err(JobError::BufferTooShort { buffer, found, expected });
    assert_eq!(run(&linear, 1, 0, 3, 0), short("joints", 1, 2));
    assert_eq!(run(&dual, 2, 1, 3, 0), short("dual_quaternions", 1, 2));
    assert_eq!(run(&dual, 2, 2, 2, 0), short("positions", 2, 3));
    assert_eq!(run(&dual, 2, 2, 3, 1), short("normals", 1, 3));
    assert_eq!(run(&linear, 2, 0, 3, 0), Ok(()));
}
