//! Functions that are compiled twice: for any processor of the target, and for those with AVX2.
//!
//! Both are the same plain code, without fusing and without estimates, so both give the same bits; the second only works
//! on eight numbers with one instruction where the first needs two.

/// Whether the processor that runs this takes the code for AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_avx2() -> bool {
    #[cfg(test)]
    if tests::PLAIN.get() {
        return false;
    }
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2")
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
                if $crate::dispatch::has_avx2() {
                    #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX2")]
                    // SAFETY: the processor was asked for AVX2 and BMI2; none that has these lacks the other three.
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
    use std::cell::Cell;

    thread_local! {
        pub(super) static PLAIN: Cell<bool> = const { Cell::new(false) };
    }

    /// What `work` gives without code for AVX2, however able the processor.
    pub(crate) fn plainly<T>(work: impl FnOnce() -> T) -> T {
        PLAIN.set(true);
        let result = work();
        PLAIN.set(false);
        result
    }
}
