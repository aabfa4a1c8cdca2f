//! [`Transform`]: the inverse transform of a spectrum, and the window. See sections 1.3.2 and 4.3 of the Vorbis I specification.
//!
//! Sines come from `libm`, and all sums have a fixed order, so the samples are the same on every machine.

use std::f64::consts::PI;

type Complex = [f64; 2];

/// The inverse modified discrete cosine transform for one size of blocks.
pub(super) struct Transform {
    /// The numbers by which the parts of a spectrum are rotated before and after the Fourier transform.
    turns: Vec<Complex>,
    /// The roots of unity.
    roots: Vec<Complex>,
    /// The rising half of a window that is as long as the block.
    slope: Vec<f64>,
}

impl Transform {
    /// `size` is the number of samples of a block, a power of two from 64 to 8192.
    pub(super) fn new(size: usize) -> Self {
        let half = size as f64 / 2.0;
        let turn = |at: usize| unit(-PI * (at as f64 + 0.125) / half);
        let root = |at: usize| unit(-2.0 * PI * at as f64 / (half / 2.0));
        let slope = |at: usize| {
            let sine = libm::sin((at as f64 + 0.5) / half * (PI / 2.0));
            libm::sin(PI / 2.0 * sine * sine)
        };
        Self {
            turns: (0..size / 4).map(turn).collect(),
            roots: (0..size / 8).map(root).collect(),
            slope: (0..size / 2).map(slope).collect(),
        }
    }

    /// Returns the samples of a block for half as many numbers of a spectrum.
    pub(super) fn samples(&self, spectrum: &[f64]) -> Vec<f64> {
        let waves = self.cosines(spectrum);
        let (half, quarter) = (waves.len(), waves.len() / 2);
        let sample = |at: usize| match at + quarter {
            at if at < half => waves[at],
            at if at < 2 * half => -waves[2 * half - 1 - at],
            at => -waves[at - 2 * half],
        };
        (0..2 * half).map(sample).collect()
    }

    /// Applies the rising slope of a window to the first half of a block, whose size may differ from the window's.
    pub(super) fn apply_window(&self, half: &mut [f64]) {
        // A shorter slope is in the middle of the half block, between zeros and ones.
        let zeros = half.len().saturating_sub(self.slope.len()) / 2;
        half[..zeros].fill(0.0);
        half[zeros..].iter_mut().zip(&self.slope).for_each(|(sample, factor)| *sample *= factor);
    }

    /// The discrete cosine transform of type IV: a Fourier transform of half the size, between two rotations.
    fn cosines(&self, numbers: &[f64]) -> Vec<f64> {
        let last = numbers.len() - 1;
        let turned = |(at, turn): (usize, &Complex)| product([numbers[2 * at], numbers[last - 2 * at]], *turn);
        let mut parts: Vec<Complex> = self.turns.iter().enumerate().map(turned).collect();
        self.fourier(&mut parts);
        let mut cosines = vec![0.0; numbers.len()];
        for (at, (part, turn)) in parts.iter().zip(&self.turns).enumerate() {
            let [real, imaginary] = product(*part, *turn);
            cosines[2 * at] = real;
            cosines[last - 2 * at] = -imaginary;
        }
        cosines
    }

    /// The discrete Fourier transform, in place.
    fn fourier(&self, parts: &mut [Complex]) {
        let count = parts.len();
        let unused = usize::BITS - count.trailing_zeros();
        for at in 0..count {
            let other = at.reverse_bits() >> unused;
            if at < other {
                parts.swap(at, other);
            }
        }
        let mut size = 2;
        while size <= count {
            let step = count / size;
            for group in parts.chunks_exact_mut(size) {
                let (low, high) = group.split_at_mut(size / 2);
                for ((low, high), root) in low.iter_mut().zip(high).zip(self.roots.iter().step_by(step)) {
                    let turned = product(*high, *root);
                    *high = [low[0] - turned[0], low[1] - turned[1]];
                    *low = [low[0] + turned[0], low[1] + turned[1]];
                }
            }
            size *= 2;
        }
    }
}

/// The complex number with this angle and the length 1.
fn unit(angle: f64) -> Complex {
    [libm::cos(angle), libm::sin(angle)]
}

fn product(a: Complex, b: Complex) -> Complex {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}
