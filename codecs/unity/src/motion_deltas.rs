//! Root motion, stored as changes from frame to frame.
//!
//! The format is little-endian. Two fields come before the frames:
//!
//! | offset | type    | field      | value                                                         |
//! |-------:|---------|------------|---------------------------------------------------------------|
//! |      0 | u8      | has scale  | 0 or 1                                                        |
//! |      1 | i32     | frame rate | frames per second                                             |
//! |      5 | f32 ... | frames     | to the end of the file: 6 numbers each, 9 with scale          |
//!
//! A frame consists of a position delta x, y, z, a rotation delta (Euler angles about x, y, z in degrees) and, if the file has
//! scale, a scale delta x, y, z. Each number is the frame's world position, world Euler angle or scale minus that of the
//! previous frame. Frame 0 is compared with a root at the origin without rotation.

use crate::error::{Error, ErrorKind, Result, counted};

/// The highest frame rate that the reader accepts.
const MAX_FRAMES_PER_SECOND: i32 = 10_000;

/// Root motion, frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MotionDeltas {
    /// Frames per second, 1 to 10,000.
    pub frame_rate: i32,
    /// Whether frames have scale deltas.
    pub has_scale: bool,
    /// The frames in order of time; at least one.
    pub frames: Vec<MotionDelta>,
}

/// The changes since the previous frame (in the first frame, since the start). All numbers are finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionDelta {
    /// The change in position along x, y and z.
    pub position: [f32; 3],
    /// The change in the Euler angles about x, y and z, in degrees.
    pub rotation: [f32; 3],
    /// The change in scale along x, y and z; zero in files without scale.
    pub scale: [f32; 3],
}

/// Returns the size of a frame in bytes.
const fn frame_bytes(has_scale: bool) -> usize {
    if has_scale { 36 } else { 24 }
}

/// Decodes a file.
///
/// # Errors
/// The first problem.
pub fn decode(bytes: &[u8]) -> Result<MotionDeltas> {
    let Some((&[flag, a, b, c, d], frames)) = bytes.split_first_chunk::<5>() else {
        let message = format!("the file is {} long, expected at least 5 bytes", counted(bytes.len(), "byte"));
        return Err(Error::new(ErrorKind::Length, message));
    };
    if flag > 1 {
        let message = format!("the first byte is {flag}, expected 0 (no scale changes) or 1 (scale changes)");
        return Err(Error::new(ErrorKind::Value, message));
    }
    let (has_scale, frame_rate) = (flag == 1, i32::from_le_bytes([a, b, c, d]));
    if !(1..=MAX_FRAMES_PER_SECOND).contains(&frame_rate) {
        let message =
            format!("the frame rate is {frame_rate}, expected 1 to {MAX_FRAMES_PER_SECOND} frames per second");
        return Err(Error::new(ErrorKind::FrameRate, message));
    }
    let size = frame_bytes(has_scale);
    if frames.is_empty() {
        return Err(Error::new(ErrorKind::Length, "the file contains no frames"));
    }
    if !frames.len().is_multiple_of(size) {
        let found = counted(frames.len(), "byte");
        let message = format!("the frame data is {found} long, but must be a multiple of {size} bytes (one frame)");
        return Err(Error::new(ErrorKind::Length, message));
    }
    let frames = frames.chunks_exact(size).enumerate().map(|(index, frame)| read_frame(index, frame));
    Ok(MotionDeltas { frame_rate, has_scale, frames: frames.collect::<Result<_>>()? })
}

fn read_frame(index: usize, frame: &[u8]) -> Result<MotionDelta> {
    let mut numbers = [0.0; 9];
    for (number, bytes) in numbers.iter_mut().zip(frame.as_chunks::<4>().0) {
        *number = f32::from_le_bytes(*bytes);
        if !number.is_finite() {
            return Err(Error::new(
                ErrorKind::NotFinite,
                format!("frame {index}: a number is {number}, expected a finite number"),
            ));
        }
    }
    let [px, py, pz, rx, ry, rz, sx, sy, sz] = numbers;
    Ok(MotionDelta { position: [px, py, pz], rotation: [rx, ry, rz], scale: [sx, sy, sz] })
}

/// Encodes a file.
#[must_use]
pub fn encode(motion: &MotionDeltas) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(5 + motion.frames.len() * frame_bytes(motion.has_scale));
    bytes.push(motion.has_scale.into());
    bytes.extend(motion.frame_rate.to_le_bytes());
    for frame in &motion.frames {
        let scale: &[f32] = if motion.has_scale { &frame.scale } else { &[] };
        let numbers = frame.position.iter().chain(&frame.rotation).chain(scale);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(has_scale: bool) -> MotionDeltas {
        let scale = if has_scale { [0.0, 0.0, 0.5] } else { [0.0; 3] };
        let frame = MotionDelta { position: [1.0, 0.0, 0.0], rotation: [0.0, 2.0, 0.0], scale };
        MotionDeltas { frame_rate: 30, has_scale, frames: vec![frame; 2] }
    }

    #[test]
    fn the_bytes_are_where_the_table_says() {
        let bytes = encode(&motion(true));
        assert_eq!((bytes.len(), &bytes[..9]), (5 + 72, [1, 30, 0, 0, 0, 0, 0, 0x80, 0x3F].as_slice()));
        assert_eq!(bytes[5 + 16..5 + 20], 2_f32.to_le_bytes());
        assert_eq!(bytes[5 + 32..5 + 36], 0.5_f32.to_le_bytes());
        assert_eq!(encode(&motion(false)).len(), 5 + 48);
    }

    #[test]
    fn motions_come_back_as_they_were() {
        for motion in [motion(false), motion(true)] {
            let bytes = encode(&motion);
            assert_eq!(decode(&bytes), Ok(motion));
            assert_eq!(decode(&bytes[..bytes.len() - 1]).unwrap_err().kind, ErrorKind::Length);
        }
    }
}
