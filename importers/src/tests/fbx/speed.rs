//! How much longer importing takes than ufbx alone takes to load. Run by hand:
//! `cargo test --release -p rigmill-importers fbx::speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use super::support::{fbx_data, import};
use crate::FbxParams;
use crate::tests::support::robotgame;

/// How often each file is read each way; the fastest counts.
const RUNS: u32 = 60;

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    if let Some(folder) = fbx_data("speed") {
        files.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.extend(robotgame("speed").map(|folder| folder.join("content/Models/Mech/Players/Grund.FBX")));
    files.extend(env::args().skip(1).filter(|arg| arg.ends_with(".fbx")).map(PathBuf::from));
    files.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("fbx")));
    files.sort();
    files
}

#[test]
#[ignore = "a measurement, not a check"]
fn times_of_ufbx_alone() {
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        if bytes.len() < 500_000 {
            continue;
        }
        let params = FbxParams::default();
        // In turn, so that a busy machine is busy for both.
        let (mut alone, mut all) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..RUNS {
            let load = || drop(black_box(ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).unwrap()));
            alone = alone.min(seconds(load));
            all = all.min(seconds(|| drop(black_box(import(&bytes, &params)))));
        }
        let name = path.file_name().unwrap().to_string_lossy();
        println!("{name}: ufbx {:.2} ms, import {:.2} ms, ratio {:.2}", alone * 1e3, all * 1e3, all / alone);
    }
}
