#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Shows built content as the runtime plays it, in the browser and as pictures.
//!
//! A [`Server`] answers on this machine only. It serves a page, which is part of the program, and the content of one folder:
//! models, skeletons and textures as the bytes of their files, poses as the matrices that the runtime computes for a game.
//!
//! It does not build, watch files or open a browser. The caller does this, passes the results of each build to
//! [`Server::show`], and answers questions about the project as a [`Toolchain`].
//!
//! Data flows one way: `TcpStream` -> `server::http::Request`, refused unless its head is sound -> `server::admission`, which knows
//! the secret and the host -> `server::connection`, which answers with a page's file, a list or an asset of `content`, or becomes
//! a session of `tab`, in which a tab asks for poses and learns of builds.
//!
//! [`picture`] needs none of that: it draws an asset of a content folder into an image or an animation.
//!
//! Invariants:
//!
//! - Nothing is answered without the token of the address, to another host than this machine, or to a foreign origin.
//! - Assets are addressed by name, through [`Content`](rigmill_runtime::Content), so no request reads a file outside of the folder.
//! - Everything that a client sends is bounded: the head of a request, the time that it takes, messages, connections.

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
