//! Tests of curve streams and MessagePack clips.

use std::io;

use proptest::prelude::*;
use rigmill_dom::{CurveClipSource, CurveWrap, SampledClipSource};
use rigmill_pipeline::{Claim, Digest, ImportContext, Importer, NoParams, SourcePath, Sources};

use super::support::import;
use crate::{CurveStreams, MsgPack};

/// `A.txt` and `AIndex.txt`.
struct Pair<'a>(&'a [u8], &'a [u8]);

impl Sources for Pair<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        let bytes = if path.as_str() == "AIndex.txt" { self.1 } else { self.0 };
        Ok(Some((bytes.to_vec(), Digest::from_bytes([0; 32]))))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

/// Returns the clip (ignoring warnings about bytes after it), or the code and message of the only error.
fn streams(keys: &[u8], index: &[u8]) -> Result<CurveClipSource, String> {
    let (clip, said) = streams_and_words(keys, index);
    clip.ok_or_else(|| said.concat())
}

/// Returns the clip, if there is one, and the code and message of each diagnostic.
fn streams_and_words(keys: &[u8], index: &[u8]) -> (Option<CurveClipSource>, Vec<String>) {
    let path = SourcePath::new("A.txt").unwrap();
    let sources = Pair(keys, index);
    let mut ctx = ImportContext::new(&path, &sources);
    let clip = CurveStreams.import(&mut ctx, &NoParams::default());
    let (dependencies, said) = ctx.finish();
    assert_eq!(dependencies.len(), 2);
    (clip.ok(), said.iter().map(|it| format!("{} {}", it.code, it.message)).collect())
}

fn words(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn floats(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|float| float.to_le_bytes()).collect()
}

const ONE: [i32; 9] = [1, 1, 0, 0, 1, 0, 0, 0, 0];

#[test]
fn streams_give_their_curves() {
    let keys = [b"B".as_slice(), &floats(&[0.5, 1.0, -2.0, f32::INFINITY])].concat();
    let clip = streams(&keys, &words(&ONE)).unwrap();
    let [track] = &clip.tracks[..] else { panic!("{clip:?}") };
    let key = track.position[2].as_ref().unwrap().keys[0];
    assert_eq!((track.path.as_str(), key.time, key.in_tangent, key.out_tangent), ("B", 0.5, -2.0, f32::INFINITY));
    assert!(track.position[0].is_none() && track.rotation.iter().all(Option::is_none));
    assert_eq!(streams(b"", &words(&[0])).unwrap(), CurveClipSource::default());
}

#[test]
fn faults_of_streams_are_reported() {
    let keys = |numbers: &[f32]| [b"B".as_slice(), &floats(numbers)].concat();
    let good = keys(&[0.0; 4]);
    let two = [&words(&[2]), &words(&ONE)[4..], &words(&ONE)[4..]].concat();
    let cases: [(&[u8], Vec<u8>, &str); 9] = [
        (
            b"",
            vec![],
            "R0162 the index file ends too early: expected the number of paths (4 bytes) at byte 0, but no bytes are left",
        ),
        (b"", words(&[-1]), "R0163 in the index file, the number of paths at byte 0 is -1, expected at least 0"),
        (
            b"",
            words(&[i32::MAX]),
            "R0162 the index file ends too early: expected 2147483647 paths at byte 4, but no bytes are left",
        ),
        (
            b"",
            words(&ONE),
            "R0162 the key file ends too early: expected a bone path (1 byte) at byte 0, but no bytes are left",
        ),
        (b"B", words(&ONE), "R0162 the key file ends too early: expected 1 key at byte 1, but no bytes are left"),
        (b"\xff", words(&ONE), "R0164 the bone path \"\u{fffd}\" is not valid UTF-8: byte 0 is invalid"),
        (
            &keys(&[0.0, 0.0, 0.0, f32::NAN]),
            words(&ONE),
            "R0165 bone \"B\": key 0 of a curve: a tangent is NaN, expected a number or infinity",
        ),
        (
            &keys(&[f32::INFINITY; 4]),
            words(&ONE),
            "R0165 bone \"B\": key 0 of a curve: the time is inf, expected a finite number",
        ),
        (&[&good[..], &good].concat(), two, "R0164 two bones have the path \"B\""),
    ];
    for (keys, index, expected) in cases {
        assert_eq!(streams(keys, &index).unwrap_err(), expected);
    }
    let backwards = keys(&[1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0]);
    let reported = streams(&backwards, &words(&[1, 1, 2, 0, 0, 0, 0, 0, 0])).unwrap_err();
    assert!(reported.starts_with("R0165 bone \"B\": key 1 of a curve: the time is 0.5 s, but"), "{reported}");
}

#[test]
fn what_a_longer_clip_left_behind_is_ignored_with_a_warning() {
    let key = |value: f32| floats(&[0.0, value, 0.0, 0.0]);
    let (short, index) = ([b"B".as_slice(), &key(1.0)].concat(), words(&ONE));
    let long = [b"Longer".as_slice(), &key(2.0), &key(3.0), &key(4.0)].concat();
    let long_index = words(&[2, 6, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // The file after it was overwritten without truncating it.
    let over = |new: &[u8], old: &[u8]| [new, &old[new.len()..]].concat();
    let (clip, said) = streams_and_words(&over(&short, &long), &over(&index, &long_index));
    assert_eq!(clip.unwrap(), streams(&short, &index).unwrap());
    let expected = [
        "R0125 the clip ends at byte 36 of the index file; Rigmill ignores the 32 bytes after it",
        "R0125 the clip ends at byte 17 of the key file; Rigmill ignores the 37 bytes after it",
    ];
    assert_eq!(said, expected);
}

#[test]
fn only_pairs_are_claimed() {
    let claims = |files: &[&str]| {
        let rule = CurveStreams::CLAIM_RULE.unwrap();
        let claim = |name: &&str| rule(name, &|other: &str| files.contains(&other));
        files.iter().map(claim).collect::<Vec<_>>()
    };
    assert_eq!(claims(&["A.txt", "AIndex.txt", "readme.txt"]), [Claim::Asset, Claim::Part, Claim::Unrelated]);
    assert_eq!(claims(&["AIndex.txt", "Index.txt"]), [Claim::Unrelated, Claim::Unrelated]);
    assert_eq!(claims(&["A.TXT", "AIndex.TXT", "AIndexIndex.TXT"]), [Claim::Asset, Claim::Part, Claim::Part]);
}

/// Returns the clip, or the code and message of the error.
fn msgpack(bytes: &[u8]) -> Result<SampledClipSource, String> {
    let (clip, diagnostics) = import::<MsgPack>(bytes);
    clip.ok_or_else(|| format!("{} {}", diagnostics[0].code, diagnostics[0].message))
}

#[test]
fn missing_items_take_defaults_and_others_are_skipped() {
    assert_eq!(msgpack(b"\x90").unwrap(), SampledClipSource { frame_rate: 30.0, ..SampledClipSource::default() });
    assert_eq!(msgpack(b"\x95\xc0\x00\x00\x00\xc0").unwrap_err(), "R0166 byte 1: the id is nil, expected an integer");
    let clip = msgpack(b"\x96\xcd\x01\x00\x02\xcb\x40\x3e\0\0\0\0\0\0\xc0\x91\x94\xa1A\x91\x93\x91\x91\x05\x02\x04\xc0\xc0\x81\xa1k\x92\xc3\xd4\x01\x02").unwrap();
    assert_eq!((clip.id, clip.length, clip.frame_rate, clip.name.as_str()), (256, 2.0, 30.0, ""));
    let track = &clip.tracks[0];
    let curve = track.position[0].as_ref().unwrap();
    assert_eq!(
        (curve.post, curve.pre, curve.keys[0].time, curve.keys[0].value),
        (CurveWrap::Loop, CurveWrap::PingPong, 5.0, 0.0)
    );
    assert!(track.position[1].is_none());
}

#[test]
fn faults_of_messagepack_are_reported() {
    let cases: [(&[u8], &str); 11] = [
        (b"", "R0167 byte 0: the file ends within the clip"),
        (b"\xc0", "R0166 byte 0: the clip is nil, expected an array"),
        (b"\x91\xa0", "R0166 byte 1: the id is a string, expected an integer"),
        (b"\x91\xce\xff\xff\xff\xff", "R0169 byte 1: the id is 4294967295, which does not fit in 32 bits"),
        (b"\x92\x00\xff", "R0169 byte 2: the length is -1, expected a finite number of at least 0"),
        (b"\xdd\xff\xff\xff\xff\x00", "R0167 byte 0: the clip has 4294967295 items, but only 1 byte is left"),
        (b"\x94\0\0\0\xdb\xff\xff\xff\xff", "R0167 byte 9: the file ends within the name"),
        (b"\x94\0\0\0\xa1\xff", "R0169 byte 4: the name is not UTF-8"),
        (b"\x90\x00", "R0167 byte 1: 1 byte follows the clip"),
        (b"\x95\0\0\0\xc0\x92\x90\x90", "R0169 byte 7: two bones have the path \"\""),
        (
            b"\x95\0\0\0\xc0\x91\x92\xc0\x91\x92\xc0\x03",
            "R0169 byte 11: wrap mode 3 is unknown, expected 0, 1, 2, 4 or 8",
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(msgpack(bytes).unwrap_err(), expected, "{bytes:x?}");
    }
    // Nested arrays, far deeper than any stack, in place of an item that is skipped.
    let deep = [b"\x96\0\0\0\xc0\xc0".as_slice(), &[0x91; 1 << 20], b"\xc0"].concat();
    assert!(msgpack(&deep).is_ok());
}

proptest! {
    #[test]
    fn any_bytes_give_a_clip_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200), other in prop::collection::vec(0..3_u8, 0..100)) {
        let _ = streams(&bytes, &other);
        let _ = streams(&other, &bytes);
        let _ = msgpack(&bytes);
        let _ = msgpack(&[b"\x95\0\0\0\xc0\x91\x93\xc0\x93\x93\x91\x94".as_slice(), &bytes].concat());
    }
}
