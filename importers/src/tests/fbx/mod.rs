//! The importer of FBX files.

#[cfg(feature = "fbx-dom")]
mod dom;
mod hierarchies;
mod hostile;
mod params;
mod pose;
mod robot;
mod robot_game;
mod speed;
mod support;
mod writer;
mod xnb;
