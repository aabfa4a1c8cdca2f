use rigmill_format::{
    AlignedBytes, AnimationSequence, AnimationSequenceLayout, AnimationSequenceView, Content, KeyFrameSequence,
};

use crate::samples::{clip, even_keys, timed_keys};

/// The error, without the bone's name, of encoding the sample's sequence after `change`.
fn problem(mut sequence: KeyFrameSequence, change: impl FnOnce(&mut KeyFrameSequence)) -> String {
    change(&mut sequence);
    let clip = AnimationSequence { sequences: vec![sequence], ..AnimationSequence::default() };
    let error = clip.encode().unwrap_err().to_string();
    error.split_once(": ").unwrap().1.to_owned()
}

fn accepts(mut sequence: KeyFrameSequence, change: impl FnOnce(&mut KeyFrameSequence)) {
    change(&mut sequence);
    let clip = AnimationSequence { sequences: vec![sequence], ..AnimationSequence::default() };
    assert_eq!(AnimationSequence::decode(&clip.encode().unwrap()).unwrap(), clip);
}

#[test]
fn a_view_reads_keys_in_place() {
    let file = AlignedBytes::from_slice(&clip().encode().unwrap());
    let view = AnimationSequenceView::parse(&file).unwrap();
    assert_eq!((view.duration(), view.close_loop(), view.len()), (1.0, true, 2));
    let root = view.sequence(0).unwrap();
    assert_eq!((root.bone_name(), root.key_count()), ("Root", 3));
    assert_eq!(root.rotation(), clip().sequences[0].rotation);
    assert!(file.as_ptr_range().contains(&root.rotation().as_ptr().cast()));
    assert!(view.sequence(2).is_none());
}

#[test]
fn a_bone_is_found_by_its_exact_name() {
    let file = AlignedBytes::from_slice(&clip().encode().unwrap());
    let view = AnimationSequenceView::parse(&file).unwrap();
    assert_eq!(view.find("Root"), Some(0));
    assert_eq!(view.find(" Footsteps"), Some(1));
    assert_eq!(view.find("Footsteps"), None);
    assert_eq!(view.find(""), None);
}

#[test]
fn a_layout_gives_the_view_again() {
    let file = AlignedBytes::from_slice(&clip().encode().unwrap());
    let layout = AnimationSequenceLayout::parse(&file).unwrap();
    assert_eq!(layout.view(&file).to_owned(), clip());
}

#[test]
fn a_layout_over_other_bytes_shows_an_empty_clip() {
    let file = AlignedBytes::from_slice(&clip().encode().unwrap());
    let layout = AnimationSequenceLayout::parse(&file).unwrap();
    assert!(layout.view(&[]).is_empty());
    let noise = AlignedBytes::from_slice(&vec![0xA5; file.len()]);
    let view = layout.view(&noise);
    assert!(view.sequences().all(|sequence| sequence.rotation().is_empty()));
    assert_eq!(view.find("Root"), None);
}

#[test]
fn the_sign_of_zero_survives() {
    let decoded = AnimationSequence::decode(&clip().encode().unwrap()).unwrap();
    let [x, y, z] = decoded.sequences[0].translation[0].map(f32::to_bits);
    assert_eq!([x, y, z], [1.0_f32, -0.0, 0.0].map(f32::to_bits));
}

#[test]
fn a_clip_may_move_no_bone() {
    let empty = AnimationSequence::default();
    assert_eq!(AnimationSequence::decode(&empty.encode().unwrap()).unwrap(), empty);
}

#[test]
fn a_bone_name_may_be_empty() {
    accepts(even_keys(""), |_| {});
}

#[test]
fn two_sequences_for_one_bone_are_refused() {
    let clip = AnimationSequence {
        sequences: vec![even_keys("L Calf"), even_keys("Root"), timed_keys("L Calf")],
        ..AnimationSequence::default()
    };
    let error = clip.encode().unwrap_err();
    assert_eq!(error.to_string(), "two sequences are named \"L Calf\"");
}

#[test]
fn a_clip_needs_a_duration_that_is_a_number() {
    for duration in [-1.0, f32::NAN, f32::INFINITY] {
        let clip = AnimationSequence { duration, ..AnimationSequence::default() };
        let error = clip.encode().unwrap_err().to_string();
        assert!(error.starts_with("the clip's duration is"), "{error}");
    }
}

#[test]
fn the_key_count_is_1_to_i32_max() {
    let reported = |count| problem(even_keys("Root"), |s| s.key_count = count);
    assert_eq!(reported(0), "the key count is 0, expected 1 to 2147483647");
    assert_eq!(reported(0x8000_0000), "the key count is 2147483648, expected 1 to 2147483647");
    accepts(timed_keys("Root"), |s| {
        *s = KeyFrameSequence {
            key_count: 0x7FFF_FFFF,
            key_interval: 1.0,
            fixed_rotation: true,
            has_rotation: true,
            rotation: vec![[0.0, 0.0, 0.0, 1.0]],
            ..KeyFrameSequence::default()
        }
    });
}

#[test]
fn a_list_has_a_key_for_each_or_one_for_all() {
    let reported = problem(even_keys("Root"), |s| s.rotation.truncate(2));
    assert_eq!(reported, "2 rotation keys for a key count of 3");
    let reported = problem(even_keys("Root"), |s| s.translation.truncate(1));
    assert_eq!(reported, "1 translation keys for a key count of 3");
    let reported = problem(even_keys("Root"), |s| {
        s.fixed_translation = true;
        s.translation.clear();
    });
    assert_eq!(reported, "0 translation keys for a key count of 3");
    accepts(even_keys("Root"), |s| s.fixed_translation = true);
}

#[test]
fn a_channel_that_is_not_had_may_still_have_a_fitting_list() {
    accepts(even_keys("Root"), |s| s.has_rotation = false);
    let reported = problem(even_keys("Root"), |s| {
        s.has_rotation = false;
        s.rotation.truncate(2);
    });
    assert_eq!(reported, "2 rotation keys for a key count of 3");
}

#[test]
fn times_ascend_strictly() {
    let reported = problem(timed_keys("Root"), |s| s.time = vec![0.5, 0.5]);
    assert_eq!(reported, "time key 1 is not later than the previous time key");
    let reported = problem(timed_keys("Root"), |s| s.time = vec![0.5, f32::NAN]);
    assert_eq!(reported, "time key 1 is not finite");
    let reported = problem(timed_keys("Root"), |s| s.time = vec![0.5]);
    assert_eq!(reported, "1 time keys for a key count of 2");
    accepts(timed_keys("Root"), |s| {
        s.has_time = false;
        s.key_interval = 1.0;
        s.time = vec![1.0, 0.0];
    });
}

#[test]
fn several_keys_without_times_need_an_interval() {
    let reported = problem(even_keys("Root"), |s| s.key_interval = 0.0);
    assert_eq!(reported, "the key interval is 0 s, expected a finite value above 0");
    let reported = problem(timed_keys("Root"), |s| s.key_interval = f32::INFINITY);
    assert_eq!(reported, "the key interval is inf s, expected a finite value");
    accepts(timed_keys("Root"), |s| s.key_interval = -1.0);
}

#[test]
fn keys_are_finite() {
    let reported = problem(even_keys("Root"), |s| s.translation[2][1] = f32::NAN);
    assert_eq!(reported, "translation key 2 is not finite");
    let reported = problem(timed_keys("Root"), |s| s.scale[0][2] = f32::NEG_INFINITY);
    assert_eq!(reported, "scale key 0 is not finite");
}
