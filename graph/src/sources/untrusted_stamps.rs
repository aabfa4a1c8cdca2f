//! [`UntrustedStamps`]: stamps of files on file systems whose clocks cannot be read.

use std::collections::BTreeMap;

use rigmill_disk::{Instant, Stamp};
use serde::{Deserialize, Serialize};

/// Stamps that a build could not trust because they come from a different clock than the output folder's, for example the clock
/// of a slow server or a clock that counts in seconds.
///
/// Such a stamp is trusted if the file is read long enough after the stamp was first seen. In this time, the clock has
/// certainly advanced, whatever time it shows, so a change after the reading causes a different stamp.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UntrustedStamps(BTreeMap<String, UntrustedStamp>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UntrustedStamp {
    stamp: Stamp,
    /// A time when the stamp had already been seen, by the clock of the output folder's file system.
    at: Instant,
}

impl UntrustedStamps {
    /// Whether every change of a file or folder that is read after `started` is certain to change its stamp.
    pub(crate) fn trust(&self, path: &str, stamp: Stamp, started: Instant) -> bool {
        let seen_long_before = || self.0.get(path).is_some_and(|it| it.stamp == stamp && started.is_long_after(it.at));
        stamp.is_settled_before(started) || (!stamp.is_on(started) && seen_long_before())
    }

    /// Updates the entry of a path at the end of a build, at the time `now`. `untrusted` is the stamp that the build could not
    /// trust, or `None`.
    pub(crate) fn note(&mut self, path: &str, untrusted: Option<Stamp>, now: Instant) {
        match untrusted.filter(|stamp| !stamp.is_on(now)) {
            Some(stamp) if self.0.get(path).is_some_and(|it| it.stamp == stamp && it.at <= now) => {}
            Some(stamp) => drop(self.0.insert(path.to_owned(), UntrustedStamp { stamp, at: now })),
            None => drop(self.0.remove(path)),
        }
    }

    /// Removes the paths that no longer exist.
    pub(crate) fn retain(&mut self, exists: impl Fn(&str) -> bool) {
        self.0.retain(|path, _| exists(path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: u64 = 1;
    const AWAY: u64 = 2;

    fn seconds(seconds: f64) -> i64 {
        #[allow(clippy::cast_possible_truncation, reason = "small numbers")]
        let nanos = (seconds * 1e9) as i64;
        nanos
    }

    fn clock(now: f64) -> Instant {
        Stamp::of_change(seconds(now), HOME).instant()
    }

    /// A file is on a remote file system whose clock is wrong and rounds down. The file is edited, built and edited again. If
    /// its stamp is trusted, the second edit must change the stamp.
    #[test]
    fn no_stamp_is_trusted_that_a_later_edit_may_leave_as_it_was() {
        for (off, grain) in [(0.0, 1e-9), (0.0, 1.0), (0.0, 2.0), (-3600.0, 1.0), (-3600.0, 2.0), (86400.0, 2.0)] {
            let away = |now: f64| Stamp::of_change(seconds(((now + off) / grain).floor() * grain), AWAY);
            for step in 0..400 {
                let edited = 1000.0 + f64::from(step) * 0.037;
                let mut untrusted_stamps = UntrustedStamps::default();
                let mut trusted = false;
                for build in 0..40 {
                    let (started, read) =
                        (edited + 0.01 + f64::from(build) * 0.31, edited + 0.02 + f64::from(build) * 0.31);
                    let stamp = away(edited);
                    trusted = untrusted_stamps.trust("a", stamp, clock(started));
                    if trusted {
                        assert_ne!(away(read), stamp, "off by {off}, grain {grain}, build {build}");
                        break;
                    }
                    untrusted_stamps.note("a", Some(stamp), clock(read));
                }
                assert!(trusted, "off by {off}, grain {grain}: read for ever");
            }
        }
    }

    #[test]
    fn a_whole_second_is_trusted_when_the_second_after_the_next_has_begun() {
        let stamp = Stamp::of_change(seconds(1000.0), HOME);
        let none = UntrustedStamps::default();
        assert!(!none.trust("a", stamp, clock(1001.9)) && none.trust("a", stamp, clock(1002.1)));
        let fine = Stamp::of_change(seconds(1000.5), HOME);
        assert!(!none.trust("a", fine, clock(1000.51)) && none.trust("a", fine, clock(1000.6)));
    }
}
