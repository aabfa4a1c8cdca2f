//! Reads the start of a sound file.

use super::error::SoundError;
use super::facts::Facts;
use super::source::Sound;
use super::{flac, mp3, riff, vorbis, wave_format};

/// Other formats, by the first bytes of their files.
const OTHERS: [(&[u8], &str); 8] = [
    (b"\x30\x26\xb2\x75", "Windows Media Audio"),
    (b"RIFX", "a big-endian WAV file"),
    (b"RF64", "a WAV file of 64 bits"),
    (b"FORM", "an AIFF file"),
    (b"caff", "a file of Apple's Core Audio"),
    (b".snd", "an AU file"),
    (b"XWB", "an XACT wave bank"),
    (b"WBND", "an XACT wave bank"),
];

impl Sound {
    /// Reads a WAV, Ogg Vorbis, MP3 or FLAC file without decoding it. Also returns a list of what the file contains that a
    /// sound does not keep. The format is detected from the bytes.
    ///
    /// # Errors
    /// The bytes are not a sound that can be read. Any bytes are safe input.
    pub fn read(bytes: Vec<u8>) -> Result<(Self, Vec<String>), SoundError> {
        let (sound, left_out) = match bytes.get(..12) {
            Some([b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E']) => riff::read(&bytes)?,
            Some([b'O', b'g', b'g', b'S', ..]) => with_bytes(vorbis::read(&bytes)?, bytes),
            Some([b'f', b'L', b'a', b'C', ..]) => with_bytes((flac::read(&bytes)?, Vec::new()), bytes),
            _ => match other(&bytes) {
                None if mp3::is_mp3(&bytes) => with_bytes((mp3::read(&bytes)?, Vec::new()), bytes),
                found => return Err(SoundError::Format { found }),
            },
        };
        wave_format::check(u32::from(sound.channels), sound.sample_rate)?;
        if sound.frames == Some(0) { Err(SoundError::Empty) } else { Ok((sound, left_out)) }
    }
}

/// The name of a format that is known but not supported.
fn other(bytes: &[u8]) -> Option<&'static str> {
    let known = OTHERS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, name)| *name);
    known.or_else(|| (bytes.get(4..8) == Some(b"ftyp")).then_some("an MPEG-4 file"))
}

/// A sound whose bytes are the whole file.
fn with_bytes((facts, left_out): (Facts, Vec<String>), bytes: Vec<u8>) -> (Sound, Vec<String>) {
    let Facts { encoding, channels, sample_rate, frames } = facts;
    // A number of channels that does not fit is rejected later, like every number above the limit.
    let channels = u16::try_from(channels).unwrap_or(u16::MAX);
    (Sound { encoding, bytes, channels, sample_rate, frames, repeated: None }, left_out)
}
