//! XNA's SoundEffect and Song.

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, record};
use crate::type_readers::TypeReader;
use crate::types::PrimitiveType;

record! {
    /// A sound.
    pub struct SoundEffect {
        /// A WAVEFORMATEX: 18 bytes, and what the codec adds.
        pub format: Vec<u8>,
        /// The samples.
        pub data: Vec<u8>,
        /// The first sample of the part that loops; in each channel.
        pub loop_start: i32,
        /// The samples of the part that loops.
        pub loop_length: i32,
        /// In milliseconds.
        pub duration: i32,
    }
}

/// Music that is played from a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Song {
    /// The media file, by its path from the folder of the song's file.
    pub file: String,
    /// In milliseconds.
    pub duration: i32,
}

/// The duration is an object.
impl Field for Song {
    const SMALLEST: usize = 2;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let file = input.bytes.string()?;
        let duration = input.object(|reader, input| {
            let message = || format!("a duration is read by `{}`", input.name_of(reader));
            input.bytes.ensure(*reader == DURATION, ErrorKind::Value, message)?;
            i32::read(input)
        })?;
        let duration = duration.ok_or_else(|| input.bytes.invalid("a song has no duration"))?;
        Ok(Self { file, duration })
    }

    fn write(&self, output: &mut ContentWriter) {
        output.bytes.string(&self.file);
        output.begin_object(Some(&DURATION));
        self.duration.write(output);
    }
}

const DURATION: TypeReader = TypeReader::Primitive(PrimitiveType::Int32);
