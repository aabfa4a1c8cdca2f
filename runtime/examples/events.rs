//! Reports the events of clips while they play: footsteps and shots.
//!
//! `cargo run -p rigmill-runtime --example events -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;
use std::fmt::Write;

use rigmill_runtime::content::EventId;
use rigmill_runtime::{Content, Player, Rules};

// At run time, names are compared as numbers.
const FOOTSTEP: EventId = EventId::of("footstep");
const SHOT: EventId = EventId::of("shot");

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let mut player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
    let mut report = String::new();
    player.play("body", "Stroll")?;
    for frame in 0..120 {
        if frame == 60 {
            player.play("arms", "Shoot")?;
        }
        player.update(1.0 / 60.0)?;
        for played in player.events("body").chain(player.events("arms")) {
            match played.event.id {
                // Ignores the footsteps of a clip that fades out.
                FOOTSTEP if !played.fades_out => writeln!(report, "frame {frame}: {} foot", played.event.text)?,
                SHOT => writeln!(report, "frame {frame}: a shot, {:.3} s into it", played.after)?,
                _ => {}
            }
        }
    }
    Ok(report)
}
