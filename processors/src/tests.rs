//! Tests of the processors through their public interface.

mod action_sets;
mod animations;
mod carried;
mod cubes;
mod data;
mod effects;
mod events;
mod font_textures;
mod index_orders;
mod layers;
mod resampling;
mod root_motion;
mod sampling;
mod scene_curves;
mod scenes;
mod skeletons;
mod suggestions;
mod support;
mod texture_search;
mod textures;
