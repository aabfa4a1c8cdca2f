//! Tests in C the functions that the examples do not use. Each number is bit-identical to the runtime's.

use std::fmt::Display;
use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedScratch, Rig};
use rigmill_runtime::clips::{Clip, SampleJob};
use rigmill_runtime::content::{BreathSettings, CollisionMesh, Model, Motion, Skeleton, SpringSettings, TextureUse};
use rigmill_runtime::layers::{AimBone, AimIk, AimIkLayer, Breath, SpringBones, TwoBoneIk, TwoBoneIkLayer};
use rigmill_runtime::morph::{MorphJob, MorphMesh, PlayerWeights};
use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{Content, PlayMode, Player, Rules};

use super::{compile, source, succeed, with_library};
use crate::sample_game::built;

/// The lines that the program should print, according to the runtime.
#[derive(Default)]
struct Lines(Vec<String>);

impl Lines {
    fn add(&mut self, name: &str, numbers: impl IntoIterator<Item = impl Display>) {
        let numbers = numbers.into_iter().map(|number| format!(" {number}"));
        self.0.push(format!("{name}{}", numbers.collect::<String>()));
    }

    fn place(&mut self, name: &str, place: &RigidTransform) {
        self.add(name, place.translation.iter().chain(&place.rotation));
    }
}

/// Returns a line with the bits of its numbers, because each language formats numbers differently.
fn bits(line: &str) -> String {
    let is_double = ["movement", "delta", "duration"].contains(&line.split(' ').next().unwrap());
    let of = |word: &str| match is_double {
        true => word.parse::<f64>().map(|number| format!("{:x}", number.to_bits())),
        false => word.parse::<f32>().map(|number| format!("{:x}", number.to_bits())),
    };
    line.split(' ').map(|word| of(word).unwrap_or(word.to_owned())).collect::<Vec<_>>().join(" ")
}

#[test]
#[cfg_attr(not(cc), ignore = "needs a C compiler, cc")]
fn everything_else_in_c_gives_the_runtimes_bits() {
    let game = built();
    let program = compile(&source("tests/capi/everything.c"), &[], "everything");
    let output = succeed(with_library(program).arg(game.native()));
    let content = Content::open(game.native()).unwrap();
    let mut lines = Lines::default();
    layers(&content, &mut lines);
    targets(&content, &mut lines);
    clips(&content, &mut lines);
    collisions(&content, &mut lines);
    materials(&content, &mut lines);
    let found: Vec<String> = output.lines().map(bits).collect();
    let expected: Vec<String> = lines.0.iter().map(|line| bits(line)).collect();
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

fn layers(content: &Content, lines: &mut Lines) {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard).unwrap();
    let skeleton = player.model().skeleton().clone();
    let bones = skeleton.view();
    let breath = content.load::<BreathSettings>("Models/Grund.breath").unwrap();
    let springs = content.load::<SpringSettings>("Models/Grund.spring").unwrap();
    player.model_mut().add_layer(Breath::new(&breath.view(), &bones).unwrap());
    player.model_mut().add_layer(SpringBones::new(&springs.view(), &bones).unwrap());
    let part = |weight| AimBone { weight, limit: 0.75 };
    let neck = [("Head_NA", part(0.5)), ("Neck_NA", part(1.0))];
    let mut aim = AimIkLayer::new(AimIk::default(), &neck, &bones).unwrap();
    aim.set_target(Some([3.0, 2.0, -4.0]));
    player.model_mut().add_layer(aim);
    let limb = ["L UpperArm", "L Forearm", "L Hand_NA"];
    let numbers = limb.map(|bone| bones.find(bone).unwrap());
    let mid_axis = TwoBoneIk::mid_axis_of(numbers.map(|bone| &player.model().absolute()[bone])).unwrap();
    let ik = TwoBoneIk { mid_axis, soften: 0.95, ..TwoBoneIk::default() };
    let mut layer = TwoBoneIkLayer::new(ik, limb, &bones).unwrap();
    layer.set_target(Some([-0.5, 1.3, -0.3]));
    player.model_mut().add_layer(layer);
    player.play("body", "Stroll").unwrap();
    (0..30).for_each(|_| player.update(1.0 / 60.0).unwrap());
    let reached = [
        player.model_mut().layer_mut::<TwoBoneIkLayer>().unwrap().reached(),
        player.model_mut().layer_mut::<AimIkLayer>().unwrap().reached(),
    ];
    lines.add("reached", reached.map(u32::from));
    let [hand, head] = [numbers[2], bones.find("Head_NA").unwrap()];
    lines.add("hand", player.model().absolute()[hand]);
    lines.add("head", player.model().absolute()[head]);
    let mut copy = player.clone();
    copy.model_mut().layer_mut::<TwoBoneIkLayer>().unwrap().set_target(None);
    copy.update(1.0 / 60.0).unwrap();
    lines.add("hand", player.model().absolute()[hand]);
    // For the second, the caller computes the model-space matrices.
    lines.add("copy", copy.model().absolute()[hand]);
    lines.add("copy", copy.model().absolute()[hand]);
}

fn targets(content: &Content, lines: &mut Lines) {
    let mut pilot = Player::load(content, "Hero/Pilot.actions", Rules::Standard).unwrap();
    let model = content.load::<Model>("Models/Pilot.model").unwrap();
    let mesh = model.view().mesh(0).unwrap();
    let morph = MorphMesh::new(&mesh);
    let mut of_player = PlayerWeights::new(&pilot, &morph, &mesh);
    pilot.play("face", "Talk").unwrap();
    (0..20).for_each(|_| pilot.update(1.0 / 60.0).unwrap());
    let (mut weights, mut shares) = (morph.weights().to_vec(), morph.shares());
    of_player.sample(&pilot, &mut weights).unwrap();
    for (name, weight) in morph.names().zip(&weights) {
        lines.add(&format!("target {name}"), [weight]);
    }
    let mut positions = mesh.positions().to_vec();
    let mut normals = mesh.normals().to_vec();
    let job = MorphJob {
        mesh,
        morph: &morph,
        weights: &weights,
        shares: &mut shares,
        positions: &mut positions,
        normals: &mut normals,
        tangents: &mut [],
    };
    job.run().unwrap();
    lines.add("positions", positions.as_flattened());
    lines.add("normals", normals.as_flattened());
}

fn clips(content: &Content, lines: &mut Lines) {
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let bones = skeleton.view();
    let clip = Clip::load(content, "Motion/Stroll", &bones).unwrap();
    let events = clip.events().unwrap().view();
    let counts = [clip.bones(), clip.moved_bones().len(), events.len(), 1];
    lines.add(&format!("clip {} 0", clip.duration()), counts);
    for event in events.events() {
        let (name, text, id) = (event.name, event.text, event.id.0);
        lines.add(&format!("event {name} {text} {id:016x}"), [event.time, event.value]);
    }
    lines.place("movement", &clip.motion().unwrap().delta(0.25, 7.5));
    let motion: Arc<Motion> = content.load("Motion/Patrol").unwrap();
    lines.add("duration", [motion.duration()]);
    lines.place("delta", &motion.delta(-1.0, 8.0));

    let rig = Rig::new(&bones);
    let salute = Clip::load(content, "Animation/Compressed/Salute", &bones).unwrap();
    let (mut out, wanted) = (rig.bind().to_vec(), vec![true; rig.blocks()]);
    let scratch = &mut CompressedScratch::new(rig.bones());
    let (clip, wanted, time, mode) = (&salute, &wanted[..], 0.3, PlayMode::Once);
    SampleJob { clip, time, mode, rest: rig.bind(), wanted, scratch, out: &mut out }.run().unwrap();
    let pose: Vec<_> = (0..rig.bones()).map(|bone| out[bone / 8].transform(bone)).collect();
    for bone in &pose {
        lines.add("translation", bone.translation);
        lines.add("rotation", bone.rotation);
    }
    let [x, _, z] = pose.last().unwrap().translation;
    lines.add("set", [x, 7.0, z]);
    lines.add("bind", bones.bone(12).unwrap().bind().translation);
}

fn collisions(content: &Content, lines: &mut Lines) {
    let yard = content.load::<CollisionMesh>("Models/Levels/Yard_Collision").unwrap();
    let from = [0.3, 5.0, -0.2];
    let hit = yard.ray(from, [0.0, -2.0, 0.1], 10.0).unwrap();
    lines.add(&format!("hit 1 {} {}", hit.triangle, u32::from(hit.front)), [hit.distance]);
    lines.add("point", hit.point);
    lines.add("normal", hit.normal);
    assert_eq!(yard.ray(from, [0.0, 1.0, 0.0], 10.0), None);
    lines.add("hit", [0]);
    let contacts: Vec<_> = yard.sphere(from, 6.0).into_iter().chain(yard.contacts(from, 6.0)).collect();
    assert!(contacts.len() > 20);
    for contact in contacts {
        lines.add(&format!("contact 1 {}", contact.triangle), [contact.distance]);
    }
}

fn materials(content: &Content, lines: &mut Lines) {
    let model = content.load::<Model>("Models/Grund.model").unwrap();
    let view = model.view();
    let counts = format!("model {} {} {}", view.bones().len(), view.meshes().len(), view.materials().len());
    lines.add(&counts, [view.sphere().radius]);
    for material in view.materials() {
        lines.add(&format!("material {}", material.name()), [material.alpha_mode().number()]);
        lines.add("color", material.base_color());
        for usage in TextureUse::ALL {
            if let Some(asset) = material.texture(usage) {
                lines.0.push(format!("texture {} {asset}", usage.number()));
            }
        }
    }
}
