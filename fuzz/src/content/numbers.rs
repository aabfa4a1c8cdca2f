//! Numbers that games pass.

use rigmill_test_random::Random;

/// Common, extreme and random numbers.
pub(super) fn number(random: &mut Random) -> f32 {
    match random.below(8) {
        0 => 0.0,
        1 => f32::from_bits(random.bits()),
        2 => *random.pick(&[f32::INFINITY, f32::NAN, f32::MAX, -f32::MAX, f32::MIN_POSITIVE, -0.0, 1e30]),
        _ => random.signed() * 3.0,
    }
}

/// Three of them.
pub(super) fn vector(random: &mut Random) -> [f32; 3] {
    std::array::from_fn(|_| number(random))
}
