//! How much longer importing an FBX file takes than ufbx alone takes to load it, and how much memory ufbx needs for it.
//!
//! `cargo bench -p rigmill-importers --bench fbx -- FILE|FOLDER...` reads each file of over 0.5 MB both ways in turn, so
//! that a busy machine is busy for both, and prints a table; the fastest of the runs counts. Without arguments it reads
//! what the variables `RIGMILL_FBX` and `RIGMILL_ROBOTGAME` name.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs, io};

use rigmill_importers::{Fbx, FbxParams};
use rigmill_pipeline::{Digest, ImportContext, Importer, SourcePath, Sources};

/// How often each file is read each way.
const RUNS: u32 = 200;
/// Smaller files take no time worth measuring.
const LEAST_BYTES: u64 = 500_000;

/// A project of one file.
struct OneFile<'a>(&'a [u8]);

impl Sources for OneFile<'_> {
    fn read(&self, _path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Ok(Some((self.0.to_vec(), Digest::from_bytes([0; 32]))))
    }

    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }
}

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for place in places() {
        find(&place, &mut files)?;
    }
    println!(
        "| file | MB | ufbx alone | import | ratio | ufbx' memory, a byte of the file |\n|---|---|---|---|---|---|"
    );
    files.sort();
    files.dedup();
    for path in &files {
        measure(path)?;
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "outside data is found through the environment")]
fn places() -> Vec<PathBuf> {
    // Cargo adds an option of its own.
    let given: Vec<_> = env::args_os().skip(1).filter(|it| it != "--bench").map(PathBuf::from).collect();
    let known = || ["RIGMILL_FBX", "RIGMILL_ROBOTGAME"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    if given.is_empty() { known().collect() } else { given }
}

fn find(place: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if place.is_dir() {
        for entry in fs::read_dir(place)? {
            find(&entry?.path(), found)?;
        }
    } else if place.extension().is_some_and(|it| it.eq_ignore_ascii_case("fbx"))
        && place.metadata()?.len() > LEAST_BYTES
    {
        found.push(place.to_owned());
    }
    Ok(())
}

fn measure(path: &Path) -> io::Result<()> {
    let bytes = fs::read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Ok(scene) = ufbx::load_memory(&bytes, ufbx::LoadOpts::default()) else {
        println!("| {name} | ufbx does not read it | | | | |");
        return Ok(());
    };
    let memory = [scene.metadata.result_memory_used, scene.metadata.temp_memory_used];
    drop(scene);
    let (mut alone, mut all) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        alone = alone.min(seconds(|| load(&bytes)));
        all = all.min(seconds(|| import(&bytes)));
    }
    let [result, work] = memory.map(|it| it as f64 / bytes.len() as f64);
    println!(
        "| {name} | {:.1} | {:.1} ms | {:.1} ms | {:.2} | {result:.1} for its result, {work:.1} while it works |",
        bytes.len() as f64 / 1e6,
        alone * 1e3,
        all * 1e3,
        all / alone,
    );
    Ok(())
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn load(bytes: &[u8]) {
    black_box(ufbx::load_memory(bytes, ufbx::LoadOpts::default()).is_ok());
}

fn import(bytes: &[u8]) {
    let Ok(path) = SourcePath::new("file.fbx") else { return };
    let sources = OneFile(bytes);
    let mut context = ImportContext::new(&path, &sources);
    black_box(Fbx.import(&mut context, &FbxParams::default()).is_ok());
}
