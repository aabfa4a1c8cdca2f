//! Tests Rigmill as users use it: the built program on real folders, and the runtime with the files that it wrote.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod arrows;
mod build;
mod cache;
mod capi;
mod clip_ends;
mod command_line;
mod compressed;
mod contentproj;
mod curves;
mod damage;
mod data;
mod denied;
mod docs;
mod doctor;
#[cfg(unix)]
mod documents;
mod events;
mod examples;
mod fbx;
mod first_hours;
mod fonts;
mod gltf;
mod graph;
mod ignoring;
mod inspect;
mod layers;
#[cfg(unix)]
mod links;
mod messages;
mod mgcb;
mod mistakes;
mod motion;
mod msbuild;
mod pack;
mod packages;
mod parameters;
mod places;
mod play;
mod recorded_motion;
#[cfg(feature = "remote")]
mod remote;
#[cfg(feature = "remote")]
mod remote_execution;
mod robotgame;
mod root_motion;
mod same_bytes;
mod sample_game;
mod scene_clip_ends;
mod scenes;
mod sounds;
#[cfg(target_os = "linux")]
mod special_files;
mod support;
#[cfg(target_os = "linux")]
mod terminal;
mod textures;
mod timings;
mod uniform;
mod units;
mod unnoticed;
#[cfg(feature = "view")]
mod view;
#[cfg(feature = "view")]
mod view_drawing;
mod view_first_look;
mod view_frame;
#[cfg(feature = "view")]
mod view_home;
mod view_motion;
mod watch;
mod weights;
mod words;
mod xnb;
mod xnb_data;
mod xnb_fields;
mod xnb_models;
mod xnb_project;
mod xnb_reader;
mod xnb_textures;
