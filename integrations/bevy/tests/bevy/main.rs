//! Compares playback in Bevy with the runtime.
//!
//! The tests need the built sample game: run `rigmill build content`, or set RIGMILL_CONTENT to a folder other than
//! `content/build/native`. Tests that build content need the program: set RIGMILL, or have `rigmill` in PATH.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::disallowed_methods, reason = "the environment tells tests where content is")]

#[path = "../../examples/common/mod.rs"]
mod common;
#[path = "../../examples/common/project.rs"]
mod project;

mod crowds;
mod graphs;
mod models;
mod players;
mod reloading;

use bevy_ecs::prelude::*;
use bevy_math::Mat4;
use bevy_rigmill::convert::mat4;
use bevy_rigmill::runtime::Matrix;
use bevy_transform::components::GlobalTransform;

/// Checks that bones have the runtime's matrices, below a character at `place`.
#[track_caller]
fn assert_bones(world: &World, joints: &[Entity], expected: &[Matrix], place: Mat4, what: &str) {
    assert_eq!(joints.len(), expected.len());
    for (bone, (joint, expected)) in joints.iter().zip(expected).enumerate() {
        let found = world.get::<GlobalTransform>(*joint).unwrap().to_matrix();
        let expected = place * mat4(expected);
        let off = (found - expected).to_cols_array().into_iter().fold(0.0_f32, |most, part| most.max(part.abs()));
        assert!(off <= 1e-5, "{what}: bone {bone} is off by {off}:\n{found}\n{expected}");
    }
}
