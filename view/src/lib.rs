#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Shows built content exactly as the runtime plays it, in the browser and as pictures.
//!
//! A [`Server`] accepts connections only from this machine. It serves a page, which is part of the program, and the content of
//! one folder: models, skeletons and textures as the bytes of their files, and poses as the matrices that the runtime computes
//! for a game.
//!
//! The server does not build, watch files or open a browser. The caller does this, passes the results of each build to
//! [`Server::show`], and answers questions about the project by implementing [`Toolchain`].
//!
//! Data flows in one direction: `TcpStream` -> `server::http::Request`, rejected unless its header is valid ->
//! `server::admission`, which checks the secret and the host -> `server::connection`, which either responds with a file of the
//! page, a list or an asset of `content`, or becomes a session of `tab`, in which a tab requests poses and is notified of
//! builds.
//!
//! [`picture`] does not need a server: it draws an asset of a content folder into an image or an animation.
//!
//! Invariants:
//!
//! - A request is rejected if it lacks the address's token, names a host other than this machine, or comes from a foreign
//!   origin.
//! - Assets are addressed by name through [`Content`](rigmill_runtime::Content), so no request can read a file outside of the
//!   folder.
//! - Everything that a client sends is limited: the size of a request's header and the time to send it, the size of messages,
//!   and the number of connections.

mod content;
mod edition;
mod error;
mod news;
pub mod picture;
mod server;
mod tab;
#[cfg(test)]
mod tests;
mod toolchain;

pub use edition::{AssetBuild, AssetState, Edition, Problem};
pub use error::ViewError;
pub use server::Server;
pub use toolchain::{Bounds, BuildGraph, Dependency, Explanation, GraphNode, Stage, Toolchain, Trial};
