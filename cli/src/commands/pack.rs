//! `rigmill pack`

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use rigmill_disk::{RegularFile, read_file, real_path, replace};
use rigmill_format::DecodeError;
use rigmill_format::pack::{PACK_MAGIC, PackItem, PackKind, PackPlan};
use rigmill_graph::STATE_FOLDER;
use rigmill_pipeline::{Diagnostic, codes};
use rigmill_runtime::content::Pack;
use walkdir::WalkDir;

use super::verify::{REMEDY, is_no_pack};
use crate::args::{MessageFormat, PackArgs, Settings};
use crate::content_file;
use crate::failure::{Failure, FileError, near_names};
use crate::output::message::message;
use crate::output::object::object;
use crate::output::paths::shown_path;
use crate::output::printable::quoted;
use crate::output::remedy::split_remedy;
use crate::output::replaceable::{must_be_replaceable, must_not_be_standard_output};
use crate::output::shell::Shell;
use crate::project::{NATIVE, must_be_built, native_near};

/// The extension of content files, with its dot.
const CONTENT: &str = ".rmb";

/// The largest file that is packed, in bytes.
const LARGEST: u64 = 1 << 32;

/// The files of a folder with their paths.
type Found = Vec<(PackItem, PathBuf)>;

pub(crate) fn run(settings: &Settings, args: &PackArgs, shell: &Shell) -> Result<bool, Failure> {
    must_not_be_standard_output(&args.pack)?;
    must_be_folder(args)?;
    must_be_replaceable(&args.pack, &PACK_MAGIC, "a pack", "game.rmp")?;
    must_have_folder(&args.pack)?;
    if args.against.iter().any(|base| is_same_file(base, &args.pack)) {
        let message = format!("the patch would replace {}, but --against needs this pack", quoted(&args.pack));
        let help = format!("give the patch a different name, such as {}", quoted(&free_name(args)));
        return Err(Failure::other(message, Some(&help)));
    }
    let old = old(&args.against)?;
    let paths = paths(args)?;
    must_have_content(&args.dir, &paths)?;
    must_be_outside(args)?;
    let Some(found) = found(&args.dir, paths, shell)? else { return Ok(false) };
    let items = found.iter().map(|(item, _)| item.clone()).collect();
    let plan = match old {
        Some(old) => {
            let changes = changes(items, &old).map_err(Failure::io("read", &args.against[0]))?;
            PackPlan::new(changes, Some(old.id()))
        }
        None => PackPlan::new(items, None),
    };
    let plan = plan.map_err(|error| Failure::other(error.to_string(), None))?;
    let passing = args.pack.with_extension(format!("rmp.{}", process::id()));
    let written = write(&plan, &found, &passing, &args.pack)
        .and_then(|()| replace(&passing, &args.pack).map_err(Failure::io("write", &args.pack)));
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

/// Fails if there is no folder to pack.
fn must_be_folder(args: &PackArgs) -> Result<(), Failure> {
    let dir = &args.dir;
    if !is_named_pack(dir) {
        must_be_built(dir)?;
    }
    match fs::metadata(dir) {
        Ok(found) if found.is_dir() => Ok(()),
        Err(error) if !is_named_pack(dir) => Err(Failure::io("read", dir)(error)),
        _ => Err(not_a_folder(args)),
    }
}

/// The failure for a file in place of the folder. The name of a pack there means that the arguments were swapped.
fn not_a_folder(args: &PackArgs) -> Failure {
    let (folder, pack) = match (is_named_pack(&args.dir), is_named_pack(&args.pack)) {
        (true, false) => (args.pack.as_path(), args.dir.as_path()),
        (_, true) => (Path::new("build/native"), args.pack.as_path()),
        (false, false) => (Path::new("build/native"), Path::new("game.rmp")),
    };
    let message = format!("{} is not a folder", quoted(&args.dir));
    let help = "write the folder of a target first, and then the pack";
    Failure::other(message, Some(&format!("{help}: rigmill pack {} {}", quoted(folder), quoted(pack))))
}

/// Whether a path has the extension of packs.
fn is_named_pack(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rmp")
}

/// Fails if the folder of a file to write does not exist.
fn must_have_folder(file: &Path) -> Result<(), Failure> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(missing) => {
            let message = format!("cannot write {}: there is no folder {}", quoted(file), quoted(missing));
            Err(Failure::other(message, Some("create the folder, or choose a different folder")))
        }
        None => Ok(()),
    }
}

/// Fails if a folder has no content files and is not in an output folder, so that sources are not packed by mistake.
fn must_have_content(dir: &Path, paths: &[PathBuf]) -> Result<(), Failure> {
    let is_output = || real_path(dir).is_ok_and(|dir| dir.ancestors().any(|it| it.join(STATE_FOLDER).is_dir()));
    let is_content = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rmb");
    if paths.iter().any(is_content) || (!paths.is_empty() && is_output()) {
        return Ok(());
    }
    let message = format!("there is nothing to pack: there is no content file (.rmb) in {}", quoted(dir));
    let help = format!("choose the folder of a target, such as {}", quoted(&native_near(dir)));
    Err(Failure::other(message, Some(&help)))
}

/// Fails if the pack is in the packed folder, because the next pack would contain it.
fn must_be_outside(args: &PackArgs) -> Result<(), Failure> {
    let parent = args.pack.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (real_path(&args.dir), real_path(parent)) {
        (Ok(dir), Ok(parent)) if parent.starts_with(&dir) => Err(would_be_packed(args)),
        _ => Ok(()),
    }
}

fn would_be_packed(args: &PackArgs) -> Failure {
    let message = format!("the pack {} is inside {}, the folder to pack", quoted(&args.pack), quoted(&args.dir));
    Failure::other(message, Some("write the pack outside of this folder"))
}

/// Returns the path of a patch that does not exist yet, beside the one that was chosen.
fn free_name(args: &PackArgs) -> PathBuf {
    let mut names = (args.against.len()..).map(|number| args.pack.with_file_name(format!("patch-{number}.rmp")));
    names.find(|path| !path.exists()).unwrap_or_default()
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || real_path(a).is_ok_and(|a| real_path(b).is_ok_and(|b| a == b))
}

/// The paths of the folder's files.
fn paths(args: &PackArgs) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    let itself = real_path(&args.pack).ok();
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
        // A link can lead to a pack outside of the folder.
        if itself.is_some() && real_path(&path).ok() == itself {
            return Err(would_be_packed(args));
        }
        paths.push(path);
    }
    Ok(paths)
}

/// The files, checked. Returns `None` if any are damaged, and reports these.
fn found(dir: &Path, paths: Vec<PathBuf>, shell: &Shell) -> Result<Option<Found>, Failure> {
    let mut found = Found::new();
    let mut is_damaged = false;
    for path in paths {
        match item(dir, &path)? {
            Ok(item) => found.push((item, path)),
            Err(error) => {
                is_damaged = true;
                let diagnostic =
                    Diagnostic::error(codes::CONTENT_DAMAGED, split_remedy(&error.to_string()).0).help(REMEDY);
                FileError::new(&path, diagnostic).print(shell);
            }
        }
    }
    Ok((!is_damaged).then_some(found))
}

/// The failure for a folder with an output folder, which has the content of all targets, in or around it.
fn has_targets(dir: &Path, state: &Path) -> Failure {
    let out = state.parent().unwrap_or(dir);
    let what = if out == dir {
        "is an output folder, with a folder for each target"
    } else {
        "contains sources and an output folder"
    };
    let help = format!("choose the folder of a target, such as {}", quoted(&out.join(NATIVE)));
    Failure::other(format!("{} {what}", quoted(dir)), Some(&help))
}

/// The item of a file, or the damage of a content file.
fn item(dir: &Path, path: &Path) -> Result<Result<PackItem, DecodeError>, Failure> {
    let relative = path.strip_prefix(dir).ok().and_then(Path::to_str);
    let relative =
        relative.ok_or_else(|| Failure::other(format!("{} has a name that is not UTF-8", quoted(path)), None))?;
    let relative = relative.replace('\\', "/");
    let bytes = read(path).map_err(Failure::io("read", path))?;
    let (name, kind) = match relative.strip_suffix(CONTENT) {
        Some(name) => match rigmill_format::verify(&bytes) {
            Ok(header) => (name.to_owned(), PackKind::Content(header.content_type)),
            Err(error) => return Ok(Err(error)),
        },
        None => (relative, PackKind::File),
    };
    Ok(Ok(PackItem { name, kind, length: bytes.len() as u64, checksum: PackItem::checksum_of(&bytes) }))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.extension().is_some_and(|it| it == "rmb") { content_file::read(path) } else { read_file(path, LARGEST) }
}

/// The pack that a game has, with its patches.
fn old(paths: &[PathBuf]) -> Result<Option<Pack>, Failure> {
    let Some((first, patches)) = paths.split_first() else { return Ok(None) };
    let whole = open(first)?;
    let wrong_order = |message: String, help: &str| match in_order(paths) {
        Some(order) => {
            let help = format!("write the full pack first, and then its patches, oldest first: --against {order}");
            Failure::other(message, Some(&help))
        }
        None => Failure::other(message, Some(help)),
    };
    if whole.base().is_some() {
        let message = format!("{} is a patch, but the first file of --against must be a full pack", quoted(first));
        let help = "write the full pack first, and then its patches: --against game.rmp,patch.rmp";
        return Err(wrong_order(message, help));
    }
    let patched = |pack: Pack, path: &PathBuf| {
        let patch = open(path)?;
        if patch.base().is_none() {
            let message = format!("{} is a full pack, but only the first file of --against may be one", quoted(path));
            let help = format!("make a patch for each full pack: first with --against {}", quoted(first));
            return Err(Failure::other(message, Some(&help)));
        }
        let help = "also list the earlier patches, oldest first: --against game.rmp,patch-1.rmp,patch-2.rmp";
        pack.patched_by(patch).map_err(|error| wrong_order(error.to_string(), help))
    };
    patches.iter().try_fold(whole, patched).map(Some)
}

/// Returns packs as a value of `--against`: a full pack, and then each patch after the one that it patches. Returns `None` if
/// one of them is missing.
fn in_order(paths: &[PathBuf]) -> Option<String> {
    let opened = paths.iter().map(|path| Some((path, open(path).ok()?)));
    let mut left: Vec<(&PathBuf, Pack)> = opened.collect::<Option<_>>()?;
    let (mut ordered, mut last) = (Vec::new(), None);
    while !left.is_empty() {
        let next = left.iter().position(|(_, pack)| pack.base() == last)?;
        let (path, pack) = left.remove(next);
        last = Some(pack.id());
        ordered.push(quoted(path).to_string());
    }
    Some(ordered.join(","))
}

fn open(path: &Path) -> Result<Pack, Failure> {
    // Opening a pipe directly would block.
    let opened = RegularFile::open(path).and_then(|_| {
        let pack = Pack::open(path)?;
        // When packs are patched, it is no longer known which file a damaged table is in.
        pack.entries()?;
        Ok(pack)
    });
    opened.map_err(|error| {
        if error.kind() == io::ErrorKind::InvalidInput || is_no_pack(&error) {
            let message = format!("cannot open {}: {error}", quoted(path));
            return Failure::other(message, Some("choose the pack (.rmp) that the game has"));
        }
        if error.kind() == io::ErrorKind::NotFound && near_names(path).is_empty() {
            let message = format!("there is no pack {}", quoted(path));
            let help = "set --against to the pack that the game has; `rigmill pack DIR game.rmp` makes the first pack";
            return Failure::other(message, Some(help));
        }
        Failure::io("open", path)(error)
    })
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

/// Writes a pack to a temporary path. Errors name the path that it will have.
fn write(plan: &PackPlan, found: &Found, passing: &Path, path: &Path) -> Result<(), Failure> {
    let sources: BTreeMap<&str, &PathBuf> = found.iter().map(|(item, path)| (item.name.as_str(), path)).collect();
    let failed = || Failure::io("write", path);
    let file = File::create(passing).map_err(failed())?;
    let mut pack = BufWriter::with_capacity(1 << 20, file);
    pack.write_all(plan.table()).map_err(failed())?;
    let mut end = plan.table().len() as u64;
    for (item, offset) in plan.items().filter(|(item, _)| item.kind != PackKind::Removed) {
        let Some(source) = sources.get(item.name.as_str()) else { continue };
        let bytes = read(source).map_err(Failure::io("read", *source))?;
        if PackItem::checksum_of(&bytes) != item.checksum {
            let message = format!("{} changed while Rigmill packed the file", quoted(source));
            return Err(Failure::other(message, Some("run `rigmill pack` again when no build is running")));
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
    let noun = if files == 1 { "file" } else { "files" };
    format!("packed {files} {noun} into {}, {} bytes{removed}", quoted(path), plan.length())
}
