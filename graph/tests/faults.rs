//! A disk that fails: the n-th change to it, for every n.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rigmill_graph::{Disk, RealDisk, Stamp, Status};

use crate::support::Fixture;

/// The real disk until the n-th change, which fails as a full disk does; from then on every change fails, if `for_good`.
struct FailingDisk {
    remaining: AtomicUsize,
    for_good: bool,
}

impl FailingDisk {
    fn change(&self) -> io::Result<()> {
        let before = self.remaining.load(Ordering::SeqCst);
        if before == 0 {
            if !self.for_good {
                self.remaining.store(usize::MAX, Ordering::SeqCst);
            }
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left on the test's disk"));
        }
        self.remaining.store(before - 1, Ordering::SeqCst);
        Ok(())
    }
}

impl Disk for FailingDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.change() {
            // A short write: half of the bytes are there.
            RealDisk.create(path, &bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        RealDisk.create(path, bytes)
    }

    fn append(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.change() {
            RealDisk.append(file, &bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        RealDisk.append(file, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change()?;
        RealDisk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change()?;
        RealDisk.remove(path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.change()?;
        RealDisk.make_folder(path)
    }

    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()> {
        self.change()?;
        RealDisk.flush(folder, files)
    }
}

/// Builds three sources, changes each, and fails the n-th change of the second build, for every n until it is never
/// reached. Whatever happens, each output is the old one or the new one, and the next build puts all right.
fn every_failure(for_good: bool) {
    for n in 0.. {
        let mut fixture = Fixture::new(&[("a.txt", "one"), ("deep/b.txt", "two"), ("c.txt", "three")]);
        fixture.jobs = 1;
        fixture.build();
        fixture.write("a.txt", "uno");
        fixture.write("deep/b.txt", "due");
        std::fs::remove_file(fixture.root().join("c.txt")).unwrap();
        fixture.write("new/d.txt", "quattro");
        let disk = FailingDisk { remaining: AtomicUsize::new(n), for_good };
        let result = fixture.build_on(&disk);
        let reached =
            disk.remaining.load(Ordering::SeqCst) == 0 || disk.remaining.load(Ordering::SeqCst) > usize::MAX / 2;
        if let (Ok(report), true) = (&result, reached) {
            let told = report.count(Status::Failed) > 0 || !report.diagnostics.is_empty();
            let cache_only = report.success();
            assert!(told || cache_only, "change {n}");
        }
        let found = fixture.all_outputs();
        for (path, bytes) in &found {
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(["ONE", "UNO", "TWO", "DUE", "THREE", "QUATTRO"].contains(&text.as_str()), "{path:?}: {text}");
        }
        assert!(fixture.build().success(), "change {n}");
        let outputs = fixture.all_outputs();
        let texts: Vec<_> = outputs.values().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        assert_eq!(texts, ["UNO", "DUE", "QUATTRO"], "change {n}");
        assert_eq!(fixture.build().count(Status::Fresh), 3, "change {n}");
        if !reached {
            return;
        }
    }
}

#[test]
fn one_failed_write_leaves_old_or_new_files_and_the_next_build_mends_all() {
    every_failure(false);
}

#[test]
fn a_disk_that_fills_up_leaves_old_or_new_files_and_the_next_build_mends_all() {
    every_failure(true);
}
