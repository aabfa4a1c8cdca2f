//! Sampled clips in MessagePack, as the MessagePack-CSharp library writes their classes: arrays without field names.
//!
//! ```text
//! [id: int, length: float, frame rate: float, name: string,
//!     [[path: string, [x, y, z], [x, y, z, w]], …]]
//! ```
//! Each of x, y, z and w is a curve: nil, or `[keys, post wrap mode, pre wrap mode]`. The keys are nil or an array of
//! `[time, value, in tangent, out tangent]`.
//!
//! The reader skips additional items. Missing items are 0, empty or nil. The reader accepts numbers of any type. The writer
//! writes 32-bit floats and the shortest encoding of each integer, so that a file written by this crate can be read and written
//! again byte for byte.

use std::collections::HashSet;

use crate::curve::{AnimationCurve, Keyframe, Track, WrapMode};
use crate::error::{Error, ErrorKind, Result};
use crate::messagepack::{Reader, Writer, invalid};

/// A clip that consists of curves.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledClip {
    /// The number that identifies the clip in the game.
    pub id: i32,
    /// The clip's name.
    pub name: String,
    /// The length in seconds; at least 0.
    pub length: f32,
    /// The frame rate in frames per second; at least 0.
    pub frame_rate: f32,
    /// One track per bone. The paths are distinct.
    pub tracks: Vec<Track>,
}

/// The clip for a file that leaves everything out. As in the game's Unity class, it has 30 frames per second.
impl Default for SampledClip {
    fn default() -> Self {
        Self { id: 0, name: String::new(), length: 0.0, frame_rate: 30.0, tracks: Vec::new() }
    }
}

/// Decodes a file.
///
/// # Errors
/// The first problem, with its position in bytes.
pub fn decode(bytes: &[u8]) -> Result<SampledClip> {
    let mut reader = Reader::new(bytes);
    let mut clip = SampledClip::default();
    reader.record("the clip", |reader, item| match item {
        0 => reader.int("the id").map(|id| clip.id = id),
        1 => duration(reader, "the length").map(|length| clip.length = length),
        2 => duration(reader, "the frame rate").map(|rate| clip.frame_rate = rate),
        3 => reader.string("the name").map(|name| clip.name = name),
        4 => tracks(reader).map(|tracks| clip.tracks = tracks),
        _ => reader.skip(),
    })?;
    reader.finish()?;
    Ok(clip)
}

fn duration(reader: &mut Reader<'_>, what: &str) -> Result<f32> {
    let at = reader.at();
    match reader.number(what)? {
        found if found.is_finite() && found >= 0.0 => Ok(found),
        found => Err(invalid(at, &format!("{what} is {found}, expected a finite number of at least 0"))),
    }
}

fn tracks(reader: &mut Reader<'_>) -> Result<Vec<Track>> {
    let mut seen = HashSet::new();
    reader.list("the bones", |reader| {
        let at = reader.at();
        let track = track(reader)?;
        if seen.insert(track.path.clone()) {
            return Ok(track);
        }
        Err(Error::new(ErrorKind::DuplicatePath, format!("byte {at}: two bones have the path {:?}", track.path)))
    })
}

fn track(reader: &mut Reader<'_>) -> Result<Track> {
    let mut track = Track::default();
    reader.record("a bone", |reader, item| match item {
        0 => reader.string("a path").map(|path| track.path = path),
        1 => curves(reader, "a position", &mut track.position),
        2 => curves(reader, "a rotation", &mut track.rotation),
        _ => reader.skip(),
    })?;
    Ok(track)
}

fn curves(reader: &mut Reader<'_>, what: &str, into: &mut [Option<AnimationCurve>]) -> Result<()> {
    reader.optional_record(what, |reader, item| match into.get_mut(item) {
        Some(into) => curve(reader).map(|curve| *into = curve),
        None => reader.skip(),
    })?;
    Ok(())
}

fn curve(reader: &mut Reader<'_>) -> Result<Option<AnimationCurve>> {
    let mut curve = AnimationCurve::default();
    let found = reader.optional_record("a curve", |reader, item| match item {
        0 => keys(reader).map(|keys| curve.keys = keys),
        1 => wrap(reader).map(|mode| curve.post = mode),
        2 => wrap(reader).map(|mode| curve.pre = mode),
        _ => reader.skip(),
    })?;
    Ok(found.then_some(curve))
}

fn wrap(reader: &mut Reader<'_>) -> Result<WrapMode> {
    let at = reader.at();
    let number = reader.int("a wrap mode")?;
    let unknown = || invalid(at, &format!("wrap mode {number} is unknown, expected 0, 1, 2, 4 or 8"));
    WrapMode::from_number(number).ok_or_else(unknown)
}

fn keys(reader: &mut Reader<'_>) -> Result<Vec<Keyframe>> {
    let mut before = None;
    reader.list("the keys of a curve", |reader| {
        let at = reader.at();
        let key = key(reader)?;
        key.check(before.as_ref()).map_err(|fact| invalid(at, &format!("a key: {fact}")))?;
        before = Some(key);
        Ok(key)
    })
}

fn key(reader: &mut Reader<'_>) -> Result<Keyframe> {
    let mut numbers = [0.0; 4];
    reader.record("a key", |reader, item| match numbers.get_mut(item) {
        Some(number) => reader.number("a number of a key").map(|found| *number = found),
        None => reader.skip(),
    })?;
    Ok(Keyframe::from_numbers(numbers))
}

/// Encodes a file.
///
/// # Errors
/// If a name or a list has more items than a 32-bit length can count.
pub fn encode(clip: &SampledClip) -> Result<Vec<u8>> {
    let mut output = Writer::default();
    output.array(5)?;
    output.int(clip.id);
    output.float(clip.length);
    output.float(clip.frame_rate);
    output.string(&clip.name)?;
    output.array(clip.tracks.len())?;
    clip.tracks.iter().try_for_each(|track| write_track(&mut output, track))?;
    Ok(output.0)
}

fn write_track(output: &mut Writer, track: &Track) -> Result<()> {
    output.array(3)?;
    output.string(&track.path)?;
    for curves in [&track.position[..], &track.rotation] {
        output.array(curves.len())?;
        for curve in curves {
            match curve {
                Some(curve) => write_curve(output, curve)?,
                None => output.nil(),
            }
        }
    }
    Ok(())
}

fn write_curve(output: &mut Writer, curve: &AnimationCurve) -> Result<()> {
    output.array(3)?;
    output.array(curve.keys.len())?;
    for key in &curve.keys {
        output.array(4)?;
        key.numbers().into_iter().for_each(|number| output.float(number));
    }
    output.int(curve.post as i32);
    output.int(curve.pre as i32);
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::curve::tests::some_tracks;

    #[test]
    fn the_bytes_are_those_of_the_described_arrays() {
        let key = Keyframe { value: -1.0, out_tangent: f32::INFINITY, ..Keyframe::default() };
        let curve = AnimationCurve { keys: vec![key], pre: WrapMode::Loop, post: WrapMode::ClampForever };
        let position = [None, Some(curve), None];
        let tracks = vec![Track { path: "A/B".into(), position, ..Track::default() }];
        let clip = SampledClip { id: -200, name: "Run".into(), length: 2.0, frame_rate: 30.0, tracks };
        let expected: &[&[u8]] = &[
            b"\x95\xd1\xff\x38\xca\x40\x00\x00\x00\xca\x41\xf0\x00\x00\xa3Run",
            b"\x91\x93\xa3A/B\x93\xc0\x93",
            b"\x91\x94\xca\x00\x00\x00\x00\xca\xbf\x80\x00\x00\xca\x00\x00\x00\x00\xca\x7f\x80\x00\x00",
            b"\x08\x02\xc0\x94\xc0\xc0\xc0\xc0",
        ];
        assert_eq!(encode(&clip).unwrap(), expected.concat());
    }

    proptest! {
        #[test]
        fn clips_come_back_as_they_were(id: i32, name: String, length in 0.0..1e6_f32, tracks in some_tracks()) {
            let clip = SampledClip { id, name, length, frame_rate: 24.0, tracks };
            let bytes = encode(&clip).unwrap();
            prop_assert_eq!(decode(&bytes), Ok(clip));
            for length in 0..bytes.len() {
                prop_assert!(decode(&bytes[..length]).is_err());
            }
        }
    }
}
