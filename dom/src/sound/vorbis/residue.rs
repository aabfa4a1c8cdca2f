//! [`Residue`]: the fine shape of spectra. See section 8 of the Vorbis I specification.

use super::bits::{Bits, End};
use super::codebook::Codebook;
use super::fault::{cut, malformed};
use crate::sound::error::SoundError;

/// The number of passes. Each pass adds detail.
const PASSES: usize = 8;

/// The vectors of these channels are interleaved as one.
const INTERLEAVED: u32 = 2;

pub(super) struct Residue {
    kind: u32,
    /// The part of the spectrum that is stored.
    begin: usize,
    end: usize,
    partition: usize,
    /// The codebook of the partitions' classes.
    book: usize,
    /// For each class, the codebooks of the passes.
    classes: Vec<[Option<usize>; PASSES]>,
}

impl Residue {
    pub(super) fn read(bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Self, SoundError> {
        let mut number = |count| bits.index(count).map_err(cut);
        let kind = number(16)?;
        let (begin, end, partition) = (number(24)?, number(24)?, number(24)? + 1);
        let (count, book) = (number(6)? + 1, number(8)?);
        let mut passes = Vec::with_capacity(count);
        for _ in 0..count {
            let low = number(3)?;
            passes.push(if number(1)? == 1 { number(5)? << 3 | low } else { low });
        }
        let mut class = |passes: usize| {
            let mut class = [None; PASSES];
            for (_, book) in class.iter_mut().enumerate().filter(|(pass, _)| passes >> pass & 1 == 1) {
                *book = Some(number(8)?);
            }
            Ok(class)
        };
        let classes = passes.into_iter().map(&mut class).collect::<Result<Vec<_>, SoundError>>()?;
        let kind = u32::try_from(kind).unwrap_or(u32::MAX);
        let has_vectors = |at: &usize| books.get(*at).is_some_and(Codebook::has_vectors);
        if kind > INTERLEAVED || book >= books.len() || !classes.iter().flatten().flatten().all(has_vectors) {
            return Err(malformed("a residue is invalid"));
        }
        Ok(Self { kind, begin, end, partition, book, classes })
    }

    /// Reads the spectra of channels. Channels without a spectrum are silent.
    pub(super) fn decode(&self, bits: &mut Bits<'_>, books: &[Codebook], spectra: &mut [Option<Vec<f64>>]) {
        if self.kind != INTERLEAVED {
            let mut used: Vec<&mut Vec<f64>> = spectra.iter_mut().flatten().collect();
            // The packet may end anywhere. The rest of the spectra is then zero.
            let _ = self.vectors(bits, books, &mut used);
        } else if let Some(length) = spectra.iter().flatten().map(Vec::len).next() {
            // If one channel is used, all are stored.
            let channels = spectra.len();
            let mut whole = vec![0.0; length * channels];
            let _ = self.vectors(bits, books, &mut [&mut whole]);
            for (channel, spectrum) in spectra.iter_mut().enumerate() {
                let numbers = whole.iter().skip(channel).step_by(channels);
                spectrum.iter_mut().flatten().zip(numbers).for_each(|(to, from)| *to = *from);
            }
        }
    }

    fn vectors(&self, bits: &mut Bits<'_>, books: &[Codebook], vectors: &mut [&mut Vec<f64>]) -> Result<(), End> {
        let size = vectors.first().map_or(0, |vector| vector.len());
        let (begin, end) = (self.begin.min(size), self.end.min(size));
        let partitions = end.saturating_sub(begin) / self.partition;
        let mut classes = vec![vec![0; partitions]; vectors.len()];
        let per_code = books[self.book].dimensions;
        for pass in 0..PASSES {
            for first in (0..partitions).step_by(per_code) {
                if pass == 0 {
                    for classes in &mut classes {
                        self.read_classes(bits, &books[self.book], first, classes)?;
                    }
                }
                for at in first..partitions.min(first + per_code) {
                    for (vector, classes) in vectors.iter_mut().zip(&classes) {
                        if let Some(book) = self.classes[classes[at]][pass] {
                            let start = begin + at * self.partition;
                            let part = &mut vector[start..start + self.partition];
                            self.add(bits, &books[book], part)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the classes of several partitions, which one code stores as a number to the base of the number of classes.
    fn read_classes(
        &self,
        bits: &mut Bits<'_>,
        book: &Codebook,
        first: usize,
        classes: &mut [usize],
    ) -> Result<(), End> {
        let mut number = book.entry(bits)?;
        for at in (first..first + book.dimensions).rev() {
            if let Some(class) = classes.get_mut(at) {
                *class = number % self.classes.len();
            }
            number /= self.classes.len();
        }
        Ok(())
    }

    /// Adds vectors to a partition. In type 0, the numbers of each vector are spread over the partition.
    fn add(&self, bits: &mut Bits<'_>, book: &Codebook, part: &mut [f64]) -> Result<(), End> {
        let steps = part.len() / book.dimensions;
        if self.kind == 0 {
            for step in 0..steps {
                let vector = book.vector(bits)?.iter().enumerate();
                vector.for_each(|(at, number)| part[step + at * steps] += f64::from(*number));
            }
            return Ok(());
        }
        for to in part.chunks_mut(book.dimensions) {
            let vector = book.vector(bits)?;
            to.iter_mut().zip(vector).for_each(|(to, from)| *to += f64::from(*from));
        }
        Ok(())
    }
}
