//! [`Blocks`]: decodes audio packets. See section 4.3 of the Vorbis I specification.

use super::bits::{Bits, bits_of};
use super::fault::malformed;
use super::setup::{Ident, Mapping, Setup};
use super::transform::Transform;
use crate::sound::error::SoundError;

/// The blocks of a stream, which overlap.
pub(super) struct Blocks {
    channels: usize,
    setup: Setup,
    /// For short and long blocks.
    transforms: [Transform; 2],
    sizes: [usize; 2],
    /// The second half of the last block, per channel, after its window was applied.
    last: Option<Vec<Vec<f64>>>,
}

impl Blocks {
    pub(super) fn new(ident: &Ident, setup: Setup) -> Self {
        let transforms = ident.block_sizes.map(Transform::new);
        Self { channels: ident.channels, setup, transforms, sizes: ident.block_sizes, last: None }
    }

    /// Returns the samples of each channel that a packet completes. The first packet completes none.
    pub(super) fn next(&mut self, packet: &[u8]) -> Result<Vec<Vec<f64>>, SoundError> {
        let mut bits = Bits::new(packet);
        let head = self.head(&mut bits);
        let (mapping, is_long, slopes) = head.ok_or_else(|| malformed("an audio packet is invalid"))?;
        let transform = &self.transforms[usize::from(is_long)];
        let spectra = self.spectra(&mut bits, &self.setup.mappings[mapping], self.sizes[usize::from(is_long)] / 2);
        let mut blocks: Vec<Vec<f64>> = spectra.iter().map(|spectrum| transform.samples(spectrum)).collect();
        for block in &mut blocks {
            let (left, right) = block.split_at_mut(self.sizes[usize::from(is_long)] / 2);
            right.reverse();
            self.transforms[slopes[0]].apply_window(left);
            self.transforms[slopes[1]].apply_window(right);
            right.reverse();
        }
        let ends = blocks.iter().map(|block| block[block.len() / 2..].to_vec()).collect();
        let last = self.last.replace(ends);
        Ok(last.map_or_else(|| vec![Vec::new(); self.channels], |last| joined(last, &blocks)))
    }

    /// Reads the start of a packet: its mapping, whether its block is long, and the sizes of the window's slopes. Returns `None`
    /// if the packet is invalid.
    fn head(&self, bits: &mut Bits<'_>) -> Option<(usize, bool, [usize; 2])> {
        if bits.flag().ok()? {
            // A header.
            return None;
        }
        let mode = self.setup.modes.get(bits.index(bits_of(self.setup.modes.len() - 1)).ok()?)?;
        let slopes = if mode.is_long { [bits.index(1).ok()?, bits.index(1).ok()?] } else { [0, 0] };
        Some((mode.mapping, mode.is_long, slopes))
    }

    /// Reads the spectra of all channels.
    fn spectra(&self, bits: &mut Bits<'_>, mapping: &Mapping, size: usize) -> Vec<Vec<f64>> {
        let Setup { books, floors, residues, .. } = &self.setup;
        let floor = |channel: usize| &floors[mapping.submaps[mapping.of_channels[channel]][0]];
        // If a packet ends within a floor, the channel is silent.
        let curves: Vec<_> =
            (0..self.channels).map(|channel| floor(channel).curve(bits, books).ok().flatten()).collect();
        let mut used: Vec<bool> = curves.iter().map(Option::is_some).collect();
        for [a, b] in &mapping.pairs {
            let either = used[*a] || used[*b];
            (used[*a], used[*b]) = (either, either);
        }
        let mut spectra = vec![vec![0.0; size]; self.channels];
        for (submap, [_, residue]) in mapping.submaps.iter().enumerate() {
            let channels: Vec<usize> = (0..self.channels).filter(|at| mapping.of_channels[*at] == submap).collect();
            let mut parts: Vec<_> = channels.iter().map(|at| used[*at].then(|| vec![0.0; size])).collect();
            residues[*residue].decode(bits, books, &mut parts);
            for (at, part) in channels.into_iter().zip(parts) {
                spectra[at] = part.unwrap_or_else(|| vec![0.0; size]);
            }
        }
        for [magnitude, angle] in mapping.pairs.iter().rev() {
            let mut angles = std::mem::take(&mut spectra[*angle]);
            spectra[*magnitude].iter_mut().zip(&mut angles).for_each(|(magnitude, angle)| uncouple(magnitude, angle));
            spectra[*angle] = angles;
        }
        for (channel, (spectrum, curve)) in spectra.iter_mut().zip(&curves).enumerate() {
            match curve {
                Some(curve) => floor(channel).apply(curve, spectrum),
                None => spectrum.fill(0.0),
            }
        }
        spectra
    }
}

/// Replaces a magnitude and an angle by the values of two channels.
fn uncouple(magnitude: &mut f64, angle: &mut f64) {
    let (m, a) = (*magnitude, *angle);
    (*magnitude, *angle) = match (m > 0.0, a > 0.0) {
        (true, true) => (m, m - a),
        (true, false) => (m + a, m),
        (false, true) => (m, m + a),
        (false, false) => (m - a, m),
    };
}

/// Adds the second half of the last block and the first half of this block. The quarters next to their centers overlap.
fn joined(last: Vec<Vec<f64>>, blocks: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let join = |(mut last, block): (Vec<f64>, &Vec<f64>)| {
        let (before, half) = (last.len() / 2, block.len() / 2);
        let count = before + half / 2;
        last.resize(count.max(last.len()), 0.0);
        // Where this block begins in the last one. What is outside of both is zero.
        let (start, skipped) = (before.saturating_sub(half / 2), (half / 2).saturating_sub(before));
        last[start..].iter_mut().zip(&block[skipped..half]).for_each(|(sum, sample)| *sum += sample);
        last.truncate(count);
        last
    };
    last.into_iter().zip(blocks).map(join).collect()
}
