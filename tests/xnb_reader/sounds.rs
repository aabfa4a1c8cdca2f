//! Tests sounds: every sample, the format, the loop and the duration are the source's.

use serde_json::json;

use super::{built, readers};
use crate::sounds::{sampler, wav};
use crate::support::{Project, repository};

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn a_sound_has_its_samples_and_its_loop() {
    let project = Project::new();
    project.write("Hum.wav", wav(2, 16_000, &[1, -1, 256, -32_768, 32_767, 0], &[]));
    project.write("Loop.wav", wav(1, 44_100, &[7; 441], &sampler(40, 99)));
    let files = built(&project, &["Hum", "Loop"]);
    assert_eq!(readers(&files[0]), ["SoundEffectReader"]);
    let expected = json!({
        "channels": 2, "rate": 16_000, "bits": 16, "samples": "0100ffff00010080ff7f0000",
        "loopStart": 0, "loopLength": 3, "duration": 0,
    });
    assert_eq!(files[0]["content"], expected);
    let looped = &files[1]["content"];
    assert_eq!(
        [&looped["loopStart"], &looped["loopLength"], &looped["duration"]],
        [&json!(40), &json!(60), &json!(10)]
    );
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn a_song_names_the_file_beside_it() {
    let project = Project::new();
    let tone = std::fs::read(repository().join("fuzz/seeds/tone.ogg")).unwrap();
    project.write("Music/Theme.ogg", &tone);
    project.write("rigmill.toml", "[[rule]]\nmatch = \"Music/*\"\nprocessor = \"song\"\n");
    let files = built(&project, &["Music/Theme"]);
    assert_eq!(readers(&files[0]), ["SongReader", "Int32Reader"]);
    // 4410 samples at 22,050 Hz.
    assert_eq!(files[0]["content"], json!({ "file": "Theme.ogg", "duration": 200 }));
    assert_eq!(project.read("build/xna/Music/Theme.ogg"), tone);
}
