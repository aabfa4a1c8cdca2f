//! Decodes blocks of ADPCM. Microsoft's follows its description of the codec, and IMA's follows the association's recommended
//! practices, in the layout of WAV files.

use super::samples::clamped;

/// The factors of the step of MS-ADPCM, in 256ths, by code.
const MS_STEP_FACTORS: [i32; 16] = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];

/// The smallest step of MS-ADPCM, and a largest step that keeps products within 32 bits.
const MS_SMALLEST_STEP: i32 = 16;
const MS_LARGEST_STEP: i32 = i32::MAX / 768;

/// The steps of IMA-ADPCM.
const IMA_STEPS: [i32; 89] = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107,
    118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963,
    1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894,
    6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794,
    32767,
];

/// The number of steps by which a code of IMA-ADPCM moves, by its lower three bits.
const IMA_MOVES: [i32; 8] = [-1, -1, -1, -1, 2, 4, 6, 8];

/// The state of a channel of MS-ADPCM.
#[derive(Clone, Copy, Default)]
struct MsChannel {
    factors: [i32; 2],
    step: i32,
    /// The last sample and the one before it.
    last: [i32; 2],
}

impl MsChannel {
    fn next(&mut self, code: u8) -> i16 {
        let [first, second] = self.factors;
        let predicted = (self.last[0] * first + self.last[1] * second) / 256;
        let signed = if code < 8 { i32::from(code) } else { i32::from(code) - 16 };
        let sample = clamped(predicted.saturating_add(signed.saturating_mul(self.step)));
        self.last = [i32::from(sample), self.last[0]];
        self.step =
            (self.step * MS_STEP_FACTORS[usize::from(code & 15)] / 256).clamp(MS_SMALLEST_STEP, MS_LARGEST_STEP);
        sample
    }
}

/// Appends the interleaved samples of an MS-ADPCM block. `None` if the block starts with a predictor that does not exist.
pub(super) fn ms_block(block: &[u8], channels: usize, predictors: &[[i16; 2]], samples: &mut Vec<i16>) -> Option<()> {
    if block.len() < 7 * channels {
        return Some(());
    }
    let (indices, rest) = block.split_at(channels);
    let (steps, rest) = rest.split_at(2 * channels);
    let (newer, rest) = rest.split_at(2 * channels);
    let (older, codes) = rest.split_at(2 * channels);
    let word = |bytes: &[u8], channel: usize| i16::from_le_bytes([bytes[2 * channel], bytes[2 * channel + 1]]);
    let mut states = Vec::with_capacity(channels);
    for channel in 0..channels {
        let factors = predictors.get(usize::from(indices[channel]))?.map(i32::from);
        let last = [newer, older].map(|it| i32::from(word(it, channel)));
        states.push(MsChannel { factors, step: i32::from(word(steps, channel)), last });
    }
    for bytes in [older, newer] {
        samples.extend((0..channels).map(|channel| word(bytes, channel)));
    }
    let mut channel = 0;
    for code in codes.iter().flat_map(|byte| [byte >> 4, byte & 15]) {
        samples.push(states[channel].next(code));
        channel = (channel + 1) % channels;
    }
    Some(())
}

/// The state of a channel of IMA-ADPCM.
#[derive(Clone, Copy, Default)]
struct ImaChannel {
    sample: i32,
    step: i32,
}

impl ImaChannel {
    fn next(&mut self, code: u8) -> i16 {
        let step = IMA_STEPS[usize::try_from(self.step).unwrap_or_default().min(IMA_STEPS.len() - 1)];
        // Uses the integer operations of the reference decoder. A product followed by a division would give different results.
        let mut difference = step >> 3;
        for (bit, part) in [(4, step), (2, step >> 1), (1, step >> 2)] {
            if code & bit != 0 {
                difference += part;
            }
        }
        let sample = clamped(self.sample + if code & 8 == 0 { difference } else { -difference });
        self.sample = i32::from(sample);
        self.step = (self.step + IMA_MOVES[usize::from(code & 7)]).clamp(0, 88);
        sample
    }
}

/// Appends the interleaved samples of an IMA-ADPCM block. `None` if the block starts with a step that does not exist.
pub(super) fn ima_block(block: &[u8], channels: usize, samples: &mut Vec<i16>) -> Option<()> {
    if block.len() < 4 * channels {
        return Some(());
    }
    let (headers, codes) = block.split_at(4 * channels);
    let mut states = Vec::with_capacity(channels);
    for header in headers.chunks_exact(4) {
        let sample = i16::from_le_bytes([header[0], header[1]]);
        if usize::from(header[2]) >= IMA_STEPS.len() {
            return None;
        }
        states.push(ImaChannel { sample: i32::from(sample), step: i32::from(header[2]) });
        samples.push(sample);
    }
    // The channels alternate every four bytes, which are eight samples, with the lower half of a byte first.
    for group in codes.chunks_exact(4 * channels) {
        let first = samples.len();
        samples.resize(first + 8 * channels, 0);
        for (channel, (state, bytes)) in states.iter_mut().zip(group.chunks_exact(4)).enumerate() {
            for (at, code) in bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).enumerate() {
                samples[first + at * channels + channel] = state.next(code);
            }
        }
    }
    Some(())
}
