//! Tests of damaged files: any bytes give a source or an error.

use rigmill_pipeline::Level;
use rigmill_test_random::{Random, cases};

use crate::tests::support::import_with;
use crate::{Xnb, XnbParams};

pub(super) fn check(bytes: &[u8], params: &XnbParams) {
    let (source, said) = import_with::<Xnb>(bytes, params);
    let errors = said.iter().filter(|diagnostic| diagnostic.level == Level::Error).count();
    assert_eq!(errors, usize::from(source.is_none()), "{said:?}");
}

/// Changes a few bytes, and prefers values that are typical of counts and lengths.
pub(super) fn mutate(file: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(file.len());
        match random.below(6) {
            0 => file[at] ^= 1 << random.below(8),
            1 => file[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            2 => {
                let number = [0, 1, u32::MAX, 0x7fff_ffff, 0x8000_0000, 0x0001_0000][random.below(6)].to_le_bytes();
                file.iter_mut().skip(at).zip(number).for_each(|(byte, new)| *byte = new);
            }
            3 => drop(file.drain(at..(at + random.below(64)).min(file.len()))),
            4 => {
                let piece: Vec<u8> = file[at..(at + random.below(64)).min(file.len())].to_vec();
                let to = random.below(file.len());
                file.splice(to..to, piece);
            }
            _ => file.truncate(at.max(1)),
        }
        if file.is_empty() {
            file.push(0);
        }
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn mutations_never_panic() {
    let files = super::genuine();
    // Many of the small files, because each of them is read in microseconds.
    let (small, large): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, bytes)| bytes.len() < 20_000);
    let mut random = Random::new(7);
    let params = [false, true].map(|lenient| XnbParams { lenient, ..XnbParams::default() });
    for number in 0..cases(100_000) {
        let pool = if number % 50 == 0 { &large } else { &small };
        let mut file = pool[random.below(pool.len())].1.clone();
        mutate(&mut file, &mut random);
        // Otherwise, most damage would only be detected by the size field.
        if random.below(2) == 0 && file.len() >= 10 {
            let size = u32::try_from(file.len()).unwrap();
            file[6..10].copy_from_slice(&size.to_le_bytes());
        }
        check(&file, &params[random.below(2)]);
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_truncation_is_reported() {
    let files = super::genuine();
    for (_, bytes) in files.iter().filter(|(_, bytes)| bytes.len() < 6_000) {
        for length in 0..bytes.len() {
            let (source, said) =
                import_with::<Xnb>(&bytes[..length], &XnbParams { lenient: true, ..XnbParams::default() });
            assert!(source.is_none() && said.iter().any(|it| it.level == Level::Error), "{length}");
        }
    }
}
