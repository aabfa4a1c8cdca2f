//! Writes sounds in the form that XNA's `SoundEffectReader` and `SongReader` read.

use rigmill_codec_xnb::{SoundEffect, Value};
use rigmill_format::{Song, Sound, SoundData, SoundLoop};
use rigmill_pipeline::{Diagnostic, WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbWriterParams;
use crate::codes;
use crate::written::Written;

/// The range of sample rates that XNA's `SoundEffect` supports, in Hz.
const LOWEST_RATE: u32 = 8_000;
const HIGHEST_RATE: u32 = 48_000;

/// Writes a [`Sound`] as the `.xnb` file of a `SoundEffect`, as 16-bit PCM.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbSoundWriter;

impl Writer for XnbSoundWriter {
    type Input = Sound;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, sound: &Sound, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        let SoundData::Pcm(samples) = &sound.data else {
            let help = "set `compression = \"none\"` for this target, or build the sound as a song";
            let error = Diagnostic::error(codes::CONTENT_LOST, "XNA does not support Vorbis sounds");
            return Err(ctx.fail(error.perhaps_of_parameter("compression").help(help)));
        };
        if sound.channels > 2 {
            let message = format!("XNA does not support sounds with {} channels", sound.channels);
            return Err(ctx.fail(Diagnostic::error(codes::CONTENT_LOST, message).help("mix the sound down to stereo")));
        }
        if !(LOWEST_RATE..=HIGHEST_RATE).contains(&sound.sample_rate) {
            let rate = sound.sample_rate;
            let message =
                format!("the sample rate is {rate} Hz, but XNA supports only {LOWEST_RATE} to {HIGHEST_RATE} Hz");
            ctx.report(
                Diagnostic::warning(codes::CONTENT_LOST, message).help("export the sound with a different sample rate"),
            );
        }
        let effect = effect(sound, samples).ok_or_else(|| {
            let message = "the sound is larger than 2 GB or longer than 24 days";
            ctx.fail(Diagnostic::error(codes::CONTENT_TOO_LARGE, message).help("split the sound"))
        })?;
        encoded(params.platform, params.profile, Value::SoundEffect(effect.into()), Vec::new(), ctx)
    }
}

/// Converts a sound; `None` if a number does not fit. If the sound has no loop, the whole sound becomes the loop, as in XNA's
/// files.
fn effect(sound: &Sound, samples: &[i16]) -> Option<SoundEffect> {
    let whole = SoundLoop { start: 0, length: sound.frames };
    let repeated = sound.repeated.unwrap_or(whole);
    let milliseconds = u64::from(sound.frames) * 1000 / u64::from(sound.sample_rate.max(1));
    Some(SoundEffect {
        format: wave_format(sound)?,
        data: samples.iter().flat_map(|sample| sample.to_le_bytes()).collect(),
        loop_start: i32::try_from(repeated.start).ok()?,
        loop_length: i32::try_from(repeated.length).ok()?,
        duration: i32::try_from(milliseconds).ok()?,
    })
}

/// Returns a WAVEFORMATEX structure for PCM: format tag, channels, sample rate, bytes per second, bytes per sample of all
/// channels, bits per sample, and no additional data.
fn wave_format(sound: &Sound) -> Option<Vec<u8>> {
    let channels = u16::try_from(sound.channels).ok()?;
    let block = 2 * channels;
    let bytes_a_second = sound.sample_rate.checked_mul(u32::from(block))?;
    let [tag, bits, more] = [1_u16, 16, 0].map(u16::to_le_bytes);
    let (channels, block) = (channels.to_le_bytes(), block.to_le_bytes());
    let (rate, bytes_a_second) = (sound.sample_rate.to_le_bytes(), bytes_a_second.to_le_bytes());
    Some([&tag[..], &channels, &rate, &bytes_a_second, &block, &bits, &more].concat())
}

/// Writes a [`Song`] as the `.xnb` file of a `Song`, which names the media file beside it.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbSongWriter;

impl Writer for XnbSongWriter {
    type Input = Song;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";
    /// The media file is named after the asset.
    const NAMED: bool = true;

    fn write(&self, song: &Song, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        let name = ctx.asset().rsplit_once('/').map_or(ctx.asset(), |(_, name)| name);
        let file = format!("{name}{}", song.extension);
        let song = rigmill_codec_xnb::Song { file, duration: song.duration };
        encoded(params.platform, params.profile, Value::Song(song.into()), Vec::new(), ctx)
    }
}
