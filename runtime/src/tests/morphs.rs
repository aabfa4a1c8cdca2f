//! Compares morph targets with plain sums in double precision, and checks the weights that clips set.

use std::sync::Arc;

use rigmill_format::{
    self as format, BoundingBox, BoundingSphere, Content as _, MeshPart, ModelBone, ModelMesh, MorphShape, MorphTarget,
    NormalFormat, PositionFormat, Vertices, WeightTrack,
};

use super::content::Folder;
use super::counting::allocations;
use super::players::folder;
use crate::blocks::dispatch::tests::at_each_level;
use crate::characters::CrowdActions;
use crate::content::{ClipWeights, Model};
use crate::morph::{CrowdWeights, MorphJob, MorphMesh, MorphTracks, PlayerWeights, SampleWeightsJob};
use crate::{Crowd, Player, Rules};

/// Numbers from -1 to 1 that are all exact.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }

    fn vector(&mut self) -> [f32; 3] {
        [self.next(), self.next(), self.next()]
    }

    fn direction(&mut self) -> [f32; 3] {
        let [x, y, z] = [self.next(), self.next(), 1.5 + self.next()];
        let length = (x * x + y * y + z * z).sqrt();
        [x, y, z].map(|part| part / length)
    }
}

/// 43 vertices, so that the last block is not full, and 11 targets with one to three shapes.
fn face() -> ModelMesh {
    let mut numbers = Numbers(7);
    let count = 43;
    let positions: Vec<_> = (0..count).map(|_| numbers.vector()).collect();
    let tangent = |numbers: &mut Numbers| {
        let [x, y, z] = numbers.direction();
        [x, y, z, if numbers.next() < 0.0 { -1.0 } else { 1.0 }]
    };
    let mut shape = |weight: f32, target: usize| {
        let vertices: Vec<u32> = (0..count).filter(|_| numbers.next() > 0.25).collect();
        MorphShape {
            weight,
            positions: vertices.iter().map(|_| numbers.vector()).collect(),
            normals: vertices.iter().filter(|_| !target.is_multiple_of(3)).map(|_| numbers.vector()).collect(),
            tangents: vertices.iter().filter(|_| !target.is_multiple_of(2)).map(|_| numbers.vector()).collect(),
            vertices,
        }
    };
    let weights: [&[f32]; 4] = [&[1.0], &[0.5, 1.0], &[-1.0, 0.25, 2.0], &[-0.5]];
    let targets = (0..11).map(|target| MorphTarget {
        name: format!("T{target}"),
        weight: if target == 3 { 0.5 } else { 0.0 },
        shapes: weights[target % 4].iter().map(|&weight| shape(weight, target)).collect(),
    });
    let targets = targets.collect();
    let bounding_box = BoundingBox::new(positions.iter().copied());
    ModelMesh {
        name: "Face".to_owned(),
        vertices: Vertices {
            normals: positions.iter().map(|_| numbers.direction()).collect(),
            tangents: positions.iter().map(|_| tangent(&mut numbers)).collect(),
            positions,
            ..Vertices::default()
        },
        indices: vec![0, 1, 2],
        parts: vec![MeshPart { material: None, first_index: 0, index_count: 3 }],
        targets,
        sphere: BoundingSphere { center: [0.0; 3], radius: 2.0 },
        bounding_box,
        ..ModelMesh::default()
    }
}

fn model() -> Model {
    let bone = ModelBone { name: "Head".to_owned(), ..ModelBone::default() };
    let model = format::Model { bones: vec![bone], meshes: vec![face()], ..format::Model::default() };
    Model::from_owned(&model).unwrap()
}

#[test]
fn targets_of_vertices_stored_as_codes_are_added_to_the_rounded_ones() {
    let mut mesh = face();
    let bounds = mesh.bounding_box;
    (mesh.vertices.position_format, mesh.vertices.normal_format) = (PositionFormat::U16, NormalFormat::Octahedral);
    mesh.vertices.round(&bounds);
    let made = |mesh: ModelMesh| {
        let bones = vec![ModelBone::default()];
        Model::from_owned(&format::Model { bones, meshes: vec![mesh], ..format::Model::default() }).unwrap()
    };
    let codes = made(mesh.clone());
    (mesh.vertices.position_format, mesh.vertices.normal_format) = (PositionFormat::F32, NormalFormat::F32);
    let floats = made(mesh);
    assert!(codes.view().mesh(0).unwrap().positions().floats().is_none());
    let weights = [0.5, 1.0, 0.25, 0.0, -0.5, 1.5, 0.0, 0.0, 0.125, 1.0, 2.0];
    let of = |model: &Model| {
        let morph = MorphMesh::new(&model.view().mesh(0).unwrap());
        let (positions, normals, tangents) = morphed(model, &morph, &weights);
        let bits = |all: &[f32]| all.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        [bits(positions.as_flattened()), bits(normals.as_flattened()), bits(tangents.as_flattened())]
    };
    assert_eq!(of(&codes), of(&floats));
    // Targets that were prepared for a mesh of floats have no vertices for a mesh of codes.
    let (morph, view) = (MorphMesh::new(&floats.view().mesh(0).unwrap()), codes.view());
    let job = MorphJob {
        mesh: view.mesh(0).unwrap(),
        morph: &morph,
        weights: &weights,
        shares: &mut morph.shares(),
        positions: &mut [[0.0; 3]; 43],
        normals: &mut [],
        tangents: &mut [],
    };
    assert!(job.run().is_err());
}

type Morphed = (Vec<[f32; 3]>, Vec<[f32; 3]>, Vec<[f32; 4]>);

fn morphed(model: &Model, morph: &MorphMesh, weights: &[f32]) -> Morphed {
    let view = model.view();
    let mesh = view.mesh(0).unwrap();
    let mut shares = morph.shares();
    let mut out = (vec![[7.0; 3]; 43], vec![[7.0; 3]; 43], vec![[7.0; 4]; 43]);
    let (positions, normals, tangents) = (&mut out.0[..], &mut out.1[..], &mut out.2[..]);
    MorphJob { mesh, morph, weights, shares: &mut shares, positions, normals, tangents }.run().unwrap();
    out
}

/// The share of a shape in its target's changes at a weight, by linear interpolation in double precision.
fn share(target: &MorphTarget, weight: f64, shape: usize) -> f64 {
    let mut stops: Vec<(f64, Option<usize>)> =
        target.shapes.iter().enumerate().map(|(at, shape)| (f64::from(shape.weight), Some(at))).collect();
    stops.push((0.0, None));
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    let after = stops.iter().position(|stop| stop.0 > weight).unwrap_or(stops.len()).clamp(1, stops.len() - 1);
    let (from, to) = (stops[after - 1], stops[after]);
    let along = (weight - from.0) / (to.0 - from.0);
    if from.1 == Some(shape) {
        1.0 - along
    } else if to.1 == Some(shape) {
        along
    } else {
        0.0
    }
}

fn sums(base: &[[f32; 3]], weights: &[f32], list: fn(&MorphShape) -> &Vec<[f32; 3]>) -> Vec<[f64; 3]> {
    let mut sums: Vec<[f64; 3]> = base.iter().map(|vector| vector.map(f64::from)).collect();
    for (target, weight) in face().targets.iter().zip(weights) {
        for (at, shape) in target.shapes.iter().enumerate() {
            let share = share(target, f64::from(*weight), at);
            for (vertex, change) in shape.vertices.iter().zip(list(shape)) {
                let sum = &mut sums[*vertex as usize];
                *sum = std::array::from_fn(|axis| sum[axis] + share * f64::from(change[axis]));
            }
        }
    }
    sums
}

fn apart(found: &[f32], expected: &[f64]) -> f64 {
    found.iter().zip(expected).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max)
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    v.map(|part| part / length)
}

#[test]
fn targets_add_up() {
    let model = model();
    let morph = MorphMesh::new(&model.view().mesh(0).unwrap());
    let face = face();
    let mut numbers = Numbers(99);
    for _ in 0..20 {
        let weights: Vec<f32> = (0..11).map(|_| numbers.next() * 1.5).collect();
        let (positions, normals, tangents) = morphed(&model, &morph, &weights);
        let expected = sums(&face.vertices.positions, &weights, |shape| &shape.positions);
        assert!(apart(positions.as_flattened(), expected.as_flattened()) < 2e-5);
        let expected: Vec<_> =
            sums(&face.vertices.normals, &weights, |shape| &shape.normals).into_iter().map(unit).collect();
        assert!(apart(normals.as_flattened(), expected.as_flattened()) < 2e-5);
        let base: Vec<[f32; 3]> = face.vertices.tangents.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
        let expected: Vec<_> = sums(&base, &weights, |shape| &shape.tangents).into_iter().map(unit).collect();
        for ((found, expected), base) in tangents.iter().zip(&expected).zip(&face.vertices.tangents) {
            assert!(apart(&found[..3], expected) < 2e-5 && found[3] == base[3]);
        }
    }
}

#[test]
fn without_weights_the_mesh_is_as_it_is() {
    let model = model();
    let morph = MorphMesh::new(&model.view().mesh(0).unwrap());
    let vertices = face().vertices;
    for weight in [0.0, -0.0, f32::NAN, f32::INFINITY] {
        let (positions, normals, tangents) = morphed(&model, &morph, &[weight; 11]);
        assert_eq!((positions, normals), (vertices.positions.clone(), vertices.normals.clone()));
        assert_eq!(tangents, vertices.tangents);
    }
}

#[test]
fn every_way_gives_the_same_bits() {
    let model = model();
    let morph = MorphMesh::new(&model.view().mesh(0).unwrap());
    let weights = [0.7, -0.3, 1.4, 0.0, 0.11, 0.9, -0.9, 0.5, 0.0, 1.0, 0.3];
    let bits = || {
        let (positions, normals, tangents) = morphed(&model, &morph, &weights);
        let all = positions.as_flattened().iter().chain(normals.as_flattened()).chain(tangents.as_flattened());
        all.map(|number| number.to_bits()).collect::<Vec<_>>()
    };
    let [plain, avx2, avx512] = at_each_level(bits);
    assert!(plain == avx2 && plain == avx512);
}

#[test]
fn buffers_are_checked_before_anything_is_written() {
    let model = model();
    let view = model.view();
    let mesh = view.mesh(0).unwrap();
    let morph = MorphMesh::new(&mesh);
    let run = |weights: usize, shares: usize, positions: usize, normals: usize| {
        let (mut shares, mut positions, mut normals) =
            (vec![0.0; shares], vec![[7.0; 3]; positions], vec![[7.0; 3]; normals]);
        let weights = vec![1.0; weights];
        let (shares, tangents) = (&mut shares[..], &mut [][..]);
        let job = MorphJob {
            mesh,
            morph: &morph,
            weights: &weights,
            shares,
            positions: &mut positions,
            normals: &mut normals,
            tangents,
        };
        (job.run().map_err(|error| error.to_string()), positions.first().copied())
    };
    let shares = morph.shares().len();
    let short = |buffer: &str, found, expected| {
        (Err(format!("the buffer `{buffer}` has {found} elements, expected at least {expected}")), Some([7.0; 3]))
    };
    assert_eq!(run(10, shares, 43, 43), short("weights", 10, 11));
    assert_eq!(run(11, shares - 1, 43, 43), short("shares", shares - 1, shares));
    assert_eq!(run(11, shares, 42, 43), short("positions", 42, 43));
    assert_eq!(run(11, shares, 43, 42), short("normals", 42, 43));
    assert!(run(11, shares, 43, 0).0.is_ok() && run(12, shares + 1, 50, 50).0.is_ok());
}

#[test]
fn no_vertex_moves_beyond_the_reach() {
    let model = model();
    let morph = MorphMesh::new(&model.view().mesh(0).unwrap());
    let mut numbers = Numbers(3);
    for _ in 0..50 {
        // Target 2 and similar ones have shapes from -1 to 2, target 3 and similar ones to -0.5.
        let weights: Vec<f32> =
            (0..11).map(|target| numbers.next() * if target % 4 == 3 { -0.5 } else { 1.0 }).collect();
        let weights: Vec<f32> = weights
            .iter()
            .enumerate()
            .map(|(at, w)| {
                if at % 4 == 2 {
                    *w
                } else if at % 4 == 3 {
                    -w.abs()
                } else {
                    w.abs()
                }
            })
            .collect();
        let (positions, ..) = morphed(&model, &morph, &weights);
        for (found, base) in positions.iter().zip(&face().vertices.positions) {
            let [x, y, z] = std::array::from_fn(|axis| found[axis] - base[axis]);
            assert!((x * x + y * y + z * z).sqrt() <= morph.reach() * 1.0001);
        }
    }
}

fn weights(tracks: &[(&str, &[f32])]) -> format::ClipWeights {
    let track = |&(target, weights): &(&str, &[f32])| WeightTrack {
        mesh: "Face".to_owned(),
        target: target.to_owned(),
        weights: weights.to_vec(),
    };
    let mut tracks: Vec<_> = tracks.iter().map(track).collect();
    // Tracks of another mesh, and of a target that the mesh lacks.
    tracks.push(WeightTrack { mesh: "Hand".to_owned(), ..tracks[0].clone() });
    tracks.push(WeightTrack { target: "Gone".to_owned(), ..tracks[0].clone() });
    format::ClipWeights { duration: 1.0, times: vec![0.0, 0.25, 1.0], tracks }
}

#[test]
fn clips_set_the_weights_of_their_targets() {
    let model = model();
    let view = model.view();
    let mesh = view.mesh(0).unwrap();
    let clip = weights(&[("T1", &[0.0, 1.0, -0.5]), ("T0", &[0.75])]);
    let clip = Arc::new(ClipWeights::from_owned(&clip).unwrap());
    let tracks = MorphTracks::new(&clip, &mesh);
    assert_eq!((tracks.targets().collect::<Vec<_>>(), tracks.duration()), (vec![1, 0], 1.0));
    let at = |time| {
        let mut out = [9.0; 11];
        SampleWeightsJob { tracks: &tracks, time, out: &mut out }.run().unwrap();
        assert_eq!(out[2..], [9.0; 9]);
        [out[0], out[1]]
    };
    for (time, expected) in
        [(-1.0, 0.0), (0.0, 0.0), (0.125, 0.5), (0.25, 1.0), (0.625, 0.25), (1.0, -0.5), (9.0, -0.5), (f32::NAN, 0.0)]
    {
        assert_eq!(at(time), [0.75, expected], "{time}");
    }
    let error = SampleWeightsJob { tracks: &tracks, time: 0.0, out: &mut [0.0; 10] }.run().unwrap_err();
    assert_eq!(error.to_string(), "the buffer `out` has 10 elements, expected at least 11");
}

/// The folder of the player tests, with clips that set weights.
fn folder_with_weights() -> Folder {
    let folder = folder();
    let write = |name: &str, tracks: &[(&str, &[f32])]| {
        folder.write(&format!("Animation/{name}.weights"), &weights(tracks).encode().unwrap());
    };
    write("Idle", &[("T0", &[1.0]), ("T1", &[1.0])]);
    write("Run", &[("T0", &[2.0]), ("T2", &[1.0])]);
    write("Fire", &[("T2", &[-1.0])]);
    folder
}

/// In the action set of the player tests, "lower" fades from Idle to Run in a quarter of a second, and "upper" plays Fire.
#[test]
fn players_fade_and_layer_weights() {
    let folder = folder_with_weights();
    let mut player = Player::load(&folder.content(), "Robot.actions", Rules::Standard).unwrap();
    let model = model();
    let view = model.view();
    let mesh = view.mesh(0).unwrap();
    let morph = MorphMesh::new(&mesh);
    let mut of_player = PlayerWeights::new(&player, &morph, &mesh);
    let mut out = [9.0; 12];
    let mut sample = |player: &Player| {
        of_player.sample(player, &mut out).unwrap();
        assert_eq!(out[11], 9.0);
        [out[0], out[1], out[2], out[3]]
    };
    assert_eq!(sample(&player), [0.0, 0.0, 0.0, 0.5], "the mesh's own");
    player.play("lower", "Idle").unwrap();
    player.update(0.125).unwrap();
    assert_eq!(sample(&player), [1.0, 1.0, 0.0, 0.5]);
    player.play("lower", "Run").unwrap();
    player.update(0.0625).unwrap();
    assert_eq!(sample(&player), [1.25, 0.75, 0.25, 0.5], "a quarter of the fade");
    player.play("upper", "Fire").unwrap();
    player.update(0.0625).unwrap();
    assert_eq!(sample(&player), [1.5, 0.5, -1.0, 0.5], "the upper layer has its own target");
    player.update(0.5).unwrap();
    assert_eq!(sample(&player), [2.0, 0.0, -1.0, 0.5]);
    let counted = allocations(|| {
        for _ in 0..10 {
            player.update(0.01).unwrap();
            sample(&player);
        }
    });
    assert_eq!(counted, 0);
}

/// A character of a crowd has the same weights as a player that does the same, even during a fade. The layer's weight scales
/// its influence.
#[test]
fn crowds_have_the_weights_of_players() {
    let folder = folder_with_weights();
    let content = folder.content();
    let mut player = Player::load(&content, "Robot.actions", Rules::Standard).unwrap();
    let actions = CrowdActions::load(&content, "Robot.actions").unwrap();
    let mut crowd = actions.crowd(2).unwrap();
    let [still, moving] = *crowd.characters() else { panic!() };
    let model = model();
    let view = model.view();
    let mesh = view.mesh(0).unwrap();
    let morph = MorphMesh::new(&mesh);
    let (mut of_player, mut of_crowd) =
        (PlayerWeights::new(&player, &morph, &mesh), CrowdWeights::new(&crowd, &morph, &mesh));
    assert!(!of_crowd.sets_nothing());
    let mut step = |player: &mut Player, crowd: &mut Crowd, play: Option<(&str, &str)>| {
        if let Some((layer, action)) = play {
            player.play(layer, action).unwrap();
            actions.play(crowd, moving, layer, action).unwrap();
        }
        player.update(0.0625).unwrap();
        crowd.update(0.0625).unwrap();
        let (mut expected, mut found, mut own) = ([0.0; 11], [0.0; 11], [0.0; 11]);
        of_player.sample(player, &mut expected).unwrap();
        of_crowd.sample(crowd, moving, &mut found).unwrap();
        of_crowd.sample(crowd, still, &mut own).unwrap();
        assert_eq!((found, &own[..]), (expected, morph.weights()));
        found
    };
    step(&mut player, &mut crowd, Some(("lower", "Idle")));
    step(&mut player, &mut crowd, Some(("lower", "Run")));
    step(&mut player, &mut crowd, Some(("upper", "Fire")));
    let whole = step(&mut player, &mut crowd, None);
    let layer = actions.layer("upper").unwrap();
    crowd.set_weight(moving, layer, 0.25).unwrap();
    let mut part = [0.0; 11];
    of_crowd.sample(&crowd, moving, &mut part).unwrap();
    // Fire sets T2 to -1. Below it, Run fades in T2 = 1 by three quarters.
    assert_eq!((whole[2], part[2], part[..2] == whole[..2]), (-1.0, 0.75 + (-1.0 - 0.75) * 0.25, true));
    crowd.remove(moving).unwrap();
    of_crowd.sample(&crowd, moving, &mut part).unwrap();
    assert_eq!(&part[..], morph.weights());
    assert!(of_crowd.sample(&crowd, still, &mut part[..10]).is_err());
}

#[test]
fn nothing_is_allocated_after_binding() {
    let model = model();
    let view = model.view();
    let mesh = view.mesh(0).unwrap();
    let morph = MorphMesh::new(&mesh);
    let weights = [0.5; 11];
    let (mut shares, mut positions, mut normals, mut tangents) =
        (morph.shares(), vec![[0.0; 3]; 43], vec![[0.0; 3]; 43], vec![[0.0; 4]; 43]);
    let counted = allocations(|| {
        let job = MorphJob {
            mesh,
            morph: &morph,
            weights: &weights,
            shares: &mut shares,
            positions: &mut positions,
            normals: &mut normals,
            tangents: &mut tangents,
        };
        job.run().unwrap();
    });
    assert_eq!(counted, 0);
}
