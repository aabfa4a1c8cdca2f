//! The class `AnimationSequence` of the game RobotGame.

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, read_finite, record, write_finite};

/// The maximum number of sequences in an animation.
const MAX_SEQUENCES: usize = 16_384;

macro_rules! reader_type {
    () => {
        "RobotGameData.GameObject.AnimationReader"
    };
}

/// An animation, read by a type reader of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// The name of the game's type reader, with its assembly.
    pub reader: String,
    /// The duration in seconds.
    pub duration: f32,
    /// The keys of each bone.
    pub sequences: Vec<KeyFrameSequence>,
}

record! {
    /// The keys of a bone.
    pub struct KeyFrameSequence {
        /// The bone that the keys move.
        pub bone_name: String,
        /// The number of keys.
        pub key_count: i32,
        /// The duration in seconds.
        pub duration: f32,
        /// The time between two keys in seconds, if keys do not have their own times.
        pub key_interval: f32,
        /// Which lists the keys use.
        pub has: UsedLists,
        /// Which lists have a first value that is valid for the whole animation.
        pub fixed: FixedLists,
        /// A translation for each key.
        pub translation: Vec<[f32; 3]>,
        /// A quaternion for each key: x, y, z, w.
        pub rotation: Vec<[f32; 4]>,
        /// A scale for each key.
        pub scale: Vec<[f32; 3]>,
        /// A time for each key, in seconds.
        pub time: Vec<f32>,
    }
}

record! {
    /// Whether keys move, rotate and scale their bone, and whether they have their own times.
    #[derive(Copy)]
    #[allow(missing_docs, reason = "named like the lists")]
    pub struct UsedLists {
        pub translation: bool,
        pub rotation: bool,
        pub scale: bool,
        pub time: bool,
    }
}

record! {
    /// Whether the first translation, rotation and scale are valid for the whole animation.
    #[derive(Copy)]
    #[allow(missing_docs, reason = "named like the lists")]
    pub struct FixedLists {
        pub translation: bool,
        pub rotation: bool,
        pub scale: bool,
    }
}

impl Animation {
    /// The name of RobotGame's type reader, with its assembly.
    pub const ROBOT_GAME_READER: &str = concat!(reader_type!(), ", RobotGameData, Version=1.0.0.0, Culture=neutral");
    /// The name of RobotGame's type reader, without its assembly.
    pub const ROBOT_GAME_READER_TYPE: &str = reader_type!();

    pub(crate) fn read(reader: &str, input: &mut ContentReader<'_>) -> Result<Self> {
        let count = input.bytes.count(KeyFrameSequence::SMALLEST, "sequences")?;
        let message = || format!("the animation has {count} sequences, but at most {MAX_SEQUENCES} are allowed");
        input.bytes.ensure(count <= MAX_SEQUENCES, ErrorKind::Limit, message)?;
        let duration = read_finite(input)?;
        let sequences = (0..count).map(|_| Field::read(input)).collect::<Result<_>>()?;
        Ok(Self { reader: reader.to_owned(), duration, sequences })
    }

    pub(crate) fn write(&self, output: &mut ContentWriter) {
        output.bytes.count(self.sequences.len());
        write_finite(&self.duration, output);
        self.sequences.iter().for_each(|sequence| sequence.write(output));
    }
}
