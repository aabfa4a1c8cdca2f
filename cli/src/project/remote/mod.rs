//! The remote cache and the machines of a command: choosing, opening and reporting on them.

mod choice;
mod execution;
mod held;
mod ineffective;
mod opening;
mod server;

pub(crate) use choice::choose;
#[cfg(feature = "remote")]
pub(crate) use execution::choose_execution;
pub(crate) use held::Remotes;
pub(crate) use ineffective::ineffective;
#[cfg(feature = "remote")]
pub(crate) use opening::{invalid, settings};
#[cfg(feature = "remote")]
pub(crate) use server::RemoteChoice;
