//! [`SimdLevel`]: the vector instructions that jobs use.

use std::ffi::OsStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// A set of vector instructions. All sets give the same bits, so the level matters only for speed and for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SimdLevel {
    /// Instructions that every processor of the target has.
    Plain,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// The features of [`Avx2`](Self::Avx2), and AVX-512 F, BW, VL and VBMI.
    Avx512,
}

impl SimdLevel {
    /// All levels, lowest first.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Avx2, Self::Avx512];

    /// The highest level that this processor has.
    #[must_use]
    pub fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        if detected_avx2() {
            return if detected_avx512() { Self::Avx512 } else { Self::Avx2 };
        }
        Self::Plain
    }

    /// The level with this name: `plain`, `avx2` or `avx512`.
    fn named(name: &OsStr) -> Option<Self> {
        match name.to_str()? {
            "plain" => Some(Self::Plain),
            "avx2" => Some(Self::Avx2),
            "avx512" => Some(Self::Avx512),
            _ => None,
        }
    }
}

/// The level of the whole process. Unsafe code relies on it never being higher than what the processor supports.
static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The value before the first use and before [`set_simd_level`].
const UNKNOWN: u8 = u8::MAX;

/// The level that jobs use. By default, this is the highest level that the processor supports. The environment variable
/// `RIGMILL_SIMD` (`plain`, `avx2` or `avx512`) can name a lower level. The runtime reads this variable once, when the
/// first [`Rig`](super::Rig) or scratch buffer is created or the first job runs, and ignores all other values.
#[must_use]
#[inline(always)]
pub fn simd_level() -> SimdLevel {
    let level = match LEVEL.load(Ordering::Relaxed) {
        0 => SimdLevel::Plain,
        1 => SimdLevel::Avx2,
        2 => SimdLevel::Avx512,
        _ => first_level(),
    };
    #[cfg(test)]
    let level = level.min(tests::AT_MOST.get());
    level
}

/// Sets the level that all jobs of this process use from now on, regardless of `RIGMILL_SIMD`. If the processor does not
/// support the level, jobs use the highest level that it supports. Jobs that are already running on other threads use either
/// the old or the new level.
pub fn set_simd_level(level: SimdLevel) {
    LEVEL.store(level.min(SimdLevel::detected()) as u8, Ordering::Relaxed);
}

#[cold]
fn first_level() -> SimdLevel {
    #[expect(clippy::disallowed_methods, reason = "no result depends on the level")]
    let named = std::env::var_os("RIGMILL_SIMD").and_then(|name| SimdLevel::named(&name));
    let detected = SimdLevel::detected();
    let level = named.map_or(detected, |level| level.min(detected));
    // If another thread has set a level in the meantime, that level stays.
    let _ = LEVEL.compare_exchange(UNKNOWN, level as u8, Ordering::Relaxed, Ordering::Relaxed);
    level
}

/// Defines a function that checks whether the processor has every feature of a list, and the list itself for the tests, which
/// check that code is compiled with no other features.
#[cfg(target_arch = "x86_64")]
macro_rules! features {
    ($list:ident, $detected:ident: $($feature:tt)+) => {
        #[cfg(test)]
        pub(super) const $list: &[&str] = &[$($feature),+];

        fn $detected() -> bool {
            $(std::arch::is_x86_feature_detected!($feature))&&+
        }
    };
}

#[cfg(target_arch = "x86_64")]
features!(AVX2, detected_avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
#[cfg(target_arch = "x86_64")]
features!(AVX512, detected_avx512: "avx512f" "avx512bw" "avx512vl" "avx512vbmi");

#[cfg(test)]
pub(super) mod tests {
    use std::cell::Cell;

    use super::{SimdLevel, set_simd_level, simd_level};

    thread_local! {
        /// The level of the current test. Tests on other threads use other levels.
        pub(in crate::blocks) static AT_MOST: Cell<SimdLevel> = const { Cell::new(SimdLevel::Avx512) };
    }

    /// Other tests may run at these levels at the same time. This does not change their results.
    #[test]
    fn a_level_is_used_as_far_as_the_processor_has_it() {
        for level in SimdLevel::ALL {
            set_simd_level(level);
            assert_eq!(simd_level(), level.min(SimdLevel::detected()));
        }
    }

    #[test]
    fn the_variable_names_levels_in_lower_case() {
        let named = ["plain", "avx2", "avx512", "AVX2", "sse2", ""].map(|name| SimdLevel::named(name.as_ref()));
        let [plain, avx2, avx512] = SimdLevel::ALL.map(Some);
        assert_eq!(named, [plain, avx2, avx512, None, None, None]);
    }
}
