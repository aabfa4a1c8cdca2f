//! Inverse kinematics: a head that follows a target, and a hand that reaches for a target.
//!
//! `cargo run -p rigmill-runtime --example ik -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;
use std::f32::consts::FRAC_PI_4;
use std::fmt::Write;

use rigmill_runtime::layers::{AimBone, AimIk, AimIkLayer, TwoBoneIk, TwoBoneIkLayer};
use rigmill_runtime::{Content, Matrix, Player, Rules};

/// The direction in the bone's space that points in a direction in model space, when the bone has this matrix.
fn axis(bone: &Matrix, direction: [f32; 3]) -> [f32; 3] {
    [0, 4, 8].map(|row| (0..3).map(|column| bone[row + column] * direction[column]).sum())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
    let skeleton = player.model().skeleton().clone();
    let bones = skeleton.view();
    let number = |bone| bones.find(bone).ok_or_else(|| format!("the robot has no bone {bone:?}"));

    // The robot faces -Z in its bind pose. Neck and head share the rotation, each by at most 45 degrees.
    let bind = player.model().absolute().to_vec();
    let head = &bind[number("Head_NA")?];
    let look = AimIk { forward: axis(head, [0.0, 0.0, -1.0]), up: axis(head, [0.0, 1.0, 0.0]), ..AimIk::default() };
    let part = |weight| AimBone { weight, limit: FRAC_PI_4 };
    let neck = [("Head_NA", part(0.5)), ("Neck_NA", part(1.0))];
    player.model_mut().add_layer(AimIkLayer::new(look, &neck, &bones)?);

    let limb = ["L UpperArm", "L Forearm", "L Hand_NA"];
    let [start, mid, end] = [number(limb[0])?, number(limb[1])?, number(limb[2])?];
    let mid_axis = TwoBoneIk::mid_axis_of([&bind[start], &bind[mid], &bind[end]]).unwrap_or([1.0, 0.0, 0.0]);
    // The elbow points down and back.
    let reach = TwoBoneIk { mid_axis, pole: [0.0, -1.0, 1.0], soften: 0.95, ..TwoBoneIk::default() };
    player.model_mut().add_layer(TwoBoneIkLayer::new(reach, limb, &bones)?);

    player.play("body", "Idle")?;
    player.play("arms", "Idle")?;
    let mut report = String::new();
    for x in [-1.0, 0.0, 1.0] {
        // Targets are in model space.
        let targets = [[3.0 * x, 2.0, -4.0], [-0.5 + 0.1 * x, 1.3, -0.3]];
        for layer in player.model_mut().layers_mut::<AimIkLayer>() {
            layer.set_target(Some(targets[0]));
        }
        for layer in player.model_mut().layers_mut::<TwoBoneIkLayer>() {
            layer.set_target(Some(targets[1]));
        }
        player.update(1.0 / 60.0)?;
        let looks = player.model_mut().layers_mut::<AimIkLayer>().all(|layer| layer.reached());
        let reaches = player.model_mut().layers_mut::<TwoBoneIkLayer>().all(|layer| layer.reached());
        let [.., hand_x, hand_y, hand_z, _] = player.model().absolute()[end];
        writeln!(
            report,
            "looks at it: {looks}, reaches it: {reaches}, the hand is at {hand_x:.2} {hand_y:.2} {hand_z:.2} m"
        )?;
    }
    Ok(report)
}
