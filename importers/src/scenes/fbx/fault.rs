//! [`first`]: finds the first damaged record of a binary file.

use crate::scenes::fbx_shared::transfer::{HEAD, is_wide, number};

/// The maximum depth of the records that are examined.
const DEEPEST: usize = 64;

/// Describes the first place where the records of a little-endian binary file contradict its bytes: the problem, the names of
/// the records from outside to inside, and the byte. Returns `None` for other files, and if only the contents of records are
/// wrong.
pub(super) fn first(bytes: &[u8]) -> Option<String> {
    let mut walk = Walk { bytes, wide: is_wide(bytes)?, at: HEAD, open: Vec::new() };
    loop {
        match walk.step() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(wrong) => return Some(walk.place(&wrong)),
        }
    }
}

/// A walk through all records, which reads only the headers and the lengths of values.
struct Walk<'a> {
    bytes: &'a [u8],
    /// Whether lengths have 64 bits.
    wide: bool,
    at: usize,
    /// The end and the name of each record that contains `at`.
    open: Vec<(usize, String)>,
}

impl Walk<'_> {
    /// Reads the header of the next record, and skips its values. Returns whether there are more records.
    fn step(&mut self) -> Result<bool, String> {
        while self.open.last().is_some_and(|&(end, _)| end <= self.at) {
            self.open.pop();
        }
        if self.open.len() > DEEPEST {
            return Ok(false);
        }
        let limit = self.open.last().map_or(self.bytes.len(), |&(end, _)| end);
        let width = if self.wide { 8 } else { 4 };
        let number = |place: usize| self.number(self.at + place * width, width);
        let [Some(end), Some(_), Some(length)] = [number(0), number(1), number(2)] else {
            return Err("the file ends too early".to_owned());
        };
        let name_at = self.at + 3 * width + 1;
        let name_length = self.bytes.get(name_at - 1).copied().ok_or("the file ends too early")?;
        if end == 0 {
            // A null record ends each list of records, and the last one ends the file.
            let closed = self.open.pop();
            self.at = closed.as_ref().map_or(self.at, |&(end, _)| end);
            return Ok(closed.is_some());
        }
        let values_at = name_at + usize::from(name_length);
        let name = String::from_utf8_lossy(self.bytes.get(name_at..values_at).unwrap_or_default()).into_owned();
        self.open.push((end, name));
        let values_end = values_at.saturating_add(length);
        if end > limit || values_end > end {
            return Err(format!(
                "the record claims to end at byte {}, but must end by byte {limit}",
                end.max(values_end)
            ));
        }
        self.check_values(values_at, values_end)?;
        self.at = values_end;
        Ok(true)
    }

    /// Skips values, which end at the byte `end`.
    fn check_values(&mut self, mut at: usize, end: usize) -> Result<(), String> {
        while at < end {
            self.at = at;
            let kind = self.bytes[at];
            let length = match kind {
                b'B' | b'C' | b'Z' => Some(1),
                b'Y' => Some(2),
                b'I' | b'F' => Some(4),
                b'L' | b'D' => Some(8),
                b'S' | b'R' => self.number(at + 1, 4).map(|length| 4 + length),
                b'b' | b'c' | b'i' | b'f' | b'l' | b'd' => self.number(at + 9, 4).map(|length| 12 + length),
                _ => return Err(format!("a value has the unknown type {:?}", char::from(kind))),
            };
            at = length.and_then(|length| (at + 1).checked_add(length)).unwrap_or(usize::MAX);
            if at > end {
                return Err(format!("a value extends past byte {end}, where the record's values end"));
            }
        }
        Ok(())
    }

    fn number(&self, at: usize, width: usize) -> Option<usize> {
        number(self.bytes, at, width)
    }

    fn place(&self, wrong: &str) -> String {
        let names: Vec<String> =
            self.open.iter().map(|(_, name)| name.chars().take(40).flat_map(char::escape_debug).collect()).collect();
        let record = if names.is_empty() { String::new() } else { format!("record {}, ", names.join(" > ")) };
        format!("{wrong} ({record}byte {})", self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::first;

    /// Returns a file of version 7.4 with a record of one value:
    /// <https://code.blender.org/2013/08/fbx-binary-file-format-specification/>.
    fn file(end: u32, kind: u8) -> Vec<u8> {
        let mut bytes = b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0".to_vec();
        [end, 1, 5].into_iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(b"\x04Root");
        bytes.extend([kind, 1, 0, 0, 0]);
        bytes.extend([0; 13]);
        bytes
    }

    #[test]
    fn the_damaged_record_is_named_with_its_place() {
        assert_eq!(first(&file(49, b'I')), None);
        assert_eq!(first(&file(49, b'?')).unwrap(), "a value has the unknown type '?' (record Root, byte 44)");
        let expected = "a value extends past byte 49, where the record's values end (record Root, byte 44)";
        assert_eq!(first(&file(49, b'D')).unwrap(), expected);
        let expected = "the record claims to end at byte 900, but must end by byte 62 (record Root, byte 27)";
        assert_eq!(first(&file(900, b'I')).unwrap(), expected);
        assert_eq!(first(&file(49, b'I')[..50]).unwrap(), "the file ends too early (byte 49)");
        // The next record follows a list of records.
        let mut nested = file(62, b'I');
        nested.extend(&file(97, b'?')[27..]);
        assert_eq!(first(&nested).unwrap(), "a value has the unknown type '?' (record Root, byte 79)");
    }
}
