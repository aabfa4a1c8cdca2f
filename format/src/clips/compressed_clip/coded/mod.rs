//! The coded form of a compressed clip. Its numbers are stored with an adaptive range coder, so it is smaller than in memory.
//!
//! [`walk`] defines which numbers are coded and in which order. The encoder and the decoder perform the same walk with a
//! different [`Coder`]. All numbers are integers, so every machine decodes the same result.

mod model;
mod number;
mod predictor;
mod range;
#[cfg(test)]
mod tests;

use super::DecodeLimits;
use super::clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage, track_order};
use super::payload::too_far_apart;
use super::view::truncated;
use crate::error::ensure;
use crate::{FrameTimes, InvalidContent};
use model::Bit;
use number::Numbers;
use predictor::{FINE, Predictor};
use range::{Coder, Decoder, Encoder};

/// The bytes before those of the range coder: frames, frames per second, bones.
const HEADER_BYTES: usize = 10;
/// The maximum number of coded numbers per byte. A clip that would exceed it is padded with zeros at its end.
const MAX_NUMBERS_PER_BYTE: u64 = 64;
/// The bytes of a decoded number.
const NUMBER_BYTES: u64 = 4;
/// The number of groups of numbers with a similar size.
const SIZES: u32 = 24;
/// The bits of a base rotation's number.
const BASE_ROTATION_BITS: u32 = 5;

/// Encodes a clip whose tracks are in order.
pub(super) fn encode(clip: &CompressedClip) -> Result<Vec<u8>, InvalidContent> {
    let mut bytes = Vec::new();
    bytes.extend(clip.frames.to_le_bytes());
    bytes.extend(clip.frame_rate.to_le_bytes());
    bytes.extend(clip.bones.to_le_bytes());
    let mut encoder = Encoder::new();
    if walk(&mut encoder, clip, &Limits::NONE)?.tracks != clip.tracks {
        return Err(too_far_apart());
    }
    bytes.extend(encoder.finish());
    let numbers = numbers(clip, clip.tracks.len());
    let least = usize::try_from(numbers.div_ceil(MAX_NUMBERS_PER_BYTE)).unwrap_or(usize::MAX);
    bytes.resize(bytes.len().max(least), 0);
    Ok(bytes)
}

/// Decodes a clip. Does not check the keys: packing the clip later finds out whether they fit.
pub(super) fn decode(bytes: &[u8], decode_limits: DecodeLimits) -> Result<CompressedClip, InvalidContent> {
    let (header, rest) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or_else(truncated)?;
    let [a, b, c, d, e, f, g, h, i, j] = *header;
    let known = CompressedClip {
        frames: u32::from_le_bytes([a, b, c, d]),
        frame_rate: f32::from_le_bytes([e, f, g, h]),
        bones: u16::from_le_bytes([i, j]),
        storage: Storage::Coded,
        ..CompressedClip::default()
    };
    let limits = Limits { explained: bytes.len() as u64 * MAX_NUMBERS_PER_BYTE, expanded: decode_limits.expanded };
    let clip = walk(&mut Decoder::new(rest), &known, &limits)?;
    Ok(CompressedClip { duration: FrameTimes::whole_duration(clip.frames, clip.frame_rate), ..clip })
}

/// Limits for the size of a clip.
struct Limits {
    /// The maximum number of coded numbers for the length of the input.
    explained: u64,
    /// The maximum number of bytes of the decoded clip.
    expanded: u64,
}

impl Limits {
    const NONE: Self = Self { explained: u64::MAX, expanded: u64::MAX };

    fn check(&self, clip: &CompressedClip, tracks: usize) -> Result<(), InvalidContent> {
        let found = numbers(clip, tracks);
        let most = self.explained;
        ensure!(found <= most, "the compressed clip has {found} numbers, but its length allows at most {most}");
        let (found, most) = (found.saturating_mul(NUMBER_BYTES), self.expanded);
        ensure!(
            found <= most,
            "the decoded clip has {found} bytes, but at most {most} are allowed: raise `DecodeLimits::expanded`"
        );
        Ok(())
    }
}

/// The cost of decoding a clip: the number of its keys, and a little for each bone and frame.
fn numbers(clip: &CompressedClip, tracks: usize) -> u64 {
    3 * u64::from(clip.bones) + u64::from(clip.frames) * (3 * tracks as u64 + 1)
}

/// Codes a clip and returns it. `known` is the whole clip for an encoder, but only its header for a decoder.
fn walk<C: Coder>(coder: &mut C, known: &CompressedClip, limits: &Limits) -> Result<CompressedClip, InvalidContent> {
    let CompressedClip { bones, frames, frame_rate, storage, .. } = *known;
    let mut clip = CompressedClip { bones, frames, frame_rate, storage, ..CompressedClip::default() };
    limits.check(&clip, 0)?;
    let kinds = track_kinds(coder, known);
    limits.check(&clip, kinds.iter().filter(|(_, _, kind)| *kind == TrackKind::Animated).count())?;
    let mut constants = known.constants.iter();
    for &(bone, channel, _) in kinds.iter().filter(|(_, _, kind)| *kind == TrackKind::Constant) {
        let value = constants.next().map_or([0.0; 4], |constant| constant.value);
        clip.constants.push(ConstantTrack { bone, channel, value: constant(coder, channel, value) });
    }
    let mut tracks = known.tracks.iter();
    let mut models = Models::new();
    for &(bone, channel, _) in kinds.iter().filter(|(_, _, kind)| *kind == TrackKind::Animated) {
        clip.tracks.push(models.track(coder, clip.frames as usize, (bone, channel), tracks.next())?);
    }
    Ok(clip)
}

/// How a channel of a bone is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TrackKind {
    Bind,
    Constant,
    Animated,
}

/// Codes the kind of every channel. Returns the channels that do not keep the bind pose, in the order of tracks.
fn track_kinds<C: Coder>(coder: &mut C, known: &CompressedClip) -> Vec<(u16, Channel, TrackKind)> {
    let mut animated = known.tracks.iter().map(|track| (track.bone, track.channel)).peekable();
    let mut constant = known.constants.iter().map(|track| (track.bone, track.channel)).peekable();
    // Indexed by channel and by the kind of the previous bone.
    let mut models = [[[Bit::NEW; 2]; 3]; 3];
    let mut before = [TrackKind::Bind; 3];
    let mut kinds = Vec::new();
    for (bone, channel) in channels(known.bones) {
        let moves = animated.next_if_eq(&(bone, channel)).is_some();
        let stays = constant.next_if_eq(&(bone, channel)).is_some();
        let last = &mut before[channel as usize];
        let [is_kept, is_moved] = &mut models[channel as usize][*last as usize];
        *last = match coder.bit(is_kept, moves || stays) {
            false => TrackKind::Bind,
            true if coder.bit(is_moved, moves) => TrackKind::Animated,
            true => TrackKind::Constant,
        };
        if *last != TrackKind::Bind {
            kinds.push((bone, channel, *last));
        }
    }
    kinds
}

/// All channels of all bones, in the order of tracks.
fn channels(bones: u16) -> Vec<(u16, Channel)> {
    let mut channels: Vec<_> = (0..bones).flat_map(|bone| Channel::ALL.map(|channel| (bone, channel))).collect();
    channels.sort_by_key(|&(bone, channel)| track_order(bone, channel));
    channels
}

/// Codes the bits of a constant without changing them.
fn constant<C: Coder>(coder: &mut C, channel: Channel, value: [f32; 4]) -> [f32; 4] {
    let mut made = [0.0; 4];
    let count = if channel == Channel::Rotation { 4 } else { 3 };
    for (made, value) in made.iter_mut().zip(value).take(count) {
        *made = f32::from_bits(coder.plain(32, value.to_bits()));
    }
    made
}

/// The statistics that the coder has learned from all tracks so far.
struct Models {
    /// By channel and component: how steps differ from those of the previous track.
    steps: [[Numbers; 3]; 3],
    last_steps: [[u8; 3]; 3],
    rotation_changes: [Bit; 2],
    /// For first keys. The following ones are selected by the recent prediction errors.
    first: Numbers,
    keys: [Numbers; SIZES as usize],
}

impl Models {
    fn new() -> Self {
        Self {
            steps: [const { [Numbers::NEW; 3] }; 3],
            last_steps: [[0; 3]; 3],
            rotation_changes: [Bit::NEW; 2],
            first: Numbers::NEW,
            keys: [Numbers::NEW; SIZES as usize],
        }
    }

    fn track<C: Coder>(
        &mut self,
        coder: &mut C,
        frames: usize,
        (bone, channel): (u16, Channel),
        known: Option<&AnimatedTrack>,
    ) -> Result<AnimatedTrack, InvalidContent> {
        let steps = self.steps(coder, channel, known.map_or([0; 3], |track| track.steps));
        let known_rotations = known.map(|track| &track.base_rotations[..]);
        let base_rotations = self.base_rotations(coder, frames.div_ceil(SEGMENT_FRAMES), channel, known_rotations);
        let mut keys = vec![[0; 3]; frames];
        for axis in 0..3 {
            let mut component = Component::default();
            for (frame, key) in keys.iter_mut().enumerate() {
                let known = known.and_then(|track| track.keys.get(frame)).map_or(0, |key| key[axis]);
                key[axis] = self.key(coder, &mut component, known)?;
            }
        }
        Ok(AnimatedTrack { bone, channel, steps, base_rotations, keys })
    }

    fn steps<C: Coder>(&mut self, coder: &mut C, channel: Channel, known: [u8; 3]) -> [u8; 3] {
        let channel = channel as usize;
        let mut steps = [0; 3];
        for (axis, step) in steps.iter_mut().enumerate() {
            let last = i32::from(self.last_steps[channel][axis]);
            let off = self.steps[channel][axis].code(coder, i32::from(known[axis]) - last);
            *step = last.wrapping_add(off).to_le_bytes()[0];
        }
        self.last_steps[channel] = steps;
        steps
    }

    fn base_rotations<C: Coder>(
        &mut self,
        coder: &mut C,
        segments: usize,
        channel: Channel,
        known: Option<&[u8]>,
    ) -> Vec<u8> {
        if channel != Channel::Rotation {
            return vec![0; segments];
        }
        let mut last = 0;
        let rotation = |segment: usize| {
            let known = known.and_then(|known| known.get(segment)).copied().unwrap_or(0);
            let model = &mut self.rotation_changes[usize::from(last != 0)];
            if coder.bit(model, known != last) {
                last = coder.plain(BASE_ROTATION_BITS, known.into()).to_le_bytes()[0];
            }
            last
        };
        (0..segments).map(rotation).collect()
    }

    fn key<C: Coder>(&mut self, coder: &mut C, component: &mut Component, known: i32) -> Result<i32, InvalidContent> {
        let predicted = component.predictor.predict();
        let models = if component.begun { &mut self.keys[component.size()] } else { &mut self.first };
        let wanted = i32::try_from(i64::from(known) - predicted).unwrap_or(i32::MAX);
        let off = models.code(coder, wanted);
        let key = i32::try_from(predicted + i64::from(off)).map_err(|_| too_far_apart())?;
        component.learn(off, key);
        Ok(key)
    }
}

/// The statistics of one component of a track, from its keys so far.
#[derive(Clone, Debug, Default)]
struct Component {
    predictor: Predictor,
    begun: bool,
    /// The mean errors of recent predictions, over a shorter and a longer time, in sixteenths of a step. `None` until there has
    /// been a prediction.
    errors: Option<[u32; 2]>,
}

impl Component {
    /// The size group of the next number. There are two groups for each doubling of the mean error.
    fn size(&self) -> usize {
        let [late, long] = self.errors.unwrap_or([64; 2]);
        let error = late * 3 / 4 + long / 4;
        let log = error.checked_ilog2().unwrap_or(0);
        let half = if log > 0 { error >> (log - 1) & 1 } else { 0 };
        (2 * log + half).min(SIZES - 1) as usize
    }

    fn learn(&mut self, off: i32, key: i32) {
        self.predictor.learn(key);
        if self.begun {
            let size = off.unsigned_abs().min(1 << 20) * FINE;
            let [late, long] = self.errors.unwrap_or([size; 2]);
            self.errors = Some([(3 * late + size + 2) / 4, (15 * long + size + 8) / 16]);
        }
        self.begun = true;
    }
}
