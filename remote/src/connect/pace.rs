//! [`paced`]: a deadline for calls that move many bytes, which may take long as long as bytes move.

use std::pin::pin;
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::traffic::Traffic;
use crate::failure::CallError;

/// The time between looks at what has moved.
const TICK: Duration = Duration::from_millis(250);

/// The bytes that count as progress, and the fewest of them in a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// A build waits: what is slower can as well be built.
    Received,
    /// Nobody waits for uploads. A server says nothing while it receives.
    SentOrReceived,
}

impl Progress {
    const fn slowest(self) -> u64 {
        match self {
            Self::Received => 1 << 20,
            Self::SentOrReceived => 128 << 10,
        }
    }

    fn of(self, traffic: &Traffic) -> u64 {
        match self {
            Self::Received => traffic.received(),
            Self::SentOrReceived => traffic.received().wrapping_add(traffic.sent()),
        }
    }
}

/// The outcome of a call that moves `bytes`, unless for the duration of `patience` nothing moves on the store's connections,
/// or too little.
pub(crate) async fn paced<T>(
    traffic: &Traffic,
    progress: Progress,
    patience: Duration,
    bytes: u64,
    call: impl Future<Output = Result<T, CallError>>,
) -> Result<T, CallError> {
    let mut call = pin!(call);
    let start = Instant::now();
    // Bytes of other calls must not keep this one alive for ever.
    let end = start + patience + Duration::from_secs_f64(bytes as f64 / progress.slowest() as f64);
    let least = progress.slowest().saturating_mul(u64::try_from(patience.as_millis()).unwrap_or(u64::MAX)) / 1000;
    let before = progress.of(traffic);
    let mut last = (start, before);
    let mut window = last;
    loop {
        if let Ok(result) = timeout(TICK, &mut call).await {
            return result;
        }
        let now = (Instant::now(), progress.of(traffic));
        if now.1 != last.1 {
            // A server may need a while before it sends anything.
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
