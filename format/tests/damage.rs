//! Every damage to a file is detected, and no damage makes a decoder panic.

use proptest::prelude::*;
use rigmill_format::compressed_clip::Storage;
use rigmill_format::{
    ActionSet, AnimationSequence, Breath, ClipEvents, ClipWeights, CollisionMesh, CompressedClip, Content, CurveClip,
    Data, Font, Model, Motion, SampledClip, Skeleton, Sound, SpringBones, Texture, TextureCube, UniformClip, peek,
    verify,
};

use crate::container::reseal;
use crate::samples;

/// A file, and a function that decodes it and encodes the result again.
type Sample = (Vec<u8>, fn(&[u8]) -> Option<Vec<u8>>);

fn recode<T: Content>(bytes: &[u8]) -> Option<Vec<u8>> {
    let value = T::decode(bytes).ok()?;
    Some(value.encode().expect("what decodes also encodes"))
}

fn files() -> Vec<Sample> {
    vec![
        (samples::clip().encode().unwrap(), recode::<AnimationSequence>),
        (samples::skeleton().encode().unwrap(), recode::<Skeleton>),
        (samples::model().encode().unwrap(), recode::<Model>),
        (samples::model_codes().encode().unwrap(), recode::<Model>),
        (samples::collision_mesh().encode().unwrap(), recode::<CollisionMesh>),
        (samples::scaled_motion().encode().unwrap(), recode::<Motion>),
        (samples::texture().encode().unwrap(), recode::<Texture>),
        (samples::texture_cube().encode().unwrap(), recode::<TextureCube>),
        (samples::sound().encode().unwrap(), recode::<Sound>),
        (samples::vorbis_sound().encode().unwrap(), recode::<Sound>),
        (samples::font().encode().unwrap(), recode::<Font>),
        (samples::action_set().encode().unwrap(), recode::<ActionSet>),
        (samples::curve_clip().encode().unwrap(), recode::<CurveClip>),
        (samples::sampled_clip().encode().unwrap(), recode::<SampledClip>),
        (samples::compressed_clip(Storage::Packed).encode().unwrap(), recode::<CompressedClip>),
        (samples::compressed_clip(Storage::Coded).encode().unwrap(), recode::<CompressedClip>),
        (samples::uniform_clip().encode().unwrap(), recode::<UniformClip>),
        (samples::breath().encode().unwrap(), recode::<Breath>),
        (samples::spring_bones().encode().unwrap(), recode::<SpringBones>),
        (samples::clip_events().encode().unwrap(), recode::<ClipEvents>),
        (samples::clip_weights().encode().unwrap(), recode::<ClipWeights>),
        (samples::data().encode().unwrap(), recode::<Data>),
    ]
}

#[test]
fn every_truncation_is_an_error() {
    for (file, recode) in files() {
        for length in 0..file.len() {
            assert_eq!(recode(&file[..length]), None, "cut to {length} bytes");
            assert!(peek(&file[..length]).is_err());
        }
    }
}

#[test]
fn every_extension_is_an_error() {
    for (file, recode) in files() {
        for added in [1, 63, 64, 4096] {
            let longer = [file.as_slice(), &vec![0; added]].concat();
            assert_eq!(recode(&longer), None, "{added} bytes added");
        }
    }
}

#[test]
fn every_flipped_byte_is_an_error() {
    for (file, recode) in files() {
        for offset in 0..file.len() {
            for mask in [0x01, 0x10, 0x80, 0xFF] {
                let mut damaged = file.clone();
                damaged[offset] ^= mask;
                assert_eq!(recode(&damaged), None, "byte {offset} xor {mask:#x}");
                assert!(verify(&damaged).is_err());
            }
        }
    }
}

/// With a correct checksum, a changed file may be another valid file. If so, it must be the only encoding of its content, so
/// every byte is read.
#[test]
fn a_changed_byte_behind_a_right_checksum_is_refused_or_read() {
    for (file, recode) in files() {
        for offset in 16..file.len() {
            for mask in [0x01, 0x02, 0x08, 0x10, 0x40, 0x80, 0xFF] {
                let mut changed = file.clone();
                changed[offset] ^= mask;
                let changed = reseal(changed);
                if let Some(again) = recode(&changed) {
                    assert_eq!(again, changed, "byte {offset} xor {mask:#x}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn several_changes_behind_a_right_checksum_are_refused_or_read(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        for (mut changed, recode) in files() {
            for (index, value) in &changes {
                let offset = 16 + index.index(changed.len() - 16);
                changed[offset] = *value;
            }
            let changed = reseal(changed);
            if let Some(again) = recode(&changed) {
                prop_assert_eq!(again, changed);
            }
        }
    }

    #[test]
    fn arbitrary_bytes_are_errors(bytes in prop::collection::vec(any::<u8>(), 0..512)) {
        prop_assert!(peek(&bytes).is_err());
        prop_assert!(verify(&bytes).is_err());
        for (_, recode) in files() {
            prop_assert!(recode(&bytes).is_none());
        }
    }
}
