//! [`MsgPack`]: imports sampled clips in MessagePack.

use rigmill_codec_unity::sampled_clip::{self, SampledClip};
use rigmill_codec_unity::{Error, ErrorKind, Track};
use rigmill_dom::{SampledClipSource, SampledTrackSource};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use super::unity_curves::curves;
use crate::codes;
use crate::report::Problem;
use crate::syntax::read_source;

/// The maximum size of a source, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Imports `.msgpack`: a clip as MessagePack-CSharp writes it, as arrays without field names. [`sampled_clip`] describes the
/// format.
///
/// If the source comes from the writer `msgpack`, the built file has the same bytes. For other files, the values stay the same,
/// but their encoding may change: keys and strings that are nil become empty, and skipped items are lost.
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
        let help = "check that this is the right file; if it is, split the clip";
        let bytes = read_source(ctx, MAX_BYTES, codes::MSGPACK_LIMIT, help)?;
        let SampledClip { id, name, length, frame_rate, tracks } =
            sampled_clip::decode(&bytes).map_err(|error| ctx.fail(problem(&error).into()))?;
        Ok(SampledClipSource { id, name, length, frame_rate, tracks: tracks.into_iter().map(track).collect() })
    }
}

fn track(Track { path, position, rotation }: Track) -> SampledTrackSource {
    SampledTrackSource { path, position: curves(position), rotation: curves(rotation) }
}

fn problem(error: &Error) -> Problem {
    const AGAIN: &str = "export the clip again with MessagePack-CSharp";
    let (code, help) = match error.kind {
        ErrorKind::Length | ErrorKind::TrailingBytes => (codes::MSGPACK_ENDS, AGAIN),
        ErrorKind::Type => (codes::MSGPACK_KIND, AGAIN),
        _ => (codes::MSGPACK_VALUE, "fix the clip in the program that made it, and export it again"),
    };
    Problem::new(code, error.to_string(), help)
}
