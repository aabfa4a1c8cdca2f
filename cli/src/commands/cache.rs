//! `rigmill cache`

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rigmill_graph::{CacheFolder, CacheStats, RealDisk, VerifiedPack};
use serde::Serialize;

use crate::args::{CacheArgs, CacheCommand, Global};
use crate::byte_size;
use crate::cache_folder::cache_folder;
use crate::failure::Failure;
use crate::printable::quoted;
use crate::shell::{BAD, DIM, GOOD, Shell, styled};

pub(crate) fn run(global: &Global, args: &CacheArgs, shell: &Shell) -> Result<bool, Failure> {
    let cache = cache_folder(global)
        .ok_or_else(|| Failure::other("there is no cache folder", Some("name one with --cache-dir")))?;
    match args.command {
        CacheCommand::Stats { json } => stats(&cache, json, shell),
        CacheCommand::Gc { max_size } => {
            let max_size = max_size.unwrap_or(cache.max_size);
            collect_garbage(&CacheFolder { max_size, ..cache }, shell)
        }
        CacheCommand::Verify => verify(&cache, shell),
    }
}

// ---- stats ----

#[derive(Serialize)]
struct Stats<'a> {
    folder: &'a str,
    packs: u64,
    entries: u64,
    bytes: u64,
    /// Seconds of the Unix epoch.
    oldest_use: Option<u64>,
    newest_use: Option<u64>,
}

fn stats(cache: &CacheFolder, json: bool, shell: &Shell) -> Result<bool, Failure> {
    let stats = cache.stats().map_err(Failure::io("read", &cache.path))?;
    if json {
        shell.json(stats_json(cache, &stats));
    } else {
        shell.report(&stats_text(cache, &stats));
    }
    Ok(true)
}

fn stats_json(cache: &CacheFolder, stats: &CacheStats) -> String {
    let CacheStats { packs, entries, bytes, oldest_use, newest_use, .. } = *stats;
    let [oldest_use, newest_use] =
        [oldest_use, newest_use].map(|time| time.map(|time| since(time, UNIX_EPOCH).as_secs()));
    let folder = &cache.path.to_string_lossy();
    // Text and numbers: nothing that JSON could not hold.
    serde_json::to_string(&Stats { folder, packs, entries, bytes, oldest_use, newest_use }).unwrap_or_default()
}

fn stats_text(cache: &CacheFolder, stats: &CacheStats) -> String {
    let CacheStats { packs, entries, bytes, oldest_use, newest_use, .. } = *stats;
    let (packs, size) = (count(packs, "pack", "packs"), byte_size::show(bytes));
    let mut text = format!("{}\n{} in {packs}, {size}", quoted(&cache.path), count(entries, "entry", "entries"));
    if let (Some(oldest), Some(newest)) = (oldest_use, newest_use) {
        let [oldest, newest] = [oldest, newest].map(ago);
        text += &format!("\nlast used {newest}; the pack not used for longest {oldest}");
    }
    text
}

/// How long ago, for people.
#[allow(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
fn ago(time: SystemTime) -> String {
    let seconds = since(SystemTime::now(), time).as_secs();
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    let Some((length, unit)) = unit else { return "just now".to_owned() };
    format!("{} ago", count(seconds / length, unit, &format!("{unit}s")))
}

/// A number and what is counted.
fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Zero for a time in the future, such as a clock put back leaves behind.
fn since(later: SystemTime, earlier: SystemTime) -> Duration {
    later.duration_since(earlier).unwrap_or_default()
}

// ---- gc ----

fn collect_garbage(cache: &CacheFolder, shell: &Shell) -> Result<bool, Failure> {
    let removed = cache.collect_garbage(&RealDisk).map_err(Failure::io("remove packs of", &cache.path))?;
    let left = cache.stats().map_err(Failure::io("read", &cache.path))?;
    if shell.quiet() {
        return Ok(true);
    }
    for pack in &removed {
        let size = byte_size::show(pack.bytes);
        let used = styled(DIM, format_args!("last used {}", ago(pack.used)));
        shell.result(format_args!("removed {} ({size})  {used}", quoted(&pack.path)));
    }
    let gone = byte_size::show(removed.iter().map(|pack| pack.bytes).sum());
    let [left, bound] = [left.bytes, cache.max_size].map(byte_size::show);
    let packs = count(removed.len() as u64, "pack", "packs");
    shell.result(format_args!("removed {packs}, {gone}; {left} of {bound} are left"));
    Ok(true)
}

// ---- verify ----

fn verify(cache: &CacheFolder, shell: &Shell) -> Result<bool, Failure> {
    let verified = cache.verify(&RealDisk).map_err(Failure::io("verify", &cache.path))?;
    verified.iter().for_each(|pack| tell_verified(pack, shell));
    let damaged = verified.iter().filter(|pack| !pack.is_intact()).count();
    if !shell.quiet() {
        let packs = count(verified.len() as u64, "pack", "packs");
        let entries = count(verified.iter().map(|pack| pack.intact).sum(), "entry", "entries");
        let damaged = count(damaged as u64, "pack", "packs");
        shell.result(format_args!("verified {packs}: {entries} good, {damaged} damaged"));
    }
    if damaged > 0 {
        shell.complain("help: what was damaged is left out now, and is made anew by the next build that wants it");
    }
    Ok(damaged == 0)
}

fn tell_verified(pack: &VerifiedPack, shell: &Shell) {
    let path = quoted(&pack.path);
    match (&pack.error, pack.damaged) {
        (Some(error), _) => shell.complain(format_args!("{} {path}: {error}", styled(BAD, "damaged"))),
        (None, 0) if shell.verbose() => {
            let entries = count(pack.intact, "entry", "entries");
            shell.result(format_args!("{} {path}: {entries}", styled(GOOD, "good")));
        }
        (None, 0) => {}
        (None, damaged) => {
            let all = pack.intact + damaged;
            shell.complain(format_args!("{} {path}: {damaged} of {all} entries", styled(BAD, "damaged")));
        }
    }
}
