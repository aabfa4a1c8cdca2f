//! Versions of a job for different processors, chosen by [`SimdLevel`](super::SimdLevel) when it runs, all with
//! the same bits.
//!
//! Most functions are compiled twice: for any processor of the target, and for those with AVX2. Both are the same plain code,
//! without fusing and without estimates; the second only works on eight numbers with one instruction where the first
//! needs two. Where plain code is not enough, jobs are generic over [`AnyProcessor`], [`Avx2`] and [`Avx512`].

#[cfg(target_arch = "x86_64")]
use super::simd_level::{SimdLevel, simd_level};

/// Whether code for AVX2 runs.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_avx2() -> bool {
    simd_level() >= SimdLevel::Avx2
}

/// The way of a job for any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyProcessor;

/// The way of a job for processors that have AVX2. Who holds one runs on such a processor.
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

/// The way of a job for processors that have AVX-512 with VBMI. Who holds one runs on such a processor, which has AVX2, too.
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

/// Defines a function whose body is compiled for every processor and again for AVX2, and chosen when it is called. What
/// the body calls has to be `#[inline(always)]` to be compiled along.
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
                    // SAFETY: no level is above what the processor has.
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

    /// The texts of all sources below a folder.
    #[cfg(target_arch = "x86_64")]
    fn sources(folder: &std::path::Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let of = |path: std::path::PathBuf| match path.is_dir() {
            true => sources(&path),
            false => vec![std::fs::read_to_string(&path).unwrap()],
        };
        entries.flat_map(of).collect()
    }

    /// What `work` gives at each level that this processor has, plainly first. Where it lacks one, the one before does again.
    pub(crate) fn each_way<T>(work: impl Fn() -> T) -> [T; 3] {
        SimdLevel::ALL.map(|level| {
            AT_MOST.set(level);
            let result = work();
            AT_MOST.set(SimdLevel::Avx512);
            result
        })
    }
}
