//! Converts packed clips to integers.

use super::clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, track_order};
use super::payload::CONSTANT_COUNTS;
use super::view::{CompressedClipView, Segment, window};
use crate::InvalidContent;
use crate::error::invalid;

impl CompressedClip {
    /// Checks the rules on which packing relies.
    pub(super) fn check_tracks(&self) -> Result<(), InvalidContent> {
        let frames = self.frames as usize;
        let animated: Vec<_> = self.tracks.iter().map(|track| track_order(track.bone, track.channel)).collect();
        let constant: Vec<_> = self.constants.iter().map(|track| track_order(track.bone, track.channel)).collect();
        let disorder = |order: &Vec<_>| order.windows(2).position(|pair| pair[0] >= pair[1]).map(|before| before + 1);
        let unfit = |track: &AnimatedTrack| {
            track.bone >= self.bones
                || track.keys.len() != frames
                || track.base_rotations.len() != frames.div_ceil(SEGMENT_FRAMES)
                || track.base_rotations.iter().any(|number| *number > 31)
        };
        let wrong = disorder(&animated)
            .or_else(|| disorder(&constant))
            .or_else(|| self.tracks.iter().position(unfit))
            .or_else(|| self.constants.iter().position(|track| track.bone >= self.bones));
        match wrong {
            Some(track) => Err(invalid!(
                "track {track} of the compressed clip is out of order, or does not have one key per frame and one base \
                 rotation per segment"
            )),
            None => Ok(()),
        }
    }
}

/// The integers of a checked clip.
pub(super) fn unpack(view: &CompressedClipView<'_>) -> CompressedClip {
    let (mut tracks, mut constants) = (Vec::new(), Vec::new());
    let mut values = view.constants();
    let mut records = view.records();
    for channel in Channel::ALL {
        let first = constants.len();
        for (block, masks) in (0_u16..).zip(view.blocks()) {
            for bit in 0..8 {
                let bone = block * 8 + bit;
                if masks.constant[channel as usize] >> bit & 1 == 1 {
                    constants.push(ConstantTrack { bone, channel, value: [0.0; 4] });
                }
                if masks.animated[channel as usize] >> bit & 1 == 1 {
                    let steps = records.next().and_then(|record| record.steps(view.parts.base)).unwrap_or_default();
                    tracks.push(AnimatedTrack { bone, channel, steps, base_rotations: Vec::new(), keys: Vec::new() });
                }
            }
        }
        for part in 0..CONSTANT_COUNTS[channel as usize] {
            for (constant, value) in constants[first..].iter_mut().zip(&mut values) {
                constant.value[part] = value;
            }
        }
    }
    for index in 0..view.frames().div_ceil(SEGMENT_FRAMES) {
        let frames = SEGMENT_FRAMES.min(view.frames() - index * SEGMENT_FRAMES);
        unpack_segment(view, &view.segment(index), frames, &mut tracks);
    }
    CompressedClip {
        skeleton: view.skeleton().to_owned(),
        bones: view.parts.bones,
        frames: view.parts.frames,
        frame_rate: view.frame_rate(),
        duration: view.duration(),
        largest_error: view.largest_error(),
        resting: view.resting().collect(),
        storage: super::Storage::Packed,
        constants,
        tracks,
    }
}

fn unpack_segment(view: &CompressedClipView<'_>, segment: &Segment, frames: usize, tracks: &mut [AnimatedTrack]) {
    let mut begin = 0;
    for (number, (track, record)) in tracks.iter_mut().zip(view.records()).enumerate() {
        let head = view.head(segment, number);
        let (minima, widths) = (head.minima(record.shifts()), head.widths());
        track.base_rotations.push(head.base_rotation());
        for frame in 0..frames {
            let row = view.bytes.get(segment.rows + frame * segment.pitch..).unwrap_or_default();
            let mut bit = begin;
            track.keys.push([0, 1, 2].map(|axis| {
                let value = bits(row, bit, widths[axis]);
                bit += widths[axis] as usize;
                minima[axis] + value
            }));
        }
        begin += widths.iter().sum::<u32>() as usize;
    }
}

fn bits(row: &[u8], bit: usize, width: u32) -> i32 {
    let word = u64::from_le_bytes(window(row, bit / 8));
    let value = word >> (bit % 8) & ((1 << width) - 1);
    i32::try_from(value).unwrap_or_default()
}
