//! Benchmarks compression and sampling of clips, compared with glam on raw floats in a plain and in a careful version (`rows`).
//!
//! `RIGMILL_CLIPS=DIR cargo run --profile dist -p rigmill-bench-clips [PART [NAME]]` uses the `.rclip` files of a folder whose names
//! contain NAME. PART is `sizes`, `sampling`, `load`, `jobs`, `crowd` or `all`, which is the default. With `--features peers`,
//! PART can also be `peers`: other libraries in the same run.

mod console;
mod crowd;
mod jobs;
mod load;
mod measure;
#[cfg(feature = "peers")]
mod peers;
mod plain;
mod rclip;
mod rows;
mod size;
mod skeleton;
mod speed;

use std::path::PathBuf;
use std::process::ExitCode;

use console::print;
use rigmill_processors::compression::{Bound, SourceClip};

/// Real clips, and generated clips.
const KINDS: [&str; 2] = ["real", "synthetic"];

#[expect(clippy::disallowed_methods, reason = "a program of its own: the folder of clips comes from the environment")]
fn main() -> ExitCode {
    let Some(folder) = std::env::var_os("RIGMILL_CLIPS") else {
        print("RIGMILL_CLIPS names no folder of clips: nothing to measure");
        return ExitCode::from(2);
    };
    let part = std::env::args().nth(1).unwrap_or_else(|| "all".to_owned());
    let wanted = std::env::args().nth(2).unwrap_or_default();
    let is_wanted = |name: &str| part == name || part == "all";
    let clips = match read(PathBuf::from(folder), &wanted) {
        Ok(clips) => clips,
        Err(error) => {
            print(&format!("cannot read the clips: {error}"));
            return ExitCode::from(2);
        }
    };
    for (kind, clips) in KINDS.iter().zip(&clips) {
        if is_wanted("jobs") {
            print(&jobs::report(kind, clips));
        }
        if is_wanted("crowd") {
            print(&crowd::report(kind, clips));
        }
        #[cfg(feature = "peers")]
        if is_wanted("peers") {
            print(&peers::report(kind, clips));
        }
        if is_wanted("sampling") {
            print(&speed::report(kind, clips));
        }
        if is_wanted("load") {
            print(&load::report(kind, clips));
            print(&load::uniform_report(kind, clips));
        }
        if is_wanted("sizes") {
            print(&size::uniform_report(kind, clips));
            for (error, shell) in [(1e-4, 0.03), (1e-3, 0.1)] {
                print(&size::report(kind, clips, &Bound { error, shell, bones: Vec::new() }));
            }
        }
    }
    ExitCode::SUCCESS
}

/// Returns the clips of each kind, sorted by name.
fn read(folder: PathBuf, wanted: &str) -> std::io::Result<[Vec<SourceClip>; 2]> {
    let mut paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    let mut clips = [Vec::new(), Vec::new()];
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "rclip") || !name.contains(wanted) {
            continue;
        }
        match rclip::parse(&std::fs::read(&path)?) {
            Some(clip) => clips[usize::from(name.starts_with("synth"))].push(clip),
            None => print(&format!("{name} is no clip, skipped")),
        }
    }
    Ok(clips)
}
