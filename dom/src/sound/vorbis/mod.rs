//! Reads and decodes Ogg Vorbis, as the Vorbis I specification describes it.
//!
//! The samples are the same on every machine, because they depend on no function of the system.

mod bits;
mod blocks;
mod codebook;
mod fault;
mod floor;
mod residue;
mod setup;
#[cfg(test)]
mod tests;
mod transform;

use self::blocks::Blocks;
use self::fault::malformed;
use self::setup::{Ident, Setup};
use super::decoded::DecodedSound;
use super::error::SoundError;
use super::facts::Facts;
use super::ogg::{Packet, Packets};
use super::samples;
use super::source::{Sound, SoundEncoding};

/// By the number of channels, the index in Vorbis order of each channel in WAV order. Up to two channels, the orders are the
/// same.
const ORDERS: [&[usize]; 6] = [
    &[0, 2, 1],
    &[0, 1, 2, 3],
    &[0, 2, 1, 3, 4],
    &[0, 2, 1, 5, 3, 4],
    &[0, 2, 1, 6, 5, 3, 4],
    &[0, 2, 1, 7, 5, 6, 3, 4],
];

/// Reads the properties of the file, and lists what a sound does not keep.
pub(super) fn read(bytes: &[u8]) -> Result<(Facts, Vec<String>), SoundError> {
    let mut packets = Packets::new(bytes);
    let header = ident(&mut packets)?;
    packets.finish()?;
    let left_out = packets.has_others.then(|| "all other streams in the file".to_owned());
    let facts = Facts {
        encoding: SoundEncoding::Vorbis,
        channels: u32::try_from(header.channels).unwrap_or(u32::MAX),
        sample_rate: header.sample_rate,
        frames: packets.last_position,
    };
    Ok((facts, left_out.into_iter().collect()))
}

fn ident(packets: &mut Packets<'_>) -> Result<Ident, SoundError> {
    let first = packet(packets)?;
    if first.starts_with(b"OpusHead") {
        return Err(SoundError::Unsupported { format: "Ogg", found: "Opus samples".to_owned() });
    }
    if !first.starts_with(b"\x01vorbis") {
        return Err(SoundError::Unsupported { format: "Ogg", found: "a first stream other than Vorbis".to_owned() });
    }
    Ident::read(&first)
}

/// The bytes of the next packet. Fails if there is none.
fn packet(packets: &mut Packets<'_>) -> Result<Vec<u8>, SoundError> {
    let packet = packets.next()?.ok_or_else(|| malformed("it ends within its headers"))?;
    Ok(packet.bytes)
}

/// Decodes a whole file.
pub(super) fn decode(sound: &Sound, most_frames: u64) -> Result<DecodedSound, SoundError> {
    let mut packets = Packets::new(&sound.bytes);
    let ident = ident(&mut packets)?;
    let comments = packet(&mut packets)?;
    if !comments.starts_with(b"\x03vorbis") {
        return Err(malformed("its second packet has no comments"));
    }
    let setup = packet(&mut packets)?;
    let setup = Setup::read(&setup, ident.channels)?;
    let mut stream = Stream {
        channels: ident.channels,
        blocks: Blocks::new(&ident, setup),
        most_frames,
        start: None,
        decoded: DecodedSound::default(),
    };
    while let Some(packet) = packets.next()? {
        stream.add(&packet)?;
    }
    Ok(stream.decoded)
}

/// A stream during decoding.
struct Stream {
    channels: usize,
    blocks: Blocks,
    most_frames: u64,
    /// The position of the first sample: the first position that a page states, minus the number of samples up to there.
    start: Option<i128>,
    decoded: DecodedSound,
}

impl Stream {
    fn frames(&self) -> usize {
        self.decoded.samples.len() / self.channels
    }

    fn add(&mut self, packet: &Packet) -> Result<(), SoundError> {
        // An empty packet does not count as a packet.
        if !packet.bytes.is_empty() {
            let samples = self.blocks.next(&packet.bytes)?;
            self.append(&samples);
        }
        if let Some(position) = packet.position {
            self.place(position, packet.is_on_last_page);
        }
        if self.frames() as u64 > self.most_frames {
            return Err(SoundError::TooLong { limit: self.most_frames });
        }
        Ok(())
    }

    /// Appends the samples of all channels, interleaved in WAV order.
    fn append(&mut self, blocks: &[Vec<f64>]) {
        let frames = blocks.iter().map(Vec::len).min().unwrap_or_default();
        let order = blocks.len().checked_sub(3).and_then(|at| ORDERS.get(at));
        for frame in 0..frames {
            for channel in 0..blocks.len() {
                let from = order.map_or(channel, |order| order[channel]);
                let sample = samples::of_float(blocks[from][frame], &mut self.decoded.clipped);
                self.decoded.samples.push(sample);
            }
        }
    }

    /// Removes the samples that the pages' positions exclude: those before the first sample and after the last one.
    fn place(&mut self, position: u64, is_last: bool) {
        let (channels, frames) = (self.channels, self.frames());
        let start = *self.start.get_or_insert(i128::from(position) - frames as i128);
        if is_last {
            // On the first page, surplus samples are at the end, after the stated position, not at the start.
            let start = if start < 0 { 0 } else { start };
            let kept = usize::try_from(i128::from(position) - start).unwrap_or(0).min(frames);
            self.decoded.samples.truncate(kept * channels);
        }
    }
}
