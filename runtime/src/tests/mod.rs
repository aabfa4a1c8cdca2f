//! Tests of loading and playing.

mod blending;
mod clips;
mod collision;
mod content;
mod following;
mod interpolation;
mod jobs;
mod meshes;
mod messages;
mod models;
mod modulo;
mod players;
mod playing;
mod robustness;
mod sampling;
