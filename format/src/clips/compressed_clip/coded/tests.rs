//! Encoding and decoding, and hostile bytes.

use proptest::prelude::*;

use super::super::clip::track_order;
use super::super::view;
use super::{MAX_NUMBERS_PER_BYTE, encode, numbers};
use crate::compressed_clip::{
    AnimatedTrack, Channel, CompressedClip, ConstantTrack, DecodeLimits, SEGMENT_FRAMES, Storage,
};
use crate::{AlignedBytes, CompressedClipLayout, Content, DecodeError, InvalidContent};

/// For each bone and channel: nothing, a constant, or a wave with a height and a length.
type Waves = Vec<[Option<(i32, usize)>; 3]>;

fn waves() -> impl Strategy<Value = Waves> {
    let wave = prop_oneof![Just(None), (0_i32..90_000, 0_usize..40).prop_map(Some)];
    prop::collection::vec([wave.clone(), wave.clone(), wave], 0..20)
}

/// Creates a clip whose bones move in waves. A wave of length 0 is a constant.
fn clip(waves: &Waves, frames: usize, turn: u8) -> CompressedClip {
    let mut clip = CompressedClip {
        skeleton: "Rig".into(),
        bones: u16::try_from(waves.len()).unwrap(),
        frames: u32::try_from(frames).unwrap(),
        frame_rate: 30.0,
        storage: Storage::Coded,
        ..CompressedClip::default()
    };
    for (bone, wave) in waves.iter().enumerate() {
        for channel in Channel::ALL {
            push(&mut clip, bone, channel, wave[channel as usize], turn);
        }
    }
    clip.tracks.sort_by_key(|track| track_order(track.bone, track.channel));
    clip.constants.sort_by_key(|track| track_order(track.bone, track.channel));
    clip
}

fn push(clip: &mut CompressedClip, number: usize, channel: Channel, wave: Option<(i32, usize)>, turn: u8) {
    let (bone, frames) = (u16::try_from(number).unwrap(), clip.frames as usize);
    match wave {
        None => (),
        Some((height, 0)) => {
            clip.constants.push(ConstantTrack { bone, channel, value: [height as f32, 0.5, -0.0, 0.0] })
        }
        Some((height, length)) => {
            let key = |frame: usize| height * i32::try_from((frame * frame + number) % length).unwrap() / 40;
            let turns = (0..frames.div_ceil(SEGMENT_FRAMES)).map(|segment| match channel {
                Channel::Rotation if segment % 2 == 1 => turn,
                _ => 0,
            });
            clip.tracks.push(AnimatedTrack {
                bone,
                channel,
                steps: [20, 30 + (bone % 30).to_le_bytes()[0], 63],
                base_rotations: turns.collect(),
                keys: (0..frames).map(|frame| [key(frame), -key(frame / 2), key(2 * frame)]).collect(),
            });
        }
    }
}

fn decode(bytes: &[u8]) -> Result<CompressedClip, InvalidContent> {
    super::decode(bytes, DecodeLimits::default())
}

fn expanded(clip: &CompressedClip) -> Result<(AlignedBytes, CompressedClipLayout), DecodeError> {
    CompressedClipLayout::open(AlignedBytes::from_slice(&clip.encode().unwrap()))
}

proptest! {
    #[test]
    fn a_clip_is_the_same_after_coding(waves in waves(), frames in 1_usize..80, turn in 0_u8..24) {
        let clip = clip(&waves, frames, turn);
        let Ok(packed) = clip.pack() else { return Ok(()) };
        prop_assert_eq!(&decode(&encode(&clip).unwrap()).unwrap().tracks, &clip.tracks);
        prop_assert_eq!(&CompressedClip::decode(&clip.encode().unwrap()).unwrap(), &clip);
        let (bytes, layout) = expanded(&clip).unwrap();
        prop_assert_eq!(layout.view(&bytes).bytes, packed);
        prop_assert_eq!(layout.view(&bytes).skeleton(), "Rig");
    }

    #[test]
    fn no_bytes_make_decoding_panic(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        if let Ok(clip) = decode(&bytes) {
            let _ = clip.pack();
        }
    }

    #[test]
    fn no_changed_byte_makes_decoding_panic(at in 0_usize..2000, value: u8, cut in 0_usize..200) {
        let mut bytes = encode(&clip(&vec![[Some((900, 37)), Some((3, 0)), None]; 12], 40, 3)).unwrap();
        let length = bytes.len();
        bytes[at % length] = value;
        bytes.truncate(length - cut.min(length));
        if let Ok(clip) = decode(&bytes) && let Ok(packed) = clip.pack() {
            prop_assert!(view::parse(&packed).is_ok());
        }
    }
}

#[test]
fn no_few_bytes_become_many_numbers() {
    let bones =
        |count: u16, frames: u32| [&frames.to_le_bytes()[..], &30_f32.to_le_bytes(), &count.to_le_bytes()].concat();
    // Bytes of 0xff decode to bits that are not set, and bytes of 0 to bits that are set: all channels are animated.
    for (bones, allowed) in [(bones(8, 10), true), (bones(8, 1_000), false), (bones(u16::MAX, u32::MAX), false)] {
        let found = decode(&[bones, vec![0; 40]].concat());
        let bomb = found.is_err_and(|error| error.to_string().contains("numbers, but its length allows at most"));
        assert_eq!(!bomb, allowed);
    }
}

#[test]
fn a_clip_is_expanded_as_far_as_its_reader_allows() {
    // A third more than the default limit, but justified by the number of its bytes.
    let clip = clip(&vec![[Some((0, 9)), None, None]; 24], 4_096, 0);
    let bytes = AlignedBytes::from_slice(&clip.encode().unwrap());
    let expanded = numbers(&clip, clip.tracks.len()) * 4;
    assert!(CompressedClipLayout::open(bytes.clone()).is_ok());
    assert!(CompressedClipLayout::open_within(bytes.clone(), DecodeLimits { expanded }).is_ok());
    let refused = CompressedClipLayout::open_within(bytes, DecodeLimits { expanded: expanded - 1 }).unwrap_err();
    let most = expanded - 1;
    let expected = format!(
        "the decoded clip has {expanded} bytes, but at most {most} are allowed: raise `DecodeLimits::expanded`"
    );
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn a_clip_beyond_the_default_is_refused_before_it_takes_memory() {
    let header = [&3_000_000_u32.to_le_bytes()[..], &30_f32.to_le_bytes(), &30_u16.to_le_bytes()].concat();
    // Enough bytes to justify it, and all channels are animated.
    let bytes = [header, vec![0; 16 << 20]].concat();
    let error = decode(&bytes).unwrap_err().to_string();
    assert!(error.contains(&format!("bytes, but at most {} are allowed", 256 << 20)), "{error}");
}

#[test]
fn a_long_clip_that_hardly_moves_is_as_long_as_its_numbers_ask_for() {
    let mut still = clip(&vec![[Some((0, 9)), None, None]; 3], 20_000, 0);
    still.tracks[1].keys[700] = [5, 0, 0];
    let code = encode(&still).unwrap();
    assert_eq!(code.len() as u64, (3 * 3 + 20_000 * (3 * 3 + 1_u64)).div_ceil(MAX_NUMBERS_PER_BYTE));
    assert_eq!(CompressedClip::decode(&still.encode().unwrap()).unwrap(), still);
}

#[test]
fn a_coded_file_cannot_be_read_in_place() {
    let coded = clip(&vec![[Some((900, 37)), None, None]; 3], 40, 0);
    let bytes = coded.encode().unwrap();
    let error = CompressedClipLayout::parse(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "section 0 is CODE, expected PACK");
    let packed = CompressedClip { storage: Storage::Packed, ..coded };
    assert!(CompressedClipLayout::parse(&packed.encode().unwrap()).is_ok());
    assert!(bytes.len() < packed.encode().unwrap().len());
}

#[test]
fn zeros_behind_a_coded_clip_are_refused_where_it_is_taken_for_its_numbers() {
    let coded = clip(&vec![[Some((900, 37)), None, None]; 3], 40, 0);
    let mut code = encode(&coded).unwrap();
    code.push(0);
    assert_eq!(decode(&code).unwrap().tracks, coded.tracks);
    assert_ne!(decode(&code).unwrap().code().unwrap(), code);
}
