//! Checks the machine and the program itself.

use std::fs;

use rigmill_pipeline::Registry;

use super::finding::Finding;

/// The minimum number of open files for a build: a few per thread, and one for each pack of the cache.
const OPEN_FILES: u64 = 256;

pub(super) fn version(registry: &Registry) -> Finding {
    Finding::ok("program", format!("rigmill {} for {}", env!("CARGO_PKG_VERSION"), registry.targets().join(", ")))
}

/// Checks whether the system allows this number of watched folders. Returns `None` if there is no limit.
pub(super) fn file_events(folders: usize) -> Option<Finding> {
    let bound: usize = fs::read_to_string("/proc/sys/fs/inotify/max_user_watches").ok()?.trim().parse().ok()?;
    let message = format!("{folders} folders to watch, {bound} allowed for all programs of a user");
    // Editors and other programs also watch folders.
    Some(if folders > bound / 2 {
        let help = format!(
            "raise the limit with `sysctl fs.inotify.max_user_watches={}`, or use `rigmill watch --poll`",
            (folders * 4).next_power_of_two()
        );
        Finding::warning("file events", message, help)
    } else {
        Finding::ok("file events", message)
    })
}

/// Checks the number of files that a process may open. Returns `None` if the system does not report it.
pub(super) fn open_files() -> Option<Finding> {
    let allowed = soft_limit(&fs::read_to_string("/proc/self/limits").ok()?)?;
    Some(if allowed < OPEN_FILES {
        let message = format!("a process can open only {allowed} files");
        Finding::warning("open files", message, format!("raise the limit with `ulimit -n {}`", OPEN_FILES * 4))
    } else if allowed == u64::MAX {
        Finding::ok("open files", "a process can open any number of files")
    } else {
        Finding::ok("open files", format!("a process can open {allowed} files"))
    })
}

/// Parses the soft limit in `/proc/self/limits`: `Max open files  1024  524288  files`.
fn soft_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    match line.split_whitespace().next()? {
        "unlimited" => Some(u64::MAX),
        number => number.parse().ok(),
    }
}

pub(super) fn threads(jobs: Option<u16>) -> Finding {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let message = match jobs {
        Some(jobs) => format!("{jobs} requested, {cores} cores"),
        None => format!("{cores}, one per core"),
    };
    Finding::ok("threads", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_in_force_is_the_soft_one() {
        let limits =
            |soft: &str| format!("Limit  Soft  Hard  Units\nMax open files            {soft}   524288   files\n");
        assert_eq!(soft_limit(&limits("1024")), Some(1024));
        assert_eq!(soft_limit(&limits("unlimited")), Some(u64::MAX));
        assert_eq!(soft_limit("Max cpu time  1  2  s\n"), None);
    }
}
