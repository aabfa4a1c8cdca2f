//! [`CurveStreams`]: curves of bones in two binary files.

use std::collections::HashSet;

use rigmill_dom::{Curve, CurveClipSource, CurveKey, CurveTrackSource};
use rigmill_pipeline::{Claim, Diagnostic, Found, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::{read_source, size_exceeded};

/// How many bytes each of the files may have.
const MOST_BYTES: u64 = 512 << 20;
/// What follows the name of a clip in the name of its index.
const INDEX: &str = "Index";
/// Curves of a path: position x, y, z and rotation x, y, z, w.
const CURVES: usize = 7;
/// Bytes of a path's entry in the index: the length of its name, and each curve's number of keys.
const ENTRY: usize = 4 * (1 + CURVES);
/// Bytes of a key: time, value, in and out tangent.
const KEY: usize = 16;

const HELP: &str = "write both files again, in one go";
const TOO_LARGE_HELP: &str = "see whether it is the right file";

/// Imports a pair of curve streams, `NAME.txt` and `NAMEIndex.txt`, as one asset `NAME`. Both are binary, in spite of their
/// endings, and little-endian.
///
/// The index has an i32, the number of paths; then for each path the length of its name in bytes and the numbers of keys of
/// its seven curves (position x, y, z, rotation x, y, z, w; 0 for no such curve), each an i32. The other file has for each path
/// its name in UTF-8, then the keys of its curves, each four f32: time, value, in tangent, out tangent.
///
/// What follows the clip is left out with a warning: exporters that open a file without truncating it leave the end of a longer
/// clip there that they wrote before.
///
/// Other files that end in `.txt` are left alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveStreams;

impl Importer for CurveStreams {
    type Output = CurveClipSource;
    type Params = NoParams;
    const NAME: &'static str = "curve-streams";
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["txt"];
    const DEFAULT_PROCESSOR: &'static str = "curve-clip";
    const CHOOSY: bool = true;

    fn claim(&self, file_name: &str, beside: &dyn Fn(&str) -> bool) -> Claim {
        let (stem, ending) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
        let exists = |stem: &str| beside(&format!("{stem}.{ending}"));
        match stem.strip_suffix(INDEX) {
            Some(clip) if !clip.is_empty() && exists(clip) => Claim::Part,
            _ if exists(&format!("{stem}{INDEX}")) => Claim::Asset,
            _ => Claim::Unlike,
        }
    }

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<CurveClipSource, StageError> {
        let index = read_index(ctx)?;
        let keys = read_source(ctx, MOST_BYTES, codes::STREAM_LIMIT, TOO_LARGE_HELP)?;
        let (clip, tails) = read_clip(&index, &keys).map_err(|fault| ctx.fail(*fault))?;
        tails.into_iter().for_each(|tail| ctx.report(tail));
        Ok(clip)
    }
}

fn read_index(ctx: &mut ImportContext<'_>) -> Result<Vec<u8>, StageError> {
    let name = ctx.source().file_name();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let name = format!("{stem}{INDEX}.{ending}");
    let path = ctx.source().relative(&name).unwrap_or_else(|_| ctx.source().clone());
    let help = format!("put {name} beside it, or exclude the file from the rule that names the importer");
    let missing = || Diagnostic::error(codes::STREAM_PAIR, format!("there is no {name} beside it")).help(help);
    match ctx.read_within(&path, MOST_BYTES)? {
        Found::Bytes(bytes) => Ok(bytes),
        Found::TooLarge(size) => Err(ctx
            .fail(Diagnostic::error(codes::STREAM_LIMIT, size_exceeded(&name, size, MOST_BYTES)).help(TOO_LARGE_HELP))),
        Found::Missing => Err(ctx.fail(missing())),
    }
}

fn fault(code: &'static str, fact: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, fact).help(help))
}

/// The clip, and what is to be said of bytes behind it.
fn read_clip(index: &[u8], keys: &[u8]) -> Result<(CurveClipSource, Vec<Diagnostic>), Box<Diagnostic>> {
    let mut index = Stream { bytes: index, read: 0, file: "the index" };
    let mut keys = Stream { bytes: keys, read: 0, file: "the file of the keys" };
    let count = index.count("the number of paths")?;
    index.expect(count, ENTRY, "paths")?;
    let mut seen = HashSet::new();
    let mut clip = CurveClipSource::default();
    for _ in 0..count {
        let track = read_track(&mut index, &mut keys)?;
        if !seen.insert(track.path.clone()) {
            let fact = format!("two paths are {:?}", track.path);
            return Err(fault(codes::STREAM_PATH, fact, "give each bone one entry"));
        }
        clip.tracks.push(track);
    }
    Ok((clip, [&index, &keys].into_iter().filter_map(Stream::tail).collect()))
}

fn read_track(index: &mut Stream<'_>, keys: &mut Stream<'_>) -> Result<CurveTrackSource, Box<Diagnostic>> {
    let length = index.count("the length of a name")?;
    let name = keys.take(length, "a name")?;
    let path = std::str::from_utf8(name).map_err(|error| {
        let fact = format!("the name {:?} is no UTF-8: byte {}", String::from_utf8_lossy(name), error.valid_up_to());
        fault(codes::STREAM_PATH, fact, HELP)
    })?;
    let mut track = CurveTrackSource { path: path.to_owned(), ..CurveTrackSource::default() };
    for curve in track.position.iter_mut().chain(&mut track.rotation) {
        *curve = read_curve(index.count("a number of keys")?, keys, path)?;
    }
    Ok(track)
}

fn read_curve(count: usize, stream: &mut Stream<'_>, path: &str) -> Result<Option<Curve>, Box<Diagnostic>> {
    if count == 0 {
        return Ok(None);
    }
    stream.expect(count, KEY, "keys")?;
    let mut keys = Vec::with_capacity(count);
    for index in 0..count {
        let [time, value, in_tangent, out_tangent] = [stream.f32()?, stream.f32()?, stream.f32()?, stream.f32()?];
        let key = CurveKey { time, value, in_tangent, out_tangent };
        crate::curve_key::check(&key, keys.last()).map_err(|fact| {
            let message = format!("{path:?}: key {index} of a curve: {fact}");
            fault(codes::STREAM_KEY, message, HELP)
        })?;
        keys.push(key);
    }
    Ok(Some(Curve { keys, ..Curve::default() }))
}

/// A file on its way from its beginning to its end.
struct Stream<'a> {
    bytes: &'a [u8],
    read: usize,
    file: &'static str,
}

impl<'a> Stream<'a> {
    fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Box<Diagnostic>> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            let left = self.bytes.len();
            let fact =
                format!("{} ends too early: {what} of {count} bytes at {}, {left} are left", self.file, self.read);
            return Err(fault(codes::STREAM_ENDS, fact, HELP));
        };
        self.bytes = rest;
        self.read += count;
        Ok(taken)
    }

    /// Refuses a count that there are not bytes enough for, before anything is made of it.
    fn expect(&self, count: usize, size: usize, what: &str) -> Result<(), Box<Diagnostic>> {
        if count <= self.bytes.len() / size {
            return Ok(());
        }
        let left = self.bytes.len();
        let fact = format!("{} ends too early: {count} {what} at {}, {left} bytes are left", self.file, self.read);
        Err(fault(codes::STREAM_ENDS, fact, HELP))
    }

    fn word(&mut self, what: &str) -> Result<[u8; 4], Box<Diagnostic>> {
        let bytes = self.take(4, what)?;
        Ok(bytes.try_into().unwrap_or_default())
    }

    fn f32(&mut self) -> Result<f32, Box<Diagnostic>> {
        Ok(f32::from_le_bytes(self.word("a number")?))
    }

    fn count(&mut self, what: &str) -> Result<usize, Box<Diagnostic>> {
        let at = self.read;
        let found = i32::from_le_bytes(self.word(what)?);
        usize::try_from(found).map_err(|_| {
            let fact = format!("{}: {what} at {at} is {found}, expected at least 0", self.file);
            fault(codes::STREAM_COUNT, fact, HELP)
        })
    }

    /// What is to be said of the bytes that follow the clip.
    fn tail(&self) -> Option<Diagnostic> {
        let fact =
            || format!("{}: {} bytes follow its end at {}, they are left out", self.file, self.bytes.len(), self.read);
        let warning =
            || Diagnostic::warning(codes::STREAM_TAIL, fact()).help("delete both files, and export the clip again");
        (!self.bytes.is_empty()).then(warning)
    }
}
