//! The command `sound` of a script.

use std::io::Write;

use rigmill_runtime::content::{Sound, SoundEncoding, SoundLayout};

use super::content::ContentFolder;
use super::problem::{Problem, at};
use crate::output::object::{line, object};
use crate::output::shell::must_print;

/// Loads a sound as a game does, and prints how long, how fast and how loud it is.
pub(super) fn print(name: &str, path: &str, content: &ContentFolder<'_>, out: &mut impl Write) -> Result<(), Problem> {
    let sound = content.load::<SoundLayout>(path).map_err(at(2))?;
    must_print(writeln!(out, "{}", summary(name, &sound)));
    Ok(())
}

fn summary(name: &str, sound: &Sound) -> String {
    let view = sound.view();
    // Samples of Vorbis are up to the game's decoder.
    let peak = || view.samples().iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
    let repeated = view.repeated().map(|it| [it.start, it.length]);
    line(&object! {
        sound: name,
        duration: view.duration(),
        rate: view.sample_rate(),
        channels: view.channels(),
        frames: view.frames(),
        encoding: view.encoding().name();
        peak: (view.encoding() == SoundEncoding::Pcm).then(peak),
        repeated: repeated
    })
}
