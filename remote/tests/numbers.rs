//! Measures the speed of a store. Run with `--ignored --nocapture` and the `release` profile.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Casd, Files, decode, finish, key, plain_upload, store, upload_of};

/// Returns the processor time of this process.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(ticks * 10)
}

/// Calls a function for each number below `count`, on many threads.
fn in_threads(threads: usize, count: usize, run: impl Fn(usize) + Sync) -> (Duration, Duration) {
    let (next, start, before) = (AtomicUsize::new(0), Instant::now(), processor_time());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    run(at);
                }
            });
        }
    });
    (start.elapsed(), processor_time() - before)
}

#[test]
#[ignore = "measures"]
fn look_ups_and_small_blobs() {
    let (casd, files) = (Casd::start(), Files::new());
    let writer = store(&casd.url());
    let start = Instant::now();
    writer.upload((0..10_000).map(|at| plain_upload(key(at), &[7; 300])).collect());
    let report = finish(&*writer);
    eprintln!("10,000 uploads of values: {:?}, {} calls", start.elapsed(), report.calls);

    let contents: Vec<Vec<u8>> = (0..10_000_u32).map(|at| at.to_le_bytes().repeat(500)).collect();
    let contents: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    let uploads: Vec<_> =
        contents.chunks(4).enumerate().map(|(at, it)| upload_of(key(20_000 + at), &files, it)).collect();
    let start = Instant::now();
    writer.upload(uploads);
    let report = finish(&*writer);
    eprintln!("2,500 uploads with 4 blobs of 2 kB each: {:?}, {} calls", start.elapsed(), report.calls);

    for threads in [1, 64, 256] {
        let reader = store(&casd.url());
        reader.value(key(0));
        let (time, processor) = in_threads(threads, 10_000, |at| drop(reader.value(key(at)).unwrap()));
        let rate = 10_000.0 / time.as_secs_f64();
        eprintln!("{threads} threads: {rate:.0} look-ups a second, {:?} of processor time each", processor / 10_000);
        let blobs: Vec<_> = (0..2500).flat_map(|at| decode(&reader.value(key(20_000 + at)).unwrap())).collect();
        finish(&*reader);
        let (time, processor) = in_threads(threads, 10_000, |at| drop(reader.blob(blobs[at]).unwrap()));
        let report = finish(&*reader);
        eprintln!(
            "{threads} threads: 10,000 blobs of 2 kB in {time:?}, {processor:?} of processor time, {} calls",
            report.calls
        );
    }
}
