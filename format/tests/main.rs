//! Tests of the content file formats, through the public interface.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod action_set;
mod aligned;
mod animation_sequence;
mod codes;
mod collision_mesh;
mod compressed_clip;
mod container;
mod curves;
mod damage;
mod data;
mod events;
mod fixtures;
mod font;
mod layers;
mod model;
mod motion;
mod motion_deltas;
mod pack;
mod round_trip;
mod round_trip_scene;
mod samples;
mod skeleton;
mod sound;
mod texture;
mod texture_cube;
mod weights;
