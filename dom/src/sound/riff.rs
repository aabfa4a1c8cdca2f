//! Reads WAV files, which consist of RIFF chunks.

use super::error::SoundError;
use super::source::{Sound, SoundEncoding, SoundLoop};
use super::wave_format::{WaveCodec, WaveFormat};

const WAV: &str = "WAV";

/// The maximum number of chunk kinds that are listed as left out.
const MAX_NAMED: usize = 8;

/// The content of a WAV file's chunks.
#[derive(Default)]
struct Chunks<'a> {
    format: Option<WaveFormat>,
    data: Option<&'a [u8]>,
    /// The number of samples per channel that the chunk `fact` states.
    fact: Option<u32>,
    sampler: Option<&'a [u8]>,
    left_out: Vec<String>,
}

/// Reads a sound, and lists what the file contains that a sound does not keep.
pub(super) fn read(bytes: &[u8]) -> Result<(Sound, Vec<String>), SoundError> {
    let mut chunks = Chunks::default();
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((header, after)) = rest.split_first_chunk::<8>() {
        let [id @ .., a, b, c, d] = header;
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        let Some(body) = after.get(..length) else {
            let name = String::from_utf8_lossy(id).into_owned();
            let message = format!("its chunk {name:?} has {length} bytes, but only {} are left", after.len());
            return Err(SoundError::malformed(WAV, message));
        };
        chunks.take(*id, body)?;
        // Chunks start at even offsets.
        rest = after.get(length + length % 2..).unwrap_or_default();
    }
    chunks.sound()
}

impl<'a> Chunks<'a> {
    fn take(&mut self, id: [u8; 4], body: &'a [u8]) -> Result<(), SoundError> {
        match &id {
            b"fmt " if self.format.is_none() => self.format = Some(WaveFormat::parse(body)?),
            b"data" if self.data.is_none() => self.data = Some(body),
            b"fmt " | b"data" => {
                let name = String::from_utf8_lossy(&id).into_owned();
                return Err(SoundError::malformed(WAV, format_args!("it has two chunks {name:?}")));
            }
            b"fact" => self.fact = body.first_chunk().map(|frames| u32::from_le_bytes(*frames)),
            b"smpl" => self.sampler = Some(body),
            b"cue " => self.leave("the markers in the \"cue \" chunk"),
            b"plst" => self.leave("the playlist in the \"plst\" chunk"),
            b"inst" => self.leave("the instrument in the \"inst\" chunk"),
            // Descriptions and editors' private chunks do not change the sound.
            _ => {}
        }
        Ok(())
    }

    fn leave(&mut self, what: &str) {
        if self.left_out.len() < MAX_NAMED && !self.left_out.iter().any(|known| known == what) {
            self.left_out.push(what.to_owned());
        }
    }

    fn sound(mut self) -> Result<(Sound, Vec<String>), SoundError> {
        let format = self.format.take().ok_or_else(|| SoundError::malformed(WAV, "it has no chunk \"fmt \""))?;
        let data = self.data.ok_or_else(|| SoundError::malformed(WAV, "it has no chunk \"data\""))?;
        let (held, left) = format.frames_in(data.len() as u64);
        if left > 0 {
            let s = if left == 1 { "" } else { "s" };
            self.leave(&format!("{left} byte{s} after the last whole block of samples"));
        }
        // ADPCM blocks have a fixed number of samples, and the last ones may be padding.
        let is_adpcm = matches!(format.codec, WaveCodec::MsAdpcm { .. } | WaveCodec::ImaAdpcm);
        let frames = match self.fact.map(u64::from).filter(|_| is_adpcm) {
            Some(stated) if stated > held => {
                let message = format!("its chunk \"fact\" states {stated} samples, but there are only {held}");
                return Err(SoundError::malformed(WAV, message));
            }
            Some(stated) if stated > 0 => stated,
            _ => held,
        };
        let repeated = self.sampler.map(|body| self.repeated(body, frames)).transpose()?.flatten();
        let sound = Sound {
            channels: format.channels,
            sample_rate: format.sample_rate,
            encoding: SoundEncoding::Wave(format),
            bytes: data.to_vec(),
            frames: Some(frames),
            repeated,
        };
        Ok((sound, self.left_out))
    }

    /// Reads the first loop of the chunk `smpl`, which has a header of 36 bytes, with the number of loops in the eighth word,
    /// and then 24 bytes per loop.
    fn repeated(&mut self, body: &[u8], frames: u64) -> Result<Option<SoundLoop>, SoundError> {
        let word = |at: usize| body.get(at..at + 4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        let malformed = || SoundError::malformed(WAV, "its chunk \"smpl\" ends too early");
        let count = word(28).ok_or_else(malformed)?;
        if count == 0 {
            return Ok(None);
        }
        if count > 1 {
            self.leave("all loops except the first in the \"smpl\" chunk");
        }
        let [kind, start, end] = [4, 8, 12].map(|at| word(36 + at));
        let (kind, start, end) =
            (kind.ok_or_else(malformed)?, start.ok_or_else(malformed)?, end.ok_or_else(malformed)?);
        if kind != 0 {
            self.leave("a loop in the \"smpl\" chunk that does not play forward");
            return Ok(None);
        }
        // The end is the last sample that is played.
        let length = end.checked_sub(start).and_then(|length| length.checked_add(1));
        match length {
            Some(length) if u64::from(end) < frames => Ok(Some(SoundLoop { start, length })),
            _ => {
                let message =
                    format!("its loop from sample {start} to sample {end} is not within its {frames} samples");
                Err(SoundError::malformed(WAV, message))
            }
        }
    }
}
