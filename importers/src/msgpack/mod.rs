//! [`MsgPack`]: sampled clips in MessagePack.

mod reader;

use std::collections::HashSet;

use rigmill_dom::{Curve, CurveKey, CurveWrap, SampledClipSource, SampledTrackSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;
use reader::{Problem, Reader};

/// How many bytes a file may have.
const MOST_BYTES: u64 = 512 << 20;

/// Imports `.msgpack`: a clip as MessagePack-CSharp writes it, arrays without names.
///
/// ```text
/// [id: int, length: float, frame rate: float, name: str,
///     [[path: str, [x, y, z], [x, y, z, w]], …]]
/// ```
/// Each x, y, z, w is a curve: nil, or `[keys, post wrap mode, pre wrap mode]`; keys are nil or an array of
/// `[time, value, in tangent, out tangent]`. Items beyond these are skipped, missing ones are 0, empty or nil. Numbers may be
/// of any kind that MessagePack has.
///
/// What the writer `msgpack` has written comes back to it byte for byte. Of others the values do, not how they were told:
/// keys and texts that are nil become empty, and what is skipped is gone.
#[derive(Clone, Copy, Debug, Default)]
pub struct MsgPack;

impl Importer for MsgPack {
    type Output = SampledClipSource;
    type Params = NoParams;
    const NAME: &'static str = "msgpack";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["msgpack"];
    const DEFAULT_PROCESSOR: &'static str = "sampled-clip";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<SampledClipSource, StageError> {
        let bytes = read_source(ctx, MOST_BYTES, codes::MSGPACK_LIMIT, "see whether it is the right file")?;
        read_sampled_clip(&bytes).map_err(|diagnostic| ctx.fail(*diagnostic))
    }
}

/// The clip that a file's bytes hold.
///
/// # Errors
/// The first fault, with the byte at which it is.
pub fn read_sampled_clip(bytes: &[u8]) -> Result<SampledClipSource, Box<Diagnostic>> {
    clip(bytes).map_err(|problem| Box::new(problem.into_diagnostic()))
}

fn clip(bytes: &[u8]) -> Result<SampledClipSource, Problem> {
    let mut reader = Reader::new(bytes);
    let mut clip = SampledClipSource { frame_rate: USUAL_RATE, ..SampledClipSource::default() };
    reader.record("the clip", |reader, item| match item {
        0 => reader.int("the id").map(|id| clip.id = id),
        1 => duration(reader, "the length").map(|length| clip.length = length),
        2 => duration(reader, "the frame rate").map(|rate| clip.frame_rate = rate),
        3 => reader.text("the name").map(|name| clip.name = name),
        4 => tracks(reader).map(|tracks| clip.tracks = tracks),
        _ => reader.skip(),
    })?;
    reader.finish()?;
    Ok(clip)
}

/// Frames a second of a clip that does not say, as in the class that is written.
const USUAL_RATE: f32 = 30.0;

fn duration(reader: &mut Reader<'_>, what: &'static str) -> Result<f32, Problem> {
    let at = reader.at();
    let found = reader.number(what)?;
    if found.is_finite() && found >= 0.0 {
        return Ok(found);
    }
    Err(Problem::Value { at, fact: format!("{what} is {found}, expected a finite number of at least 0") })
}

fn tracks(reader: &mut Reader<'_>) -> Result<Vec<SampledTrackSource>, Problem> {
    let mut seen = HashSet::new();
    reader.list("the bones", |reader| {
        let at = reader.at();
        let track = track(reader)?;
        if seen.insert(track.path.clone()) {
            return Ok(track);
        }
        Err(Problem::Value { at, fact: format!("two bones have the path {:?}", track.path) })
    })
}

fn track(reader: &mut Reader<'_>) -> Result<SampledTrackSource, Problem> {
    let mut track = SampledTrackSource::default();
    reader.record("a bone", |reader, item| match item {
        0 => reader.text("a path").map(|path| track.path = path),
        1 => curves(reader, "a position", &mut track.position),
        2 => curves(reader, "a rotation", &mut track.rotation),
        _ => reader.skip(),
    })?;
    Ok(track)
}

fn curves(reader: &mut Reader<'_>, what: &'static str, into: &mut [Option<Curve>]) -> Result<(), Problem> {
    reader.optional_record(what, |reader, item| match into.get_mut(item) {
        Some(into) => curve(reader).map(|curve| *into = curve),
        None => reader.skip(),
    })?;
    Ok(())
}

fn curve(reader: &mut Reader<'_>) -> Result<Option<Curve>, Problem> {
    let mut curve = Curve::default();
    let found = reader.optional_record("a curve", |reader, item| match item {
        0 => keys(reader).map(|keys| curve.keys = keys),
        1 => wrap(reader).map(|mode| curve.post = mode),
        2 => wrap(reader).map(|mode| curve.pre = mode),
        _ => reader.skip(),
    })?;
    Ok(found.then_some(curve))
}

fn wrap(reader: &mut Reader<'_>) -> Result<CurveWrap, Problem> {
    let at = reader.at();
    Ok(match reader.int("a wrap mode")? {
        0 => CurveWrap::Default,
        1 => CurveWrap::Clamp,
        2 => CurveWrap::Loop,
        4 => CurveWrap::PingPong,
        8 => CurveWrap::ClampForever,
        found => {
            let fact = format!("wrap mode {found} is unknown, expected 0, 1, 2, 4 or 8");
            return Err(Problem::Value { at, fact });
        }
    })
}

fn keys(reader: &mut Reader<'_>) -> Result<Vec<CurveKey>, Problem> {
    let mut before = None;
    reader.list("the keys of a curve", |reader| {
        let at = reader.at();
        let key = key(reader)?;
        crate::curve_key::check(&key, before.as_ref())
            .map_err(|fact| Problem::Value { at, fact: format!("a key: {fact}") })?;
        before = Some(key);
        Ok(key)
    })
}

fn key(reader: &mut Reader<'_>) -> Result<CurveKey, Problem> {
    let mut key = CurveKey::default();
    reader.record("a key", |reader, item| {
        let number = match item {
            0 => &mut key.time,
            1 => &mut key.value,
            2 => &mut key.in_tangent,
            3 => &mut key.out_tangent,
            _ => return reader.skip(),
        };
        *number = reader.number("a number of a key")?;
        Ok(())
    })?;
    Ok(key)
}
