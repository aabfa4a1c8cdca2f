use rigmill_format::{AlignedBytes, Bone, Content, Skeleton, SkeletonView};

use crate::samples::skeleton;

fn problem(change: impl FnOnce(&mut Skeleton)) -> String {
    let mut skeleton = skeleton();
    change(&mut skeleton);
    skeleton.encode().unwrap_err().to_string()
}

#[test]
fn a_view_reads_bones_in_place() {
    let file = AlignedBytes::from_slice(&skeleton().encode().unwrap());
    let view = SkeletonView::parse(&file).unwrap();
    assert_eq!(view.len(), 3);
    assert_eq!(view.root_axis(), [-0.5, 0.0, 0.0, 0.5]);
    let parents: Vec<_> = view.bones().map(|bone| bone.parent()).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
    assert_eq!(view.bone(1).unwrap().bind().translation[0], 1.0);
    assert!(view.bone(3).is_none());
}

#[test]
fn bones_are_found_by_name() {
    let file = AlignedBytes::from_slice(&skeleton().encode().unwrap());
    let view = SkeletonView::parse(&file).unwrap();
    let found = ["Head", "Root", "Spine", "Tail"].map(|name| view.find(name));
    assert_eq!(found, [Some(2), Some(0), Some(1), None]);
}

#[test]
fn a_parent_comes_before_its_child() {
    let reported = problem(|s| s.bones[1].parent = Some(1));
    assert_eq!(reported, "bone 1 (\"Spine\"): its parent is bone 1, expected an earlier bone, or -1 for no parent");
    let reported = problem(|s| s.bones[1].parent = Some(u32::MAX));
    assert!(reported.contains("its parent is bone 4294967295"), "{reported}");
}

#[test]
fn bone_names_are_unique() {
    let reported = problem(|s| s.bones[2].name = "Root".to_owned());
    assert_eq!(reported, "two bones are named \"Root\"");
}

#[test]
fn the_bind_pose_is_finite_and_turns() {
    let reported = problem(|s| s.bones[0].bind.scale[1] = f32::NAN);
    assert_eq!(reported, "bone 0 (\"Root\"): its bind pose is not finite");
    let reported = problem(|s| s.bones[0].bind.rotation = [0.0; 4]);
    assert_eq!(reported, "bone 0 (\"Root\"): its bind rotation is zero");
    let reported = problem(|s| s.root_axis = [0.0; 4]);
    assert!(reported.starts_with("the root axis is"), "{reported}");
}

#[test]
fn a_skeleton_has_at_most_65535_bones() {
    let bone = |number: usize| Bone { name: number.to_string(), ..Bone::default() };
    let mut skeleton = Skeleton { bones: (0..65_535).map(bone).collect(), ..Skeleton::default() };
    assert_eq!(Skeleton::decode(&skeleton.encode().unwrap()).unwrap(), skeleton);
    skeleton.bones.push(bone(65_535));
    let reported = skeleton.encode().unwrap_err().to_string();
    assert_eq!(reported, "the skeleton has 65536 bones, but at most 65535 are allowed");
}
