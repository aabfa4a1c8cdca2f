//! Code that differs between operating systems: stamps, paths without links, flushing, and reads at offsets. Each system has a
//! module with the same items. The rest of the crate is the same on all systems.

mod link;
mod set_aside;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

pub use set_aside::{SET_ASIDE, set_aside};
pub(super) use this::{
    FLUSH_FILE_SYSTEM, Folder, OutputFolder, flush_file, found_within, kind_of_special_file, open_beneath,
    open_nonblocking, open_within,
};
pub use this::{found_at, found_in, found_link, found_open, lock, open_unless_link, read_exact_at, try_lock};
pub use this::{real_path, replace};

#[cfg(not(any(unix, windows)))]
compile_error!("stamps need change times and file identities, which are known for Unix and Windows only");
