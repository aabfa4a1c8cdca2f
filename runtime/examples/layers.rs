//! Layers on top of clips: an additive flinch, a breath, and a swinging antenna.
//!
//! `cargo run -p rigmill-runtime --example layers -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;
use std::fmt::Write;

use rigmill_runtime::content::{BreathSettings, SpringSettings};
use rigmill_runtime::layers::{Breath, SpringBones};
use rigmill_runtime::{Content, Player, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
    let skeleton = player.model().skeleton().clone();

    // Pose layers change the pose after the clips, in the order in which they are added.
    let breath = content.load::<BreathSettings>("Models/Grund.breath")?;
    player.model_mut().add_layer(Breath::new(&breath.view(), &skeleton.view())?);
    let springs = content.load::<SpringSettings>("Models/Grund.spring")?;
    player.model_mut().add_layer(SpringBones::new(&springs.view(), &skeleton.view())?);

    player.play("body", "Stroll")?;
    player.play("arms", "Idle")?;
    // The layer `flinch` is additive. Half of it is added to what the other layers play.
    player.set_weight("flinch", 0.5)?;
    player.play("flinch", "Hit")?;

    let head = skeleton.view().find("Head_NA").ok_or("the robot has no head")?;
    let mut report = String::new();
    for step in 1..=60 {
        player.update(1.0 / 60.0)?;
        if step % 20 == 0 {
            let [.., x, y, z, _] = player.model().absolute()[head];
            writeln!(report, "frame {step}: the head is at {x:.3} {y:.3} {z:.3} m")?;
        }
    }
    // Fades out the additive layer within a tenth of a second.
    player.stop("flinch", 0.1)?;
    player.update(0.2)?;
    Ok(report)
}
