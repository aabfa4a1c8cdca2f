//! A sound contains either 16-bit samples or an unchanged Ogg Vorbis file.
//!
//! A sound file has these sections, in this order:
//!
//! | id     | element type           | contents                                                   |
//! |--------|------------------------|------------------------------------------------------------|
//! | `SNDH` | sound header, 24 bytes | the sound header                                           |
//! | `SMPL` | i16                    | the samples of all channels, interleaved; empty for Vorbis |
//! | `OGGV` | u8                     | the bytes of the Ogg Vorbis file; empty for PCM            |
//!
//! ### Sound: header
//!
//! | offset | type | field       | value                                                                     |
//! |-------:|------|-------------|---------------------------------------------------------------------------|
//! |      0 | u32  | encoding    | 0 for PCM, 1 for Vorbis                                                   |
//! |      4 | u32  | sample rate | the number of samples per second in each channel, from 1 to 768,000       |
//! |      8 | u32  | channels    | the number of channels, from 1 to 8                                       |
//! |     12 | u32  | frames      | the number of samples in each channel, at least 1                         |
//! |     16 | u32  | loop start  | the index of the loop's first sample; 0 if the sound has no loop          |
//! |     20 | u32  | loop length | the length of the loop in samples per channel; 0 if the sound has no loop |
//!
//! ### Sound: rules
//!
//! - Channels are in the same order as in WAV files: left, right, centre, and so on.
//! - A loop is a part of the sound that a game may repeat. A loop must not extend beyond the end of the sound.
//! - For a Vorbis file, the sample rate, channels and frames in the header describe the decoded sound.

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::{One, Rules, getters, numbered, sections};
use crate::{EncodeError, InvalidContent};

/// The maximum number of channels of a sound.
pub const MAX_SOUND_CHANNELS: u32 = 8;

/// The maximum sample rate, in Hz.
pub const MAX_SOUND_RATE: u32 = 768_000;

/// The first bytes of an Ogg file.
const OGG: &[u8] = b"OggS";

/// A sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sound {
    /// The number of samples per second and channel: 1 to [`MAX_SOUND_RATE`].
    pub sample_rate: u32,
    /// The number of channels: 1 to [`MAX_SOUND_CHANNELS`].
    pub channels: u32,
    /// The number of samples per channel, at least 1.
    pub frames: u32,
    /// The part of the sound that a game may repeat.
    pub repeated: Option<SoundLoop>,
    /// The samples.
    pub data: SoundData,
}

/// The samples of a sound.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SoundData {
    /// Interleaved 16-bit samples of all channels.
    Pcm(#[cfg_attr(feature = "serde", serde(serialize_with = "serialize_samples"))] Vec<i16>),
    /// An Ogg Vorbis file.
    Vorbis(#[cfg_attr(feature = "serde", serde(serialize_with = "serialize_bytes"))] Vec<u8>),
}

impl Default for SoundData {
    fn default() -> Self {
        Self::Pcm(Vec::new())
    }
}

/// A part of a sound that is repeated, in samples per channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SoundLoop {
    /// The first sample of the part.
    pub start: u32,
    /// The number of samples, at least 1.
    pub length: u32,
}

numbered! {
    /// How a sound's samples are stored.
    #[derive(Default)]
    pub enum SoundEncoding: u32 {
        /// 16-bit integers.
        #[default]
        Pcm = 0, "pcm";
        /// An Ogg Vorbis file.
        Vorbis = 1, "vorbis";
    }
}

/// Serializes samples as bytes, because a list of numbers would be serialized one by one.
#[cfg(feature = "serde")]
fn serialize_samples<S: serde::Serializer>(samples: &[i16], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytemuck::cast_slice(samples))
}

#[cfg(feature = "serde")]
fn serialize_bytes<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct SoundHeader {
    encoding: u32,
    sample_rate: u32,
    channels: u32,
    frames: u32,
    loop_start: u32,
    loop_length: u32,
}

sections! {
    /// A sound read from the bytes of its file.
    #[derive(Debug)]
    Sound, version 1 => SoundView, SoundLayout, Tables;
    header b"SNDH": SoundHeader,
    b"SMPL" samples: [i16],
    b"OGGV" vorbis: [u8],
}

impl Tables {
    fn new(sound: &Sound) -> Result<Self, EncodeError> {
        let repeated = sound.repeated.unwrap_or(SoundLoop { start: 0, length: 0 });
        let (SoundLoop { start, length }, frames) = (repeated, sound.frames);
        ensure!(
            sound.repeated.is_none() || length > 0,
            "its loop has {length} samples from sample {start}, but the sound has {frames} samples"
        );
        let (encoding, samples, vorbis) = match &sound.data {
            SoundData::Pcm(samples) => (SoundEncoding::Pcm, samples.clone(), Vec::new()),
            SoundData::Vorbis(file) => (SoundEncoding::Vorbis, Vec::new(), file.clone()),
        };
        let header = SoundHeader {
            encoding: encoding.number(),
            sample_rate: sound.sample_rate,
            channels: sound.channels,
            frames: sound.frames,
            loop_start: repeated.start,
            loop_length: repeated.length,
        };
        Ok(Self { header: One(header), samples, vorbis })
    }
}

impl<'a> SoundView<'a> {
    getters! { self:
        /// How the samples are stored.
        encoding: SoundEncoding = SoundEncoding::from_number(self.header.encoding).unwrap_or_default();
        /// The number of samples per second and channel.
        sample_rate: u32 = self.header.sample_rate;
        /// The number of channels.
        channels: u32 = self.header.channels;
        /// The number of samples per channel.
        frames: u32 = self.header.frames;
        /// The duration in seconds.
        duration: f64 = f64::from(self.header.frames) / f64::from(self.header.sample_rate.max(1));
        /// The part of the sound that a game may repeat.
        repeated: Option<SoundLoop> = match self.header.loop_length {
            0 => None,
            length => Some(SoundLoop { start: self.header.loop_start, length }),
        };
        /// The interleaved samples of all channels, read in place; empty for Vorbis.
        samples: &'a [i16] = self.samples;
        /// The Ogg Vorbis file, read in place; empty for PCM.
        vorbis: &'a [u8] = self.vorbis;
        /// A copy that owns its samples.
        to_owned: Sound = Sound {
            sample_rate: self.sample_rate(),
            channels: self.channels(),
            frames: self.frames(),
            repeated: self.repeated(),
            data: match self.encoding() {
                SoundEncoding::Pcm => SoundData::Pcm(self.samples.to_vec()),
                SoundEncoding::Vorbis => SoundData::Vorbis(self.vorbis.to_vec()),
            },
        };
    }
}

impl Rules for SoundView<'_> {
    const PREFIX: Option<&'static str> = Some("the sound is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        let SoundHeader { encoding, sample_rate, channels, frames, loop_start: start, loop_length: length } =
            *self.header;
        ensure!(
            (1..=MAX_SOUND_RATE).contains(&sample_rate),
            "the sample rate is {sample_rate} Hz, expected 1 to {MAX_SOUND_RATE}"
        );
        ensure!(
            (1..=MAX_SOUND_CHANNELS).contains(&channels),
            "it has {channels} channels, expected 1 to {MAX_SOUND_CHANNELS}"
        );
        ensure!(frames != 0, "it has no samples");
        let ends_within = start.checked_add(length).is_some_and(|end| end <= frames);
        ensure!(
            ends_within && (length != 0 || start == 0),
            "its loop has {length} samples from sample {start}, but the sound has {frames} samples"
        );
        let encoding = SoundEncoding::from_number(encoding)
            .ok_or_else(|| invalid!("encoding number {encoding} is unknown, expected 0 (pcm) or 1 (vorbis)"))?;
        let expected = match encoding {
            SoundEncoding::Pcm => u64::from(frames) * u64::from(channels),
            SoundEncoding::Vorbis => 0,
        };
        let found = self.samples.len() as u64;
        ensure!(found == expected, "it has {found} samples in all channels, expected {expected}");
        let is_file = match encoding {
            SoundEncoding::Pcm => self.vorbis.is_empty(),
            SoundEncoding::Vorbis => self.vorbis.starts_with(OGG),
        };
        ensure!(is_file, "its Ogg file does not fit the encoding {}", encoding.name());
        Ok(())
    }
}
