//! Compares the remainder with the loop of subtractions that it replaces.

use proptest::prelude::*;
use rigmill_test_random::cases;

use crate::clips::rules::modulo::by_subtraction;
use crate::error::PlayError;

/// The original's loop. The inner `None` means that it would not end; the outer `None` means that it takes too long to find
/// out.
fn original(mut a: f32, b: f32, patience: u32) -> Option<Option<u32>> {
    for _ in 0..patience {
        let next = a - b;
        let goes_on = next >= 0.0;
        if !goes_on {
            return Some(Some(a.to_bits()));
        }
        if next == a {
            return Some(None);
        }
        a = next;
    }
    None
}

fn found(a: f32, b: f32) -> Option<u32> {
    by_subtraction(a, b).ok().map(f32::to_bits)
}

#[test]
fn edges_are_those_of_the_loop() {
    let tiny = f32::from_bits(1);
    let values = [
        0.0,
        -0.0,
        tiny,
        -tiny,
        3.0 * tiny,
        f32::MIN_POSITIVE,
        1.0,
        -1.0,
        1.5,
        2.0,
        3.0,
        0.1,
        1.0 / 30.0,
        1e-7,
        16_777_216.0,
        16_777_215.0,
        33_554_430.0,
        1e30,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    for a in values {
        for b in values {
            if let Some(expected) = original(a, b, 1_000_000) {
                assert_eq!(found(a, b), expected, "{a} modulo {b}");
            }
        }
    }
}

#[test]
fn what_never_ends_is_an_error() {
    for (a, b) in [(1.0, 0.0), (1.0, -1.0), (1e30, 1.0), (f32::INFINITY, 1.0), (16_777_216.0, 0.5)] {
        assert_eq!(by_subtraction(a, b), Err(PlayError::Hang { dividend: a, divisor: b }));
    }
}

#[test]
fn a_day_at_60_hz_takes_no_time() {
    // A plain loop of subtractions would take minutes.
    for step in 1..=50_000_u16 {
        by_subtraction(86_400.0 + f32::from(step), 1.0 / 60.0).unwrap();
    }
}

/// Positive floats whose binades differ by at most `binades`. The mantissas have few bits (so that ties occur) or all bits.
fn pair(least_exponent: u32, binades: u32) -> impl Strategy<Value = (f32, f32)> {
    let mantissa = || {
        prop_oneof![
            any::<u32>(),
            (0_u32..8).prop_map(|few| few << 20),
            (0_u32..8),
            (0_u32..8).prop_map(|few| 0x007F_FFFF - few),
        ]
    };
    (least_exponent..200, 0..=binades, mantissa(), mantissa()).prop_map(|(exponent, apart, a, b)| {
        let float = |exponent: u32, mantissa: u32| f32::from_bits(exponent << 23 | mantissa & 0x007F_FFFF);
        (float(exponent + apart, a), float(exponent, b))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(4000)))]

    #[test]
    fn near_values_leave_the_same_bits((a, b) in pair(1, 12)) {
        prop_assert_eq!(Some(found(a, b)), original(a, b, 100_000));
    }

    #[test]
    fn signed_values_leave_the_same_bits((a, b) in pair(0, 6), negative in any::<(bool, bool)>()) {
        let a = if negative.0 { -a } else { a };
        let b = if negative.1 { -b } else { b };
        if let Some(expected) = original(a, b, 10_000) {
            prop_assert_eq!(found(a, b), expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    /// Up to where the divisor no longer changes the dividend, and beyond.
    #[test]
    fn far_values_leave_the_same_bits((a, b) in pair(0, 27)) {
        if let Some(expected) = original(a, b, 20_000_000) {
            prop_assert_eq!(found(a, b), expected);
        }
    }
}
