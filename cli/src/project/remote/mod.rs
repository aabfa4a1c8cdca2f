//! The remote cache of a command: which one, its settings, and what it did.

mod choice;
mod held;
mod opening;

pub(crate) use choice::choose;
pub(crate) use held::RemoteCaches;
#[cfg(feature = "remote")]
pub(crate) use opening::settings;
