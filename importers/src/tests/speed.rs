//! Measures how fast clips are read. Run by hand: `cargo test --release -p rigmill-importers -- --ignored --nocapture`.

use std::fs;
use std::time::Instant;

use super::real_clips::clips;
use super::support::{animation, clean};

#[test]
#[ignore = "a measurement, not a check"]
fn megabytes_a_second() {
    let clips = clips();
    let texts: Vec<_> = clips.iter().map(|clip| fs::read(clip).unwrap()).collect();
    let bytes: usize = texts.iter().map(Vec::len).sum();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        for text in &texts {
            std::hint::black_box(clean(animation(text)));
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{} clips, {bytes} bytes: {:.0} MB/s", texts.len(), bytes as f64 / best / 1e6);
}
