//! A state machine in a game's own code: states are an enum, transitions are a match.
//!
//! `cargo run -p rigmill-runtime --example state_machine -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;
use std::fmt::Write;

use rigmill_runtime::characters::ActionError;
use rigmill_runtime::{Content, Player, Rules};

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Idle,
    Stroll,
    Run,
}

/// The movement that the game requests from the character.
#[derive(Clone, Copy, Default)]
struct Wish {
    speed: f32,
    shoots: bool,
}

impl State {
    fn next(self, wish: Wish) -> Self {
        match self {
            // The way back has a different threshold, so the state does not flicker at speeds near it.
            Self::Idle | Self::Stroll if wish.speed > 2.0 => Self::Run,
            Self::Idle if wish.speed > 0.2 => Self::Stroll,
            Self::Run if wish.speed < 1.8 => Self::Stroll,
            Self::Stroll if wish.speed < 0.1 => Self::Idle,
            state => state,
        }
    }
}

struct Character {
    player: Player,
    state: State,
}

impl Character {
    fn update(&mut self, wish: Wish, dt: f32) -> Result<(), Box<dyn Error>> {
        let next = self.state.next(wish);
        if next != self.state || self.player.current("body").is_none() {
            self.state = next;
            self.player.play("body", &format!("{next:?}"))?;
        }
        self.update_arms(wish)?;
        Ok(self.player.update(dt)?)
    }

    fn update_arms(&mut self, wish: Wish) -> Result<(), ActionError> {
        match self.player.current("arms") {
            Some("Shoot") if !self.player.has_finished("arms") => Ok(()),
            Some("Idle") if !wish.shoots => Ok(()),
            _ => self.player.play("arms", if wish.shoots { "Shoot" } else { "Idle" }),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let player = Player::load(content, "Hero/Grund.actions", Rules::Standard)?;
    let mut character = Character { player, state: State::Idle };
    let mut report = String::new();
    for (speed, shoots) in [(0.0, false), (1.0, false), (3.0, true), (1.9, false), (0.0, false), (0.0, false)] {
        for _ in 0..40 {
            character.update(Wish { speed, shoots }, 1.0 / 60.0)?;
        }
        let arms = character.player.current("arms").unwrap_or_default();
        writeln!(report, "{speed} m/s: body {:?}, arms {arms}", character.state)?;
    }
    Ok(report)
}
