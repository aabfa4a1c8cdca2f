//! Tests that programs in C and C++ get the same bits as the runtime.

use rigmill_runtime::blocks::{
    BlendJob, BlendLayer, CompressedScratch, MakeAdditiveJob, PoseBlock, PoseToModelJob, Rig,
};
use rigmill_runtime::characters::{CrowdActions, SkinningJob};
use rigmill_runtime::clips::{Clip, SampleJob};
use rigmill_runtime::content::{Model, Skeleton};
use rigmill_runtime::{Content, Matrix, PlayMode, matrix};

use super::{compile, source, succeed, with_library};
use crate::sample_game::built;

/// Parses numbers that C printed with `%.9g`, which have the same bits again.
fn numbers(line: &str, name: &str) -> Vec<f32> {
    let numbers = line.strip_prefix(name).unwrap_or_else(|| panic!("{line:?} does not begin with {name:?}"));
    numbers.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
#[cfg_attr(not(cc), ignore = "needs a C compiler, cc")]
fn a_blend_tree_in_c_gives_the_runtimes_bits() {
    let game = built();
    let program = compile(&source("integrations/c/examples/blend.c"), &[], "blend");
    let output = succeed(with_library(program).arg(game.native()));
    let lines: Vec<&str> = output.lines().collect();

    let content = Content::open(game.native()).unwrap();
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let bones = skeleton.view();
    let absolute = blended(&content, &skeleton);
    assert_eq!(lines[0], format!("bones {}", bones.len()));
    assert_eq!(numbers(lines[1], "head"), absolute[bones.find("Head_NA").unwrap()][12..15]);

    let model = content.load::<Model>("Models/Grund.model").unwrap();
    let (mesh, vertex) = skinned(&model, &skeleton, &absolute);
    let view = model.view().mesh(mesh).unwrap();
    assert_eq!(lines[2], format!("mesh {}, {} indices of 2 bytes", view.name(), view.indices().len()));
    let found = numbers(lines[3], "last vertex");
    // C adds and multiplies in a different order.
    assert!(found.iter().zip(vertex).all(|(found, expected)| (found - expected).abs() < 1e-5), "{found:?} {vertex:?}");
}

fn blended(content: &Content, skeleton: &Skeleton) -> Vec<Matrix> {
    let rig = Rig::new(&skeleton.view());
    let sample = |name: &str, time: f32| -> Vec<PoseBlock> {
        let clip = Clip::load(content, name, &skeleton.view()).unwrap();
        let (mut out, wanted) = (rig.bind().to_vec(), vec![true; rig.blocks()]);
        let mut scratch = CompressedScratch::new(rig.bones());
        let (clip, mode, scratch) = (&clip, PlayMode::Repeat, &mut scratch);
        SampleJob { clip, time, mode, rest: rig.bind(), wanted: &wanted, scratch, out: &mut out }.run().unwrap();
        out
    };
    let grund = |name: &str| format!("Animation/Players/Grund/{name}");
    let [idle, run] = [sample(&grund("Low_Idle"), 0.25), sample(&grund("Low_Run"), 0.4)];
    let [hit, reference] = [0.1, 0.0].map(|time| sample(&grund("Up_Damage"), time));
    let (mut added, mut out) = (rig.bind().to_vec(), rig.bind().to_vec());
    MakeAdditiveJob { pose: &hit, reference: &reference, out: &mut added }.run().unwrap();
    let layer = |pose, weight| BlendLayer { pose, weight, mask: None };
    let (layers, additive) = ([layer(&idle, 0.3), layer(&run, 0.7)], [layer(&added, 0.5)]);
    BlendJob { layers: &layers, additive: &additive, rest: rig.bind(), threshold: 0.1, out: &mut out }.run().unwrap();
    let mut absolute = vec![matrix::IDENTITY; rig.bones()];
    PoseToModelJob { rig: &rig, pose: &out, out: &mut absolute }.run().unwrap();
    absolute
}

/// Returns the first mesh with a skin, and the position of its last vertex.
fn skinned(model: &Model, skeleton: &Skeleton, absolute: &[Matrix]) -> (usize, [f32; 3]) {
    let view = model.view();
    // Bones of the model that are not in the skeleton do not move any vertex here.
    let of_bone = |name: &str| skeleton.view().find(name).map_or(matrix::IDENTITY, |bone| absolute[bone]);
    let of_model: Vec<Matrix> = view.bones().map(|bone| of_bone(bone.name())).collect();
    let number = view.meshes().position(|mesh| mesh.is_skinned() && mesh.positions().floats().is_some()).unwrap();
    let mesh = view.mesh(number).unwrap();
    let mut joints = vec![matrix::IDENTITY; mesh.skin_bones().len()];
    SkinningJob { model: view, mesh: number, absolute: &of_model, out: &mut joints }.run().unwrap();
    let last = mesh.vertex_count() - 1;
    let position = mesh.positions().get(last).unwrap();
    let mut sum = [0.0; 3];
    for (joint, weight) in mesh.influences(last) {
        let moved = matrix::transform_point(position, &joints[usize::from(joint)]);
        sum.iter_mut().zip(moved).for_each(|(sum, moved)| *sum += weight * moved);
    }
    (number, sum)
}

#[test]
#[cfg_attr(not(cxx), ignore = "needs a C++ compiler, c++")]
fn crowds_in_cpp_give_the_runtimes_bits() {
    let game = built();
    let program = compile(&source("integrations/c/examples/crowd.cpp"), &[], "crowd");
    let output = succeed(with_library(program).arg(game.native()));

    let content = Content::open(game.native()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(25).unwrap();
    for (number, character) in crowd.characters().to_vec().into_iter().enumerate() {
        let body = if number % 2 == 0 { "Stroll" } else { "Idle" };
        actions.play(&mut crowd, character, "body", body).unwrap();
        if number % 3 == 0 {
            actions.play(&mut crowd, character, "arms", "Shoot").unwrap();
        }
    }
    (0..60).for_each(|_| crowd.update(1.0 / 60.0).unwrap());
    let numbers = crowd.matrices().as_flattened().iter();
    let checksum = numbers.fold(0_u64, |sum, number| sum.rotate_left(5) ^ u64::from(number.to_bits()));
    assert_eq!(output, format!("{checksum:016x}\n").repeat(4));
}
