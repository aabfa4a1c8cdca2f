//! The remote cache of a command: which one, its settings, and what it did.

mod choice;
mod execution;
mod held;
mod opening;
mod server;

pub(crate) use choice::choose;
#[cfg(feature = "remote")]
pub(crate) use execution::choose_execution;
pub(crate) use held::Remotes;
#[cfg(feature = "remote")]
pub(crate) use opening::settings;
#[cfg(feature = "remote")]
pub(crate) use server::RemoteChoice;
