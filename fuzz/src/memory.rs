//! [`Counting`]: an allocator that counts live bytes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of live bytes in the process. Allocations beyond it fail.
const LIMIT: u64 = 2 << 30;

static LIVE: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, with a count of live bytes and a limit.
pub(crate) struct Counting;

// SAFETY: every call is passed to the system's allocator with the caller's arguments, or fails in a way in which an allocator
// may fail.
#[allow(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !grow(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !grow(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !grow(size) {
            return null_mut();
        }
        shrink(layout.size());
        // SAFETY: the caller upholds the contract.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Counts an allocation. Returns false, and counts nothing, if the limit would be exceeded.
fn grow(size: usize) -> bool {
    let live = LIVE.fetch_add(size as u64, Ordering::Relaxed) + size as u64;
    if live > LIMIT {
        shrink(size);
        return false;
    }
    PEAK.fetch_max(live, Ordering::Relaxed);
    true
}

fn shrink(size: usize) {
    LIVE.fetch_sub(size as u64, Ordering::Relaxed);
}

/// Returns the peak number of live bytes since `start`, in addition to those at the start.
pub(crate) fn peak_since(start: u64) -> u64 {
    PEAK.load(Ordering::Relaxed).saturating_sub(start)
}

/// Starts counting, and returns the number of live bytes.
pub(crate) fn start() -> u64 {
    let live = LIVE.load(Ordering::Relaxed);
    PEAK.store(live, Ordering::Relaxed);
    live
}
