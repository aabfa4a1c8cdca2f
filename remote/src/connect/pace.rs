//! [`paced`]: limits the time of a call that moves many bytes. The call may take long, but only as long as bytes keep moving.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::traffic::Traffic;
use crate::failure::CallError;

/// The interval at which progress is checked.
const TICK: Duration = Duration::from_millis(250);

/// Which bytes count as progress. This also determines the minimum speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Received bytes count. A build waits for them, so if the transfer is too slow, it is faster to build the asset.
    Received,
    /// Sent bytes count, too. Nobody waits for uploads, and a server sends nothing while it receives.
    SentOrReceived,
}

impl Progress {
    const fn slowest(self) -> u64 {
        match self {
            Self::Received => 1 << 20,
            Self::SentOrReceived => 128 << 10,
        }
    }

    fn count(self, traffic: &Traffic) -> u64 {
        match self {
            Self::Received => traffic.received(),
            Self::SentOrReceived => traffic.received().wrapping_add(traffic.sent()),
        }
    }
}

/// Returns the outcome of a call that moves `bytes` bytes. Returns an error if, for the duration of `patience`, too few or no
/// bytes move on the store's connections.
pub(crate) async fn paced<T>(
    traffic: &Traffic,
    progress: Progress,
    patience: Duration,
    bytes: u64,
    call: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    let mut call = pin!(call);
    let start = Instant::now();
    // Limits the total time, because bytes of other calls must not keep this call alive forever.
    let end = start + patience + Duration::from_secs_f64(bytes as f64 / progress.slowest() as f64);
    let least = progress.slowest().saturating_mul(u64::try_from(patience.as_millis()).unwrap_or(u64::MAX)) / 1000;
    let before = progress.count(traffic);
    let mut last = (start, before);
    let mut window = last;
    loop {
        if let Ok(result) = timeout(TICK, &mut call).await {
            return result;
        }
        let now = (Instant::now(), progress.count(traffic));
        if now.1 != last.1 {
            // A server may need some time before it sends anything.
            window = if last.1 == before { now } else { window };
            last = now;
        } else if now.0 - last.0 >= patience {
            return Err(CallError::Silent(patience));
        }
        if now.0 - window.0 >= patience {
            if now.1.wrapping_sub(window.1) < least {
                return Err(CallError::Slow);
            }
            window = now;
        }
        if now.0 > end {
            return Err(CallError::Slow);
        }
    }
}
