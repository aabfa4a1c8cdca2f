//! Prefetches data into the processor's cache.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code, reason = "a prefetch takes a pointer"))]

use rigmill_format::UniformClipView;

/// The bytes of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Prefetches the two rows around a time. Does nothing on processors other than x86-64.
#[inline(always)]
pub(crate) fn prefetch_uniform(clip: &UniformClipView<'_>, time: f32) {
    let (from, to, _) = clip.times().around(time);
    prefetch(clip.row(from));
    prefetch(clip.row(to));
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch<T>(values: &[T]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    for line in values.chunks((LINE / size_of::<T>()).max(1)) {
        // SAFETY: every x86-64 processor has the instruction, and it never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch<T>(_values: &[T]) {}
