//! Packing and hostile bytes.

use proptest::prelude::*;

use super::{
    AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage, step_code, step_size, view,
};
use crate::Content;

/// Creates a clip of two bones, whose keys are `keys` and their sums.
fn clip(keys: &[i32]) -> CompressedClip {
    let track = |bone, channel, turn| AnimatedTrack {
        bone,
        channel,
        steps: [40, 80, 103],
        base_rotations: vec![turn; keys.len().div_ceil(SEGMENT_FRAMES)],
        keys: keys.iter().map(|&key| [key, -key, key / 3]).collect(),
    };
    CompressedClip {
        skeleton: "Models/Grund.skeleton".into(),
        bones: 10,
        frames: u32::try_from(keys.len()).unwrap(),
        frame_rate: 30.0,
        duration: 1.25,
        largest_error: Some(1e-4),
        resting: Vec::new(),
        storage: Storage::Packed,
        constants: vec![ConstantTrack { bone: 8, channel: Channel::Rotation, value: [0.0, 0.6, 0.0, 0.8] }],
        tracks: vec![
            track(0, Channel::Rotation, 0),
            track(3, Channel::Rotation, 23),
            track(1, Channel::Translation, 0),
            track(9, Channel::Scale, 0),
        ],
    }
}

#[test]
fn a_code_tells_the_largest_step_that_is_not_above_a_size() {
    for code in 0..=255 {
        assert_eq!(step_code(step_size(code)), code);
        assert_eq!(step_code(step_size(code) * 1.1), code);
    }
    assert_eq!([0.0, -1.0, f32::INFINITY].map(step_code), [0, 0, 255]);
}

#[test]
fn keys_too_far_apart_are_refused() {
    assert!(clip(&[0, 1 << 18]).pack().is_ok());
    assert!(clip(&[0, 1 << 20]).pack().is_err());
}

#[test]
fn what_breaks_a_rule_is_not_packed() {
    type Break = fn(&mut CompressedClip);
    let breaks: [Break; 10] = [
        |clip| clip.tracks[0].steps[0] = 39,
        |clip| clip.frames = 0,
        |clip| clip.frames = 3,
        |clip| clip.frame_rate = f32::NAN,
        |clip| clip.bones = 9,
        |clip| clip.tracks.swap(0, 1),
        |clip| clip.tracks[0].base_rotations[0] = 24,
        |clip| clip.tracks[2].base_rotations[0] = 1,
        |clip| clip.constants[0].value[0] = f32::INFINITY,
        |clip| clip.constants[0].bone = 10,
    ];
    for (number, broken) in breaks.iter().enumerate() {
        let mut clip = clip(&[1, 2]);
        broken(&mut clip);
        assert!(clip.pack().is_err(), "{number}");
    }
}

proptest! {
    #[test]
    fn a_clip_survives_its_file(keys in prop::collection::vec(-200_000_i32..200_000, 1..70)) {
        let clip = clip(&keys);
        let bytes = clip.encode().unwrap();
        prop_assert_eq!(CompressedClip::decode(&bytes).unwrap(), clip);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = view::parse(&bytes);
    }

    #[test]
    fn no_changed_byte_makes_it_panic(at in 0_usize..400, value: u8, cut in 0_usize..40) {
        let mut bytes = clip(&(0..40).collect::<Vec<_>>()).pack().unwrap();
        let length = bytes.len();
        bytes[at % length] = value;
        bytes.truncate(length - cut);
        let Ok(parts) = view::parse(&bytes) else { return Ok(()) };
        let view = super::CompressedClipView::new(parts, &bytes);
        let _ = super::unpack::unpack(&view).pack();
    }
}
