//! `.skeleton.toml`.

use rigmill_pipeline::Digest;

use super::support::{clean, import, rendered};
use crate::SkeletonToml;

const SOURCE: &str = "root_axis = [-1, 0.0, 0.0, 0]\n\n[[bone]]\nname = \"Root\"\n\n[[bone]]\nname = \" Pelvis\"\n\
    parent = \"Root\"\ntranslation = [1, -0.0, 0x10]\nrotation = [0.0, 0.0, 1e-3, 1.0]\nscale = [-1.0, 1.0, 1.0]\n";

#[test]
fn bones_have_their_pose_and_parent() {
    let skeleton = clean(import::<SkeletonToml>(SOURCE.as_bytes()));
    let [root, pelvis] = &skeleton.bones[..] else { panic!("{skeleton:?}") };
    assert_eq!(skeleton.root_axis.value, [-1.0, 0.0, 0.0, 0.0]);
    assert_eq!((root.name.value.as_str(), root.parent), ("Root", None));
    assert_eq!((root.translation.value, root.rotation.value), ([0.0; 3], [0.0, 0.0, 0.0, 1.0]));
    assert_eq!((root.scale.value, root.scale.position.line), ([1.0; 3], 3));
    assert_eq!((pelvis.name.value.as_str(), pelvis.parent.unwrap().value), (" Pelvis", 0));
    assert_eq!(pelvis.translation.value.map(f32::to_bits), [1.0, -0.0, 16.0].map(f32::to_bits));
    assert_eq!((pelvis.rotation.value[2], pelvis.scale.value[0]), (0.001, -1.0));
    assert_eq!((pelvis.name.position.line, pelvis.name.position.column), (7, 8));
}

#[test]
fn moving_text_about_changes_no_digest() {
    let inline = "# inline\nroot_axis=[-1,0,0,0]\nbone=[{name='Root'},{scale=[-1,1,1],name=' Pelvis',parent='Root',\
        translation=[1,-0.0,16],rotation=[0,0,0.001,1]}]";
    let digest = |text: &str| Digest::of_value(&clean(import::<SkeletonToml>(text.as_bytes()))).unwrap();
    assert_eq!(digest(SOURCE), digest(inline));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (value, diagnostics) = import::<SkeletonToml>(text.as_bytes());
    assert_eq!(rendered(&diagnostics), expected.trim_start());
    assert!(value.is_none());
}

#[test]
fn what_is_no_skeleton() {
    check(
        "bone = 1 2",
        r#"
error[R0050] 1:8: string values must be quoted, expected literal string
  | bone = 1 2
  |        ^^^
  = help: fix the TOML syntax
"#,
    );
    check(
        "",
        r#"
error[R0052] 1:1: `[[bone]]` is missing
  | 
  | ^
  = help: add a `[[bone]]` line, and write its keys below it
"#,
    );
    check(
        "[[bones]]\nname = \"Root\"",
        r#"
error[R0051] 1:3: unknown key `bones`
  | [[bones]]
  |   ^^^^^
  = help: did you mean `bone`?
"#,
    );
    check(
        "[[joints]]\nname = \"Root\"",
        r#"
error[R0052] 1:1: `[[bone]]` is missing
  | [[joints]]
  | ^
  = help: add a `[[bone]]` line, and write its keys below it
error[R0051] 1:3: unknown key `joints`
  | [[joints]]
  |   ^^^^^^
  = help: use one of these names: `root_axis`, `bone`
"#,
    );
    check(
        "bone = 5",
        r#"
error[R0052] 1:8: `bone` is a number, expected a list of `[[bone]]` tables
  | bone = 5
  |        ^
  = help: write `[[bone]]`, with double brackets, above each bone
"#,
    );
    check(
        "bone = [1]\nroot_axis = [0]",
        r#"
error[R0052] 1:9: `bone` is a number, expected a list of `[[bone]]` tables
  | bone = [1]
  |         ^
  = help: write `[[bone]]`, with double brackets, above each bone
error[R0052] 2:13: `root_axis` is a list of 1 value, expected a list of 4 numbers
  | root_axis = [0]
  |             ^^^
  = help: write the x, y, z and w of a quaternion, not angles; for example, a rotation of 90 degrees around the y axis is `[0.0, 0.70710677, 0.0, 0.70710677]`
"#,
    );
}

#[test]
fn keys_and_tables_in_the_wrong_place() {
    check(
        "[bone]\nname = \"Root\"\n[[bone]]\nname = \"Pelvis\"\n",
        r#"
error[R0050] 3:3: duplicate key `bone`
  | [[bone]]
  |   ^^^^
  = help: write the table once; for a list of tables, write `[[bone]]` above each table
"#,
    );
    check(
        "[[bone]]\nname = \"Root\"\nname = \"Pelvis\"\n",
        r#"
error[R0050] 3:1: duplicate key `name`
  | name = "Pelvis"
  | ^^^^
  = help: write each key once
"#,
    );
    check(
        "[[bone]]\nname = \"Root\"\nroot_axis = [0.0, 0.0, 0.0, 1.0]\n",
        r#"
error[R0051] 3:1: unknown key `root_axis`
  | root_axis = [0.0, 0.0, 0.0, 1.0]
  | ^^^^^^^^^
  = help: move the key above the first `[[bone]]`
"#,
    );
}

#[test]
fn a_parent_stands_above() {
    let two = "[[bone]]\nname = \"Root\"\n[[bone]]\nname = \"Pelvis\"\n";
    check(
        &format!("{two}parent = \"root\""),
        r#"
error[R0054] 5:10: bone "Pelvis": there is no bone named "root" above it
  | parent = "root"
  |          ^^^^^^
  = help: did you mean `Root`?
"#,
    );
    check(
        &format!("{two}parent = \"Pelvis\""),
        r#"
error[R0054] 5:10: bone "Pelvis" is its own parent, expected a bone above it
  | parent = "Pelvis"
  |          ^^^^^^^^
  = help: write the name of a different bone, or remove `parent` to make this bone a root
"#,
    );
    check(
        &format!("{two}parent = \"Spine\"\n[[bone]]\nname = \"Spine\""),
        r#"
error[R0054] 5:10: bone "Pelvis": there is no bone named "Spine" above it
  | parent = "Spine"
  |          ^^^^^^^
  = help: move the table of `Spine` (line 7) above the table of this bone
"#,
    );
    check(
        &format!("{two}parent = \"Head\""),
        r#"
error[R0054] 5:10: bone "Pelvis": there is no bone named "Head" above it
  | parent = "Head"
  |          ^^^^^^
  = help: write the name of a bone above, or remove `parent` to make this bone a root
"#,
    );
}

#[test]
fn a_parent_below_is_moved_rather_than_renamed() {
    let errors = |bones: &[(&str, &str)]| {
        let bone = |(name, parent): &(&str, &str)| match *parent {
            "" => format!("[[bone]]\nname = {name:?}\n"),
            _ => format!("[[bone]]\nname = {name:?}\nparent = {parent:?}\n"),
        };
        let text: String = bones.iter().map(bone).collect();
        let (value, said) = import::<SkeletonToml>(text.as_bytes());
        assert!(value.is_none());
        said.into_iter().map(|it| format!("{}: {}", it.message, it.help.unwrap())).collect::<Vec<_>>()
    };
    // `Spine` has a similar name. The parent's second child needs no error of its own.
    assert_eq!(
        errors(&[("Spine", ""), ("Neck", "Spine1"), ("Arm", "Spine1"), ("Spine1", "Spine")]),
        [
            "bone \"Neck\": there is no bone named \"Spine1\" above it: move the table of `Spine1` (line 10) above the table of \
             this bone"
        ]
    );
    // Above `Head`, `Neck` would have lost its own parent.
    assert_eq!(
        errors(&[("Head", "Neck"), ("Root", ""), ("Neck", "Root")]),
        [
            "bone \"Head\": there is no bone named \"Neck\" above it: move the table of this bone below the table of `Neck` \
             (line 7)"
        ]
    );
    // A bone below is no correction of a name.
    assert!(errors(&[("Neck", "Spin"), ("Spine", "")])[0].ends_with("remove `parent` to make this bone a root"));
}

#[test]
fn unknown_keys_and_second_bones() {
    let two = "[[bone]]\nname = \"Root\"\n[[bone]]\nname = \"Pelvis\"\n";
    check(
        &format!("{two}perent = \"Root\""),
        r#"
error[R0051] 5:1: unknown key `perent`
  | perent = "Root"
  | ^^^^^^
  = help: did you mean `parent`?
"#,
    );
    check(
        &two.replace("Pelvis", "Root"),
        r#"
error[R0055] 4:8: there is a second bone "Root"; the first is on line 2
  | name = "Root"
  |        ^^^^^^
  = help: give each bone a different name
"#,
    );
}

#[test]
fn poses_are_whole_and_finite() {
    let two = "[[bone]]\nname = \"Root\"\n[[bone]]\nname = \"Pelvis\"\n";
    check(
        &format!("{two}rotation = [0, 0, 0, 0.0]"),
        r#"
error[R0056] 5:12: `rotation` is zero, which is not a valid rotation
  | rotation = [0, 0, 0, 0.0]
  |            ^^^^^^^^^^^^^^
  = help: write `[0.0, 0.0, 0.0, 1.0]` for no rotation
"#,
    );
    check(
        &format!("{two}scale = [1, 1]"),
        r#"
error[R0052] 5:9: `scale` is a list of 2 values, expected a list of 3 numbers
  | scale = [1, 1]
  |         ^^^^^^
  = help: write a list such as `[1.0, 1.0, 1.0]`
"#,
    );
    check(
        &format!("{two}scale = [1, 1, \"1\"]\ntranslation = [0, nan, 1e39]"),
        r#"
error[R0052] 5:16: z of `scale` is a string, expected a number
  | scale = [1, 1, "1"]
  |                ^^^
  = help: write the number without quotes
error[R0053] 6:19: y of `translation` is nan, expected a finite number
  | translation = [0, nan, 1e39]
  |                   ^^^
  = help: write a finite number
error[R0053] 6:24: z of `translation` is 1e39, which does not fit in 32 bits
  | translation = [0, nan, 1e39]
  |                        ^^^^
  = help: write a number from -3.4e38 to 3.4e38
"#,
    );
    check(
        &format!("{two}translation = [0x10000000000000000, 9_223_372_036_854_775_808, 9223372036854775807]"),
        r#"
error[R0053] 5:16: x of `translation` is 0x10000000000000000, which does not fit in a 64-bit integer
  | translation = [0x10000000000000000, 9_223_372_036_854_775_808, 9223372036854775807]
  |                ^^^^^^^^^^^^^^^^^^^
  = help: write the number with a decimal point or an exponent, as in `2e19`
error[R0053] 5:37: y of `translation` is 9223372036854775808, which does not fit in a 64-bit integer
  | translation = [0x10000000000000000, 9_223_372_036_854_775_808, 9223372036854775807]
  |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: write the number with a decimal point or an exponent, as in `2e19`
"#,
    );
}

#[test]
fn every_bone_has_a_name() {
    check(
        "[[bone]]\nname = \"\"\n[[bone]]\nscale = 1",
        r#"
error[R0052] 2:8: `name` is empty
  | name = ""
  |        ^^
  = help: write a name
error[R0052] 3:1: `name` is missing
  | [[bone]]
  | ^^^^^^^^
  = help: add `name`
error[R0052] 4:9: `scale` is a number, expected a list of 3 numbers
  | scale = 1
  |         ^
  = help: write a list such as `[1.0, 1.0, 1.0]`
"#,
    );
}

#[test]
fn angles_in_place_of_a_quaternion_are_reported() {
    let said = |rotation: &str| {
        let (value, said) =
            import::<SkeletonToml>(format!("[[bone]]\nname = \"A\"\nrotation = {rotation}\n").as_bytes());
        assert!(value.is_some());
        said.iter().map(|it| format!("{} {}", it.code, it.message)).collect::<Vec<_>>()
    };
    assert_eq!(said("[0, 90, 0, 0]"), ["R0217 the length of the quaternion `rotation` is 90, expected 1"]);
    let said_of_digit = said("[0.070711, 0, 0, 0.707107]").concat();
    assert!(said_of_digit.starts_with("R0217 the length of the quaternion `rotation` is 0.71"), "{said_of_digit}");
    for rounded in ["[0, 0.7, 0, 0.7]", "[0.5, 0.87, 0, 0]", "[0.354, 0.354, 0.146, 0.854]"] {
        assert!(said(rounded).is_empty(), "{rounded}");
    }
}

#[test]
fn the_remedy_for_a_quaternion_depends_on_its_numbers() {
    let help = |rotation: &str| {
        let said = import::<SkeletonToml>(format!("[[bone]]\nname = \"A\"\nrotation = {rotation}\n").as_bytes()).1;
        said[0].help.clone().unwrap()
    };
    let quaternion = "write the x, y, z and w of a quaternion, not angles; ";
    assert!(help("[90.0, 0.0, 90.0]").starts_with(quaternion), "{}", help("[90.0, 0.0, 90.0]"));
    assert!(help("[0, 1.5708, 0, 0]").starts_with(quaternion));
    assert_eq!(help("[0, 0, 0, 0.5]"), "check each number for a wrong digit; if all are right, divide each by 0.5");
}

#[test]
fn merge_conflicts_and_typographic_quotes_are_named() {
    let said = |text: &str| {
        let said = import::<SkeletonToml>(text.as_bytes()).1;
        said.iter()
            .map(|it| format!("{} {}: {}", it.code, it.location.as_ref().unwrap().line, it.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        said("[[bone]]\n<<<<<<< HEAD\nname = \"A\"\n=======\nname = \"B\"\n>>>>>>> branch\n"),
        ["R0050 2: the file has an unresolved merge conflict"]
    );
    assert_eq!(said("[[bone]]\nname = “A”\n"), ["R0050 2: `“` is not a quotation mark of this format"]);
    let (_, xml) =
        import::<crate::AnimationXml>("<AnimationSequence>\n<<<<<<< HEAD\n>>>>>>> x\n</AnimationSequence>".as_bytes());
    assert_eq!(xml[0].message, "the file has an unresolved merge conflict");
}
