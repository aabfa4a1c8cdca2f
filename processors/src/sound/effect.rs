//! [`SoundProcessor`]: sounds that a game holds in memory.

use rigmill_dom::{DecodedSound, Sound as Source, SoundEncoding, SoundError};
use rigmill_format::{Sound, SoundData, SoundLoop};
use rigmill_pipeline::{Diagnostic, ProcessContext, Processor};

use super::params::{SoundCompression, SoundParams};
use crate::codes;
use crate::report::Result;

/// Decodes a [`Sound`](rigmill_dom::Sound) to 16-bit samples, with the sound's own sample rate and channels.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoundProcessor;

impl Processor for SoundProcessor {
    type Input = Source;
    type Output = Sound;
    type Params = SoundParams;
    const NAME: &'static str = "sound";
    const VERSION: u32 = 2;

    fn process(&self, input: &Source, params: &SoundParams, ctx: &mut ProcessContext<'_>) -> Result<Sound> {
        let most_frames = params.max_seconds.samples(input.sample_rate);
        let decoded = input.decode(most_frames).map_err(|error| ctx.fail(diagnostic(&error)))?;
        let channels = usize::from(input.channels.max(1));
        let frames = u32::try_from(decoded.samples.len() / channels);
        let frames = frames.map_err(|_| ctx.fail(diagnostic(&SoundError::TooLong { limit: u64::from(u32::MAX) })))?;
        report_losses(&decoded, ctx);
        Ok(Sound {
            sample_rate: input.sample_rate,
            channels: u32::from(input.channels),
            frames,
            repeated: input.repeated.map(|it| SoundLoop { start: it.start, length: it.length }),
            data: data(input, params, decoded, ctx)?,
        })
    }
}

fn data(
    input: &Source,
    params: &SoundParams,
    decoded: DecodedSound,
    ctx: &mut ProcessContext<'_>,
) -> Result<SoundData> {
    match params.compression {
        SoundCompression::None => Ok(SoundData::Pcm(decoded.samples)),
        SoundCompression::Vorbis if input.encoding == SoundEncoding::Vorbis => {
            Ok(SoundData::Vorbis(input.bytes.clone()))
        }
        SoundCompression::Vorbis => {
            let fact = format!("\"vorbis\" requires an Ogg Vorbis file, but the source is {}", input.encoding.name());
            let help = "encode the source as Ogg Vorbis, or set `compression = \"none\"`";
            Err(ctx.fail(Diagnostic::error(codes::SOUND_COMPRESSION, fact).of_parameter("compression").help(help)))
        }
    }
}

fn report_losses(decoded: &DecodedSound, ctx: &mut ProcessContext<'_>) {
    if decoded.clipped > 0 {
        let message = match decoded.clipped {
            1 => "1 sample is too loud for 16 bits and is clipped".to_owned(),
            count => format!("{count} samples are too loud for 16 bits and are clipped"),
        };
        let help = "reduce the sound's volume in an audio editor, and export it again";
        ctx.report(Diagnostic::warning(codes::SOUND_CLIPPED, message).help(help));
    }
    if decoded.missing > 0 {
        let plural = if decoded.missing == 1 { "" } else { "s" };
        let message =
            format!("each channel has {} fewer sample{plural} than the file's header states", decoded.missing);
        ctx.report(Diagnostic::warning(codes::SOUND_DAMAGED, message).help("export the sound again"));
    }
}

fn diagnostic(error: &SoundError) -> Diagnostic {
    let (code, help) = match error {
        SoundError::TooLong { .. } => {
            (codes::SOUND_TOO_LONG, "build the sound as a song with `processor = \"song\"`, or raise `max_seconds`")
        }
        SoundError::Tables { .. } => (codes::SOUND_DAMAGED, "encode the sound again"),
        _ => (codes::SOUND_DAMAGED, "export the sound again"),
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
