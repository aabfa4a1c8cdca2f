//! Random numbers for arguments of the runtime's functions.

use rigmill_test_random::Random;

/// Returns a common, an extreme or a random number.
pub(super) fn number(random: &mut Random) -> f32 {
    match random.below(8) {
        0 => 0.0,
        1 => f32::from_bits(random.bits()),
        2 => *random.pick(&[f32::INFINITY, f32::NAN, f32::MAX, -f32::MAX, f32::MIN_POSITIVE, -0.0, 1e30]),
        _ => random.signed() * 3.0,
    }
}

/// Returns three such numbers.
pub(super) fn vector(random: &mut Random) -> [f32; 3] {
    std::array::from_fn(|_| number(random))
}
