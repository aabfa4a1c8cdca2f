//! [`WaveFormat`]: the format of samples in WAV and XNB files, which is WAVEFORMATEX of .NET and Windows.

use serde::Serialize;

use super::error::SoundError;
use super::limits::{MAX_CHANNELS, MAX_SAMPLE_RATE};

const WAV: &str = "WAV";

/// The tags of codecs.
const PCM: u16 = 1;
const MS_ADPCM: u16 = 2;
const FLOAT: u16 = 3;
const IMA_ADPCM: u16 = 0x11;
const EXTENSIBLE: u16 = 0xfffe;

/// The bytes after the tag in the codec identifier of an extensible format.
const GUID_TAIL: [u8; 14] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

/// The maximum number of predictors of MS-ADPCM.
const MAX_PREDICTORS: u16 = 256;

/// The format of samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WaveFormat {
    /// How samples are encoded.
    pub codec: WaveCodec,
    /// The number of channels: 1 to [`MAX_CHANNELS`].
    pub channels: u16,
    /// The number of samples per second and channel.
    pub sample_rate: u32,
    /// The bytes of a block, which contains one sample of each channel or, in ADPCM, many samples.
    pub block_align: u16,
}

/// How samples are encoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum WaveCodec {
    /// Integers of 1 to 4 bytes. Integers of one byte are unsigned.
    Integers,
    /// Floats of 4 or 8 bytes, where 1 is full scale.
    Floats,
    /// Microsoft's ADPCM.
    MsAdpcm {
        /// For each predictor, the factors of the last two samples, in 256ths.
        predictors: Vec<[i16; 2]>,
    },
    /// The ADPCM of the Interactive Multimedia Association.
    ImaAdpcm,
}

impl WaveCodec {
    /// A readable name of the codec.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Integers => "PCM",
            Self::Floats => "float PCM",
            Self::MsAdpcm { .. } => "MS-ADPCM",
            Self::ImaAdpcm => "IMA-ADPCM",
        }
    }
}

impl WaveFormat {
    /// Reads a WAVEFORMATEX, or a PCMWAVEFORMAT, which lacks the last field.
    ///
    /// # Errors
    /// The bytes are not one of these, or the codec is not supported.
    pub fn parse(bytes: &[u8]) -> Result<Self, SoundError> {
        let at = |at: usize| bytes.get(at..at + 2).map_or(0, |field| u16::from_le_bytes([field[0], field[1]]));
        if bytes.len() < 16 {
            return Err(SoundError::malformed(
                WAV,
                format_args!("its format has {} bytes, expected at least 16", bytes.len()),
            ));
        }
        let sample_rate = u32::from(at(4)) | u32::from(at(6)) << 16;
        let (channels, block_align, bits) = (at(2), at(12), at(14));
        check(u32::from(channels), sample_rate)?;
        let codec = match tag(bytes)? {
            PCM => WaveCodec::Integers,
            FLOAT => WaveCodec::Floats,
            MS_ADPCM => WaveCodec::MsAdpcm { predictors: predictors(bytes.get(20..).unwrap_or_default())? },
            IMA_ADPCM => WaveCodec::ImaAdpcm,
            other => return Err(unsupported(other)),
        };
        let format = Self { codec, channels, sample_rate, block_align };
        format.check_block(bits)?;
        Ok(format)
    }

    fn check_block(&self, bits: u16) -> Result<(), SoundError> {
        let wrong = |message: String| Err(SoundError::malformed(WAV, message));
        let Self { channels, block_align, .. } = *self;
        let bytes = block_align / channels;
        let (is_block, is_depth) = match self.codec {
            WaveCodec::Integers => (block_align % channels == 0 && (1..=4).contains(&bytes), bits.div_ceil(8) == bytes),
            WaveCodec::Floats => {
                (block_align % channels == 0 && matches!(bytes, 4 | 8), u32::from(bits) == u32::from(bytes) * 8)
            }
            // A block starts with 7 or 4 bytes per channel. Interleaved words of IMA-ADPCM have 4 bytes.
            WaveCodec::MsAdpcm { .. } => (channels <= 2 && bytes >= 7, bits == 4),
            WaveCodec::ImaAdpcm => (block_align % (4 * channels) == 0 && bytes >= 4, bits == 4),
        };
        if !is_block {
            return wrong(format!(
                "its blocks of {block_align} bytes do not fit {channels} channels of {}",
                self.codec.name()
            ));
        }
        if !is_depth {
            return wrong(format!(
                "its {} of {bits} bits does not fit blocks of {block_align} bytes",
                self.codec.name()
            ));
        }
        Ok(())
    }

    /// Returns the number of samples per channel in this number of bytes, and the number of bytes left over at the end.
    #[must_use]
    pub fn frames_in(&self, bytes: u64) -> (u64, u64) {
        let block = u64::from(self.block_align.max(1));
        let (blocks, rest) = (bytes / block, bytes % block);
        let (in_rest, left) = self.frames_of_block(rest);
        (blocks.saturating_mul(self.frames_of_block(block).0) + in_rest, left)
    }

    /// The number of samples per channel in an ADPCM block that may be truncated, and the number of bytes left over.
    pub(super) fn frames_of_block(&self, bytes: u64) -> (u64, u64) {
        let channels = u64::from(self.channels);
        match self.codec {
            WaveCodec::Integers | WaveCodec::Floats => {
                let block = u64::from(self.block_align.max(1));
                (bytes / block, bytes % block)
            }
            WaveCodec::MsAdpcm { .. } => match bytes.checked_sub(7 * channels) {
                Some(rest) => (2 + rest * 2 / channels, 0),
                None => (0, bytes),
            },
            WaveCodec::ImaAdpcm => match bytes.checked_sub(4 * channels) {
                Some(rest) => (1 + rest / (4 * channels) * 8, rest % (4 * channels)),
                None => (0, bytes),
            },
        }
    }
}

/// Checks the properties that all formats share.
pub(super) fn check(channels: u32, sample_rate: u32) -> Result<(), SoundError> {
    if channels == 0 || sample_rate == 0 {
        return Err(match channels {
            0 => SoundError::Empty,
            _ => SoundError::SampleRate { found: 0, limit: MAX_SAMPLE_RATE },
        });
    }
    if channels > u32::from(MAX_CHANNELS) {
        return Err(SoundError::Channels { found: channels, limit: MAX_CHANNELS });
    }
    if sample_rate > MAX_SAMPLE_RATE {
        return Err(SoundError::SampleRate { found: sample_rate, limit: MAX_SAMPLE_RATE });
    }
    Ok(())
}

/// The codec's tag. For an extensible format, this is the start of the codec identifier.
fn tag(bytes: &[u8]) -> Result<u16, SoundError> {
    let tag = u16::from_le_bytes([bytes[0], bytes[1]]);
    if tag != EXTENSIBLE {
        return Ok(tag);
    }
    match bytes.get(24..40) {
        Some(identifier) if identifier[2..] == GUID_TAIL => Ok(u16::from_le_bytes([identifier[0], identifier[1]])),
        _ => Err(unsupported(tag)),
    }
}

/// Reads the predictors of MS-ADPCM, after their number.
fn predictors(bytes: &[u8]) -> Result<Vec<[i16; 2]>, SoundError> {
    let count = bytes.first_chunk().map_or(0, |count| u16::from_le_bytes(*count));
    let factors: Vec<i16> =
        bytes.get(2..).unwrap_or_default().chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]])).collect();
    let predictors: Vec<[i16; 2]> = factors.chunks_exact(2).map(|it| [it[0], it[1]]).collect();
    match predictors.get(..usize::from(count)) {
        Some(predictors) if (1..=MAX_PREDICTORS).contains(&count) => Ok(predictors.to_vec()),
        _ => Err(SoundError::malformed(WAV, format_args!("it has an invalid number of MS-ADPCM predictors: {count}"))),
    }
}

fn unsupported(tag: u16) -> SoundError {
    let found = match tag {
        6 => "A-law samples".to_owned(),
        7 => "mu-law samples".to_owned(),
        0x55 => "MP3 samples".to_owned(),
        0x161..=0x163 => "Windows Media Audio samples".to_owned(),
        0x165 | 0x166 => "XMA samples".to_owned(),
        tag => format!("samples of the unknown codec {tag:#06x}"),
    };
    SoundError::Unsupported { format: WAV, found }
}
