//! Tests of loading and playing.

mod blending;
mod characters_reference;
mod clips;
mod collision;
mod compressed;
mod content;
mod counting;
mod crowd_actions;
mod crowds;
mod following;
mod jobs;
mod layers;
mod meshes;
mod messages;
mod models;
mod modulo;
mod morphs;
mod motions;
mod players;
mod playing;
mod pose_jobs;
mod robustness;
mod same_bits;
mod sampling;
mod texts;
mod uniform;
