use proptest::prelude::*;
use rigmill_format::{AlignedBytes, Content, Sound, SoundData, SoundEncoding, SoundLoop, SoundView};

use crate::samples::{sound, vorbis_sound};

fn problem(change: impl FnOnce(&mut Sound)) -> String {
    let mut sound = sound();
    change(&mut sound);
    let message = sound.encode().unwrap_err().to_string();
    message.strip_prefix("the sound is not valid: ").unwrap().to_owned()
}

#[test]
fn a_view_reads_samples_in_place() {
    let file = AlignedBytes::from_slice(&sound().encode().unwrap());
    let view = SoundView::parse(&file).unwrap();
    assert_eq!(
        (view.encoding(), view.sample_rate(), view.channels(), view.frames()),
        (SoundEncoding::Pcm, 22_050, 2, 3)
    );
    assert_eq!(view.samples(), [1, -1, 256, -32_768, 32_767, 0]);
    assert_eq!(view.duration(), 3.0 / 22_050.0);
    assert_eq!(view.repeated(), Some(SoundLoop { start: 1, length: 2 }));
    let file = AlignedBytes::from_slice(&vorbis_sound().encode().unwrap());
    let view = SoundView::parse(&file).unwrap();
    assert_eq!((view.encoding(), view.samples(), view.vorbis()), (SoundEncoding::Vorbis, &[][..], &b"OggS\0"[..]));
}

#[test]
fn a_sound_keeps_its_rules() {
    assert_eq!(problem(|it| it.sample_rate = 0), "the sample rate is 0 Hz, expected 1 to 768000");
    assert_eq!(problem(|it| it.channels = 9), "it has 9 channels, expected 1 to 8");
    assert_eq!(problem(|it| it.frames = 0), "it has no samples");
    assert_eq!(problem(|it| it.frames = 4), "it has 6 samples in all channels, expected 8");
    let repeated = |start, length| move |it: &mut Sound| it.repeated = Some(SoundLoop { start, length });
    assert_eq!(problem(repeated(2, 2)), "its loop has 2 samples from sample 2, but the sound has 3 samples");
    assert_eq!(
        problem(repeated(u32::MAX, 2)),
        "its loop has 2 samples from sample 4294967295, but the sound has 3 samples"
    );
    assert_eq!(problem(repeated(1, 0)), "its loop has 0 samples from sample 1, but the sound has 3 samples");
    let vorbis = |file: &[u8]| {
        let data = SoundData::Vorbis(file.to_vec());
        move |it: &mut Sound| it.data = data
    };
    assert_eq!(problem(vorbis(b"RIFF")), "its Ogg file does not fit the encoding vorbis");
}

proptest! {
    #[test]
    fn a_sound_survives(
        (channels, frames, rate) in (1_u32..=8, 1_u32..50, 1_u32..=768_000),
        (start, length, fill) in (0_u32..50, 1_u32..50, any::<i16>()),
    ) {
        let repeated = Some(SoundLoop { start, length }).filter(|_| start + length <= frames);
        let data = SoundData::Pcm((0..channels * frames).map(|at| fill.wrapping_mul(i16::try_from(at).unwrap())).collect());
        let sound = Sound { sample_rate: rate, channels, frames, repeated, data };
        prop_assert_eq!(Sound::decode(&sound.encode().unwrap()).unwrap(), sound);
    }
}
