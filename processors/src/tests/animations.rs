//! Tests of the `animation` processor, except resampling.

use rigmill_dom::KeyFrameSource;
use rigmill_format::{AnimationSequence, Content, KeyFrameSequence};
use rigmill_pipeline::Params;

use super::support::{animation, at, clip, moving, rotating};
use crate::AnimationParams;

const KEYS: &[[f32; 3]] = &[[1.0, -0.0, 1e-7], [1.0, 0.0, 2e-7], [1.0, 0.0, -0.0]];

fn bones(clip: &AnimationSequence) -> Vec<&str> {
    clip.sequences.iter().map(|sequence| sequence.bone_name.as_str()).collect()
}

#[test]
fn by_default_nothing_is_lost() {
    let full = KeyFrameSource {
        has_rotation: at(true, 1),
        has_scale: at(true, 1),
        has_time: at(true, 1),
        fixed_rotation: at(true, 1),
        fixed_scale: at(true, 1),
        rotation: at(vec![[0.0, -0.0, 2.0, 0.0]], 1),
        scale: at(vec![[-1.0, 1.0, 1.0]; 3], 1),
        time: at(vec![0.0, 0.25, 0.5], 1),
        key_interval: at(-0.0, 1),
        ..moving(" B", 1, KEYS)
    };
    let made = animation(&clip(vec![full]), "").clean();
    let expected = KeyFrameSequence {
        bone_name: " B".into(),
        key_count: 3,
        duration: 1.0,
        key_interval: -0.0,
        has_translation: true,
        has_rotation: true,
        has_scale: true,
        has_time: true,
        fixed_translation: false,
        fixed_rotation: true,
        fixed_scale: true,
        translation: KEYS.to_vec(),
        rotation: vec![[0.0, -0.0, 2.0, 0.0]],
        scale: vec![[-1.0, 1.0, 1.0]; 3],
        time: vec![0.0, 0.25, 0.5],
    };
    let expected = AnimationSequence { duration: 1.0, close_loop: false, sequences: vec![expected] };
    // Unlike `==`, the debug format distinguishes -0.0 from 0.0.
    assert_eq!(format!("{made:?}"), format!("{expected:?}"));
    assert_eq!(AnimationSequence::decode(&made.encode().unwrap()).unwrap(), made);
}

#[test]
fn constant_tracks_become_fixed() {
    let still = moving("still", 1, &[[1.0, 0.0, 0.0], [1.0, -0.0, 0.0]]);
    let moved = moving("moved", 1, &[[1.0, 0.0, 0.0], [1.0, 0.0, 1.0]]);
    let absent = KeyFrameSource { has_translation: at(false, 1), ..still.clone() };
    let made = animation(&clip(vec![still, moved, absent]), "drop_constant_tracks = true").clean();
    let shape =
        |sequence: &KeyFrameSequence| (sequence.fixed_translation, sequence.translation.len(), sequence.key_count);
    assert_eq!(made.sequences.iter().map(shape).collect::<Vec<_>>(), [(true, 1, 2), (false, 2, 2), (false, 2, 2)]);
    assert_eq!(made.sequences[0].translation, [[1.0, 0.0, 0.0]]);
}

#[test]
fn tiny_components_snap_to_positive_zero() {
    let tiny = rotating("tiny", &[[1e-7, 0.0, 0.0, 0.0], [1e-7, -0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]);
    let made = animation(&clip(vec![moving("B", 1, KEYS), tiny]), "snap_tiny = 1.5e-7").clean();
    let bits = made.sequences[0].translation.iter().map(|key| key.map(f32::to_bits)).collect::<Vec<_>>();
    let expected = [[1.0, 0.0, 0.0], [1.0, 0.0, 2e-7], [1.0, 0.0, 0.0]].map(|key: [f32; 3]| key.map(f32::to_bits));
    assert_eq!(bits, expected);
    assert_eq!(made.sequences[1].rotation[0], [1e-7, 0.0, 0.0, 0.0], "a rotation never becomes zero");
    assert_eq!(made.sequences[1].rotation[1].map(f32::to_bits), [0.0, 0.0, 0.0, 1.0].map(f32::to_bits));
}

#[test]
fn the_loop_closes_on_request() {
    assert!(animation(&clip(vec![]), "close_loop = true").clean().close_loop);
}

#[test]
fn bones_are_renamed_all_at_once() {
    let source = clip(["a", "b", "c"].map(|bone| moving(bone, 1, KEYS)).to_vec());
    assert_eq!(bones(&animation(&source, "rename_bones = { a = \"b\", b = \"a\" }").clean()), ["b", "a", "c"]);
}

#[test]
fn renaming_an_unknown_bone_is_a_warning() {
    let source = clip(vec![moving("L Calf", 1, KEYS)]);
    let outcome = animation(&source, "rename_bones = { \"L Clf\" = \"x\", Tail = \"y\" }");
    assert!(outcome.value.is_some());
    assert_eq!(
        outcome.lines(),
        [
            "warning[R0072]: parameter `rename_bones`: the clip does not move a bone named \"L Clf\"; \
             help: did you mean \"L Calf\"?",
            "warning[R0072]: parameter `rename_bones`: the clip does not move a bone named \"Tail\"; \
             help: remove this entry, or set `rename_bones` in a separate rule for the clips that move this bone",
        ]
    );
}

#[test]
fn renaming_two_bones_to_one_name_is_an_error() {
    let source = clip(vec![moving("a", 10, KEYS), moving("b", 20, KEYS)]);
    let check = |renames: &str, expected: &str| {
        let outcome = animation(&source, &format!("rename_bones = {renames}"));
        assert!(outcome.value.is_none());
        assert_eq!(outcome.lines(), [expected]);
    };
    check(
        "{ a = \"c\", b = \"c\" }",
        "error[R0071] 20:9: parameter `rename_bones`: \"a\" and \"b\" both become \"c\"; \
         help: give each bone a different name",
    );
    let one = "error[R0071] 10:9: parameter `rename_bones`: \"a\" becomes \"b\", \
        but the clip already moves a bone named \"b\"; help: choose a different name, or rename \"b\" as well";
    check("{ a = \"b\" }", one);
    check("{ a = \"b\", b = \"b\" }", one);
    check(
        "{ b = \"a\" }",
        "error[R0071] 20:9: parameter `rename_bones`: \"b\" becomes \"a\", \
         but the clip already moves a bone named \"a\"; help: choose a different name, or rename \"a\" as well",
    );
}

#[test]
fn a_new_name_is_not_empty_though_an_old_one_may_be() {
    let source = clip(vec![moving("", 1, KEYS)]);
    assert_eq!(bones(&animation(&source, "rename_bones = { \"\" = \"a\" }").clean()), ["a"]);
    let table = toml::from_str::<toml::Value>("b = \"c\"\na = \"\"").unwrap();
    let error = AnimationParams::default().set("rename_bones", &table).unwrap().unwrap_err();
    assert_eq!(error.message, "the new name of \"a\" is empty, expected a name");
    let renames = AnimationParams::docs().into_iter().find(|param| param.name == "rename_bones").unwrap();
    assert_eq!(renames.default, "{}");
}

#[test]
fn the_root_comes_first_and_the_others_keep_their_order() {
    let source = clip(["a", "b", "Root", "c"].map(|bone| moving(bone, 1, KEYS)).to_vec());
    assert_eq!(bones(&animation(&source, "root = \"Root\"").clean()), ["Root", "a", "b", "c"]);
    let renamed = "root = \"Hips\"\nrename_bones = { Root = \"Hips\" }";
    assert_eq!(bones(&animation(&source, renamed).clean()), ["Hips", "a", "b", "c"]);
}

#[test]
fn an_unknown_root_is_an_error() {
    let outcome = animation(&clip(vec![moving("Root", 1, KEYS)]), "root = \"Rot\"");
    let expected = "error[R0073]: parameter `root`: the clip does not move a bone named \"Rot\"; \
        help: did you mean \"Root\"?";
    assert!(outcome.value.is_none());
    assert_eq!(outcome.lines(), [expected]);
}

#[test]
fn a_sequence_without_keys_is_an_error() {
    let none = KeyFrameSource { key_count: at(0, 7), ..moving("B", 1, KEYS) };
    let outcome = animation(&clip(vec![none]), "");
    assert_eq!(
        outcome.lines(),
        ["error[R0070] 7:9: bone \"B\": the key count is 0, expected at least 1; \
          help: remove the bone from the source, or fix the importer"]
    );
}

#[test]
fn parameters_out_of_range_are_refused() {
    let mut params = AnimationParams::default();
    let mut refuse = |name: &str, value: f64| {
        let error = params.set(name, &toml::Value::Float(value)).unwrap().unwrap_err();
        assert!(error.message.contains("is out of range"), "{}", error.message);
    };
    for rate in [0.0, -1.0, 1000.5, f64::NAN, f64::INFINITY] {
        refuse("sample_rate", rate);
    }
    for limit in [-1e-9, f64::NAN, f64::INFINITY] {
        refuse("snap_tiny", limit);
    }
    params.set("sample_rate", &toml::Value::Integer(30)).unwrap().unwrap();
    let canonical = params.canonical();
    assert_eq!(canonical[5], ("sample_rate".to_owned(), "30.0".to_owned()));
    assert_eq!(canonical[1], ("snap_tiny".to_owned(), "0.0".to_owned()));
}
