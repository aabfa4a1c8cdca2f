//! Measures lookups of assets that the server does not have, to extrapolate to a million: round trips, bytes and time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use rigmill_pipeline::Digest;
use rigmill_remote::RemoteSettings;

use crate::failure::Failure;

/// The results of a number of lookups.
pub(crate) struct LookUps {
    count: u32,
    seconds: f64,
    sent: u64,
    received: u64,
}

impl LookUps {
    /// Returns the cells of a table.
    pub(crate) fn row(&self) -> String {
        let count = f64::from(self.count);
        let [sent, received] = [self.sent, self.received].map(|bytes| bytes as f64 / count);
        let million = 1e6 / count * self.seconds;
        format!("{:.0} | {sent:.0}, {received:.0} | {million:.0} s", count / self.seconds)
    }
}

/// Looks up `count` keys, with the same concurrency as a build.
pub(crate) fn measure(url: &str, count: u32) -> Result<LookUps, Failure> {
    let store = rigmill_remote::open(&RemoteSettings::new(url))?;
    // Opens the connection.
    store.value(Digest::of(b"first"));
    store.report();
    let (next, begun) = (AtomicU32::new(0), Instant::now());
    thread::scope(|scope| {
        for _ in 0..store.concurrency() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    store.value(Digest::of(&number.to_le_bytes()));
                }
            });
        }
    });
    let seconds = begun.elapsed().as_secs_f64();
    let report = store.report();
    Ok(LookUps { count, seconds, sent: report.sent, received: report.received })
}
