//! Sounds: what is in them, without their samples.

use rigmill_format::{ContentType, SoundEncoding, SoundLoop, SoundView};
use serde::Serialize;

use crate::output::object::object;

/// A sound in a line or two.
pub(super) fn sound_summary(sound: SoundView<'_>) -> String {
    let channels = match sound.channels() {
        1 => "mono".to_owned(),
        2 => "stereo".to_owned(),
        count => format!("{count} channels"),
    };
    let loudness = match sound.encoding() {
        SoundEncoding::Pcm => format!("peak {} of 32768", peak(sound)),
        SoundEncoding::Vorbis => format!("{} bytes", sound.vorbis().len()),
    };
    let repeated =
        sound.repeated().map(|SoundLoop { start, length }| format!("\n  repeats {length} samples from sample {start}"));
    format!(
        "\n{} s, {}, {} Hz, {channels}, {} samples in each channel, {loudness}{}\n",
        sound.duration(),
        sound.encoding().name(),
        sound.sample_rate(),
        sound.frames(),
        repeated.unwrap_or_default(),
    )
}

/// The largest distance of a sample from silence.
fn peak(sound: SoundView<'_>) -> u16 {
    sound.samples().iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0)
}

/// A sound without its samples.
pub(super) fn sound(version: u16, sound: SoundView<'_>) -> impl Serialize {
    let is_pcm = sound.encoding() == SoundEncoding::Pcm;
    let repeated = |it: SoundLoop| object! { start: it.start, length: it.length };
    object! {
        r#type: ContentType::Sound.name(),
        content_version: version,
        encoding: sound.encoding().name(),
        sample_rate: sound.sample_rate(),
        channels: sound.channels(),
        frames: sound.frames(),
        duration: sound.duration(),
        repeated: sound.repeated().map(repeated);
        peak: is_pcm.then(|| peak(sound)),
        vorbis_bytes: (!is_pcm).then(|| sound.vorbis().len()),
    }
}
