//! Tests of the parameter `root_motion`: clips in place, and their motions.

use proptest::prelude::*;
use rigmill_dom::{AnimationSource, KeyFrameSource};
use rigmill_format::{AnimationSequence, Motion, Skeleton};
use rigmill_pipeline::{MemoryAssets, Params};

use super::support::{Assets, at, clip, moving, process};
use crate::{AnimationParams, AnimationProcessor, WithMotion};

fn params(root_motion: &str) -> AnimationParams {
    let mut params = AnimationParams::default();
    let table: toml::Table = format!("root_motion = {root_motion}").parse().unwrap();
    params.set("root_motion", &table["root_motion"]).unwrap().unwrap();
    params
}

fn made(input: &AnimationSource, root_motion: &str) -> (AnimationSequence, Motion) {
    let WithMotion { clip, motion } = process(&AnimationProcessor, input, &params(root_motion), &Assets(&[])).clean();
    (clip, motion.unwrap())
}

#[test]
fn a_name_and_a_table_of_that_root_are_one_parameter() {
    let of =
        |params: &AnimationParams| params.canonical().into_iter().find(|(name, _)| name == "root_motion").unwrap().1;
    assert_eq!(params("\"Hips\""), params("{ root = \"Hips\" }"));
    assert_eq!(of(&params("\"Hips\"")), of(&params("{ root = \"Hips\", components = \"all\" }")));
    assert_ne!(of(&params("\"Hips\"")), of(&params("{ root = \"Hips\", components = \"ground\" }")));
    assert_eq!(of(&AnimationParams::default()), "unset");
}

#[test]
fn mistakes_are_reported_as_those_of_the_parameter() {
    let input = clip(vec![moving("Root", 4, &[[0.0; 3], [1.0, 2.0, 3.0]])]);
    let assets = MemoryAssets::new().with_product("Models/Robot.skeleton", Skeleton::default()).unwrap();
    let reported = |root_motion: &str| {
        let outcome = process(&AnimationProcessor, &input, &params(root_motion), &assets);
        let [error] = &outcome.diagnostics[..] else { panic!("{:?}", outcome.lines()) };
        assert!(error.parameter.as_deref().unwrap().starts_with("root_motion."));
        format!("{}: {}; {}", error.code, error.message, error.help.as_deref().unwrap())
    };
    let unknown =
        "R0154: parameter `root_motion`: `root`: the clip does not move a bone named \"Rot\"; did you mean \"Root\"?";
    assert_eq!(reported("\"Rot\""), unknown);
    assert_eq!(reported("{ root = \"Rot\" }"), unknown);
    assert_eq!(
        reported("{ root = \"Root\", skeleton = \"Models/Robt.skeleton\" }"),
        "R0170: parameter `root_motion`: `skeleton`: there is no asset `Models/Robt.skeleton`; did you mean `Models/Robot.skeleton`?"
    );
}

#[test]
fn without_the_parameter_there_is_no_motion_and_the_clip_keeps_its_keys() {
    let input = clip(vec![moving("Root", 4, &[[0.0; 3], [1.0, 2.0, 3.0]])]);
    let made = process(&AnimationProcessor, &input, &AnimationParams::default(), &Assets(&[])).clean();
    assert!(made.motion.is_none());
    assert_eq!(made.clip.sequences[0].translation, [[0.0; 3], [1.0, 2.0, 3.0]]);
}

#[test]
fn the_root_has_its_new_name() {
    let input = clip(vec![moving("Hip", 4, &[[0.0; 3], [1.0, 2.0, 3.0]])]);
    let mut params = params("\"Root\"");
    let renamed: toml::Table = "rename_bones = { Hip = \"Root\" }".parse().unwrap();
    params.set("rename_bones", &renamed["rename_bones"]).unwrap().unwrap();
    let made = process(&AnimationProcessor, &input, &params, &Assets(&[])).clean();
    assert_eq!((made.motion.unwrap().bone, &*made.clip.sequences[0].bone_name), ("Root".to_owned(), "Root"));
}

/// Returns the Hamilton product by its definition: first `b`, then `a`.
fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn turned([x, y, z, w]: [f64; 4], [px, py, pz]: [f64; 3]) -> [f64; 3] {
    let [rx, ry, rz, _] = product(product([x, y, z, w], [px, py, pz, 0.0]), [-x, -y, -z, w]);
    [rx, ry, rz]
}

fn unit(rotation: [f32; 4]) -> [f64; 4] {
    let wide = rotation.map(f64::from);
    let length = wide.iter().map(|part| part * part).sum::<f64>().sqrt();
    wide.map(|part| part / length)
}

fn apart(a: [f64; 4], b: [f64; 4]) -> f64 {
    let off = |sign: f64| a.iter().zip(b).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max);
    off(1.0).min(off(-1.0))
}

type Key = ([f32; 3], [f32; 4]);

fn key() -> impl Strategy<Value = Key> {
    let rotation = prop::array::uniform4(-1.0_f32..1.0);
    let long = rotation.prop_filter("a direction", |it| it.iter().map(|part| part * part).sum::<f32>() > 0.1);
    (prop::array::uniform3(-5.0_f32..5.0), long)
}

proptest! {
    #[test]
    fn any_clip_in_place_and_its_motion_are_the_source_at_its_keys(
        keys in prop::collection::vec(key(), 2..9),
        components in prop::sample::select(vec!["all", "ground"]),
        (up, axis) in prop::sample::select(vec![("x", 0_usize), ("y", 1), ("z", 2)]),
    ) {
        let (translations, rotations): (Vec<_>, Vec<_>) = keys.iter().copied().unzip();
        let moving = moving("Root", 4, &translations);
        let input = clip(vec![KeyFrameSource { has_rotation: at(true, 0), rotation: at(rotations, 0), ..moving }]);
        let table = format!("{{ root = \"Root\", components = \"{components}\", up = \"{up}\", frame = \"model\" }}");
        let (clip, motion) = made(&input, &table);
        let left = &clip.sequences[0];
        for (number, (translation, rotation)) in keys.iter().enumerate() {
            let moved = motion.poses[number];
            let rest = left.translation.get(number).unwrap_or(&left.translation[0]).map(f64::from);
            let lean = unit(*left.rotation.get(number).unwrap_or(&left.rotation[0]));
            let carried = turned(moved.rotation, rest);
            for part in 0..3 {
                let found = carried[part] + moved.translation[part];
                prop_assert!((found - f64::from(translation[part])).abs() < 1e-5, "key {number}: {found}");
            }
            prop_assert!(apart(product(moved.rotation, lean), unit(*rotation)) < 1e-5, "key {number}");
            if components == "ground" {
                let tilts = (0..3).filter(|part| *part != axis).all(|part| moved.rotation[part].abs() < 1e-9);
                prop_assert!(tilts && moved.translation[axis].abs() < 1e-9, "key {number}: {moved:?}");
            }
        }
    }
}
