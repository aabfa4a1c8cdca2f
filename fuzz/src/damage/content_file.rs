//! Damages sections of content files (`.rmb`). The table and the checksum stay correct.

use rigmill_test_random::Random;

use super::{bytes, extremes};
use crate::file::{ENTRY, HEADER, file, reseal};

/// The maximum size of an element in any section, in bytes.
const LARGEST_ELEMENT: usize = 512;

/// A section: its id, the size of its elements, and its bytes.
type Section = ([u8; 4], u32, Vec<u8>);

/// Returns a damaged copy; `None` for a file whose sections cannot be found.
pub(super) fn damage(bytes: &[u8], other: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let mut found = sections(bytes)?;
    if random.once_in(8) {
        return Some(damage_header(bytes, random));
    }
    let others = sections(other).unwrap_or_default();
    for _ in 0..rounds {
        damage_section(&mut found, &others, random);
    }
    let parts: Vec<_> = found.iter().map(|(id, element, section)| (*id, *element, section.as_slice())).collect();
    Some(file(u32_at(bytes, 16)?, *bytes.get(20)?, &parts))
}

/// Damages the header or the table.
fn damage_header(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let table = bytes.len().min(HEADER + 4 * ENTRY);
    extremes::write(&mut bytes, 16 + (random.below(table - 16) & !3), random);
    reseal(&mut bytes);
    bytes
}

fn damage_section(sections: &mut Vec<Section>, others: &[Section], random: &mut Random) {
    if sections.is_empty() {
        return;
    }
    let at = random.below(sections.len());
    let (id, element, section) = &mut sections[at];
    let other = others.iter().find(|other| other.0 == *id).map_or(&[][..], |other| &other.2);
    match random.below(12) {
        0 => whole_elements(section, *element as usize, random),
        1 => section.clear(),
        2 if !other.is_empty() => *section = other.to_vec(),
        3 if random.once_in(8) => drop(sections.remove(at)),
        4 if random.once_in(8) => *element = element.wrapping_add(1),
        // Most sections contain numbers.
        5..=8 if !section.is_empty() => {
            let at = random.below(section.len()) & !3;
            extremes::write(section, at, random);
        }
        _ => bytes::damage(section, other, random),
    }
}

/// Removes or repeats whole elements, so that the section's length stays valid.
fn whole_elements(section: &mut Vec<u8>, element: usize, random: &mut Random) {
    // A damaged table may claim any element size.
    if element == 0 || element > section.len() {
        return section.resize(element.min(LARGEST_ELEMENT), 0);
    }
    let count = section.len() / element;
    let at = random.below(count) * element;
    let part = section[at..at + element].to_vec();
    match random.below(3) {
        0 => drop(section.drain(at..at + element)),
        1 => drop(section.splice(at..at, part)),
        _ => section.truncate(at),
    }
}

fn sections(bytes: &[u8]) -> Option<Vec<Section>> {
    let count = u32_at(bytes, 28)? as usize;
    (0..count.min(64)).map(|number| section(bytes, HEADER + number * ENTRY)).collect()
}

/// Returns the section whose table entry is at `at`.
fn section(bytes: &[u8], at: usize) -> Option<Section> {
    let id = *bytes.get(at..)?.first_chunk()?;
    let (start, length) = (u32_at(bytes, at + 8)? as usize, u32_at(bytes, at + 16)? as usize);
    Some((id, u32_at(bytes, at + 4)?, bytes.get(start..)?.get(..length)?.to_vec()))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
