//! [`MsgPackWriter`]: writes sampled clips in MessagePack.

use rigmill_codec_unity::sampled_clip;
use rigmill_format::SampledClip;
use rigmill_pipeline::{Diagnostic, NoParams, WriteContext, Writer};

use crate::codes;
use crate::written::Written;

/// Writes a [`SampledClip`] in the format of [`sampled_clip`], which MessagePack-CSharp reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct MsgPackWriter;

impl Writer for MsgPackWriter {
    type Input = SampledClip;
    type Params = NoParams;
    const NAME: &'static str = "msgpack";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "msgpack";

    fn write(&self, clip: &SampledClip, _: &NoParams, ctx: &mut WriteContext) -> Written {
        let SampledClip { id, length, frame_rate, .. } = *clip;
        let tracks = clip.tracks.iter().map(super::track).collect();
        let clip = sampled_clip::SampledClip { id, name: clip.name.clone(), length, frame_rate, tracks };
        sampled_clip::encode(&clip).map_err(|error| {
            let message = format!("SampledClip cannot be written: {error}");
            ctx.fail(Diagnostic::error(codes::CONTENT_TOO_LARGE, message).help("split the asset"))
        })
    }
}
