//! Measures the processor time of this thread.

/// Returns the processor time of this thread in seconds. Other programs do not affect it.
#[cfg(unix)]
pub(crate) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns the elapsed time in seconds.
#[cfg(not(unix))]
pub(crate) fn seconds() -> f64 {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
