//! `rigmill pack`

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use rigmill_format::pack::{PACK_MAGIC, PackItem, PackKind, PackPlan};
use rigmill_graph::{STATE_FOLDER, read_file};
use rigmill_runtime::content::Pack;
use walkdir::WalkDir;

use crate::args::{MessageFormat, PackArgs, Settings};
use crate::content_file;
use crate::failure::Failure;
use crate::output::message::message;
use crate::output::object::object;
use crate::output::paths::shown_path;
use crate::output::printable::quoted;
use crate::output::replaceable::must_be_replaceable;
use crate::output::shell::Shell;
use crate::project::{NATIVE, must_be_built};

/// The extension of content files, with its dot.
const CONTENT: &str = ".rmb";

/// The largest file that is packed, in bytes.
const LARGEST: u64 = 1 << 32;

/// The files of a folder with their paths.
type Found = Vec<(PackItem, PathBuf)>;

pub(crate) fn run(settings: &Settings, args: &PackArgs, shell: &Shell) -> Result<bool, Failure> {
    must_be_built(&args.dir)?;
    if !args.dir.is_dir() {
        let message = format!("{} is not a folder", quoted(&args.dir));
        let help = "name the folder of a target first, and then the pack: rigmill pack build/native game.rmp";
        return Err(Failure::other(message, Some(help)));
    }
    must_be_replaceable(&args.pack, &PACK_MAGIC, "a pack", "game.rmp")?;
    if args.against.iter().any(|base| is_same_file(base, &args.pack)) {
        let message = format!("the patch would replace {}, the pack it is made against", quoted(&args.pack));
        return Err(Failure::other(message, Some("give the patch a different name, such as patch.rmp")));
    }
    let found = found(args)?;
    if found.is_empty() {
        let message = format!("there is nothing to pack in {}", quoted(&args.dir));
        return Err(Failure::other(message, Some("name the folder of a target, such as build/native")));
    }
    let items = found.iter().map(|(item, _)| item.clone()).collect();
    let plan = match old(&args.against)? {
        Some(old) => {
            let changes = changes(items, &old).map_err(Failure::io("read", &args.against[0]))?;
            PackPlan::new(changes, Some(old.id()))
        }
        None => PackPlan::new(items, None),
    };
    let plan = plan.map_err(|error| Failure::other(error.to_string(), None))?;
    let passing = args.pack.with_extension(format!("rmp.{}", process::id()));
    let written = write(&plan, &found, &passing)
        .and_then(|()| fs::rename(&passing, &args.pack).map_err(Failure::io("write", &args.pack)));
    if written.is_err() {
        // What is left of it helps nobody.
        let _ = fs::remove_file(&passing);
    }
    written?;
    if settings.appearance.message_format == MessageFormat::Json {
        let (files, removed) = counts(&plan);
        let (file, bytes) = (shown_path(&args.pack), plan.length());
        shell.json(message(&object! {
            reason: "pack-finished", file: file, files: files, removed: removed, bytes: bytes
        }));
    } else if !shell.quiet() {
        shell.result(summary(&plan, &args.pack));
    }
    Ok(true)
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}

/// The files of the folder, checked.
fn found(args: &PackArgs) -> Result<Found, Failure> {
    let mut found = Found::new();
    let itself = fs::canonicalize(&args.pack).ok();
    for entry in WalkDir::new(&args.dir).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(&args.dir).to_owned();
            Failure::Io {
                doing: "read",
                path,
                error: error.into_io_error().unwrap_or_else(|| io::Error::other("folders and links form a cycle")),
            }
        })?;
        if entry.file_name() == STATE_FOLDER {
            return Err(has_targets(&args.dir, entry.path()));
        }
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.into_path();
        if itself.is_some() && fs::canonicalize(&path).ok() == itself {
            return Err(Failure::other("the pack would be packed, too", Some("write it outside of the folder")));
        }
        let item = item(&args.dir, &path)?;
        found.push((item, path));
    }
    Ok(found)
}

/// The failure for a folder with an output folder, which has the content of all targets, in or around it.
fn has_targets(dir: &Path, state: &Path) -> Failure {
    let out = state.parent().unwrap_or(dir);
    let what = if out == dir {
        "is an output folder, with a folder for each target"
    } else {
        "contains sources and an output folder"
    };
    let help = format!("name the folder of a target, such as {}", quoted(&out.join(NATIVE)));
    Failure::other(format!("{} {what}", quoted(dir)), Some(&help))
}

fn item(dir: &Path, path: &Path) -> Result<PackItem, Failure> {
    let relative = path.strip_prefix(dir).ok().and_then(Path::to_str);
    let relative =
        relative.ok_or_else(|| Failure::other(format!("{} has a name that is not UTF-8", quoted(path)), None))?;
    let relative = relative.replace('\\', "/");
    let bytes = read(path).map_err(Failure::io("read", path))?;
    let (name, kind) = match relative.strip_suffix(CONTENT) {
        Some(name) => {
            let bad = |error| Failure::other(format!("{}: {error}", quoted(path)), None);
            let header = rigmill_format::verify(&bytes).map_err(bad)?;
            (name.to_owned(), PackKind::Content(header.content_type))
        }
        None => (relative, PackKind::File),
    };
    Ok(PackItem { name, kind, length: bytes.len() as u64, checksum: PackItem::checksum_of(&bytes) })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.extension().is_some_and(|it| it == "rmb") { content_file::read(path) } else { read_file(path, LARGEST) }
}

/// The pack that a game has, with its patches.
fn old(paths: &[PathBuf]) -> Result<Option<Pack>, Failure> {
    let open = |path: &PathBuf| Pack::open(path).map_err(Failure::io("open", path));
    let Some((first, patches)) = paths.split_first() else { return Ok(None) };
    let first = open(first)?;
    if first.base().is_some() {
        let message = format!("{} is a patch", quoted(&paths[0]));
        return Err(Failure::other(
            message,
            Some("name the whole pack first, and then its patches: --against game.rmp,patch.rmp"),
        ));
    }
    let laid = |pack: Pack, path: &PathBuf| pack.patched_by(open(path)?).map_err(Failure::io("open", path));
    patches.iter().try_fold(first, laid).map(Some)
}

/// The files that a patch has, and those that it removes.
fn changes(items: Vec<PackItem>, old: &Pack) -> io::Result<Vec<PackItem>> {
    let mut before = old.entries()?;
    let mut is_changed = |item: &PackItem| match before.remove(item.name.as_str()) {
        Some(old) => old.kind != item.kind || !old.holds(item.length, item.checksum),
        None => true,
    };
    let mut changed: Vec<PackItem> = items.into_iter().filter(|item| is_changed(item)).collect();
    changed.extend(before.into_keys().map(|name| PackItem::removed(name.to_owned())));
    Ok(changed)
}

fn write(plan: &PackPlan, found: &Found, path: &Path) -> Result<(), Failure> {
    let sources: BTreeMap<&str, &PathBuf> = found.iter().map(|(item, path)| (item.name.as_str(), path)).collect();
    let file = File::create(path).map_err(Failure::io("write", path))?;
    let mut pack = BufWriter::with_capacity(1 << 20, file);
    let failed = || Failure::io("write", path);
    pack.write_all(plan.table()).map_err(failed())?;
    let mut end = plan.table().len() as u64;
    for (item, offset) in plan.items().filter(|(item, _)| item.kind != PackKind::Removed) {
        let Some(source) = sources.get(item.name.as_str()) else { continue };
        let bytes = read(source).map_err(Failure::io("read", *source))?;
        if PackItem::checksum_of(&bytes) != item.checksum {
            let message = format!("{} changed while it was packed", quoted(source));
            return Err(Failure::other(message, Some("pack when no build is running")));
        }
        let between = usize::try_from(offset - end).unwrap_or_default();
        pack.write_all(&vec![0; between]).and_then(|()| pack.write_all(&bytes)).map_err(failed())?;
        end = offset + item.length;
    }
    let file = pack.into_inner().map_err(io::IntoInnerError::into_error).map_err(failed())?;
    // A crash later leaves the whole pack, or the one that was there.
    file.sync_all().map_err(failed())
}

/// The numbers of files that a pack has, and that it removes as a patch.
fn counts(plan: &PackPlan) -> (usize, usize) {
    let removed = plan.items().filter(|(item, _)| item.kind == PackKind::Removed).count();
    (plan.items().count() - removed, removed)
}

fn summary(plan: &PackPlan, path: &Path) -> String {
    let (files, removed) = counts(plan);
    let removed = if removed > 0 { format!(", which removes {removed}") } else { String::new() };
    format!("packed {files} files into {}, {} bytes{removed}", quoted(path), plan.length())
}
