use rigmill_format::{
    ActionSet, AlignedBytes, AnimationSequence, AnimationSequenceView, Content, ContentType, DecodeError, Skeleton,
    peek, verify,
};

use crate::samples;

/// Corrects the checksum of `bytes` after a change.
pub(crate) fn reseal(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[16..]);
    bytes[8..16].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// The error of the sample clip's file with `replacement` at `offset` and a correct checksum.
fn error_with(offset: usize, replacement: &[u8]) -> String {
    let mut bytes = samples::clip().encode().unwrap();
    bytes[offset..offset + replacement.len()].copy_from_slice(replacement);
    AnimationSequence::decode(&reseal(bytes)).unwrap_err().to_string()
}

#[test]
fn peek_tells_type_versions_and_sections() {
    let bytes = samples::clip().encode().unwrap();
    let header = peek(&bytes).unwrap();
    assert_eq!(header.content_type, ContentType::AnimationSequence);
    assert_eq!((header.container_version, header.content_version), (1, 1));
    assert_eq!(header.file_length, bytes.len() as u64);
    let sections: Vec<_> = header.sections.iter().map(|s| (s.id.to_string(), s.element_size, s.length)).collect();
    let expected = [
        ("CLIP", 8, 8),
        ("SEQS", 56, 112),
        ("BYNM", 4, 8),
        ("NAME", 1, 14),
        ("VEC3", 12, 60),
        ("QUAT", 16, 64),
        ("TIME", 4, 8),
    ];
    assert_eq!(sections, expected.map(|(id, size, len)| (id.to_owned(), size, len)));
}

#[test]
fn sections_are_aligned_to_64() {
    let header = peek(&samples::action_set().encode().unwrap()).unwrap();
    assert!(header.sections.iter().all(|section| section.offset % 64 == 0));
}

#[test]
fn verify_takes_every_type_with_a_decoder() {
    for bytes in [
        samples::clip().encode().unwrap(),
        samples::skeleton().encode().unwrap(),
        samples::action_set().encode().unwrap(),
    ] {
        verify(&bytes).unwrap();
    }
}

#[test]
fn verify_checks_the_content_too() {
    let mut bytes = samples::clip().encode().unwrap();
    let records = usize::try_from(peek(&bytes).unwrap().sections[1].offset).unwrap();
    bytes[records + 8] = 0;
    let error = verify(&reseal(bytes)).unwrap_err();
    assert_eq!(error.to_string(), "bone \"Root\": the key count is 0, expected 1 to 2147483647");
}

#[test]
fn another_type_is_named_with_the_one_expected() {
    let error = Skeleton::decode(&samples::clip().encode().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the file holds AnimationSequence, expected Skeleton");
    let error = ActionSet::decode(&samples::skeleton().encode().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the file holds Skeleton, expected ActionSet");
}

#[test]
fn another_content_version_is_named_with_the_one_supported() {
    assert_eq!(
        error_with(20, &[9, 0]),
        "AnimationSequence version 9 is not supported: this version of Rigmill reads version 1; \
         rebuild the content with `rigmill build`"
    );
}

#[test]
fn another_container_version_is_named_with_the_one_supported() {
    assert_eq!(
        error_with(4, &[2, 0]),
        "container version 2 is not supported: this version of Rigmill reads version 1; \
         rebuild the content with `rigmill build`"
    );
}

#[test]
fn each_header_field_has_its_own_error() {
    let check = |offset, replacement: &[u8], expected: &str| {
        let error = error_with(offset, replacement);
        assert!(error.starts_with(expected), "{error}");
    };
    check(0, b"XNBw", "not a Rigmill content file: it begins with \"XNBw\", expected \"RMB\\x00\"");
    check(6, &[64, 0], "the length of the header is 64 bytes, expected 48");
    check(16, &[0, 1], "content type number 256 is unknown to this version of Rigmill; rebuild the content");
    check(22, &[3], "target number 3 is unknown, expected 0 (native)");
    check(24, &[1], "the header has the unknown flags 0x1, expected 0");
    check(28, &[65], "the file has 65 sections, but at most 64 are allowed");
    check(28, &[6], "section 0 (CLIP) is at offset 256, expected 192");
    check(32, &[0, 0], "bytes follow the end of the file: found ");
    check(39, &[1], "the file is cut short: found ");
    check(40, &[7], "the reserved bytes of the header are 0x7, but they must be 0");
}

#[test]
fn each_section_field_has_its_own_error() {
    let check = |offset, replacement: &[u8], expected: &str| {
        let error = error_with(offset, replacement);
        assert!(error.starts_with(expected), "{error}");
    };
    check(48, b"SKEL", "section 0 is SKEL, expected CLIP");
    check(52, &[4], "elements of section CLIP have 4 bytes, expected 8");
    check(56, &[0, 0], "section 0 (CLIP) is at offset 0, expected 256");
    check(64, &[9], "section CLIP has 9 bytes, expected a multiple of 8");
    check(71, &[255], "section 0 (CLIP) has ");
    check(48 + 7 * 24, &[1], "the bytes before section 0 (CLIP) are not zero");
}

#[test]
fn a_wrong_checksum_is_reported_as_damage() {
    let mut bytes = samples::clip().encode().unwrap();
    bytes[300] ^= 1;
    let error = AnimationSequence::decode(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("the file is damaged: its checksum is "), "{error}");
}

#[test]
fn a_view_refuses_misaligned_bytes_and_decode_takes_them() {
    let file = samples::clip().encode().unwrap();
    for shift in 1..4 {
        let mut shifted = AlignedBytes::with_len(file.len() + shift);
        shifted.as_mut_slice()[shift..].copy_from_slice(&file);
        let error = AnimationSequenceView::parse(&shifted[shift..]).err().unwrap();
        assert_eq!(error, DecodeError::Misaligned(4));
        assert_eq!(AnimationSequence::decode(&shifted[shift..]).unwrap(), samples::clip());
    }
}

#[test]
fn a_section_too_many_or_too_few_is_refused() {
    let mut bytes = samples::skeleton().encode().unwrap();
    bytes[16] = 8;
    let error = ActionSet::decode(&reseal(bytes)).unwrap_err();
    assert_eq!(error.to_string(), "ActionSet has 4 sections, expected 6");
}
