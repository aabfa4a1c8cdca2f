//! Compressed clips in files of both forms.

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{AlignedBytes, CompressedClip, CompressedClipLayout, Content, verify};
use rigmill_test_random::{Random, cases};

use crate::container::reseal;
use crate::samples;

#[test]
fn both_forms_hold_the_same_clip() {
    let [packed, coded] = [Storage::Packed, Storage::Coded].map(samples::compressed_clip);
    for clip in [&packed, &coded] {
        let file = clip.encode().unwrap();
        assert_eq!(CompressedClip::decode(&file).unwrap(), *clip);
        let (bytes, layout) = CompressedClipLayout::open(AlignedBytes::from_slice(&file)).unwrap();
        let view = layout.view(&bytes);
        assert_eq!((view.skeleton(), view.frames(), view.bones()), ("Models/Grund.skeleton", 20, 10));
        assert_eq!(view.packed_len(), packed.pack().unwrap().len());
    }
    assert_eq!(CompressedClip::from_code(&coded.code().unwrap()).unwrap().tracks, coded.tracks);
}

#[test]
fn a_trusted_file_is_looked_at_without_its_checksum_and_keys() {
    let file = samples::compressed_clip(Storage::Packed).encode().unwrap();
    let layout = CompressedClipLayout::trust(&file).unwrap();
    assert_eq!(layout, CompressedClipLayout::parse(&file).unwrap());
    let mut damaged = file.clone();
    let keys = 128 + 100;
    damaged[keys] ^= 0xff;
    assert_eq!(CompressedClipLayout::trust(&damaged).unwrap(), layout);
    let error = CompressedClipLayout::parse(&damaged).unwrap_err().to_string();
    assert!(error.starts_with("the file is damaged: its checksum is "), "{error}");
    // The header and the counts are checked even so.
    for at in [0, 16, 28, 32, 131, 137] {
        let mut damaged = file.clone();
        damaged[at] ^= 0xff;
        assert!(CompressedClipLayout::trust(&damaged).is_err(), "byte {at}");
    }
    assert!(CompressedClipLayout::trust(&samples::compressed_clip(Storage::Coded).encode().unwrap()).is_err());
}

/// Opens damaged files with correct checksums. Each is rejected or gives a clip that can be packed.
#[test]
fn no_damage_makes_opening_panic() {
    let files = [Storage::Packed, Storage::Coded].map(|storage| samples::compressed_clip(storage).encode().unwrap());
    let mut random = Random::new(7);
    let mut opened = [0; 2];
    for round in 0..cases(50_000) {
        for (file, opened) in files.iter().zip(&mut opened) {
            let mut bytes = file.clone();
            for _ in 0..1 + round % 4 {
                let at = 128 + random.below(bytes.len() - 128);
                bytes[at] = random.below(256).to_le_bytes()[0];
            }
            let bytes = reseal(bytes);
            let trusted = CompressedClipLayout::trust(&bytes);
            if let Ok((bytes, layout)) = CompressedClipLayout::open(AlignedBytes::from_slice(&bytes)) {
                *opened += 1;
                let view = layout.view(&bytes);
                assert!(view.frames() > 0 && view.frame_rate() > 0.0);
                assert!(view.packed_len() < 100_000);
            }
            if let Ok(layout) = trusted {
                assert!(layout.view(&bytes).frames() > 0);
                let _ = layout.view(&bytes).segment(0);
            }
        }
    }
    assert!(opened.iter().all(|opened| *opened > 100), "{opened:?}");
    assert!(files.iter().all(|file| verify(file).is_ok()));
}
