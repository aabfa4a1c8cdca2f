//! [`SongProcessor`]: music that a game's media player reads from a file.

use rigmill_dom::{SongSource, Sound, SoundEncoding};
use rigmill_format::{RawFile, Song};
use rigmill_pipeline::{Diagnostic, Labelled, NoParams, ProcessContext, Processor};

use crate::codes;
use crate::report::Result;

/// Makes a [`Song`] from an Ogg Vorbis or MP3 file, and a copy of the file beside it. Does not decode the music.
#[derive(Clone, Copy, Debug, Default)]
pub struct SongProcessor;

impl Processor for SongProcessor {
    type Input = Sound;
    type Output = Labelled;
    type Params = NoParams;
    const NAME: &'static str = "song";
    const VERSION: u32 = 1;

    fn process(&self, input: &Sound, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let extension = match input.encoding {
            SoundEncoding::Vorbis => ".ogg",
            SoundEncoding::Mp3 => ".mp3",
            SoundEncoding::Flac | SoundEncoding::Wave(_) => {
                let message =
                    format!("a song must be an MP3 or Ogg Vorbis file, but the source is {}", input.encoding.name());
                let help = "encode the source as MP3 for XNA, or as Ogg Vorbis for MonoGame and FNA; or set `processor = \"sound\"`";
                return Err(ctx.fail(Diagnostic::error(codes::SONG_FORMAT, message).help(help)));
            }
        };
        let Some(duration) = input.frames.and_then(|frames| milliseconds(frames, input.sample_rate)) else {
            let (message, help) = match input.frames {
                None => ("the file does not state the song's length", "encode the song again"),
                Some(_) => ("the song is longer than 24 days", "shorten the song"),
            };
            return Err(ctx.fail(Diagnostic::error(codes::SONG_DURATION, message).help(help)));
        };
        Ok(products(Song { extension: extension.to_owned(), duration }, &input.bytes))
    }
}

/// Converts a duration to milliseconds. Rounds up, as in XNA's files, so that no player stops a song before its end.
fn milliseconds(frames: u64, rate: u32) -> Option<i32> {
    let scaled = frames.checked_mul(1000)?;
    i32::try_from(scaled.div_ceil(u64::from(rate.max(1)))).ok()
}

/// Makes a [`Song`] from a song in an XNB file, and a copy of its media file in any format.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredSongProcessor;

impl Processor for StoredSongProcessor {
    type Input = SongSource;
    type Output = Labelled;
    type Params = NoParams;
    const NAME: &'static str = SongProcessor::NAME;
    const VERSION: u32 = 1;

    fn process(&self, input: &SongSource, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<Labelled> {
        let song = Song { extension: input.extension.clone(), duration: input.duration };
        Ok(products(song, &input.bytes))
    }
}

/// Returns the song, and its media file with the asset's own name.
fn products(song: Song, media: &[u8]) -> Labelled {
    let mut products = Labelled::default();
    products.push(song.extension.clone(), RawFile { bytes: media.to_vec() });
    products.push("", song);
    products
}
