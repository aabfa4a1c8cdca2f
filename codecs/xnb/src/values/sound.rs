//! XNA's `SoundEffect` and `Song`.

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, record};
use crate::type_readers::TypeReader;
use crate::types::PrimitiveType;

record! {
    /// A sound.
    pub struct SoundEffect {
        /// A WAVEFORMATEX structure: 18 bytes, and additional data of the codec.
        pub format: Vec<u8>,
        /// The samples.
        pub data: Vec<u8>,
        /// The first sample of the loop, counted per channel.
        pub loop_start: i32,
        /// The length of the loop, in samples per channel.
        pub loop_length: i32,
        /// The duration in milliseconds.
        pub duration: i32,
    }
}

/// Music that is played from a separate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Song {
    /// The path of the media file, relative to the folder of the song's file.
    pub file: String,
    /// The duration in milliseconds.
    pub duration: i32,
}

/// The duration is stored as an object.
impl Field for Song {
    const SMALLEST: usize = 2;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let file = input.bytes.string()?;
        let duration = input.object(|reader, input| {
            let message = || {
                format!(
                    "a duration has the type reader `{}`, expected the reader of 32-bit integers",
                    input.name_of(reader)
                )
            };
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
