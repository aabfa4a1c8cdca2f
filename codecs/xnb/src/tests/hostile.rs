//! Damaged files: decoding any bytes returns an error, or values that can be written again.

use proptest::prelude::*;
use proptest::sample::Index;
use rigmill_test_random::cases;

use super::STRICT;
use super::samples::files;
use crate::{DecodeOptions, decode, encode};

/// Changes a few bytes: removes some, and inserts numbers that often occur in counts and lengths.
fn change(file: &mut Vec<u8>, at: Index, with: &[u8], removed: usize) {
    let at = at.index(file.len());
    let end = (at + removed).min(file.len());
    file.splice(at..end, with.iter().copied());
    if let Ok(size) = u32::try_from(file.len())
        && file.len() >= 10
    {
        file[6..10].copy_from_slice(&size.to_le_bytes());
    }
}

fn some_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        prop_oneof![Just(0_u32), Just(1), Just(u32::MAX), Just(0x7fff_ffff), Just(0x8000_0000), Just(0x1_0000)]
            .prop_map(|number| number.to_le_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 0..8),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(20_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_values_that_can_be_written_or_an_error(
        file in any::<Index>(),
        changes in proptest::collection::vec((any::<Index>(), some_bytes(), 0..6_usize), 1..4),
    ) {
        thread_local!(static FILES: Vec<Vec<u8>> = files().iter().map(|file| encode(file).unwrap()).collect());
        let mut bytes = FILES.with(|files| files[file.index(files.len())].clone());
        for (at, with, removed) in changes {
            change(&mut bytes, at, &with, removed);
        }
        for options in [STRICT, DecodeOptions { lenient: true, ..STRICT }] {
            if let Ok(decoded) = decode(&bytes, options) {
                let encoded = encode(&decoded.file).unwrap();
                let again = decode(&encoded, options).unwrap();
                prop_assert_eq!(encode(&again.file).unwrap(), encoded);
            }
        }
    }
}

#[test]
fn every_truncation_is_an_error() {
    for file in files() {
        let bytes = encode(&file).unwrap();
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 1000) {
            assert!(decode(&bytes[..length], DecodeOptions { lenient: true, ..STRICT }).is_err(), "{length}");
        }
    }
}
