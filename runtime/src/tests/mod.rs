//! Tests of loading and playing.

mod blending;
mod clips;
mod content;
mod following;
mod interpolation;
mod jobs;
mod messages;
mod models;
mod modulo;
mod players;
mod playing;
mod robustness;
mod sampling;
