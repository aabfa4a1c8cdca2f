//! Tests of loading and playing.

mod blending;
mod clips;
mod content;
mod interpolation;
mod jobs;
mod models;
mod modulo;
mod players;
mod playing;
mod robustness;
mod sampling;
