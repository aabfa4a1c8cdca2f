//! Plays clips on a crowd: a hundred robots that stroll, each at a different time of the clip.
//!
//! `cargo run -p rigmill-runtime --example crowd -- content/build/native`
#![allow(clippy::print_stdout, reason = "an example says what it does")]

use std::error::Error;

use rigmill_runtime::Content;
use rigmill_runtime::characters::CrowdActions;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "content/build/native".to_owned());
    print!("{}", run(&Content::open(folder)?)?);
    Ok(())
}

pub(crate) fn run(content: &Content) -> Result<String, Box<dyn Error>> {
    let actions = CrowdActions::load(content, "Hero/Grund.actions")?;
    let mut crowd = actions.crowd(100)?;
    let body = actions.layer("body")?;
    for (number, character) in crowd.characters().to_vec().into_iter().enumerate() {
        actions.play(&mut crowd, character, "body", "Stroll")?;
        crowd.set_speed(character, body, 0.8 + 0.004 * number as f32)?;
    }

    // The game's loop: update on several threads, then draw.
    for _ in 0..60 {
        std::thread::scope(|scope| {
            for mut chunk in crowd.chunks(4) {
                scope.spawn(move || chunk.update(1.0 / 60.0));
            }
        });
    }

    // The matrices of all bones of all robots, ready for the GPU.
    let matrices = crowd.matrices();
    Ok(format!("{} robots, {} matrices\n", crowd.len(), matrices.len()))
}
