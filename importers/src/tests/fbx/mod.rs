//! The importer of FBX files.

mod hostile;
mod params;
mod pose;
mod robot;
mod robot_game;
mod speed;
mod support;
mod text;
mod xnb;
