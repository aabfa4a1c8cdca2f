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

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<Sound, StageError> {
        let bytes = read_source(ctx, MAX_BYTES, codes::SOUND_LIMIT, "check that this is the right file, or split it")?;
        let (sound, left_out) = Sound::read(bytes).map_err(|error| ctx.fail(diagnostic(&error)))?;
        if !left_out.is_empty() {
            let message = format!("left out of the sound: {}", left_out.join(", "));
            let help = "remove what the game does not need in a sound editor, or export it to a separate file";
            ctx.report(Diagnostic::warning(codes::SOUND_LEFT_OUT, message).help(help));
        }
        Ok(sound)
    }
}

fn diagnostic(error: &SoundError) -> Diagnostic {
    let code = if error.is_limit() { codes::SOUND_LIMIT } else { codes::SOUND_UNREADABLE };
    let help = match error {
        SoundError::Format { .. } | SoundError::Unsupported { .. } => {
            "export it as WAV, or leave it out with `exclude = true` in a rule"
        }
        SoundError::Channels { .. } => "mix it down to stereo",
        _ => "export the sound again",
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
