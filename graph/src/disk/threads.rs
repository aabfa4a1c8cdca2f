//! [`Threads`]: how many threads a build has, and work on folders that is shared among them.

use std::io;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of files whose stamps take much longer to read than a thread takes to start.
const FILES_PER_THREAD: usize = 4_000;

/// The number of threads of a build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(Option<NonZeroUsize>);

impl Threads {
    /// As many as `jobs`; one for each core if that is `None` or 0.
    pub(crate) fn new(jobs: Option<usize>) -> Self {
        Self(jobs.and_then(NonZeroUsize::new))
    }

    /// The number of threads.
    pub(crate) fn count(self) -> usize {
        self.0.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// The results of `work` on each folder and its index, in the order of the folders, which have so many `files` together.
    /// Few files are left to this thread: others would cost more than they save.
    pub(crate) fn map_folders<T: Sync, R: Send>(
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

    /// Runs `work`, whose parallel iterators have this number of threads.
    ///
    /// # Errors
    /// The system's error if a thread cannot start.
    pub(crate) fn run<R: Send>(self, work: impl FnOnce() -> R + Send) -> io::Result<R> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.count()).build();
        pool.map(|pool| pool.install(work)).map_err(io::Error::other)
    }
}
