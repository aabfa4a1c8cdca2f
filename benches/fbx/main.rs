//! Measures how much longer importing an FBX file takes than loading it with ufbx alone, and how much memory ufbx needs for it.
//!
//! `cargo bench -p rigmill-importers --bench fbx -- FILE|FOLDER...` reads each file alternately with the importer and with
//! ufbx, and prints a table of processor times (the fastest run counts). Without arguments, it reads the files named by the
//! variable `RIGMILL_FBX`, and generated files.

#![expect(clippy::print_stdout, reason = "a program that prints a table")]

mod clock;
mod made;
#[expect(dead_code, clippy::unwrap_used, reason = "the writer of the importer's tests, which write more")]
#[path = "../../importers/src/tests/fbx/writer.rs"]
mod writer;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use clock::seconds;
use rigmill_importers::{Fbx, FbxParams};
use rigmill_pipeline::{Digest, ImportContext, Importer, SourcePath, Sources};
use ufbx::LoadOpts;

/// The number of times that each file is read in each way.
const RUNS: u32 = 15;

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

/// Processor times of a file, in seconds.
#[derive(Clone, Copy, Default)]
struct Times {
    /// The time of ufbx with its default options.
    alone: f64,
    /// The time of ufbx with the options that an importer requires: units, axes, and hierarchies that clips can animate.
    wanted: f64,
    import: f64,
}

fn main() -> io::Result<()> {
    println!(
        "| file | MB | ufbx alone | ufbx, converted | import | to alone | to converted | ufbx' memory, a byte of the file |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut sum = Times::default();
    for (name, bytes) in files()? {
        let Some(times) = measure(&name, &bytes) else { continue };
        sum.alone += times.alone;
        sum.wanted += times.wanted;
        sum.import += times.import;
    }
    println!("| sum | | {} | |", columns(sum));
    Ok(())
}

fn files() -> io::Result<Vec<(String, Vec<u8>)>> {
    // Cargo adds the option `--bench`.
    let given: Vec<_> = env::args_os().skip(1).filter(|it| it != "--bench").map(PathBuf::from).collect();
    let mut paths = Vec::new();
    for place in if given.is_empty() { known() } else { given.clone() } {
        find(&place, &mut paths)?;
    }
    paths.sort();
    paths.dedup();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &PathBuf| Ok((name(path), fs::read(path)?));
    let mut files = paths.iter().map(read).collect::<io::Result<Vec<_>>>()?;
    if given.is_empty() {
        files.extend(made::files().into_iter().map(|(name, bytes)| (name.to_owned(), bytes)));
    }
    Ok(files)
}

#[expect(clippy::disallowed_methods, reason = "outside data is found through the environment")]
fn known() -> Vec<PathBuf> {
    env::var_os("RIGMILL_FBX").map(PathBuf::from).into_iter().collect()
}

fn find(place: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if place.is_dir() {
        for entry in fs::read_dir(place)? {
            find(&entry?.path(), found)?;
        }
    } else if place.extension().is_some_and(|it| it.eq_ignore_ascii_case("fbx")) {
        found.push(place.to_owned());
    }
    Ok(())
}

/// Reads a file in all ways, prints its row and returns its times. Returns `None` if one of the ways fails.
fn measure(name: &str, bytes: &[u8]) -> Option<Times> {
    let Ok(scene) = ufbx::load_memory(bytes, LoadOpts::default()) else {
        println!("| {name} | ufbx does not read it | | | | | | |");
        return None;
    };
    let memory = [scene.metadata.result_memory_used, scene.metadata.temp_memory_used];
    drop(scene);
    if !import(bytes) {
        println!("| {name} | the importer rejects this file | | | | | | |");
        return None;
    }
    let mut best = Times { alone: f64::INFINITY, wanted: f64::INFINITY, import: f64::INFINITY };
    for _ in 0..RUNS {
        best.alone = best.alone.min(taken(|| load(bytes, LoadOpts::default())));
        best.wanted = best.wanted.min(taken(|| load(bytes, converted())));
        best.import = best.import.min(taken(|| import(bytes)));
    }
    let size = bytes.len() as f64;
    let [result, work] = memory.map(|it| it as f64 / size);
    let columns = columns(best);
    println!("| {name} | {:.1} | {columns} | result {result:.1}, temporary {work:.1} |", size / 1e6);
    Some(best)
}

fn columns(Times { alone, wanted, import }: Times) -> String {
    let [a, w, i] = [alone, wanted, import].map(|it| it * 1e3);
    format!("{a:.2} ms | {w:.2} ms | {i:.2} ms | {:.2} | {:.2}", i / a, i / w)
}

fn taken(work: impl FnOnce() -> bool) -> f64 {
    let start = seconds();
    black_box(work());
    seconds() - start
}

/// Returns the options that any importer to metres and y up must use.
fn converted() -> LoadOpts<'static> {
    LoadOpts {
        target_axes: ufbx::axes_right_handed_y_up(),
        target_unit_meters: 1.0,
        clean_skin_weights: true,
        load_external_files: false,
        geometry_transform_handling: ufbx::GeometryTransformHandling::ModifyGeometry,
        inherit_mode_handling: ufbx::InheritModeHandling::Compensate,
        space_conversion: ufbx::SpaceConversion::AdjustTransforms,
        ..LoadOpts::default()
    }
}

/// Loads a copy of some bytes. The importer also gets a copy, because both would normally read a file.
fn load(bytes: &[u8], options: LoadOpts<'_>) -> bool {
    let copy = bytes.to_vec();
    ufbx::load_memory(&copy, options).is_ok()
}

fn import(bytes: &[u8]) -> bool {
    let Ok(path) = SourcePath::new("file.fbx") else { return false };
    let sources = OneFile(bytes);
    let mut context = ImportContext::new(&path, &sources);
    Fbx.import(&mut context, &FbxParams::default()).is_ok()
}
