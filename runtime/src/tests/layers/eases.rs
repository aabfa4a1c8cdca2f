use crate::layers::{Easing, ease};

/// The values at the start, a quarter, half, three quarters and the end, computed by hand from Penner's formulas.
const CURVES: [(Easing, [f64; 5]); 7] = [
    (Easing::InOutQuad, [0.0, 0.125, 0.5, 0.875, 1.0]),
    (Easing::OutSine, [0.0, 0.382_683_432_4, std::f64::consts::FRAC_1_SQRT_2, 0.923_879_532_5, 1.0]),
    (Easing::InOutSine, [0.0, 0.146_446_609_4, 0.5, 0.853_553_390_6, 1.0]),
    (Easing::OutCubic, [0.0, 0.578_125, 0.875, 0.984_375, 1.0]),
    (Easing::OutQuart, [0.0, 0.683_593_75, 0.9375, 0.996_093_75, 1.0]),
    (Easing::InOutQuart, [0.0, 0.031_25, 0.5, 0.968_75, 1.0]),
    (Easing::OutExpo, [0.0, 0.823_223_304_7, 0.968_75, 0.994_475_728_3, 1.0]),
];

#[test]
fn each_easing_follows_its_formula() {
    for (easing, expected) in CURVES {
        for (part, expected) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(expected) {
            let found = ease(easing, part);
            assert!((found - expected).abs() < 1e-9, "{easing:?} at {part}: {found}");
        }
        assert_eq!([-1.0, 2.0, f64::NAN, f64::INFINITY].map(|part| ease(easing, part)), [0.0, 1.0, 0.0, 1.0]);
    }
}
