use super::*;

/// The sample rate of all files here. Those in `fuzz/seeds` last a fifth of a second.
const RATE: u32 = 22_050;
const FRAMES: usize = 4410;

/// A chunk of a WAV file.
fn chunk(id: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let padding = vec![0; body.len() % 2];
    [id, &u32::try_from(body.len()).unwrap().to_le_bytes()[..], body, &padding].concat()
}

fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = [b"WAVE".to_vec(), chunks.concat()].concat();
    chunk(b"RIFF", &body)
}

/// A WAV format: tag, channels, block size in bytes, bits, and the codec's additional fields.
fn format(tag: u16, channels: u16, block: u16, bits: u16, more: &[u8]) -> Vec<u8> {
    let rate = RATE.to_le_bytes();
    let bytes_a_second = (RATE * u32::from(block)).to_le_bytes();
    let [tag, channels, block, bits] = [tag, channels, block, bits].map(u16::to_le_bytes);
    let size = u16::try_from(more.len()).unwrap().to_le_bytes();
    chunk(b"fmt ", &[&tag[..], &channels, &rate, &bytes_a_second, &block, &bits, &size, more].concat())
}

fn wave(format: Vec<u8>, data: &[u8]) -> Vec<u8> {
    riff(&[format, chunk(b"data", data)])
}

fn samples(file: Vec<u8>) -> Vec<i16> {
    decoded(file).samples
}

fn decoded(file: Vec<u8>) -> DecodedSound {
    Sound::read(file).unwrap().0.decode(u64::MAX).unwrap()
}

fn refused(file: Vec<u8>) -> String {
    match Sound::read(file) {
        Ok((sound, _)) => sound.decode(u64::MAX).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn whole_numbers_keep_their_highest_bits() {
    assert_eq!(samples(wave(format(1, 1, 1, 8, &[]), &[0, 128, 255, 129])), [-32_768, 0, 32_512, 256]);
    assert_eq!(samples(wave(format(1, 2, 4, 16, &[]), &[1, 0, 255, 255, 0, 128, 255, 127])), [1, -1, -32_768, 32_767]);
    assert_eq!(samples(wave(format(1, 1, 3, 24, &[]), &[255, 1, 0, 0, 255, 255])), [1, -1]);
    assert_eq!(samples(wave(format(1, 1, 4, 32, &[]), &[255, 255, 1, 0, 0, 0, 0, 128])), [1, -32_768]);
    // Twelve bits are the highest bits of two bytes.
    assert_eq!(samples(wave(format(1, 1, 2, 12, &[]), &[16, 0])), [16]);
}

#[test]
fn floats_are_rounded_to_the_nearest_and_clipped() {
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let step = 1.0 / 32_768.0;
    let file =
        wave(format(3, 1, 4, 32, &[]), &bytes(&[0.5, -1.0, 1.5 * step, 2.5 * step, -0.4 * step, 1.0, 1.25, -2.0]));
    let found = decoded(file);
    assert_eq!(found.samples, [16_384, -32_768, 2, 2, 0, 32_767, 32_767, -32_768]);
    // Full scale is one step above the largest integer. Reaching it is inaudible, so it does not count as clipped.
    assert_eq!(found.clipped, 2);
    let doubles: Vec<u8> = [0.25_f64, -0.5].iter().flat_map(|number| number.to_le_bytes()).collect();
    assert_eq!(samples(wave(format(3, 2, 16, 64, &[]), &doubles)), [8_192, -16_384]);
    let message = "the WAV sound cannot be read: sample 1 is not finite";
    assert_eq!(refused(wave(format(3, 1, 4, 32, &[]), &bytes(&[0.0, f32::NAN]))), message);
}

#[test]
fn an_extensible_format_says_its_codec_in_its_identifier() {
    let tail = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];
    let more = |tag: u8| [&[16, 0, 3, 0, 0, 0, tag, 0][..], &tail].concat();
    assert_eq!(samples(wave(format(0xfffe, 1, 2, 16, &more(1)), &[7, 0])), [7]);
    let message = "the WAV sound has Windows Media Audio samples, which Rigmill does not support";
    assert_eq!(refused(wave(format(0x161, 1, 2, 16, &[]), &[7, 0])), message);
    assert!(refused(wave(format(0xfffe, 1, 2, 16, &more(1)[..10]), &[7, 0])).contains("0xfffe"));
}

// ---- ADPCM, by an encoder that follows the descriptions of the codecs ----

const PREDICTORS: [[i16; 2]; 7] = [[256, 0], [512, -256], [0, 0], [192, 64], [240, 0], [460, -208], [392, -232]];

fn ms_format(channels: u16, block: u16, frames: u16) -> Vec<u8> {
    let predictors: Vec<u8> = PREDICTORS.as_flattened().iter().flat_map(|it| it.to_le_bytes()).collect();
    format(2, channels, block, 4, &[&frames.to_le_bytes()[..], &7_u16.to_le_bytes(), &predictors].concat())
}

/// A block of one channel: predictor 1, the step, the second and the first sample, and then a code per sample.
fn ms_encoded(samples: &[i16]) -> (Vec<u8>, Vec<i16>) {
    let factors = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
    let (mut step, mut last) = (64, [i32::from(samples[1]), i32::from(samples[0])]);
    let mut block = [&[1][..], &64_i16.to_le_bytes(), &samples[1].to_le_bytes(), &samples[0].to_le_bytes()].concat();
    let (mut codes, mut expected) = (Vec::new(), samples[..2].to_vec());
    for &sample in &samples[2..] {
        let predicted = (last[0] * 512 - last[1] * 256) / 256;
        let code = ((i32::from(sample) - predicted) / step).clamp(-8, 7);
        let value = (predicted + code * step).clamp(-32_768, 32_767);
        expected.push(i16::try_from(value).unwrap());
        last = [value, last[0]];
        codes.push(u8::try_from(code & 15).unwrap());
        step = (step * factors[usize::from(codes[codes.len() - 1])] / 256).max(16);
    }
    block.extend(codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
    (block, expected)
}

/// A tone in integers.
#[expect(clippy::cast_possible_truncation, reason = "at most 9000")]
fn tone(frames: u16) -> Vec<i16> {
    let sample = |at: u16| libm::sin(f64::from(at) / 9.0) * 9000.0;
    (0..frames).map(|at| sample(at).round() as i16).collect()
}

#[test]
fn microsofts_adpcm_decodes_to_what_its_encoder_predicted() {
    let tone = tone(34);
    let (block, expected) = ms_encoded(&tone);
    let loudest = expected.iter().zip(&tone).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
    assert!(loudest < 2000, "the encoder is off by {loudest}");
    let size = u16::try_from(block.len()).unwrap();
    // Two blocks, of which the second is truncated.
    let data = [&block[..], &block[..11]].concat();
    let found = samples(wave(ms_format(1, size, 34), &data));
    assert_eq!(found[..34], expected);
    assert_eq!(found[34..], expected[..10]);
    let message = "the WAV sound cannot be read: block 0 of the MS-ADPCM data begins with an invalid state";
    assert_eq!(refused(wave(ms_format(1, size, 34), &[7; 23])), message);
}

#[test]
fn channels_of_microsofts_adpcm_take_turns() {
    let (left, expected_left) = ms_encoded(&tone(18));
    let (right, expected_right) = ms_encoded(&tone(18).iter().map(|sample| -sample / 2).collect::<Vec<_>>());
    let mut block: Vec<u8> = [&left[..1], &right[..1]].concat();
    for at in [1, 3, 5] {
        block.extend([&left[at..at + 2], &right[at..at + 2]].concat());
    }
    let codes = |block: &[u8]| block[7..].iter().flat_map(|byte| [byte >> 4, byte & 15]).collect::<Vec<_>>();
    block.extend(codes(&left).iter().zip(codes(&right)).map(|(left, right)| left << 4 | right));
    let found = samples(wave(ms_format(2, u16::try_from(block.len()).unwrap(), 18), &block));
    assert_eq!(found.iter().step_by(2).copied().collect::<Vec<_>>(), expected_left);
    assert_eq!(found.iter().skip(1).step_by(2).copied().collect::<Vec<_>>(), expected_right);
}

#[test]
fn imas_adpcm_follows_its_steps() {
    // Computed by hand, with the steps 7, 8, 9, 10, 11, 12, 13, 14, 16. The state starts with sample 100 and step 0.
    // 7: +(0 + 7 + 3 + 1) = 111, step 8 (16); 15: -(2 + 16 + 8 + 4) = 81, step 16 (34); 0: +4 = 85, step 15 (31);
    // 8: -3 = 82, step 14 (28); 1: +(3 + 7) = 92, step 13 (25).
    let block = [100, 0, 0, 0, 0xf7, 0x80, 0x01, 0x00];
    let found = samples(wave(format(0x11, 1, 8, 4, &9_u16.to_le_bytes()), &block));
    assert_eq!(found[..6], [100, 111, 81, 85, 82, 92]);
    assert_eq!(found.len(), 9);
    let stereo = [100, 0, 0, 0, 200, 0, 0, 0, 0xf7, 0x80, 0x01, 0x00, 0, 0, 0, 0];
    let found = samples(wave(format(0x11, 2, 16, 4, &9_u16.to_le_bytes()), &stereo));
    assert_eq!(found[..8], [100, 200, 111, 200, 81, 200, 85, 200]);
    let message = "the WAV sound cannot be read: block 0 of the IMA-ADPCM data begins with an invalid state";
    assert_eq!(refused(wave(format(0x11, 1, 8, 4, &[]), &[0, 0, 89, 0, 0, 0, 0, 0])), message);
}

#[test]
fn a_stated_length_cuts_the_last_block_of_adpcm() {
    let (block, expected) = ms_encoded(&tone(34));
    let fact = |frames: u32| chunk(b"fact", &frames.to_le_bytes());
    let file = |frames| riff(&[ms_format(1, 23, 34), fact(frames), chunk(b"data", &block)]);
    assert_eq!(samples(file(20)), expected[..20]);
    let message = "the WAV sound cannot be read: its chunk \"fact\" states 35 samples, but there are only 34";
    assert_eq!(refused(file(35)), message);
}

// ---- chunks ----

fn sampler(loops: &[[u32; 3]]) -> Vec<u8> {
    let mut body = vec![0; 36];
    body[28..32].copy_from_slice(&u32::try_from(loops.len()).unwrap().to_le_bytes());
    for [kind, start, end] in loops {
        body.extend([0, *kind, *start, *end, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    }
    chunk(b"smpl", &body)
}

#[test]
fn the_first_forward_loop_is_kept() {
    let file = |loops: &[[u32; 3]]| riff(&[format(1, 1, 2, 16, &[]), chunk(b"data", &[0; 20]), sampler(loops)]);
    let read = |loops: &[[u32; 3]]| {
        let (sound, left_out) = Sound::read(file(loops)).unwrap();
        (sound.repeated.map(|it| (it.start, it.length)), left_out)
    };
    assert_eq!(read(&[]), (None, vec![]));
    // The end is the last sample that is played.
    assert_eq!(read(&[[0, 2, 9]]), (Some((2, 8)), vec![]));
    let more = "all loops except the first in the \"smpl\" chunk".to_owned();
    assert_eq!(read(&[[0, 0, 0], [0, 1, 2]]), (Some((0, 1)), vec![more]));
    let backward = "a loop in the \"smpl\" chunk that does not play forward".to_owned();
    assert_eq!(read(&[[2, 0, 5]]), (None, vec![backward]));
    for [start, end] in [[2, 10], [5, 4], [0, u32::MAX]] {
        let message = format!(
            "the WAV sound cannot be read: its loop from sample {start} to sample {end} is not within its 10 samples"
        );
        assert_eq!(refused(file(&[[0, start, end]])), message);
    }
}

#[test]
fn markers_are_reported_and_descriptions_are_not() {
    let chunks = [
        chunk(b"LIST", b"INFOIART\x02\0\0\0me"),
        format(1, 1, 2, 16, &[]),
        chunk(b"JUNK", &[0; 3]),
        chunk(b"cue ", &[0; 4]),
        chunk(b"data", &[1, 0, 9]),
        chunk(b"bext", &[0; 8]),
    ];
    let (sound, left_out) = Sound::read(riff(&chunks)).unwrap();
    assert_eq!(sound.frames, Some(1));
    let expected = ["the markers in the \"cue \" chunk", "1 byte after the last whole block of samples"];
    assert_eq!(left_out, expected);
}

#[test]
fn damaged_wav_files_are_refused_with_the_reason() {
    let wav = "the WAV sound cannot be read: ";
    let data = || chunk(b"data", &[0; 4]);
    let pcm = || format(1, 1, 2, 16, &[]);
    let cases = [
        (riff(&[pcm()]), "it has no chunk \"data\""),
        (riff(&[data()]), "it has no chunk \"fmt \""),
        (riff(&[pcm(), pcm(), data()]), "it has two chunks \"fmt \""),
        (riff(&[pcm(), data(), data()]), "it has two chunks \"data\""),
        (riff(&[chunk(b"fmt ", &[1; 14]), data()]), "its format has 14 bytes, expected at least 16"),
        (wave(format(1, 2, 3, 16, &[]), &[0; 6]), "its blocks of 3 bytes do not fit 2 channels of PCM"),
        (wave(format(1, 1, 5, 40, &[]), &[0; 5]), "its blocks of 5 bytes do not fit 1 channels of PCM"),
        (wave(format(3, 1, 8192, 0, &[]), &[0; 8]), "its blocks of 8192 bytes do not fit 1 channels of float PCM"),
        (wave(format(1, 1, 2, 24, &[]), &[0; 6]), "its PCM of 24 bits does not fit blocks of 2 bytes"),
        (wave(format(2, 1, 23, 4, &[]), &[0; 23]), "it has an invalid number of MS-ADPCM predictors: 0"),
        (wave(format(2, 1, 23, 4, &[0, 0, 7, 0, 1]), &[0; 23]), "it has an invalid number of MS-ADPCM predictors: 7"),
        (riff(&[pcm(), data()])[..46].to_vec(), "its chunk \"data\" has 4 bytes, but only 0 are left"),
    ];
    for (file, message) in cases {
        assert_eq!(refused(file), format!("{wav}{message}"));
    }
    assert_eq!(refused(wave(pcm(), &[])), "the sound has no samples");
    assert_eq!(
        refused(wave(format(1, 9, 18, 16, &[]), &[0; 18])),
        "the sound has 9 channels, but at most 8 are allowed"
    );
    assert_eq!(refused(wave(format(1, 0, 0, 16, &[]), &[0; 18])), "the sound has no samples");
}

#[test]
fn files_of_other_formats_are_named() {
    let format = |start: &[u8]| refused([start, &[0; 64]].concat());
    let none = "the file is not a WAV, Ogg Vorbis, MP3 or FLAC sound";
    assert_eq!(format(b"\x30\x26\xb2\x75"), format!("{none}: it is Windows Media Audio"));
    assert_eq!(format(b"\0\0\0\x20ftypM4A "), format!("{none}: it is an MPEG-4 file"));
    assert_eq!(format(b"text"), none);
    assert_eq!(refused(Vec::new()), none);
}

#[test]
fn a_sound_longer_than_the_limit_is_refused() {
    let limit = "the sound has too many samples per channel: at most 3 are allowed";
    let files = [wave(format(1, 1, 2, 16, &[]), &[0; 8]), OGG.to_vec(), MP3.to_vec(), FLAC.to_vec()];
    for file in files {
        let (sound, _) = Sound::read(file).unwrap();
        assert_eq!(sound.decode(3).unwrap_err().to_string(), limit);
        if matches!(sound.encoding, SoundEncoding::Wave(_)) {
            continue;
        }
        // This also applies if the file does not state its length.
        assert_eq!(Sound { frames: None, ..sound }.decode(3).map_err(|error| error.to_string()).unwrap_err(), limit);
    }
}

// ---- compressed files, which libsndfile made from the same tone ----

const OGG: &[u8] = include_bytes!("../../../fuzz/seeds/tone.ogg");
const MP3: &[u8] = include_bytes!("../../../fuzz/seeds/tone.mp3");
const FLAC: &[u8] = include_bytes!("../../../fuzz/seeds/tone.flac");
const MS_ADPCM_FILE: &[u8] = include_bytes!("../../../fuzz/seeds/ms_adpcm.wav");
const IMA_ADPCM_FILE: &[u8] = include_bytes!("../../../fuzz/seeds/ima_adpcm.wav");

/// The tone in the files: 441 Hz at half of full scale on the left, 882 Hz at a quarter on the right.
fn original(frame: usize, channel: usize) -> f64 {
    let (frequency, height) = [(441.0, 0.5), (882.0, 0.25)][channel];
    let seconds = frame as f64 / f64::from(RATE);
    height * libm::sin(2.0 * std::f64::consts::PI * frequency * seconds)
}

/// The largest difference from the tone, as a fraction of full scale.
fn error(samples: &[i16], channels: usize, skipped: usize) -> f64 {
    let distance =
        |(at, &sample): (usize, &i16)| (f64::from(sample) / 32_768.0 - original(at / channels, at % channels)).abs();
    samples.iter().enumerate().skip(skipped).map(distance).fold(0.0, f64::max)
}

#[test]
fn compressed_files_decode_to_the_tone_that_they_were_made_of() {
    for (file, name, channels, bound) in [
        (OGG, "Vorbis", 2, 0.04),
        (MP3, "MP3", 2, 0.03),
        (FLAC, "FLAC", 2, 0.0001),
        (MS_ADPCM_FILE, "MS-ADPCM", 1, 0.02),
        (IMA_ADPCM_FILE, "IMA-ADPCM", 1, 0.02),
    ] {
        let (sound, left_out) = Sound::read(file.to_vec()).unwrap();
        assert_eq!((sound.encoding.name(), usize::from(sound.channels), sound.sample_rate), (name, channels, RATE));
        assert_eq!(left_out, Vec::<String>::new());
        let found = sound.decode(u64::MAX).unwrap();
        assert_eq!((found.clipped, found.missing), (0, 0));
        // ADPCM blocks are padded.
        let frames = found.samples.len() / channels;
        assert_eq!(Some(frames as u64), sound.frames);
        assert!(frames == FRAMES || channels == 1 && frames > FRAMES, "{name}: {frames} samples");
        // The IMA-ADPCM encoder starts each block with the smallest step, and needs some samples to adapt.
        let skipped = if name == "IMA-ADPCM" { 16 } else { 0 };
        let error = error(&found.samples[..FRAMES * channels], channels, skipped);
        assert!(error < bound, "{name}: off by {error}");
    }
}

#[test]
fn damage_to_compressed_files_is_reported() {
    let changed = |file: &[u8], at: usize| {
        let mut file = file.to_vec();
        file[at] ^= 0x10;
        refused(file)
    };
    assert_eq!(changed(OGG, 4000), "the Ogg sound cannot be read: the checksum of page 2 is wrong");
    assert!(changed(FLAC, 3000).starts_with("the FLAC sound cannot be read: "));
    assert_eq!(refused(OGG[..4000].to_vec()), "the Ogg sound cannot be read: it ends within a page");
    assert!(refused(FLAC[..3000].to_vec()).starts_with("the FLAC sound cannot be read: "));
    // Players skip damaged frames of MP3, so missing samples are counted.
    let mut mp3 = MP3.to_vec();
    let middle = mp3.len() / 2;
    mp3[middle..].fill(0);
    let found = Sound::read(mp3).and_then(|(sound, _)| sound.decode(u64::MAX));
    assert!(found.as_ref().map_or(true, |found| found.missing > 0), "{found:?}");
}

#[test]
fn any_truncation_and_any_changed_byte_gives_a_sound_or_an_error() {
    for file in [OGG, MP3, FLAC, MS_ADPCM_FILE, IMA_ADPCM_FILE] {
        for at in (0..file.len()).step_by(61) {
            let mut changed = file.to_vec();
            changed[at] = !changed[at];
            for file in [file[..at].to_vec(), changed] {
                let _ = Sound::read(file).map(|(sound, _)| sound.decode(100_000));
            }
        }
    }
}
