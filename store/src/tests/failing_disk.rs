//! A disk that fails.

use super::*;

/// The real disk until the n-th change. From then on, the disk is full.
struct FullDisk(AtomicU64);

impl FullDisk {
    fn change(&self) -> io::Result<()> {
        let full = || io::Error::new(io::ErrorKind::StorageFull, "no space left on the test's disk");
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map(drop).map_err(|_| full())
    }
}

impl Disk for FullDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        self.change()?;
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
        RealDisk.make_folder(path)
    }

    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()> {
        RealDisk.flush(folder, files)
    }
}

#[test]
fn a_disk_that_fills_up_at_any_write_costs_entries_and_nothing_else() {
    let large = "x".repeat(150_000);
    let names = ["a", "b", "c", "d", "e"];
    for n in 0.. {
        let fixture = Fixture::new();
        for build in 0..16 {
            fixture.build([format!("old {build}").as_str()]);
        }
        let disk = FullDisk(AtomicU64::new(n));
        let cache = ObjectCache::new(Some(&fixture.cache_folder()), None, &disk);
        for name in names {
            store(&cache, name, &format!("{name}{large}"));
        }
        assert_eq!(cache.finish(), [], "full at {n}");
        drop(cache);
        assert_eq!(fixture.files("tmp").len(), 0, "full at {n}");
        assert!((0..16).all(|build| fixture.has(&format!("old {build}"))), "full at {n}");
        let cache = fixture.cache();
        let found = names.map(|name| find(&cache, name));
        assert!(
            names.iter().zip(&found).all(|(name, it)| it.as_ref().is_none_or(|it| *it == format!("{name}{large}"))),
            "full at {n}"
        );
        let found = found.iter().flatten().count();
        assert!(found == 0 || found == names.len(), "full at {n}: {found}");
        if disk.0.load(Ordering::SeqCst) > 0 {
            assert!(n > 15 && found == names.len(), "{n}: a write, a rename and as many removals as were merged");
            return;
        }
    }
}
