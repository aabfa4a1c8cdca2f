//! [`SoundFile`]: imports sounds.

use rigmill_dom::{Sound, SoundError};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Imports `.wav`, `.ogg`, `.oga`, `.mp3` and `.flac`. The bytes of a file determine its format, not its extension.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoundFile;

impl Importer for SoundFile {
    type Output = Sound;
    type Params = NoParams;
    const NAME: &'static str = "sound";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["wav", "ogg", "oga", "mp3", "flac"];
    const DEFAULT_PROCESSOR: &'static str = "sound";
    const READS_OTHER_FILES: bool = false;

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<Sound, StageError> {
        let bytes =
            read_source(ctx, MAX_BYTES, codes::SOUND_LIMIT, "check that this is the right file, or split the sound")?;
        let (sound, left_out) = Sound::read(bytes).map_err(|error| ctx.fail(diagnostic(&error)))?;
        if !left_out.is_empty() {
            let message = format!("Rigmill leaves out part of the sound file: {}", left_out.join(", "));
            let help =
                "if the game needs this part, export it to a separate file; otherwise, remove it in a sound editor";
            ctx.report(Diagnostic::warning(codes::SOUND_LEFT_OUT, message).help(help));
        }
        Ok(sound)
    }
}

fn diagnostic(error: &SoundError) -> Diagnostic {
    let code = if error.is_limit() { codes::SOUND_LIMIT } else { codes::SOUND_UNREADABLE };
    let help = match error {
        SoundError::Format { .. } | SoundError::Unsupported { .. } => {
            "export the sound as WAV, or exclude the file with `exclude = true` in a rule"
        }
        SoundError::Channels { .. } => "mix the sound down to stereo",
        _ => "export the sound again",
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
