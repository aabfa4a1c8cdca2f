//! [`Sound`]: samples from sound files of any supported format.
//!
//! A sound is imported in the form of its file. Only a processor that needs samples decodes them. Songs are never decoded.

mod adpcm;
mod decode;
mod decoded;
mod error;
mod facts;
mod flac;
mod limits;
mod mp3;
mod ogg;
mod read;
mod riff;
mod samples;
mod source;
mod vorbis;
mod wave_format;

pub use decoded::DecodedSound;
pub use error::SoundError;
pub use limits::{MAX_CHANNELS, MAX_SAMPLE_RATE};
pub use source::{SongSource, Sound, SoundEncoding, SoundLoop};
pub use wave_format::{WaveCodec, WaveFormat};

#[cfg(test)]
mod tests;
