//! [`Setup`]: the headers of a stream. See section 4.2 of the Vorbis I specification.

use super::bits::{Bits, bits_of};
use super::codebook::{Codebook, Room};
use super::fault::{cut, malformed};
use super::floor::Floor;
use super::residue::Residue;
use crate::sound::error::SoundError;

/// The first header.
pub(super) struct Ident {
    pub(super) channels: usize,
    pub(super) sample_rate: u32,
    /// The number of samples of short and long blocks.
    pub(super) block_sizes: [usize; 2],
}

/// The third header.
pub(super) struct Setup {
    pub(super) books: Vec<Codebook>,
    pub(super) floors: Vec<Floor>,
    pub(super) residues: Vec<Residue>,
    pub(super) mappings: Vec<Mapping>,
    pub(super) modes: Vec<Mode>,
}

pub(super) struct Mapping {
    /// Pairs of channels, which are stored as magnitudes and angles.
    pub(super) pairs: Vec<[usize; 2]>,
    /// The submap of each channel.
    pub(super) of_channels: Vec<usize>,
    /// The floor and the residue of each submap.
    pub(super) submaps: Vec<[usize; 2]>,
}

pub(super) struct Mode {
    pub(super) is_long: bool,
    pub(super) mapping: usize,
}

impl Ident {
    pub(super) fn read(packet: &[u8]) -> Result<Self, SoundError> {
        let mut bits = Bits::new(packet.strip_prefix(b"\x01vorbis").unwrap_or_default());
        let mut number = |count| bits.take(count).map_err(cut);
        let (version, channels, sample_rate) = (number(32)?, number(8)?, number(32)?);
        // Bit rates.
        for _ in 0..3 {
            number(32)?;
        }
        let [short, long] = [number(4)?, number(4)?];
        let is_valid = channels > 0 && sample_rate > 0 && 6 <= short && short <= long && long <= 13;
        if version != 0 || !is_valid || number(1)? == 0 {
            return Err(malformed("its first header is invalid"));
        }
        Ok(Self { channels: channels as usize, sample_rate, block_sizes: [1 << short, 1 << long] })
    }
}

impl Setup {
    pub(super) fn read(packet: &[u8], channels: usize) -> Result<Self, SoundError> {
        let bytes = packet.strip_prefix(b"\x05vorbis").ok_or_else(|| malformed("its third packet has no tables"))?;
        let bits = &mut Bits::new(bytes);
        let mut room = Room::new();
        let count = bits.take(8).map_err(cut)?;
        let books = (0..=count).map(|_| Codebook::read(bits, &mut room)).collect::<Result<Vec<_>, _>>()?;
        // Time domain transforms, which Vorbis I does not have.
        list(
            bits,
            |bits| if bits.take(16).map_err(cut)? == 0 { Ok(()) } else { Err(malformed("a transform is unknown")) },
        )?;
        let floors = list(bits, |bits| Floor::read(bits, &books))?;
        let residues = list(bits, |bits| Residue::read(bits, &books))?;
        let mappings = list(bits, |bits| Mapping::read(bits, channels, [floors.len(), residues.len()]))?;
        let modes = list(bits, |bits| Mode::read(bits, mappings.len()))?;
        if !bits.flag().map_err(cut)? {
            return Err(malformed("its third header is invalid"));
        }
        Ok(Self { books, floors, residues, mappings, modes })
    }
}

/// Reads a list of at most 64 parts.
fn list<T>(bits: &mut Bits<'_>, read: impl Fn(&mut Bits<'_>) -> Result<T, SoundError>) -> Result<Vec<T>, SoundError> {
    let count = bits.take(6).map_err(cut)?;
    (0..=count).map(|_| read(bits)).collect()
}

impl Mapping {
    fn read(bits: &mut Bits<'_>, channels: usize, counts: [usize; 2]) -> Result<Self, SoundError> {
        let mut number = |count| bits.index(count).map_err(cut);
        let kind = number(16)?;
        let submaps = if number(1)? == 1 { number(4)? + 1 } else { 1 };
        let pairs = if number(1)? == 1 { number(8)? + 1 } else { 0 };
        let width = bits_of(channels - 1);
        let pairs = (0..pairs).map(|_| Ok([number(width)?, number(width)?])).collect::<Result<Vec<_>, SoundError>>()?;
        let is_reserved = number(2)? != 0;
        let mut of_channels = vec![0; channels];
        if submaps > 1 {
            for submap in &mut of_channels {
                *submap = number(4)?;
            }
        }
        let submap = |_| {
            // The first number is not used.
            number(8)?;
            Ok([number(8)?, number(8)?])
        };
        let parts = (0..submaps).map(submap).collect::<Result<Vec<_>, SoundError>>()?;
        let is_pair = |[a, b]: &[usize; 2]| a != b && *a.max(b) < channels;
        let is_known = |part: &[usize; 2]| part[0] < counts[0] && part[1] < counts[1];
        let in_submap = of_channels.iter().all(|submap| *submap < submaps);
        if kind != 0 || is_reserved || !pairs.iter().all(is_pair) || !parts.iter().all(is_known) || !in_submap {
            return Err(malformed("a mapping is invalid"));
        }
        Ok(Self { pairs, of_channels, submaps: parts })
    }
}

impl Mode {
    fn read(bits: &mut Bits<'_>, mappings: usize) -> Result<Self, SoundError> {
        let is_long = bits.flag().map_err(cut)?;
        let types = [bits.take(16).map_err(cut)?, bits.take(16).map_err(cut)?];
        let mapping = bits.index(8).map_err(cut)?;
        if types != [0, 0] || mapping >= mappings {
            return Err(malformed("a mode is invalid"));
        }
        Ok(Self { is_long, mapping })
    }
}
