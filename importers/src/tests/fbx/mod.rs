//! The importer of FBX files.

#[cfg(feature = "fbx-dom")]
mod dom;
mod hierarchies;
mod hostile;
mod limits;
mod params;
mod pose;
mod robot;
mod robot_game;
mod smoke;
mod support;
mod writer;
mod xnb;
