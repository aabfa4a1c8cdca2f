//! Extreme values of numbers.

use rigmill_test_random::Random;

/// Integers at which counts and offsets overflow.
pub(super) const WHOLE: [u64; 24] = [
    0,
    1,
    2,
    3,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x7f_ffff,
    0x100_0000,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
];

/// Numbers at which arithmetic overflows or comparisons lose their order.
pub(super) const REAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-45,
    1e-30,
    1e10,
    1e20,
    3.4e38,
    -3.4e38,
    1e300,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e-310,
];

/// Numbers as text.
pub(super) const TEXTS: [&str; 32] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "0.5",
    "1e38",
    "1e39",
    "-1e39",
    "1e-45",
    "1e308",
    "1e309",
    "NaN",
    "nan",
    "INF",
    "-INF",
    "inf",
    "127",
    "128",
    "255",
    "256",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "0.00000000000000000000000000000000000000000000000000000000000001",
];

/// Overwrites the bytes at `at` with an extreme number, truncated at the end of the bytes.
pub(super) fn write(bytes: &mut [u8], at: usize, random: &mut Random) {
    let whole = match random.below(8) {
        // Lengths that are almost correct.
        0 => (bytes.len() as u64).wrapping_add(random.below(5) as u64).wrapping_sub(2),
        1 => (bytes.len().saturating_sub(at) as u64).wrapping_add(random.below(9) as u64).wrapping_sub(4),
        _ => *random.pick(&WHOLE),
    };
    let real = *random.pick(&REAL);
    #[expect(clippy::cast_possible_truncation, reason = "an extreme double is an extreme float")]
    let number: &[u8] = match random.below(9) {
        0 => &whole.to_le_bytes()[..1],
        1 => &whole.to_le_bytes()[..2],
        2 | 3 => &whole.to_le_bytes()[..4],
        4 => &whole.to_le_bytes(),
        5 => &whole.to_be_bytes()[4..],
        6 => &whole.to_be_bytes()[6..],
        7 => &(real as f32).to_le_bytes(),
        _ => &real.to_le_bytes(),
    };
    for (to, from) in bytes.iter_mut().skip(at).zip(number) {
        *to = *from;
    }
}
