//! The processor time of this thread.

/// Processor time of this thread in seconds: what others do on a busy machine does not count.
#[cfg(unix)]
pub(crate) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Time that passes.
#[cfg(not(unix))]
pub(crate) fn seconds() -> f64 {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
