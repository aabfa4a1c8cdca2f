//! Damages the values of FBX records.

use std::io::Read;
use std::ops::Range;

use flate2::read::ZlibDecoder;
use rigmill_test_random::Random;

use super::record::{Record, Tree};
use crate::damage::{bytes, extremes};

/// The number of bytes before an array's numbers: type, count, encoding and length.
const ARRAY: usize = 13;
/// The maximum number of bytes of an array that are inflated.
const INFLATED: u64 = 1 << 16;

/// Damages the values of a random record that has some.
pub(super) fn damage(tree: &mut Tree, random: &mut Random) {
    let Some(id) = any_id(&tree.root, random) else { return };
    let Some(record) = with_values(&mut tree.root, random) else { return };
    let values = ranges(&record.values);
    if values.is_empty() {
        return bytes::damage(&mut record.values, &[], random);
    }
    let range = random.pick(&values).clone();
    match random.below(8) {
        0 => repeat(record, range),
        1 => remove(record, range),
        2 => record.count = *random.pick(&extremes::WHOLE),
        3 => bytes::damage(&mut record.values, &[], random),
        // Ids connect objects. A different id can cause cycles, and connections to objects of the wrong type.
        4 if record.values[range.start] == b'L' => drop(record.values.splice(range, id)),
        _ => damage_value(record, range, random),
    }
}

/// Returns the encoded value of a record's id.
fn any_id(record: &Record, random: &mut Random) -> Option<Vec<u8>> {
    let mut record = record.below.iter().find(|it| it.name == b"Objects").unwrap_or(record);
    if !record.below.is_empty() {
        record = random.pick(&record.below);
    }
    Some(record.values.get(..9).unwrap_or(&[b'L', 0, 0, 0, 0, 0, 0, 0, 0]).to_vec())
}

fn with_values<'a>(record: &'a mut Record, random: &mut Random) -> Option<&'a mut Record> {
    let mut record = record;
    loop {
        let is_end = record.below.is_empty() || (!record.values.is_empty() && random.once_in(4));
        if is_end {
            return Some(record);
        }
        let at = random.below(record.below.len());
        record = &mut record.below[at];
    }
}

fn repeat(record: &mut Record, range: Range<usize>) {
    let value = record.values[range.clone()].to_vec();
    record.values.splice(range.start..range.start, value);
    record.count = record.count.wrapping_add(1);
}

fn remove(record: &mut Record, range: Range<usize>) {
    record.values.drain(range);
    record.count = record.count.saturating_sub(1);
}

fn damage_value(record: &mut Record, range: Range<usize>, random: &mut Random) {
    let value = match record.values[range.clone()].to_vec() {
        array if is_array(array[0]) => damaged_array(&array, random),
        mut scalar => {
            let kind = scalar[0];
            let is_text = kind == b'S' || kind == b'R';
            let start = if is_text { 5 } else { 1 };
            let mut body = scalar.split_off(start.min(scalar.len()));
            if is_text {
                bytes::damage(&mut body, b"a\0\x01b", random)
            } else {
                number(kind, &mut body, random)
            }
            let length = u32::try_from(body.len()).unwrap_or(u32::MAX).to_le_bytes();
            let length = if is_text { &length[..] } else { &[] };
            [&[kind][..], length, &body].concat()
        }
    };
    record.values.splice(range, value);
}

fn is_array(kind: u8) -> bool {
    kind.is_ascii_lowercase()
}

/// Returns the array, not deflated, with damaged numbers or a different count.
fn damaged_array(array: &[u8], random: &mut Random) -> Vec<u8> {
    let (head, body) = array.split_at(ARRAY.min(array.len()));
    let is_deflated = head.get(5) == Some(&1);
    if random.once_in(4) || (is_deflated && random.once_in(2)) {
        let mut array = array.to_vec();
        extremes::write(&mut array, *random.pick(&[1, 5, 9]), random);
        return array;
    }
    let mut numbers = body.to_vec();
    if is_deflated {
        numbers.clear();
        let mut limited = ZlibDecoder::new(body).take(INFLATED);
        // An incomplete result is sufficient.
        let _ = limited.read_to_end(&mut numbers);
    }
    let width = width(head[0].to_ascii_uppercase()).max(1);
    for _ in 0..=random.below(4) {
        change(&mut numbers, head[0].to_ascii_uppercase(), width, random);
    }
    let length = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
    [&head[..1], &length(numbers.len() / width), &[0; 4], &length(numbers.len()), &numbers].concat()
}

/// Changes, repeats or removes a number.
fn change(numbers: &mut Vec<u8>, kind: u8, width: usize, random: &mut Random) {
    let count = numbers.len() / width;
    if count == 0 {
        return;
    }
    let at = random.below(count) * width;
    let other = random.below(count) * width;
    match random.below(6) {
        0 => drop(numbers.drain(at..at + width)),
        1 => drop(numbers.splice(at..at, numbers[other..other + width].to_vec())),
        2 => numbers.copy_within(other..other + width, at),
        3 => numbers.truncate(at),
        _ => number(kind, &mut numbers[at..at + width], random),
    }
}

/// Writes an extreme number of this type.
#[expect(clippy::cast_possible_truncation, reason = "an extreme double is an extreme float")]
fn number(kind: u8, bytes: &mut [u8], random: &mut Random) {
    let number = match kind {
        b'F' => (*random.pick(&extremes::REAL) as f32).to_le_bytes().to_vec(),
        b'D' => random.pick(&extremes::REAL).to_le_bytes().to_vec(),
        _ => random.pick(&extremes::WHOLE).to_le_bytes().to_vec(),
    };
    for (to, from) in bytes.iter_mut().zip(number) {
        *to = from;
    }
}

fn width(kind: u8) -> usize {
    match kind {
        b'C' | b'B' => 1,
        b'Y' => 2,
        b'I' | b'F' => 4,
        b'D' | b'L' => 8,
        _ => 0,
    }
}

/// Returns the range of each value, as far as the values can be read.
fn ranges(values: &[u8]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(kind) = values.get(at) {
        let length_at = |at: usize| Some(u32::from_le_bytes(*values.get(at..)?.first_chunk()?) as usize);
        let end = match kind {
            b'S' | b'R' => length_at(at + 1).map(|length| at + 5 + length),
            kind if is_array(*kind) => length_at(at + 9).map(|length| at + ARRAY + length),
            kind => Some(at + 1 + width(*kind)),
        };
        match end.filter(|end| *end <= values.len()) {
            Some(end) => ranges.push(at..end),
            None => break,
        }
        at = ranges.last().map_or(values.len(), |range| range.end);
    }
    ranges
}
