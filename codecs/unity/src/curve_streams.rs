//! Bone curves in a pair of files, `NAME.txt` and `NAMEIndex.txt`. Both files are binary, in spite of their extensions, and
//! little-endian.
//!
//! The index begins with the number of paths. For each path, it then contains the length of the bone's path in bytes, followed
//! by the number of keys of each of the path's seven curves (position x, y, z, then rotation x, y, z, w); 0 means no curve. All
//! of these are i32. For each path, the other file contains the path in UTF-8, followed by the keys of its curves. Each key is
//! four f32: time, value, in tangent, out tangent.
//!
//! Some exporters overwrite a longer file without truncating it, so that its old end remains. The reader ignores these bytes,
//! and returns them as a deviation.

use std::collections::HashSet;

use crate::curve::{AnimationCurve, Keyframe, Track};
use crate::error::{Error, ErrorKind, Result, counted, only_left};

/// The suffix of the index's file name, before its extension.
pub const INDEX_SUFFIX: &str = "Index";

/// The size of a path's entry in the index, in bytes: the length of its name, and the number of keys of each of its curves.
const ENTRY_BYTES: usize = 4 * (1 + 7);
/// The size of a key in bytes.
const KEY_BYTES: usize = 16;

/// The decoded content of a pair of files.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// One track per path, in the order of the file. The paths are distinct. Wrap modes are not in the files.
    pub tracks: Vec<Track>,
    /// Warnings about bytes after the end of either file.
    pub deviations: Vec<Error>,
}

/// Decodes a pair of files.
///
/// # Errors
/// The first problem, with its position.
pub fn decode(index: &[u8], keys: &[u8]) -> Result<Decoded> {
    let mut index = Stream { rest: index, at: 0, file: "the index file" };
    let mut keys = Stream { rest: keys, at: 0, file: "the key file" };
    let count = index.count("the number of paths")?;
    index.ensure(count, ENTRY_BYTES, "path")?;
    let mut seen = HashSet::new();
    let mut tracks = Vec::new();
    for _ in 0..count {
        let track = read_track(&mut index, &mut keys)?;
        if !seen.insert(track.path.clone()) {
            return Err(Error::new(ErrorKind::DuplicatePath, format!("two bones have the path {:?}", track.path)));
        }
        tracks.push(track);
    }
    Ok(Decoded { tracks, deviations: [index, keys].iter().filter_map(Stream::trailing).collect() })
}

fn read_track(index: &mut Stream<'_>, keys: &mut Stream<'_>) -> Result<Track> {
    let length = index.count("the length of a bone path")?;
    let name = keys.bytes(length, "a bone path")?;
    let path = std::str::from_utf8(name).map_err(|error| {
        let fact = format!(
            "the bone path {:?} is not valid UTF-8: byte {} is invalid",
            String::from_utf8_lossy(name),
            error.valid_up_to()
        );
        Error::new(ErrorKind::Path, fact)
    })?;
    let mut track = Track { path: path.to_owned(), ..Track::default() };
    for curve in track.position.iter_mut().chain(&mut track.rotation) {
        *curve = read_curve(index.count("a number of keys")?, keys, path)?;
    }
    Ok(track)
}

fn read_curve(count: usize, stream: &mut Stream<'_>, path: &str) -> Result<Option<AnimationCurve>> {
    stream.ensure(count, KEY_BYTES, "key")?;
    let mut keys = Vec::with_capacity(count);
    for index in 0..count {
        let key = Keyframe::from_numbers([stream.f32()?, stream.f32()?, stream.f32()?, stream.f32()?]);
        let invalid = |fact| Error::new(ErrorKind::Key, format!("bone {path:?}: key {index} of a curve: {fact}"));
        key.check(keys.last()).map_err(invalid)?;
        keys.push(key);
    }
    Ok((count > 0).then(|| AnimationCurve { keys, ..AnimationCurve::default() }))
}

/// One of the two files, read from start to end.
struct Stream<'a> {
    rest: &'a [u8],
    at: usize,
    file: &'static str,
}

impl<'a> Stream<'a> {
    fn truncated(&self, message: &str) -> Error {
        let (file, at, left) = (self.file, self.at, only_left(self.rest.len()));
        Error::new(ErrorKind::Length, format!("{file} ends too early: expected {message} at byte {at}, but {left}"))
    }

    /// Rejects a count of items that the remaining bytes cannot contain, before memory is allocated for them.
    fn ensure(&self, count: usize, size: usize, item: &str) -> Result<()> {
        let fits = count <= self.rest.len() / size;
        fits.then_some(()).ok_or_else(|| self.truncated(&counted(count, item)))
    }

    fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8]> {
        let truncated = || self.truncated(&format!("{what} ({})", counted(count, "byte")));
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(truncated)?;
        (self.rest, self.at) = (rest, self.at + count);
        Ok(bytes)
    }

    fn word(&mut self, what: &str) -> Result<[u8; 4]> {
        let bytes = self.bytes(4, what)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    fn f32(&mut self) -> Result<f32> {
        Ok(f32::from_le_bytes(self.word("a number")?))
    }

    fn count(&mut self, what: &str) -> Result<usize> {
        let at = self.at;
        let found = i32::from_le_bytes(self.word(what)?);
        usize::try_from(found).map_err(|_| {
            let message = format!("in {}, {what} at byte {at} is {found}, expected at least 0", self.file);
            Error::new(ErrorKind::Count, message)
        })
    }

    /// Returns a deviation if there are bytes left.
    fn trailing(&self) -> Option<Error> {
        let Self { rest, at, file } = self;
        let ignored = match rest.len() {
            1 => "the byte".to_owned(),
            more => format!("the {more} bytes"),
        };
        let message = format!("the clip ends at byte {at} of {file}; Rigmill ignores {ignored} after it");
        (!rest.is_empty()).then(|| Error::new(ErrorKind::TrailingBytes, message))
    }
}

fn curves(track: &Track) -> impl Iterator<Item = &[Keyframe]> {
    let curves = track.position.iter().chain(&track.rotation);
    curves.map(|curve| curve.as_ref().map_or(&[][..], |curve| &curve.keys))
}

/// Encodes the file that contains the paths and keys.
#[must_use]
pub fn encode_keys(tracks: &[Track]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for track in tracks {
        bytes.extend_from_slice(track.path.as_bytes());
        let numbers = curves(track).flatten().flat_map(|key| key.numbers());
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
    }
    bytes
}

/// Encodes the index.
///
/// # Errors
/// If a count does not fit into 32 bits.
pub fn encode_index(tracks: &[Track]) -> Result<Vec<u8>> {
    let mut counts = vec![tracks.len()];
    for track in tracks {
        counts.push(track.path.len());
        counts.extend(curves(track).map(<[_]>::len));
    }
    let mut bytes = Vec::with_capacity(4 * counts.len());
    for count in counts {
        let too_large = |_| Error::new(ErrorKind::TooLarge, format!("the number {count} does not fit in 32 bits"));
        bytes.extend(i32::try_from(count).map_err(too_large)?.to_le_bytes());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::curve::WrapMode;
    use crate::curve::tests::some_tracks;

    proptest! {
        #[test]
        fn tracks_come_back_as_they_were(mut tracks in some_tracks()) {
            for curve in tracks.iter_mut().flat_map(|track| track.position.iter_mut().chain(&mut track.rotation)) {
                // The files contain neither empty curves nor wrap modes.
                *curve = curve.take().filter(|curve| !curve.keys.is_empty());
                curve.iter_mut().for_each(|curve| (curve.pre, curve.post) = (WrapMode::Default, WrapMode::Default));
            }
            let (index, keys) = (encode_index(&tracks).unwrap(), encode_keys(&tracks));
            prop_assert_eq!(decode(&index, &keys), Ok(Decoded { tracks, deviations: vec![] }));
            for (index, keys) in [(&index[..index.len() - 1], &keys[..]), (&index, &keys[..keys.len().saturating_sub(1)])] {
                prop_assert!(decode(index, keys).is_err() || keys.is_empty());
            }
        }
    }
}
