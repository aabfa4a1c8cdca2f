//! [`Floor`]: the coarse shape of a spectrum. See sections 6 and 7 of the Vorbis I specification.

use std::f64::consts::{LN_10, PI};

use super::bits::{Bits, End, bits_of};
use super::codebook::Codebook;
use super::fault::{cut, malformed};
use crate::sound::error::SoundError;

/// The largest number of points in a floor of type 1.
const MOST_POINTS: usize = 65;

pub(super) enum Floor {
    Filter(Filter),
    Lines(Lines),
}

/// Type 0: the poles of a filter. Encoders have not used it since 2001.
pub(super) struct Filter {
    order: usize,
    rate: f64,
    map_size: usize,
    amplitude_bits: u32,
    amplitude_offset: f64,
    books: Vec<usize>,
}

/// Type 1: straight lines, on a logarithmic scale.
pub(super) struct Lines {
    partitions: Vec<usize>,
    classes: Vec<Class>,
    multiplier: usize,
    /// The positions of the points, in the order in which their heights are stored.
    points: Vec<usize>,
    /// The indices of the points, sorted by position.
    sorted: Vec<usize>,
    /// For each point, the indices of the closest points on both sides, among those before it in the list.
    neighbors: Vec<[usize; 2]>,
    /// The factor of each height, 0 to 255.
    factors: Vec<f64>,
}

#[derive(Default)]
struct Class {
    dimensions: usize,
    bits: u32,
    main_book: usize,
    /// The codebooks of the subclasses.
    books: Vec<Option<usize>>,
}

/// The floor of a channel in a packet.
pub(super) enum Curve {
    /// The amplitude and coefficients of type 0.
    Filter(f64, Vec<f64>),
    /// The heights of the points of type 1, and whether each is used.
    Lines(Vec<(usize, bool)>),
}

impl Floor {
    pub(super) fn read(bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Self, SoundError> {
        match bits.take(16).map_err(cut)? {
            0 => Filter::read(bits, books).map(Self::Filter),
            1 => Lines::read(bits, books).map(Self::Lines),
            other => Err(malformed(format_args!("the floor type {other} is unknown"))),
        }
    }

    /// Reads the floor of a channel. Returns `None` if the channel is silent.
    pub(super) fn curve(&self, bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Option<Curve>, End> {
        match self {
            Self::Filter(floor) => floor.curve(bits, books),
            Self::Lines(floor) => floor.curve(bits, books),
        }
    }

    /// Multiplies a spectrum by a floor.
    pub(super) fn apply(&self, curve: &Curve, spectrum: &mut [f64]) {
        match (self, curve) {
            (Self::Filter(floor), Curve::Filter(amplitude, coefficients)) => {
                floor.apply(*amplitude, coefficients, spectrum);
            }
            (Self::Lines(floor), Curve::Lines(heights)) => floor.apply(heights, spectrum),
            _ => spectrum.fill(0.0),
        }
    }
}

impl Filter {
    fn read(bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Self, SoundError> {
        let mut number = |count| bits.take(count).map_err(cut);
        let (order, rate, map_size) = (number(8)? as usize, f64::from(number(16)?), number(16)? as usize);
        let (amplitude_bits, amplitude_offset) = (number(6)?, f64::from(number(8)?));
        let numbers = (0..=number(4)?).map(|_| Ok(number(8)? as usize)).collect::<Result<Vec<_>, SoundError>>()?;
        let is_known = numbers.iter().all(|at| books.get(*at).is_some_and(Codebook::has_vectors));
        if order == 0 || rate == 0.0 || map_size == 0 || amplitude_bits > 32 || !is_known {
            return Err(malformed("a floor is invalid"));
        }
        Ok(Self { order, rate, map_size, amplitude_bits, amplitude_offset, books: numbers })
    }

    fn curve(&self, bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Option<Curve>, End> {
        let amplitude = bits.take(self.amplitude_bits)?;
        if amplitude == 0 {
            return Ok(None);
        }
        let book = *self.books.get(bits.index(bits_of(self.books.len()))?).ok_or(End)?;
        let mut coefficients: Vec<f64> = Vec::new();
        while coefficients.len() < self.order {
            let last = coefficients.last().copied().unwrap_or_default();
            coefficients.extend(books[book].vector(bits)?.iter().map(|number| f64::from(*number) + last));
        }
        coefficients.truncate(self.order);
        Ok(Some(Curve::Filter(f64::from(amplitude), coefficients)))
    }

    fn apply(&self, amplitude: f64, coefficients: &[f64], spectrum: &mut [f64]) {
        let cosines: Vec<f64> = coefficients.iter().map(|it| 2.0 * libm::cos(*it)).collect();
        let highest = libm::ldexp(1.0, self.amplitude_bits.cast_signed()) - 1.0;
        let count = spectrum.len() as f64;
        let mut last = (usize::MAX, 0.0);
        for (at, number) in spectrum.iter_mut().enumerate() {
            let part = bark(self.rate * at as f64 / (2.0 * count)) / bark(self.rate / 2.0);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the map's size")]
            let place = ((part * self.map_size as f64).floor() as usize).min(self.map_size - 1);
            if last.0 != place {
                let root = libm::sqrt(self.power(&cosines, PI * place as f64 / self.map_size as f64));
                let decibels = amplitude * self.amplitude_offset / (highest * root) - self.amplitude_offset;
                last = (place, libm::exp(decibels * (LN_10 / 20.0)));
            }
            *number *= last.1;
        }
    }

    /// The inverse of the filter's power at an angle.
    fn power(&self, cosines: &[f64], angle: f64) -> f64 {
        let cosine = libm::cos(angle);
        let product = |first: usize| -> f64 {
            cosines.iter().skip(first).step_by(2).map(|it| it - 2.0 * cosine).map(|it| it * it).product()
        };
        let (even, odd) = (product(0), product(1));
        if self.order % 2 == 1 {
            even / 4.0 + odd * (1.0 - cosine * cosine)
        } else {
            even * (1.0 + cosine) / 2.0 + odd * (1.0 - cosine) / 2.0
        }
    }
}

/// The Bark scale of a frequency.
fn bark(frequency: f64) -> f64 {
    13.1 * libm::atan(0.00074 * frequency)
        + 2.24 * libm::atan(0.000_000_018_5 * frequency * frequency)
        + 0.0001 * frequency
}

impl Lines {
    fn read(bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Self, SoundError> {
        let count = bits.take(5).map_err(cut)?;
        let partitions = (0..count).map(|_| bits.index(4).map_err(cut)).collect::<Result<Vec<_>, _>>()?;
        let classes = partitions.iter().max().map_or(0, |most| most + 1);
        let classes = (0..classes).map(|_| Class::read(bits, books)).collect::<Result<Vec<_>, _>>()?;
        let multiplier = bits.index(2).map_err(cut)? + 1;
        let width = bits.take(4).map_err(cut)?;
        let mut points = vec![0, 1 << width];
        for class in &partitions {
            for _ in 0..classes[*class].dimensions {
                points.push(bits.index(width).map_err(cut)?);
            }
        }
        let mut sorted: Vec<usize> = (0..points.len()).collect();
        sorted.sort_by_key(|at| points[*at]);
        let is_unique = sorted.windows(2).all(|pair| points[pair[0]] < points[pair[1]]);
        if points.len() > MOST_POINTS || !is_unique {
            return Err(malformed("the points of a floor are invalid"));
        }
        let neighbors = (0..points.len()).map(|at| neighbors(&points, at)).collect();
        let factors = (0..256).map(factor).collect();
        Ok(Self { partitions, classes, multiplier, points, sorted, neighbors, factors })
    }

    /// The number of possible heights of a point.
    fn range(&self) -> usize {
        [256, 128, 86, 64][self.multiplier - 1]
    }

    fn curve(&self, bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Option<Curve>, End> {
        if !bits.flag()? {
            return Ok(None);
        }
        let width = bits_of(self.range() - 1);
        let mut stored = vec![bits.index(width)?, bits.index(width)?];
        for class in self.partitions.iter().map(|at| &self.classes[*at]) {
            let mut subclasses = if class.bits > 0 { books[class.main_book].entry(bits)? } else { 0 };
            for _ in 0..class.dimensions {
                let book = class.books[subclasses & (class.books.len() - 1)];
                subclasses >>= class.bits;
                stored.push(book.map_or(Ok(0), |book| books[book].entry(bits))?);
            }
        }
        Ok(Some(Curve::Lines(self.heights(&stored))))
    }

    /// Returns the heights of the points. Each is stored as its distance from the line between its neighbours.
    fn heights(&self, stored: &[usize]) -> Vec<(usize, bool)> {
        let range = self.range();
        let mut heights = vec![(stored[0].min(range - 1), true), (stored[1].min(range - 1), true)];
        for (at, &stored) in stored.iter().enumerate().skip(2) {
            let [low, high] = self.neighbors[at];
            let [from, to] = [low, high].map(|at| (self.points[at], heights[at].0));
            let predicted = between(from, to, self.points[at]);
            let (above, below) = (range - predicted, predicted);
            let height = if stored == 0 {
                predicted
            } else if stored >= 2 * above.min(below) {
                if above > below { stored } else { range.saturating_sub(stored + 1) }
            } else if stored % 2 == 1 {
                predicted - stored.div_ceil(2)
            } else {
                predicted + stored / 2
            };
            if stored > 0 {
                (heights[low].1, heights[high].1) = (true, true);
            }
            heights.push((height.min(range - 1), stored > 0));
        }
        heights
    }

    fn apply(&self, heights: &[(usize, bool)], spectrum: &mut [f64]) {
        let used = self.sorted.iter().filter(|at| heights[**at].1);
        let mut points = used.map(|at| (self.points[*at], heights[*at].0 * self.multiplier));
        let mut from = points.next().unwrap_or_default();
        for to in points {
            self.apply_line(from, to, spectrum);
            from = to;
        }
        self.apply_line(from, (spectrum.len().max(from.0), from.1), spectrum);
    }

    /// Multiplies the part of a spectrum between two points by the line between them.
    fn apply_line(&self, from: (usize, usize), to: (usize, usize), spectrum: &mut [f64]) {
        let end = to.0.min(spectrum.len());
        for at in from.0..end {
            spectrum[at] *= self.factors[between(from, to, at)];
        }
    }
}

impl Class {
    fn read(bits: &mut Bits<'_>, books: &[Codebook]) -> Result<Self, SoundError> {
        let dimensions = bits.index(3).map_err(cut)? + 1;
        let width = bits.take(2).map_err(cut)?;
        let main_book = if width > 0 { bits.index(8).map_err(cut)? } else { 0 };
        let book = |_| Ok(bits.index(8).map_err(cut)?.checked_sub(1));
        let chosen = (0..1 << width).map(book).collect::<Result<Vec<_>, SoundError>>()?;
        if chosen.iter().flatten().chain((width > 0).then_some(&main_book)).any(|at| *at >= books.len()) {
            return Err(malformed("a floor has an unknown codebook"));
        }
        Ok(Self { dimensions, bits: width, main_book, books: chosen })
    }
}

/// Returns the closest points on both sides of a point, among those before it in the list.
fn neighbors(points: &[usize], at: usize) -> [usize; 2] {
    let before = (0..at).filter(|other| points[*other] < points[at]);
    let after = (0..at).filter(|other| points[*other] > points[at]);
    let low = before.max_by_key(|other| points[*other]).unwrap_or(0);
    [low, after.min_by_key(|other| points[*other]).unwrap_or(1)]
}

/// Returns the height of a line at a position; the specification's `render_point`.
fn between(from: (usize, usize), to: (usize, usize), at: usize) -> usize {
    let offset = to.1.abs_diff(from.1) * (at - from.0) / (to.0 - from.0);
    if to.1 < from.1 { from.1 - offset } else { from.1 + offset }
}

/// The factor of a height, which is `(height - 255) * 140 / 256` decibels.
fn factor(height: u16) -> f64 {
    libm::exp((f64::from(height) - 255.0) * (140.0 / 256.0 * LN_10 / 20.0))
}
