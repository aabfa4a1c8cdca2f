//! The coded form: a clip's numbers by an adaptive range coder, smaller than they are in memory.
//!
//! [`walk`] says what is coded in which order; encoder and decoder are the same walk with another [`Coder`]. Everything is
//! whole numbers, so every machine decodes the same.

mod model;
mod number;
mod predictor;
mod range;
#[cfg(test)]
mod tests;

use super::DecodeLimits;
use super::clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage, track_order};
use crate::{CompressedProblem, FrameTimes, InvalidContent};
use model::Bit;
use number::Numbers;
use predictor::{FINE, Predictor};
use range::{Coder, Decoder, Encoder};

/// Bytes before those of the range coder: frames, frames a second, bones.
const HEADER_BYTES: usize = 10;
/// How many numbers a byte may stand for. Clips that would go beyond end in zeros.
const MOST_A_BYTE: u64 = 64;
/// Bytes of a number once it is expanded.
const NUMBER_BYTES: u64 = 4;
/// Groups of numbers of one likely size.
const SIZES: u32 = 24;
/// Bits of a turn's number.
const TURN_BITS: u32 = 5;

/// The coded form of a clip whose tracks are in order.
pub(super) fn encode(clip: &CompressedClip) -> Result<Vec<u8>, InvalidContent> {
    let mut bytes = Vec::new();
    bytes.extend(clip.frames.to_le_bytes());
    bytes.extend(clip.frame_rate.to_le_bytes());
    bytes.extend(clip.bones.to_le_bytes());
    let mut encoder = Encoder::new();
    if walk(&mut encoder, clip, &Most::NO_LIMIT)?.tracks != clip.tracks {
        return Err(CompressedProblem::Range.into());
    }
    bytes.extend(encoder.finish());
    let numbers = numbers(clip, clip.tracks.len());
    let least = usize::try_from(numbers.div_ceil(MOST_A_BYTE)).unwrap_or(usize::MAX);
    bytes.resize(bytes.len().max(least), 0);
    Ok(bytes)
}

/// The clip of a coded form, its keys as yet unchecked: packing tells whether they fit.
pub(super) fn decode(bytes: &[u8], limits: DecodeLimits) -> Result<CompressedClip, InvalidContent> {
    let (header, rest) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or(CompressedProblem::Truncated)?;
    let [a, b, c, d, e, f, g, h, i, j] = *header;
    let known = CompressedClip {
        frames: u32::from_le_bytes([a, b, c, d]),
        frame_rate: f32::from_le_bytes([e, f, g, h]),
        bones: u16::from_le_bytes([i, j]),
        storage: Storage::Coded,
        ..CompressedClip::default()
    };
    let most = Most { explained: bytes.len() as u64 * MOST_A_BYTE, expanded: limits.expanded };
    let clip = walk(&mut Decoder::new(rest), &known, &most)?;
    Ok(CompressedClip { duration: FrameTimes::whole_duration(clip.frames, clip.frame_rate), ..clip })
}

/// How large a clip may be.
struct Most {
    /// How many numbers its bytes explain.
    explained: u64,
    /// How many bytes it may take.
    expanded: u64,
}

impl Most {
    const NO_LIMIT: Self = Self { explained: u64::MAX, expanded: u64::MAX };

    fn check(&self, clip: &CompressedClip, tracks: usize) -> Result<(), CompressedProblem> {
        let found = numbers(clip, tracks);
        if found > self.explained {
            return Err(CompressedProblem::Expansion { found, most: self.explained });
        }
        let (found, most) = (found.saturating_mul(NUMBER_BYTES), self.expanded);
        if found > most { Err(CompressedProblem::Expanded { found, most }) } else { Ok(()) }
    }
}

/// What a clip costs to expand: its keys, and for each bone and frame a little.
fn numbers(clip: &CompressedClip, tracks: usize) -> u64 {
    3 * u64::from(clip.bones) + u64::from(clip.frames) * (3 * tracks as u64 + 1)
}

/// Codes a clip, of which an encoder knows everything and a decoder only the header, and gives it back.
fn walk<C: Coder>(coder: &mut C, known: &CompressedClip, most: &Most) -> Result<CompressedClip, InvalidContent> {
    let CompressedClip { bones, frames, frame_rate, storage, .. } = *known;
    let mut clip = CompressedClip { bones, frames, frame_rate, storage, ..CompressedClip::default() };
    most.check(&clip, 0)?;
    let fates = fates(coder, known);
    most.check(&clip, fates.iter().filter(|(_, _, fate)| *fate == Fate::Animated).count())?;
    let mut constants = known.constants.iter();
    for &(bone, channel, _) in fates.iter().filter(|(_, _, fate)| *fate == Fate::Constant) {
        let value = constants.next().map_or([0.0; 4], |constant| constant.value);
        clip.constants.push(ConstantTrack { bone, channel, value: constant(coder, channel, value) });
    }
    let mut tracks = known.tracks.iter();
    let mut models = Models::new();
    for &(bone, channel, _) in fates.iter().filter(|(_, _, fate)| *fate == Fate::Animated) {
        clip.tracks.push(models.track(coder, clip.frames as usize, (bone, channel), tracks.next())?);
    }
    Ok(clip)
}

/// What becomes of a channel of a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Bind,
    Constant,
    Animated,
}

/// Codes what becomes of every channel; gives those that do not stay at bind, in the order of tracks.
fn fates<C: Coder>(coder: &mut C, known: &CompressedClip) -> Vec<(u16, Channel, Fate)> {
    let mut animated = known.tracks.iter().map(|track| (track.bone, track.channel)).peekable();
    let mut constant = known.constants.iter().map(|track| (track.bone, track.channel)).peekable();
    // By channel and by what became of the bone before.
    let mut models = [[[Bit::NEW; 2]; 3]; 3];
    let mut before = [Fate::Bind; 3];
    let mut fates = Vec::new();
    for place in places(known.bones) {
        let (bone, channel) = place;
        let moves = animated.next_if_eq(&place).is_some();
        let stays = constant.next_if_eq(&place).is_some();
        let last = &mut before[channel as usize];
        let [is_kept, is_moved] = &mut models[channel as usize][*last as usize];
        *last = match coder.bit(is_kept, moves || stays) {
            false => Fate::Bind,
            true if coder.bit(is_moved, moves) => Fate::Animated,
            true => Fate::Constant,
        };
        if *last != Fate::Bind {
            fates.push((bone, channel, *last));
        }
    }
    fates
}

/// Channels of bones in the order of tracks.
fn places(bones: u16) -> Vec<(u16, Channel)> {
    let mut places: Vec<_> = (0..bones).flat_map(|bone| Channel::ALL.map(|channel| (bone, channel))).collect();
    places.sort_by_key(|&(bone, channel)| track_order(bone, channel));
    places
}

/// The bits of a constant, as they are.
fn constant<C: Coder>(coder: &mut C, channel: Channel, value: [f32; 4]) -> [f32; 4] {
    let mut made = [0.0; 4];
    let count = if channel == Channel::Rotation { 4 } else { 3 };
    for (made, value) in made.iter_mut().zip(value).take(count) {
        *made = f32::from_bits(coder.plain(32, value.to_bits()));
    }
    made
}

/// What was learnt of all tracks so far.
struct Models {
    /// By channel and component: how steps differ from those of the track before.
    steps: [[Numbers; 3]; 3],
    last_steps: [[u8; 3]; 3],
    turned: [Bit; 2],
    /// First keys, and by how far off guesses were of late.
    first: Numbers,
    keys: [Numbers; SIZES as usize],
}

impl Models {
    fn new() -> Self {
        Self {
            steps: [const { [Numbers::NEW; 3] }; 3],
            last_steps: [[0; 3]; 3],
            turned: [Bit::NEW; 2],
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
        let turns = self.turns(coder, frames.div_ceil(SEGMENT_FRAMES), channel, known.map(|track| &track.turns[..]));
        let mut keys = vec![[0; 3]; frames];
        for axis in 0..3 {
            let mut component = Component::default();
            for (frame, key) in keys.iter_mut().enumerate() {
                let known = known.and_then(|track| track.keys.get(frame)).map_or(0, |key| key[axis]);
                key[axis] = self.key(coder, &mut component, known)?;
            }
        }
        Ok(AnimatedTrack { bone, channel, steps, turns, keys })
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

    fn turns<C: Coder>(&mut self, coder: &mut C, segments: usize, channel: Channel, known: Option<&[u8]>) -> Vec<u8> {
        if channel != Channel::Rotation {
            return vec![0; segments];
        }
        let mut last = 0;
        let turn = |segment: usize| {
            let known = known.and_then(|turns| turns.get(segment)).copied().unwrap_or(0);
            let model = &mut self.turned[usize::from(last != 0)];
            if coder.bit(model, known != last) {
                last = coder.plain(TURN_BITS, known.into()).to_le_bytes()[0];
            }
            last
        };
        (0..segments).map(turn).collect()
    }

    fn key<C: Coder>(&mut self, coder: &mut C, component: &mut Component, known: i32) -> Result<i32, InvalidContent> {
        let guess = component.predictor.guess();
        let models = if component.begun { &mut self.keys[component.size()] } else { &mut self.first };
        let wanted = i32::try_from(i64::from(known) - guess).unwrap_or(i32::MAX);
        let off = models.code(coder, wanted);
        let key = i32::try_from(guess + i64::from(off)).map_err(|_| CompressedProblem::Range)?;
        component.learn(off, key);
        Ok(key)
    }
}

/// What is known of a component of a track from its keys so far.
#[derive(Clone, Debug, Default)]
struct Component {
    predictor: Predictor,
    begun: bool,
    /// How far off guesses were of late, and for longer, in sixteenths of a step; none yet after the first key.
    errors: Option<[u32; 2]>,
}

impl Component {
    /// The group of its next number: two for each time that the mean error is twice as large.
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
