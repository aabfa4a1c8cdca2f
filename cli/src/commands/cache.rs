//! `rigmill cache`: shows statistics of the cache, removes unused entries, and verifies entries.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rigmill_disk::RealDisk;
use rigmill_pipeline::{Diagnostic, SourcePath, codes};
use rigmill_store::{CacheFolder, CacheStats, VerifiedPack};

use crate::args::{CacheArgs, CacheCommand, MessageFormat, Settings};
use crate::byte_size;
use crate::failure::Failure;
use crate::output::diagnostics::print_diagnostics;
use crate::output::message::message;
use crate::output::object::object;
use crate::output::printable::quoted;
use crate::output::shell::{DIM, SUCCESS, Shell, styled};
use crate::project;
use crate::project::cache::{cache_folder, is_from_environment, no_cache_folder};
use crate::project::remote::choose;

pub(crate) fn run(settings: &Settings, args: &CacheArgs, shell: &Shell) -> Result<bool, Failure> {
    if let Some(warning) = no_cache_folder(settings) {
        return Err(Failure::other(warning.message, warning.help.as_deref()));
    }
    if let Some(path) = &settings.cache.cache_dir {
        must_be_cache(path)?;
    }
    let cache = cache_folder(settings)
        .ok_or_else(|| Failure::other("there is no cache folder", Some("choose a folder with --cache-dir")))?;
    let as_json = settings.appearance.message_format == MessageFormat::Json;
    match args.command {
        CacheCommand::Stats { json } => stats(&cache, remote(settings)?.as_deref(), json || as_json, shell),
        CacheCommand::Gc { max_size } => {
            let max_size = max_size.unwrap_or(cache.max_size);
            collect_garbage(&CacheFolder { max_size, ..cache }, as_json, shell)
        }
        CacheCommand::Verify => verify(&cache, settings.appearance.message_format, shell),
    }
}

/// Fails if the folder that the command line names does not exist, or has other files than those of a cache. An empty folder
/// is a cache without entries, and builds make the folder that the environment names.
fn must_be_cache(path: &Path) -> Result<(), Failure> {
    let entries = match fs::read_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_from_environment(path) => return Ok(()),
        entries => entries.map_err(Failure::io("read the cache folder", path))?,
    };
    let names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
    if names.iter().all(|name| is_hidden(name)) || names.iter().any(|name| is_cache_version(name)) {
        return Ok(());
    }
    let help = "set --cache-dir to the folder of an object cache, or leave out --cache-dir";
    Err(Failure::other(
        format!("{} is not an object cache, because the folder contains other files", quoted(path)),
        Some(help),
    ))
}

/// Whether a folder has the name of a cache format's version, such as `v3`.
fn is_cache_version(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.strip_prefix('v'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

// ---- stats ----

fn stats(cache: &CacheFolder, remote: Option<&str>, json: bool, shell: &Shell) -> Result<bool, Failure> {
    let stats = cache.stats().map_err(Failure::io("read", &cache.path))?;
    if json {
        shell.json(stats_json(cache, &stats, remote));
    } else {
        let remote =
            remote.map(|url| format!("\nremote cache: {url} (`rigmill doctor` checks this cache)")).unwrap_or_default();
        shell.report(&(stats_text(cache, &stats) + &remote));
    }
    Ok(true)
}

/// Returns the address of the remote cache that builds in the current folder use, if any.
fn remote(settings: &Settings) -> Result<Option<String>, Failure> {
    let project = project::find(None, settings).ok();
    Ok(choose(project.as_ref(), settings)?.map(|choice| choice.url))
}

fn stats_json(cache: &CacheFolder, stats: &CacheStats, remote: Option<&str>) -> String {
    let epoch_seconds = |time: Option<SystemTime>| time.map(|time| since(time, UNIX_EPOCH).as_secs());
    message(&object! {
        reason: "cache-stats",
        folder: cache.path.to_string_lossy(),
        packs: stats.packs,
        entries: stats.entries,
        bytes: stats.bytes,
        oldest_use: epoch_seconds(stats.oldest_use),
        newest_use: epoch_seconds(stats.newest_use),
        remote: remote,
    })
}

fn stats_text(cache: &CacheFolder, stats: &CacheStats) -> String {
    let CacheStats { packs, entries, bytes, oldest_use, newest_use, .. } = *stats;
    let (packs, size) = (count(packs, "pack", "packs"), byte_size::show(bytes));
    let mut text = format!("{}\n{} in {packs}, {size}", quoted(&cache.path), count(entries, "entry", "entries"));
    if let (Some(oldest), Some(newest)) = (oldest_use, newest_use) {
        let [oldest, newest] = [oldest, newest].map(ago);
        text += &format!("\nlast used {newest}; the least recently used pack was last used {oldest}");
    }
    text
}

/// Formats how long ago a time was.
#[allow(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
fn ago(time: SystemTime) -> String {
    let seconds = since(SystemTime::now(), time).as_secs();
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    let Some((length, unit)) = unit else { return "just now".to_owned() };
    format!("{} ago", count(seconds / length, unit, &format!("{unit}s")))
}

/// Formats a number with its noun in the singular or plural.
fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Returns zero if the later time is before the earlier one, as it can be after a clock was set back.
fn since(later: SystemTime, earlier: SystemTime) -> Duration {
    later.duration_since(earlier).unwrap_or_default()
}

// ---- gc ----

fn collect_garbage(cache: &CacheFolder, as_json: bool, shell: &Shell) -> Result<bool, Failure> {
    let removed = cache.collect_garbage(&RealDisk).map_err(Failure::io("remove packs of", &cache.path))?;
    let left = cache.stats().map_err(Failure::io("read", &cache.path))?;
    let gone = removed.iter().map(|pack| pack.bytes).sum();
    if as_json {
        let packs = removed.len();
        shell.json(message(&object! { reason: "cache-gc-finished", packs: packs, bytes: gone, left: left.bytes }));
        return Ok(true);
    }
    if shell.quiet() {
        return Ok(true);
    }
    for pack in &removed {
        let size = byte_size::show(pack.bytes);
        let used = styled(DIM, format_args!("last used {}", ago(pack.used)));
        shell.result(format_args!("removed {} ({size})  {used}", quoted(&pack.path)));
    }
    let gone = byte_size::show(gone);
    let [left, bound] = [left.bytes, cache.max_size].map(byte_size::show);
    let packs = count(removed.len() as u64, "pack", "packs");
    shell.result(format_args!("removed {packs} ({gone}); the cache now has {left} of at most {bound}"));
    Ok(true)
}

// ---- verify ----

fn verify(cache: &CacheFolder, format: MessageFormat, shell: &Shell) -> Result<bool, Failure> {
    let verified = cache.verify(&RealDisk).map_err(Failure::io("verify", &cache.path))?;
    let damaged: Vec<Diagnostic> = verified.iter().filter_map(|pack| damage(pack, &cache.path)).collect();
    print_diagnostics(damaged.iter(), &cache.path, format, shell);
    let (packs, good) = (verified.len() as u64, verified.iter().map(|pack| pack.intact).sum());
    if format == MessageFormat::Json {
        let (success, damaged) = (damaged.is_empty(), damaged.len());
        shell.json(message(&object! {
            reason: "cache-verify-finished", success: success, packs: packs, entries: good, damaged: damaged
        }));
    } else if !shell.quiet() {
        let intact = verified.iter().filter(|pack| pack.is_intact() && shell.verbose());
        intact.for_each(|pack| {
            let entries = count(pack.intact, "entry", "entries");
            shell.result(format_args!("{} {}: {entries}", styled(SUCCESS, "good"), quoted(&pack.path)));
        });
        let (packs, entries) = (count(packs, "pack", "packs"), count(good, "entry", "entries"));
        let damaged = count(damaged.len() as u64, "pack", "packs");
        shell.result(format_args!("verified {packs}: {entries} good, {damaged} damaged"));
    }
    Ok(damaged.is_empty())
}

/// Returns a diagnostic if a pack of the cache in `folder` is damaged.
fn damage(pack: &VerifiedPack, folder: &Path) -> Option<Diagnostic> {
    let fact = match (&pack.error, pack.damaged) {
        (Some(error), _) => error.clone(),
        (None, 0) => return None,
        (None, damaged) => format!("{damaged} of {} entries are damaged", pack.intact + damaged),
    };
    let help = "you do not need to do anything: Rigmill discarded the damaged entries, and later builds recreate them";
    let mut diagnostic = Diagnostic::error(codes::CACHE_ENTRIES_DAMAGED, fact).help(help);
    let below = pack.path.strip_prefix(folder).ok();
    diagnostic.file = below.and_then(|path| SourcePath::new(&path.to_str()?.replace('\\', "/")).ok());
    Some(diagnostic)
}
