//! [`Threads`]: the number of threads of a build, and a parallel map over folders.

use std::io;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of files per thread. Reading the stamps of this many files takes much longer than starting a thread.
const FILES_PER_THREAD: usize = 4_000;

/// The number of threads of a build.
#[derive(Clone, Copy, Debug)]
pub struct Threads(Option<NonZeroUsize>);

impl Threads {
    /// Creates a setting for `jobs` threads, or for one thread per core if `jobs` is `None` or 0.
    pub fn new(jobs: Option<usize>) -> Self {
        Self(jobs.and_then(NonZeroUsize::new))
    }

    /// The number of threads.
    pub fn count(self) -> usize {
        self.0.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// Calls `work` with each folder and its index, and returns the results in the order of the folders. `files` is the total
    /// number of files in the folders. If it is small, the current thread does all the work, because starting threads would
    /// cost more than it saves.
    pub fn map_folders<T: Sync, R: Send>(
        self,
        folders: &[T],
        files: usize,
        work: impl Fn(usize, &T) -> R + Sync,
    ) -> Vec<R> {
        let useful = (files / FILES_PER_THREAD).min(folders.len());
        if useful < 2 {
            return folders.iter().enumerate().map(|(index, folder)| work(index, folder)).collect();
        }
        let next = AtomicUsize::new(0);
        let share = || {
            let taken = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let results = taken.map_while(|index| Some((index, work(index, folders.get(index)?))));
            results.collect::<Vec<(usize, R)>>()
        };
        let mut results = thread::scope(|scope| {
            let others = 1..useful.min(self.count());
            let others: Vec<_> =
                others.filter_map(|_| thread::Builder::new().spawn_scoped(scope, share).ok()).collect();
            let mut results = share();
            for thread in others {
                results.append(&mut thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            results
        });
        results.sort_unstable_by_key(|(index, _)| *index);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// Runs `work` so that parallel iterators in it use this number of threads.
    ///
    /// # Errors
    /// Returns the system's error if a thread cannot start.
    pub fn run<R: Send>(self, work: impl FnOnce() -> R + Send) -> io::Result<R> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.count()).build();
        pool.map(|pool| pool.install(work)).map_err(io::Error::other)
    }
}
