//! The commands, each in its own module.

pub(crate) mod build;
pub(crate) mod cache;
pub(crate) mod clean;
pub(crate) mod completions;
mod destination;
pub(crate) mod explain;
mod gitignore;
pub(crate) mod graph;
pub(crate) mod init;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod pack;
#[cfg(feature = "view")]
pub(crate) mod picture;
pub(crate) mod schema;
mod stage;
pub(crate) mod verify;
#[cfg(feature = "view")]
pub(crate) mod view;
pub(crate) mod watch;
pub(crate) mod worker;
