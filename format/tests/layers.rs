//! The rules of breath and spring bones.

use rigmill_format::{Breath, Content, SpringBones};

use crate::samples::{breath, spring_bones};

#[track_caller]
fn breath_problem(change: impl FnOnce(&mut Breath), expected: &str) {
    let mut breath = breath();
    change(&mut breath);
    assert_eq!(breath.encode().unwrap_err().to_string(), format!("the breath is not valid: {expected}"));
}

#[test]
fn a_breath_keeps_its_rules() {
    breath_problem(|b| b.phases[1].duration = -1.0, "the duration of exhale is -1 s, expected 0 to 86400");
    breath_problem(|b| b.duration_rate = 0.0, "the duration rate is 0, expected a value above 0, at most 1000");
    breath_problem(|b| b.effect_rate = f32::NAN, "the effect rate is NaN, expected -1000 to 1000");
    breath_problem(
        |b| b.right = [0.0; 3],
        "the character's right is [0.0, 0.0, 0.0], expected a finite vector other than zero",
    );
    breath_problem(|b| b.rotations[0].angles[1] = 361.0, "bone \"Spine\" rotates by 361 degrees, expected -360 to 360");
    breath_problem(|b| b.keeps[0].clear(), "the name of bone 2 is empty");
    breath_problem(|b| b.keeps[0] = "Spine".to_owned(), "two bones are named \"Spine\"");
    breath_problem(
        |b| b.rotations = vec![b.rotations[0].clone(); 257],
        "found 257 bones that rotate, but at most 256 are allowed",
    );
}

#[track_caller]
fn spring_problem(change: impl FnOnce(&mut SpringBones), expected: &str) {
    let mut springs = spring_bones();
    change(&mut springs);
    assert_eq!(springs.encode().unwrap_err().to_string(), format!("the spring bones are not valid: {expected}"));
}

#[test]
fn spring_bones_keep_their_rules() {
    spring_problem(|s| s.rate = 1e9, "the rate is 1000000000 Hz, expected 10 to 240");
    spring_problem(
        |s| s.chains[1].settings.damping = 1.5,
        "the damping of the chain at bone \"Tail\" is 1.5, expected 0 to 1",
    );
    spring_problem(
        |s| s.chains[0].settings.force[2] = f32::INFINITY,
        "the force of the chain at bone \"Hair\" is inf, expected -1000000 to 1000000",
    );
    spring_problem(
        |s| s.colliders[0].radius = -1.0,
        "the radius of the collider at bone \"Head\" is -1, expected 0 to 1000000",
    );
    spring_problem(
        |s| s.colliders[0].axis = 3,
        "axis number 3 of the collider at bone \"Head\" is unknown, expected 0 (x), 1 (y) or 2 (z)",
    );
    spring_problem(|s| s.chains[1].root = "Hair".to_owned(), "two chains are named \"Hair\"");
    spring_problem(|s| s.chains[0].exclude[1].clear(), "bone name 3 is empty");
}
