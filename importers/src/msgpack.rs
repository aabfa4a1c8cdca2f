//! [`MsgPack`]: sampled clips in MessagePack.

use rigmill_codec_unity::sampled_clip::{self, SampledClip};
use rigmill_codec_unity::{Error, ErrorKind, Track};
use rigmill_dom::{SampledClipSource, SampledTrackSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::bounded::read_source;
use crate::codes;
use crate::unity_curves::curves;

/// The largest source, in bytes.
const MOST_BYTES: u64 = 512 << 20;

/// Imports `.msgpack`: a clip as MessagePack-CSharp writes it, arrays without names. [`sampled_clip`] has the format.
///
/// What the writer `msgpack` wrote is written again byte for byte. Of other files the values are, but not their encoding: keys and
/// strings that are nil become empty, and skipped items are missing.
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
        let too_large = |fact| Diagnostic::error(codes::MSGPACK_LIMIT, fact).help("see whether it is the right file");
        let bytes = read_source(ctx, MOST_BYTES, too_large)?;
        read_sampled_clip(&bytes).map_err(|diagnostic| ctx.fail(*diagnostic))
    }
}

/// The clip in the bytes of a file.
///
/// # Errors
/// The first fault, with its byte.
pub fn read_sampled_clip(bytes: &[u8]) -> Result<SampledClipSource, Box<Diagnostic>> {
    let SampledClip { id, name, length, frame_rate, tracks } = sampled_clip::decode(bytes).map_err(diagnostic)?;
    Ok(SampledClipSource { id, name, length, frame_rate, tracks: tracks.into_iter().map(track).collect() })
}

fn track(Track { path, position, rotation }: Track) -> SampledTrackSource {
    SampledTrackSource { path, position: curves(position), rotation: curves(rotation) }
}

fn diagnostic(error: Error) -> Box<Diagnostic> {
    let code = match error.kind {
        ErrorKind::Length | ErrorKind::TrailingBytes => codes::MSGPACK_ENDS,
        ErrorKind::Type => codes::MSGPACK_KIND,
        _ => codes::MSGPACK_VALUE,
    };
    let help = "write the file again; each value has to be as MessagePack-CSharp writes these classes";
    Box::new(Diagnostic::error(code, error.to_string()).help(help))
}
