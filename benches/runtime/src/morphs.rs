//! The morph targets of a face, per vertex.

use std::hint::black_box;

use glam::Vec3;
use rigmill_format::{
    BoundingBox, BoundingSphere, MeshPart, Model as ModelContent, ModelBone, ModelMesh, MorphShape, MorphTarget,
    Vertices,
};
use rigmill_runtime::content::Model;
use rigmill_runtime::morph::{MorphJob, MorphMesh};
use rigmill_test_random::Random;

use crate::measure::medians;
use crate::plain_morphs::PlainMorphs;
use crate::row::Row;

/// The number of targets, as in the faces that phones track.
const TARGETS: usize = 52;
/// The columns and rows of the face's grid of vertices.
const GRID: [usize; 2] = [80, 63];
const VERTICES: usize = 5_000;
/// The number of targets in a frame that does not show all of them.
const FEW: usize = 12;

pub(crate) fn rows() -> Vec<Row> {
    let in_order: Vec<usize> = (0..VERTICES).collect();
    let face = face(&in_order);
    let scattered = self::face(&shuffled());
    vec![
        row(&face, TARGETS, "face of 5,000 vertices, all 52 targets"),
        row(&face, FEW, "the same, 12 targets"),
        row(&scattered, TARGETS, "its vertices in no order, all 52 targets"),
        row(&scattered, FEW, "the same, 12 targets"),
    ]
}

fn row(mesh: &ModelMesh, shown: usize, subject: &str) -> Row {
    let bone = ModelBone { name: "Head".to_owned(), ..ModelBone::default() };
    let content = ModelContent { bones: vec![bone], meshes: vec![mesh.clone()], ..ModelContent::default() };
    let model = Model::from_owned(&content).expect("the model is in order");
    let view = model.view();
    let mesh_view = view.mesh(0).expect("the model has a mesh");
    let morph = MorphMesh::new(&mesh_view);
    // Spreads the active targets over the face.
    let weight = |target: usize| if target * shown % TARGETS < shown { 0.1 + 0.015 * target as f32 } else { 0.0 };
    let weights: Vec<f32> = (0..TARGETS).map(weight).collect();
    let (mut shares, mut positions, mut normals) = (morph.shares(), vec![[0.0; 3]; VERTICES], vec![[0.0; 3]; VERTICES]);
    let plain = PlainMorphs::new(mesh);
    let (mut plain_positions, mut plain_normals) = (vec![Vec3::ZERO; VERTICES], vec![Vec3::ZERO; VERTICES]);
    let ours = &mut || {
        let (weights, shares) = (black_box(&weights[..]), &mut shares[..]);
        let (positions, normals, tangents) = (&mut positions[..], &mut normals[..], &mut [][..]);
        let job = MorphJob { mesh: mesh_view, morph: &morph, weights, shares, positions, normals, tangents };
        job.run().expect("the buffers are as long as the mesh");
        black_box((positions, normals));
    };
    let theirs = &mut || {
        plain.apply(black_box(&weights), &mut plain_positions, &mut plain_normals);
        black_box((&mut plain_positions, &mut plain_normals));
    };
    let [rigmill, plain] = medians(VERTICES, [ours, theirs]);
    Row { subject: subject.to_owned(), unit: "vertex", rigmill, plain }
}

/// Returns half a sphere. Each target changes the vertices within a circle, which ranges from a corner of the mouth to half of
/// the face. `order` is the grid position of each vertex.
fn face(order: &[usize]) -> ModelMesh {
    let direction = |place: usize| {
        let [x, y] = [place % GRID[0], place / GRID[0]].map(|at| at as f32);
        let [x, y] = [x / GRID[0] as f32 - 0.5, y / GRID[1] as f32 - 0.5];
        let length = (x * x + y * y + 0.25).sqrt();
        [x / length, y / length, 0.5 / length]
    };
    let normals: Vec<[f32; 3]> = order.iter().map(|place| direction(*place)).collect();
    let positions: Vec<[f32; 3]> = normals.iter().map(|normal| normal.map(|part| part * 0.125)).collect();
    let mut random = Random::new(52);
    let targets = (0..TARGETS).map(|number| {
        let middle = direction(random.below(VERTICES));
        let reach = 0.1 + 0.5 * number as f32 / TARGETS as f32;
        target(number, &normals, middle, reach)
    });
    ModelMesh {
        name: "Face".to_owned(),
        targets: targets.collect(),
        indices: vec![0, 1, 2],
        parts: vec![MeshPart { material: None, first_index: 0, index_count: 3 }],
        sphere: BoundingSphere { center: [0.0; 3], radius: 0.125 },
        bounding_box: BoundingBox::new(positions.iter().copied()),
        vertices: Vertices { positions, normals, ..Vertices::default() },
        ..ModelMesh::default()
    }
}

/// Returns a target that pushes vertices around a direction outwards, with less effect towards its radius `reach`.
fn target(number: usize, normals: &[[f32; 3]], middle: [f32; 3], reach: f32) -> MorphTarget {
    let apart = |normal: &[f32; 3]| (0..3).map(|at| (normal[at] - middle[at]) * (normal[at] - middle[at])).sum::<f32>();
    let share = |normal: &[f32; 3]| 1.0 - apart(normal).sqrt() / reach;
    let vertices: Vec<u32> = (0..).zip(normals).filter(|(_, normal)| share(normal) > 0.0).map(|(it, _)| it).collect();
    let changes = |size: f32| {
        let change = |vertex: &u32| {
            let normal = &normals[*vertex as usize];
            [size * share(normal), size * 0.5 * share(normal), -size * share(normal)]
        };
        vertices.iter().map(change).collect()
    };
    let shape = MorphShape {
        weight: 1.0,
        positions: changes(0.01),
        normals: changes(0.2),
        tangents: vec![],
        vertices: vertices.clone(),
    };
    MorphTarget { name: format!("T{number}"), weight: 0.0, shapes: vec![shape] }
}

/// Returns all grid positions in random order.
fn shuffled() -> Vec<usize> {
    let mut random = Random::new(5);
    let mut places: Vec<usize> = (0..VERTICES).collect();
    for at in (1..VERTICES).rev() {
        places.swap(at, random.below(at + 1));
    }
    places
}
