//! Damages the fields of the header, the rows and the names of packs (`.rmp`). The checksums stay correct.

use rigmill_test_random::Random;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::extremes;

const HEADER: usize = 64;
const ROW: usize = 48;

/// Returns a damaged copy; `None` for bytes without a complete table.
pub(super) fn damage(bytes: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let mut pack = bytes.to_vec();
    let end = table_end(&pack)?;
    for _ in 0..rounds {
        // Sometimes also damages the files.
        let limit = if random.once_in(4) { pack.len() } else { end };
        extremes::write(&mut pack, 16 + (random.below(limit - 16) & !3), random);
    }
    reseal(&mut pack);
    Some(pack)
}

fn table_end(pack: &[u8]) -> Option<usize> {
    let end = HEADER + number(pack, 24)?.checked_mul(ROW)?.checked_add(number(pack, 28)?)?;
    (end <= pack.len()).then_some(end)
}

fn number(pack: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(pack.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// Corrects all checksums of parts of the pack.
fn reseal(pack: &mut [u8]) {
    if let Some(end) = table_end(pack) {
        let names = HEADER + number(pack, 24).unwrap_or_default() * ROW;
        for row in (HEADER..names).step_by(ROW) {
            reseal_row(pack, row, names..end);
        }
        let table = xxh3_64(&pack[HEADER..end]);
        pack[16..24].copy_from_slice(&table.to_le_bytes());
    }
    let header = xxh3_64(&pack[16..HEADER]);
    pack[8..16].copy_from_slice(&header.to_le_bytes());
}

fn reseal_row(pack: &mut [u8], row: usize, names: std::ops::Range<usize>) {
    pack[row + 24..row + 32].fill(0);
    let seed = xxh3_64(&pack[row..row + ROW]);
    let from = number(pack, row + 32).and_then(|from| from.checked_add(names.start)).unwrap_or_default();
    let to = number(pack, row + 36).and_then(|length| from.checked_add(length)).unwrap_or_default();
    let Some(name) = pack.get(from..to).filter(|_| to <= names.end) else { return };
    let check = xxh3_64_with_seed(name, seed);
    pack[row + 24..row + 32].copy_from_slice(&check.to_le_bytes());
}
