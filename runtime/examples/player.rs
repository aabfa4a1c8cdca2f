//! Plays the actions of one character by name, with cross-fades between them.
//!
//! `cargo run -p rigmill-runtime --example player -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;
use std::fmt::Write;

use rigmill_runtime::{Content, Player, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
    let head = player.model().skeleton().view().find("Head_NA").ok_or("the robot has no head")?;
    let mut report = String::new();
    for (layer, action) in [("body", "Idle"), ("arms", "Idle"), ("body", "Run"), ("arms", "Shoot")] {
        // The action set defines the duration of the cross-fade and what happens at the end of the clip.
        player.play(layer, action)?;
        for _ in 0..30 {
            player.update(1.0 / 60.0)?;
        }
        // In model space. The third row of four numbers is the up axis, and the fourth row is the position.
        let [.., x, y, z, _] = player.model().absolute()[head];
        let finished = if player.has_finished(layer) { ", finished" } else { "" };
        writeln!(report, "{layer} {action}: the head is at {x:.2} {y:.2} {z:.2} m{finished}")?;
    }
    Ok(report)
}
