//! Sines and cosines that have the same bits on every machine, and that compilers can vectorize for several angles.

use std::f64::consts::FRAC_2_PI;

/// pi/2 in three parts. The first two have 33 bits, so that their multiples are exact.
const HALF_PI: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
/// Adding and subtracting this number rounds to an integer. The lowest bits of the sum are those of the integer.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// The largest angle whose multiple of pi/2 has at most 20 bits.
const LARGEST: f64 = 1.6e6;

/// The coefficients of the odd and the even polynomial with the smallest error up to pi/4, as in FreeBSD's libm.
const SINE: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
const COSINE: [f64; 6] = [
    0.041_666_666_666_666_6,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Returns the sine and the cosine of an angle in radians. The error is at most one unit in the last place of 1.
#[inline]
#[must_use]
pub fn sin_cos(radians: f64) -> [f64; 2] {
    // NaN is not in the range, either.
    if radians.abs() <= LARGEST { reduced(radians) } else { [libm::sin(radians), libm::cos(radians)] }
}

/// Returns the sines and the cosines of several angles, with the same bits as [`sin_cos`].
#[inline]
#[must_use]
pub fn sin_cos_all<const N: usize>(radians: &[f64; N]) -> [[f64; N]; 2] {
    let mut all = [[0.0; N]; 2];
    let [sines, cosines] = &mut all;
    let angles = radians.iter().zip(sines).zip(cosines);
    // This loop has no branches, so compilers vectorize it.
    if radians.iter().all(|angle| angle.abs() <= LARGEST) {
        angles.for_each(|((angle, sine), cosine)| [*sine, *cosine] = reduced(*angle));
    } else {
        angles.for_each(|((angle, sine), cosine)| [*sine, *cosine] = sin_cos(*angle));
    }
    all
}

/// Computes without branches, from the distance to the nearest multiple of pi/2.
#[inline]
fn reduced(radians: f64) -> [f64; 2] {
    let sum = radians * FRAC_2_PI + ROUND;
    let (turns, quarter) = (sum - ROUND, sum.to_bits() & 3);
    let rest = HALF_PI.iter().fold(radians, |rest, part| rest - turns * part);
    let square = rest * rest;
    let polynomial = |factors: [f64; 6]| factors.iter().rev().fold(0.0, |sum, factor| sum * square + factor);
    let sine = rest + rest * square * polynomial(SINE);
    let cosine = 1.0 - (0.5 * square - square * square * polynomial(COSINE));
    let is_odd = quarter & 1 != 0;
    let (sine, cosine) = (if is_odd { cosine } else { sine }, if is_odd { sine } else { cosine });
    let negative = |is_negative: bool, number: f64| if is_negative { -number } else { number };
    [negative(quarter & 2 != 0, sine), negative((quarter + 1) & 2 != 0, cosine)]
}

#[cfg(test)]
mod tests {
    use super::{sin_cos, sin_cos_all};

    #[test]
    fn sines_and_cosines_are_right_to_the_last_place() {
        let mut checked = 0;
        let mut angle = 1e-9;
        while angle < 1e8 {
            for angle in [angle, -angle] {
                let [sine, cosine] = sin_cos(angle);
                let off = (sine - libm::sin(angle)).abs().max((cosine - libm::cos(angle)).abs());
                assert!(off <= 2.3e-16, "{angle}: {off}");
                checked += 1;
            }
            angle *= 1.000_37;
        }
        assert!(checked > 100_000);
    }

    #[test]
    fn several_angles_have_the_bits_of_each() {
        for last in [0.3, -7.5, 1e9, f64::NAN] {
            let angles = [0.0, -0.0, 1.0, 2.5, -4.0, last];
            let [sines, cosines] = sin_cos_all(&angles);
            for ((angle, sine), cosine) in angles.into_iter().zip(sines).zip(cosines) {
                assert_eq!([sine, cosine].map(f64::to_bits), sin_cos(angle).map(f64::to_bits), "{angle}");
            }
        }
    }

    #[test]
    fn quarters_of_a_turn_are_exact_to_rounding() {
        for quarter in -9_i32..=9 {
            let [sine, cosine] = sin_cos(f64::from(quarter) * std::f64::consts::FRAC_PI_2);
            let expected = [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]][quarter.rem_euclid(4) as usize];
            assert!((sine - expected[0]).abs() < 1e-15 && (cosine - expected[1]).abs() < 1e-15, "{quarter}");
        }
        assert_eq!(sin_cos(0.0), [0.0, 1.0]);
        assert!(sin_cos(f64::NAN).iter().chain(&sin_cos(f64::INFINITY)).all(|number| number.is_nan()));
    }
}
