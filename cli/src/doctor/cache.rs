//! Checks of the object cache.

use rigmill_store::{CacheFolder, CacheStats};

use super::finding::Finding;
use super::probe::{ProbeFile, nearest_folder};
use crate::args::Settings;
use crate::byte_size;
use crate::project::cache::no_cache_folder;

/// Returns the findings about the cache. Builds work without a cache, but cannot reuse earlier results.
pub(super) fn findings(cache: Option<&CacheFolder>, settings: &Settings) -> Vec<Finding> {
    if let Some(warning) = no_cache_folder(settings) {
        return vec![Finding::warning("cache", warning.message, warning.help.unwrap_or_default())];
    }
    let Some(cache) = cache else {
        let help = "choose a folder with --cache-dir or RIGMILL_CACHE_DIR";
        return vec![Finding::warning("cache", "there is no cache folder, because this user has no home folder", help)];
    };
    let mut findings = vec![writable(cache)];
    if let Ok(stats) = cache.stats() {
        findings.push(size(cache, &stats));
        findings.push(packs(&stats));
    }
    findings
}

fn writable(cache: &CacheFolder) -> Finding {
    let folder = cache.path.display();
    match nearest_folder(&cache.path).and_then(ProbeFile::new) {
        Ok(_) => Finding::ok("cache", format!("{folder} can be written to")),
        Err(error) => Finding::warning(
            "cache",
            format!("cannot write to {folder}: {error}"),
            "get write access to this folder, or choose a different folder with --cache-dir or RIGMILL_CACHE_DIR",
        ),
    }
}

fn size(cache: &CacheFolder, stats: &CacheStats) -> Finding {
    let [used, bound] = [stats.bytes, cache.max_size].map(byte_size::show);
    let message = format!("{used} of {bound} in {} packs", stats.packs);
    if stats.bytes > cache.max_size {
        let help = "run `rigmill cache gc` to remove the least recently used entries, or allow a larger cache with --cache-size";
        return Finding::warning("cache's size", message, help);
    }
    Finding::ok("cache's size", message)
}

fn packs(stats: &CacheStats) -> Finding {
    match stats.unreadable {
        0 => Finding::ok("cache's packs", "all packs can be opened; `rigmill cache verify` checks every entry"),
        count => Finding::warning(
            "cache's packs",
            format!("{count} of {} packs are damaged or cannot be read", stats.packs),
            "run `rigmill cache verify` to remove damaged entries; later builds recreate them",
        ),
    }
}
