//! `.rclip` files: raw clips for benchmarks.

use rigmill_format::{FrameTimes, Transform};
use rigmill_processors::compression::{SourceBone, SourceClip};

/// Parses a file; returns `None` if it is not an `.rclip` file.
pub(crate) fn parse(bytes: &[u8]) -> Option<SourceClip> {
    let mut words = Words { bytes, at: 4 };
    (bytes.get(..4)? == b"RCL1").then_some(())?;
    let (bones, frames) = (words.count()?, words.count()?);
    let frame_rate = words.float()?;
    let names = words.count()?;
    words.at += names;
    let parents = (0..bones).map(|_| words.word().map(i32::from_le_bytes)).collect::<Option<Vec<_>>>()?;
    let binds = (0..bones).map(|_| words.floats::<10>()).collect::<Option<Vec<_>>>()?;
    let flags = bytes.get(words.at..words.at + 3 * bones)?;
    words.at += (3 * bones).next_multiple_of(4);
    let mut locals = vec![Transform::IDENTITY; bones * frames];
    for (bone, flags) in flags.chunks_exact(3).enumerate() {
        let count = |flag: u8| if flag == 0 { 1 } else { frames };
        let rotations = (0..count(flags[0])).map(|_| words.floats()).collect::<Option<Vec<_>>>()?;
        let translations = (0..count(flags[1])).map(|_| words.floats()).collect::<Option<Vec<_>>>()?;
        let scales = (0..count(flags[2])).map(|_| words.floats()).collect::<Option<Vec<_>>>()?;
        for frame in 0..frames {
            locals[frame * bones + bone] = Transform {
                rotation: rotations[frame.min(rotations.len() - 1)],
                translation: translations[frame.min(translations.len() - 1)],
                scale: scales[frame.min(scales.len() - 1)],
            };
        }
    }
    let bone = |(parent, v): (&i32, &[f32; 10])| SourceBone {
        parent: usize::try_from(*parent).ok(),
        bind: Transform {
            rotation: [v[0], v[1], v[2], v[3]],
            translation: [v[4], v[5], v[6]],
            scale: [v[7], v[8], v[9]],
        },
    };
    let duration = FrameTimes::whole_duration(u32::try_from(frames).ok()?, frame_rate);
    Some(SourceClip { bones: parents.iter().zip(&binds).map(bone).collect(), frame_rate, duration, locals })
}

struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn word(&mut self) -> Option<[u8; 4]> {
        let word = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += 4;
        Some(*word)
    }

    fn count(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.word()?)).ok()
    }

    fn float(&mut self) -> Option<f32> {
        self.word().map(f32::from_le_bytes)
    }

    fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float()?;
        }
        Some(values)
    }
}
