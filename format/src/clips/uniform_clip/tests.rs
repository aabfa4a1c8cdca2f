//! Encoding and hostile bytes.

use proptest::prelude::*;

use super::{BLOCK_VECTORS, UniformClip, UniformClipLayout, UniformClipView, UniformTrack};
use crate::compressed_clip::Channel;
use crate::{AlignedBytes, Content, Transform, verify};

/// A clip of ten bones with tracks of every channel.
fn clip(values: &[f32]) -> UniformClip {
    let track = |bone, channel, of: fn(f32) -> [f32; 4]| UniformTrack {
        bone,
        channel,
        keys: values.iter().map(|&value| of(value)).collect(),
    };
    let turn = |value: f32| [value, 0.0, 0.0, (1.0 - value * value).sqrt()];
    let mut still = vec![Transform::IDENTITY; 10];
    still[4].translation = [1.0, 2.0, 3.0];
    UniformClip {
        skeleton: "Models/Grund.skeleton".into(),
        frames: u32::try_from(values.len()).unwrap(),
        frame_rate: 30.0,
        duration: 1.5,
        still,
        resting: Vec::new(),
        tracks: vec![
            track(0, Channel::Rotation, turn),
            track(3, Channel::Rotation, turn),
            track(1, Channel::Translation, |value| [value, -value, 0.0, 0.0]),
            track(9, Channel::Scale, |value| [1.0, value, 1.0, 0.0]),
        ],
    }
}

#[test]
fn a_row_has_the_vectors_of_what_moves_and_no_others() {
    let clip = clip(&[0.0, 0.5, 0.25]);
    let file = AlignedBytes::from_slice(&clip.encode().unwrap());
    let view = UniformClipView::parse(&file).unwrap();
    assert_eq!((view.bones(), view.frames(), view.frame_rate(), view.duration()), (10, 3, 30.0, 1.5));
    assert_eq!((view.masks(), view.skeleton()), (&[[0b1001, 0b10, 0], [0, 0, 0b10]][..], "Models/Grund.skeleton"));
    assert_eq!((view.still().len(), view.row(3).len()), (2 * BLOCK_VECTORS, 0));
    let row = view.row(1);
    // Bones without keys have the still pose.
    let (sine, cosine) = (0.5, 0.75_f32.sqrt());
    assert_eq!(row[0], [sine, 0.0, 0.0, sine, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(row[3], [cosine, 1.0, 1.0, cosine, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(row[4], [0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!((row.len(), row[8]), (4 + 3 + 3, [1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]));
    // Read in place: eight numbers never cross a cache line.
    assert_eq!(row.as_ptr().addr() % 32, 0);
}

#[test]
fn what_breaks_a_rule_is_not_encoded() {
    type Break = fn(&mut UniformClip);
    let breaks: [Break; 13] = [
        |clip| clip.frames = 0,
        |clip| clip.frames = 3,
        |clip| clip.frame_rate = 0.0,
        |clip| clip.frame_rate = f32::INFINITY,
        |clip| clip.duration = f32::NAN,
        |clip| clip.still.truncate(9),
        |clip| clip.still[4].scale[1] = f32::NAN,
        |clip| clip.still[4].rotation[3] = 0.9,
        |clip| clip.tracks.swap(0, 1),
        |clip| clip.tracks[2].keys[0][3] = 1.0,
        |clip| clip.tracks[2].keys[0][1] = f32::NEG_INFINITY,
        |clip| clip.tracks[1].keys[1] = [0.0; 4],
        |clip| clip.tracks[1].keys[1] = [0.0, 0.0, 0.0, -1.0],
    ];
    assert!(clip(&[0.1, 0.2]).encode().is_ok());
    for (number, broken) in breaks.iter().enumerate() {
        let mut clip = clip(&[0.1, 0.2]);
        broken(&mut clip);
        assert!(clip.encode().is_err(), "{number}");
    }
}

#[test]
fn a_clip_in_which_nothing_moves_has_empty_rows() {
    let clip = UniformClip { tracks: Vec::new(), frames: u32::MAX, ..clip(&[0.0]) };
    let bytes = clip.encode().unwrap();
    assert!(bytes.len() < 2000);
    assert_eq!(UniformClip::decode(&bytes).unwrap(), clip);
}

#[test]
fn a_trusted_file_is_looked_at_without_its_checksum_and_keys() {
    let file = AlignedBytes::from_slice(&clip(&[0.1, 0.2]).encode().unwrap());
    let layout = UniformClipLayout::trust(&file).unwrap();
    assert_eq!(layout, UniformClipLayout::parse(&file).unwrap());
    let row = file.len() - 64;
    let mut damaged = file.clone();
    damaged.as_mut_slice()[row] ^= 1;
    assert_eq!(UniformClipLayout::trust(&damaged).unwrap(), layout);
    assert!(UniformClipLayout::parse(&damaged).is_err());
    // The container's magic, and the clip's number of frames, from which the size of its rows follows.
    let frames = file.windows(8).position(|bytes| bytes == [10, 0, 0, 0, 2, 0, 0, 0]).unwrap() + 4;
    for at in [0, frames] {
        let mut damaged = file.clone();
        damaged.as_mut_slice()[at] ^= 1;
        assert!(UniformClipLayout::trust(&damaged).is_err(), "byte {at}");
    }
    assert!(UniformClipLayout::trust(&file[..row]).is_err());
}

proptest! {
    #[test]
    fn a_clip_survives_its_file(values in prop::collection::vec(-0.7_f32..0.7, 1..40)) {
        let clip = clip(&values);
        let bytes = clip.encode().unwrap();
        prop_assert_eq!(UniformClip::decode(&bytes).unwrap(), clip);
    }

    #[test]
    fn a_view_of_bytes_that_were_not_checked_does_no_harm(noise in prop::collection::vec(any::<u8>(), 1..64)) {
        let file = clip(&[0.1, 0.2]).encode().unwrap();
        let layout = UniformClipLayout::parse(&AlignedBytes::from_slice(&file)).unwrap();
        let bytes: Vec<u8> = noise.iter().copied().cycle().take(file.len()).collect();
        let bytes = AlignedBytes::from_slice(&bytes);
        let view = layout.view(&bytes);
        let _ = (view.row(0), view.row(usize::MAX), view.bones(), view.skeleton());
        let _ = verify(&bytes);
    }
}
