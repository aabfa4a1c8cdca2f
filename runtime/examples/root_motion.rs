//! Moves a character by the root motion of its clips.
//!
//! `cargo run -p rigmill-runtime --example root_motion -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;
use std::fmt::Write;

use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{Content, Player, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
    let mut place = RigidTransform::IDENTITY;
    let mut report = String::new();
    for (second, action) in ["Idle", "Stroll", "Stroll", "Idle"].into_iter().enumerate() {
        if player.current("body") != Some(action) {
            player.play("body", action)?;
        }
        for _ in 0..60 {
            player.update(1.0 / 60.0)?;
            // During a cross-fade between standing and walking, the character speeds up or slows down.
            place = place.then(&player.movement());
        }
        let [x, y, z] = place.translation;
        writeln!(report, "after {} s: at {x:.2} {y:.2} {z:.2} m", second + 1)?;
    }
    Ok(report)
}
