//! Versions of jobs for different processors. [`SimdLevel`](super::SimdLevel) selects the version at run time. All versions
//! give the same bits.
//!
//! Most functions are compiled twice from the same code: for any processor of the target, and for processors with AVX2. The
//! AVX2 version only processes eight numbers per instruction instead of four. Neither version uses fused operations or
//! estimates. Where plain code is not enough, jobs are generic over [`AnyProcessor`], [`Avx2`] and [`Avx512`].

#[cfg(target_arch = "x86_64")]
use super::simd_level::{SimdLevel, simd_level};

/// Whether code for AVX2 is used.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_avx2() -> bool {
    simd_level() >= SimdLevel::Avx2
}

/// Selects the implementation for any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyProcessor;

/// Selects the implementation for AVX2. A value exists only on processors that have AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    #[inline(always)]
    pub(crate) fn found() -> Option<Self> {
        has_avx2().then_some(Self(()))
    }
}

/// Selects the implementation for AVX-512 with VBMI. A value exists only on processors that have it and AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    #[inline(always)]
    pub(crate) fn found() -> Option<Self> {
        (simd_level() >= SimdLevel::Avx512).then_some(Self(()))
    }
}

/// Defines a function whose body is compiled twice, for every processor and for AVX2. Each call selects one of the two.
/// Functions that the body calls must be `#[inline(always)]`, or they are compiled only once.
macro_rules! dispatched {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $body:block) => {
        $(#[$attribute])*
        $visibility fn $name($($argument: $kind),*) {
            #[inline(always)]
            fn plain($($argument: $kind),*) $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide($($argument: $kind),*) {
                    plain($($argument),*);
                }
                if $crate::blocks::dispatch::has_avx2() {
                    #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX2")]
                    // SAFETY: the level is never higher than what the processor supports.
                    return unsafe { wide($($argument),*) };
                }
            }
            plain($($argument),*);
        }
    };
}
pub(crate) use dispatched;

#[cfg(test)]
pub(crate) mod tests {
    use crate::blocks::SimdLevel;
    use crate::blocks::simd_level::tests::AT_MOST;
    #[cfg(target_arch = "x86_64")]
    use crate::blocks::simd_level::{AVX2, AVX512};

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn code_is_compiled_with_no_feature_that_the_processor_is_not_asked_for() {
        let mut lists = 0;
        for source in sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
            let attributes = source.split("target_feature(enable = \"").skip(1);
            for list in attributes.filter_map(|rest| rest.split_once("\")]")).map(|(list, _)| list) {
                let wide = list.contains("avx512");
                let asked = |feature: &str| AVX2.contains(&feature) || wide && AVX512.contains(&feature);
                assert!(list.split(',').all(asked), "{list}");
                lists += 1;
            }
        }
        assert!(lists > 10, "{lists}");
    }

    /// The texts of all source files below a folder.
    #[cfg(target_arch = "x86_64")]
    fn sources(folder: &std::path::Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let of = |path: std::path::PathBuf| match path.is_dir() {
            true => sources(&path),
            false => vec![std::fs::read_to_string(&path).unwrap()],
        };
        entries.flat_map(of).collect()
    }

    /// The results of `work` at each level, lowest first. A level that this processor lacks repeats the result of the level
    /// before.
    pub(crate) fn at_each_level<T>(work: impl Fn() -> T) -> [T; 3] {
        SimdLevel::ALL.map(|level| {
            AT_MOST.set(level);
            let result = work();
            AT_MOST.set(SimdLevel::Avx512);
            result
        })
    }
}
