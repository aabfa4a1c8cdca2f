//! Bevy plays what the runtime plays.
//!
//! The tests need the built sample game: `rigmill build content`, and RIGMILL_CONTENT for another place than `content/build/native`. Those that
//! build need the program: RIGMILL, or `rigmill` in PATH.
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

/// Bones are where the runtime's matrices are, below a character at `place`.
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
