//! Damages bytes without a known structure.

use std::ops::Range;

use rigmill_test_random::Random;

use super::extremes;

/// The maximum number of bytes that are inserted.
const INSERTED: usize = 4096;

/// Changes, removes, repeats or inserts bytes.
pub(super) fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if bytes.is_empty() {
        bytes.extend(other.iter().take(INSERTED));
        return;
    }
    let at = place(bytes.len(), random);
    match random.below(14) {
        0 => bytes[at] = *random.pick(&[0, 0xff, 0x7f, 0x80, b'\n', b'"', b'<']),
        1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.byte(),
        3 => bytes[at] = bytes[at].wrapping_add(if random.once_in(2) { 1 } else { 0xff }),
        4..=6 => extremes::write(bytes, at, random),
        // Most numbers are aligned.
        7 | 8 => extremes::write(bytes, at & !3, random),
        9 => drop(bytes.drain(span(bytes.len(), random))),
        10 => repeat(bytes, random),
        11 => bytes.truncate(at),
        12 => insert(bytes, at, &other[span(other.len(), random)]),
        _ => overwrite(bytes, at, &other[span(other.len(), random)]),
    }
}

/// Returns a position in `length` bytes. Headers are short, but are where most checks apply.
fn place(length: usize, random: &mut Random) -> usize {
    if random.once_in(3) { random.below(length.min(64)) } else { random.below(length) }
}

/// Returns a range, with a preference for short ones.
pub(super) fn span(length: usize, random: &mut Random) -> Range<usize> {
    let start = random.below(length.max(1)).min(length);
    let longest = length - start;
    let most = if random.once_in(4) { longest } else { longest.min(32) };
    start..start + random.below(most + 1)
}

fn repeat(bytes: &mut Vec<u8>, random: &mut Random) {
    let span = span(bytes.len(), random);
    let times = if random.once_in(8) { 64 } else { 1 };
    let part = &bytes[span.clone()];
    let part = part[..part.len().min(INSERTED / times)].repeat(times);
    insert(bytes, span.end, &part);
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    let part = &part[..part.len().min(INSERTED)];
    bytes.splice(at..at, part.iter().copied());
}

fn overwrite(bytes: &mut [u8], at: usize, part: &[u8]) {
    for (to, from) in bytes.iter_mut().skip(at).zip(part) {
        *to = *from;
    }
}
