//! Converts XNA's sounds and songs.

use rigmill_codec_xnb::{Song, SoundEffect};
use rigmill_dom::{SongSource, Sound, SoundEncoding, SoundLoop, WaveCodec, WaveFormat};
use rigmill_pipeline::{Diagnostic, Found, ImportContext, StageError};

use super::problems::{invalid, unsupported};
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::size_exceeded;

/// The maximum size of a media file, in bytes.
const MAX_MEDIA_BYTES: u64 = 512 << 20;

/// Converts a sound. A loop that covers the whole sound is dropped, because XNA writes such a loop for sources without a loop.
pub(super) fn sound(effect: SoundEffect, warnings: &mut Vec<Diagnostic>) -> Result<Sound> {
    let format = WaveFormat::parse(&effect.format)
        .map_err(|error| unsupported(error.to_string(), "build the sound as PCM, or import its source file"))?;
    let (frames, left) = format.frames_in(effect.data.len() as u64);
    if frames == 0 {
        return Err(invalid("the sound has no samples"));
    }
    if left > 0 {
        return Err(invalid(format!("{left} bytes follow the last whole block of samples")));
    }
    if format.codec != WaveCodec::Integers || format.block_align != 2 * format.channels {
        let message = format!("the format of the sound is {}; Rigmill converts it to 16-bit PCM", format.codec.name());
        let help = "if the game needs the original format, copy the file with `importer = \"raw\"`";
        warnings.push(Diagnostic::warning(codes::XNB_SOUND, message).help(help));
    }
    Ok(Sound {
        channels: format.channels,
        sample_rate: format.sample_rate,
        frames: Some(frames),
        repeated: repeated(&effect, frames)?,
        encoding: SoundEncoding::Wave(format),
        bytes: effect.data,
    })
}

fn repeated(effect: &SoundEffect, frames: u64) -> Result<Option<SoundLoop>> {
    let SoundEffect { loop_start, loop_length, .. } = *effect;
    let outside =
        || invalid(format!("the loop has {loop_length} samples from sample {loop_start}, but the sound has {frames}"));
    let [start, length] = [loop_start, loop_length].map(u32::try_from);
    let (start, length) = (start.map_err(|_| outside())?, length.map_err(|_| outside())?);
    if u64::from(start) + u64::from(length) > frames {
        return Err(outside());
    }
    let is_whole = start == 0 && u64::from(length) == frames;
    Ok(Some(SoundLoop { start, length }).filter(|it| it.length > 0 && !is_whole))
}

/// Converts a song, and reads its media file.
pub(super) fn song(song: &Song, ctx: &mut ImportContext<'_>) -> std::result::Result<SongSource, StageError> {
    read_song(song, ctx)?.map_err(|problem| ctx.fail(problem.into()))
}

/// Reads the media file, whose path is relative to the song's folder. The outer error is a failed read.
fn read_song(song: &Song, ctx: &mut ImportContext<'_>) -> std::result::Result<Result<SongSource>, StageError> {
    const HELP: &str = "put the media file into the song's folder, under the name that the song contains";
    let name = song.file.replace('\\', "/");
    let Ok(path) = ctx.source().relative(&name) else {
        return Ok(Err(unsupported(format!("the path of the song's media file is not valid: {:?}", song.file), HELP)));
    };
    let extension = path.as_str()[path.asset_name().len()..].to_owned();
    if extension.is_empty() || song.duration < 0 {
        let message = format!(
            "the song has the length {} ms and the media file {:?}, expected a length of at least 0 ms and a file with an extension",
            song.duration, song.file
        );
        return Ok(Err(invalid(message)));
    }
    Ok(match ctx.read_within(&path, MAX_MEDIA_BYTES)? {
        Found::Bytes(bytes) => Ok(SongSource { extension, duration: song.duration, bytes }),
        Found::TooLarge(size) => {
            let message = size_exceeded(&format!("the media file `{path}`"), size, MAX_MEDIA_BYTES);
            Err(Problem::new(codes::XNB_LIMIT, message, "encode the media file at a lower bit rate"))
        }
        Found::Missing => Err(unsupported(format!("the song's media file `{path}` does not exist"), HELP)),
    })
}
