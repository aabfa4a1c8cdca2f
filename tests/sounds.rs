//! Tests sounds and songs, from their sources to the files that games load.

use rigmill_format::{Content, Sound, SoundData};
use rigmill_runtime::Content as GameContent;
use rigmill_runtime::content::{Sound as LoadedSound, SoundLoop};

use crate::support::{Project, repository};

/// Creates a 16-bit WAV file with additional chunks after its samples.
pub(crate) fn wav(channels: u16, rate: u32, samples: &[i16], chunks: &[u8]) -> Vec<u8> {
    let block = 2 * channels;
    let data: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let bytes_a_second = rate * u32::from(block);
    let words = [channels, block, 16].map(u16::to_le_bytes);
    let format =
        [&[1, 0][..], &words[0], &rate.to_le_bytes(), &bytes_a_second.to_le_bytes(), &words[1], &words[2]].concat();
    let body = [b"WAVE", &chunk(b"fmt ", &format)[..], &chunk(b"data", &data), chunks].concat();
    chunk(b"RIFF", &body)
}

fn chunk(id: &[u8; 4], body: &[u8]) -> Vec<u8> {
    [id, &u32::try_from(body.len()).unwrap().to_le_bytes()[..], body].concat()
}

/// Creates a `smpl` chunk with a loop from one sample to another (included).
pub(crate) fn sampler(first: u32, last: u32) -> Vec<u8> {
    let words = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, first, last, 0, 0];
    chunk(b"smpl", &words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn seed(name: &str) -> Vec<u8> {
    std::fs::read(repository().join("fuzz/seeds").join(name)).unwrap()
}

fn codes(project: &Project, target: &str) -> Vec<String> {
    let built = project.build_with(&["--target", target]);
    built.diagnostics().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_game_loads_samples_in_place() {
    let project = Project::new();
    project.write("Sounds/Step.wav", wav(2, 44_100, &[1, 2, 3, 4, 5, 6], &sampler(1, 2)));
    assert_eq!(project.build().code, 0);
    let content = GameContent::open(project.native()).unwrap();
    let sound = content.load::<LoadedSound>("Sounds/Step").unwrap();
    let view = sound.view();
    assert_eq!((view.samples(), view.channels(), view.sample_rate()), (&[1, 2, 3, 4, 5, 6][..], 2, 44_100));
    assert_eq!(view.repeated(), Some(SoundLoop { start: 1, length: 2 }));
}

#[test]
fn every_format_becomes_samples_of_16_bits() {
    let project = Project::new();
    let files = ["tone.ogg", "tone.mp3", "tone.flac", "ms_adpcm.wav", "ima_adpcm.wav"];
    // The bytes determine the type, not the extension.
    files.iter().for_each(|name| project.write(&format!("{}.wav", name.replace('.', "_")), seed(name)));
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    for name in files {
        let sound = Sound::decode(&project.read(&format!("build/native/{}.rmb", name.replace('.', "_")))).unwrap();
        assert_eq!(sound.sample_rate, 22_050, "{name}");
        assert!(sound.frames >= 4410, "{name}: {} samples", sound.frames);
    }
}

#[test]
fn vorbis_can_be_kept_as_it_is() {
    let project = Project::new();
    project.write("a.ogg", seed("tone.ogg"));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*\"\nparams = { compression = \"vorbis\" }\n");
    assert_eq!(project.build().code, 0);
    let sound = Sound::decode(&project.read("build/native/a.rmb")).unwrap();
    assert_eq!((sound.frames, sound.channels, sound.data), (4410, 2, SoundData::Vorbis(seed("tone.ogg"))));
    assert_eq!(codes(&project, "xna"), ["R0092"]);
    project.write("a.ogg", seed("tone.flac"));
    assert_eq!(codes(&project, "native"), ["R0297"]);
}

#[test]
fn a_song_is_its_file_and_for_xna_a_song_beside_it() {
    let project = Project::new();
    project.write("Theme.mp3", seed("tone.mp3"));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*\"\nprocessor = \"song\"\n");
    assert_eq!(project.build_with(&["--target", "native", "--target", "xna"]).code, 0);
    assert_eq!(project.outputs().into_keys().collect::<Vec<_>>(), ["Theme.mp3"]);
    assert_eq!(project.read("build/xna/Theme.mp3"), seed("tone.mp3"));
    assert!(project.root().join("build/xna/Theme.xnb").is_file());
    project.write("Theme.mp3", seed("tone.flac"));
    assert_eq!(codes(&project, "xna"), ["R0298"]);
}

#[test]
fn sounds_and_songs_of_xnb_come_back_byte_for_byte() {
    let there = Project::new();
    there.write("Step.wav", wav(1, 22_050, &[1, -2, 3, -4], &sampler(1, 2)));
    there.write("Theme.ogg", seed("tone.ogg"));
    there.write("rigmill.toml", "[[rule]]\nmatch = \"*.ogg\"\nprocessor = \"song\"\n");
    assert_eq!(there.build_with(&["--target", "xna"]).code, 0);
    let back = Project::new();
    for name in ["Step.xnb", "Theme.xnb", "Theme.ogg"] {
        back.write(name, there.read(&format!("build/xna/{name}")));
    }
    back.write("rigmill.toml", "[[rule]]\nmatch = \"*.ogg\"\nexclude = true\n");
    let built = back.build_with(&["--target", "xna", "--target", "native"]);
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    for name in ["Step.xnb", "Theme.xnb", "Theme.ogg"] {
        assert_eq!(back.read(&format!("build/xna/{name}")), back.read(name), "{name}");
    }
    let sound = Sound::decode(&back.read("build/native/Step.rmb")).unwrap();
    assert_eq!(sound.data, SoundData::Pcm(vec![1, -2, 3, -4]));
    // The media file is a source of the song.
    std::fs::remove_file(back.root().join("Theme.ogg")).unwrap();
    assert_eq!(codes(&back, "native"), ["R0208"]);
}

#[test]
fn what_xna_refuses_is_reported() {
    let project = Project::new();
    project.write("Fine.wav", wav(1, 96_000, &[0; 4], &[]));
    assert_eq!(codes(&project, "native"), Vec::<String>::new());
    assert_eq!(codes(&project, "xna"), ["R0092"]);
    project.write("Fine.wav", wav(3, 44_100, &[0; 6], &[]));
    let built = project.build_with(&["--target", "xna"]);
    assert_eq!(
        (built.code, &built.diagnostics()[0]["message"]),
        (1, &"XNA does not support sounds with 3 channels".into())
    );
}

#[test]
fn a_sound_longer_than_its_limit_fails() {
    let project = Project::new();
    project.write("Long.wav", wav(1, 8_000, &[0; 8_001], &[]));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*\"\nparams = { max_seconds = 1 }\n");
    assert_eq!(codes(&project, "native"), ["R0295"]);
    project.write("Long.wav", wav(1, 8_000, &[0; 8_000], &[]));
    assert_eq!(codes(&project, "native"), Vec::<String>::new());
}

#[test]
fn inspect_and_play_show_a_sound() {
    let project = Project::new();
    project.write("Step.wav", wav(1, 8_000, &[-300; 4_000], &[]));
    assert_eq!(project.build_with(&["--target", "native", "--target", "xna"]).code, 0);
    for (path, label) in
        [("Step.wav", "Sound as"), ("build/native/Step.rmb", "Sound version 1"), ("build/xna/Step.xnb", "XNB")]
    {
        let output = project.command("inspect").arg(path).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(label), "{path}: {text}");
        let line = "0.5 s, pcm, 8000 Hz, mono, 4000 samples in each channel, peak 300 of 32768";
        assert!(text.contains(line), "{path}: {text}");
        let output = project.command("inspect").args([path, "--json"]).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&json["type"], &json["frames"], &json["peak"]), (&"Sound".into(), &4000.into(), &300.into()));
    }
    project.write("a.play", "sound\tStep\tStep.wav\nsound\tStep\tbuild/native/Step.rmb\n");
    let output = project.command("play").args(["a.play", "--content", "."]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = r#"{"sound":"Step","duration":0.5,"rate":8000,"channels":1,"frames":4000,"encoding":"pcm","peak":300}"#;
    assert_eq!(text, format!("{line}\n{line}\n"));
}

#[test]
#[cfg_attr(not(robotgame_project), ignore = "needs RIGMILL_ROBOTGAME_PROJECT")]
fn robotgames_shotgun_keeps_every_sample() {
    let source =
        crate::support::outside("RIGMILL_ROBOTGAME_PROJECT").join("content/Audio/Waves/Weapons/Fire_ShotGun.wav");
    let source = std::fs::read(source).unwrap();
    let project = Project::new();
    project.write("Fire_ShotGun.wav", &source);
    let built = project.build_with(&["--target", "native", "--target", "xna"]);
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let sound = Sound::decode(&project.read("build/native/Fire_ShotGun.rmb")).unwrap();
    // 44 bytes of headers, then 68,066 bytes: samples of 16 bits, mono, 44,100 Hz.
    assert_eq!((sound.sample_rate, sound.channels, sound.frames), (44_100, 1, 34_033));
    let samples: Vec<i16> = source[44..].chunks(2).map(|it| i16::from_le_bytes([it[0], it[1]])).collect();
    assert_eq!(sound.data, SoundData::Pcm(samples));
    // The format, the data, the loop and the duration are at the end of the file.
    let xnb = project.read("build/xna/Fire_ShotGun.xnb");
    let data = xnb.len() - 12 - 68_066;
    assert_eq!(xnb[data..data + 68_066], source[44..]);
    assert_eq!(xnb[data - 22..data - 6], source[20..36]);
    assert_eq!(xnb[data + 68_066..], [[0, 0, 0, 0], 34_033_i32.to_le_bytes(), 771_i32.to_le_bytes()].concat());
}
