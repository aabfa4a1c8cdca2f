//! Checks all lengths in a file before any of them is used.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::ZlibDecoder;

use super::unsupported::{malformed, unsupported};
use crate::report::Result;
use crate::scenes::fbx_shared::problems::over_limit;
use crate::scenes::fbx_shared::transfer::{HEAD, MAGIC};

/// Far above all versions of FBX.
const MAX_VERSION: u32 = 99_999;
/// The maximum nesting depth of records.
const DEEPEST_RECORD: usize = 64;
/// The maximum number of records and values in a file. Each takes the reader about a hundred bytes.
const MAX_RECORDS: usize = 400_000;
const MAX_VALUES: usize = 4_000_000;
/// The maximum total size of decompressed arrays: this amount, and a number of bytes for each byte of the file.
const FREE_BYTES: u64 = 24 << 20;
const BYTES_PER_BYTE: u64 = 16;

/// Returns the part of the file up to the end of its records, after checking all lengths in it. Values of types that fbxcel does
/// not know, but which are as long as values of another type, get that type. This importer needs none of them.
pub(super) fn sound_part(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    let version = version(bytes)?;
    let mut scan = Scan {
        bytes,
        at: HEAD,
        wide: version >= 7500,
        records: 0,
        values: 0,
        inflated: 0,
        bytes_as_flags: Vec::new(),
        most_inflated: FREE_BYTES + BYTES_PER_BYTE * bytes.len() as u64,
    };
    scan.all_records()?;
    let mut sound = Cow::Borrowed(&bytes[..scan.at]);
    for (at, kind) in scan.bytes_as_flags {
        sound.to_mut()[at] = kind;
    }
    Ok(sound)
}

fn version(bytes: &[u8]) -> Result<u32> {
    if !bytes.starts_with(MAGIC) {
        let head = &bytes[..bytes.len().min(1024)];
        let is_text = head.windows(4).any(|window| window == b"FBX ");
        return Err(if is_text {
            unsupported("this is a text FBX file")
        } else {
            malformed("it does not begin like an FBX file")
        });
    }
    let Some(&[order, a, b, c, d]) = bytes.get(MAGIC.len()..HEAD) else { return Err(malformed("it ends too early")) };
    match (order, u32::from_le_bytes([a, b, c, d])) {
        (0, version @ 7400..7800) => Ok(version),
        (0, version) if version > MAX_VERSION => Err(malformed(format!("its version is {version}"))),
        (0, version) => Err(unsupported(format!("the file uses FBX version {version}"))),
        _ => Err(unsupported("this is a big-endian FBX file")),
    }
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether the lengths of records have 64 bits.
    wide: bool,
    records: usize,
    values: usize,
    inflated: u64,
    /// The positions of the types of values that have the type of flags instead, with that type.
    bytes_as_flags: Vec<(usize, u8)>,
    most_inflated: u64,
}

/// The header of a record.
struct Head {
    end: usize,
    values: u64,
    values_length: u64,
    name_length: usize,
}

impl Head {
    fn is_mark(&self) -> bool {
        self.end == 0 && self.values == 0 && self.values_length == 0 && self.name_length == 0
    }
}

impl Scan<'_> {
    fn all_records(&mut self) -> Result<()> {
        // The end of each open record.
        let mut open: Vec<usize> = Vec::new();
        loop {
            let limit = open.last().copied().unwrap_or(self.bytes.len());
            if !open.is_empty() && self.at == limit {
                open.pop();
                continue;
            }
            let head = self.head(limit)?;
            if head.is_mark() {
                match open.pop() {
                    None => return Ok(()),
                    Some(end) if end == self.at => continue,
                    Some(_) => return Err(malformed("a record does not end where its header says")),
                }
            }
            self.record(&head, limit)?;
            if self.at < head.end {
                if open.len() == DEEPEST_RECORD {
                    return Err(malformed("records are nested too deep"));
                }
                open.push(head.end);
            }
        }
    }

    fn take(&mut self, length: u64, limit: usize) -> Result<&[u8]> {
        let left = limit.saturating_sub(self.at);
        let length = usize::try_from(length).ok().filter(|&length| length <= left);
        let Some(length) = length else { return Err(malformed("a length goes beyond the end of the data")) };
        let taken = &self.bytes[self.at..self.at + length];
        self.at += length;
        Ok(taken)
    }

    fn word(&mut self, limit: usize) -> Result<u32> {
        let bytes = self.take(4, limit)?;
        Ok(u32::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    fn record_length(&mut self, limit: usize) -> Result<u64> {
        if !self.wide {
            return self.word(limit).map(u64::from);
        }
        let bytes = self.take(8, limit)?;
        Ok(u64::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    fn head(&mut self, limit: usize) -> Result<Head> {
        let [end, values, values_length] =
            [self.record_length(limit)?, self.record_length(limit)?, self.record_length(limit)?];
        let name_length = usize::from(self.take(1, limit)?[0]);
        let Ok(end) = usize::try_from(end) else { return Err(malformed("a length goes beyond the end of the data")) };
        Ok(Head { end, values, values_length, name_length })
    }

    /// Checks the name and the values of a record.
    fn record(&mut self, head: &Head, limit: usize) -> Result<()> {
        self.records += 1;
        if self.records > MAX_RECORDS {
            return Err(over_limit(self.records as u64, "records", MAX_RECORDS as u64, "split the file"));
        }
        if head.end > limit || head.end < self.at {
            return Err(malformed("a record does not end within its parent"));
        }
        self.take(head.name_length as u64, head.end)?;
        let begin = self.at;
        self.take(head.values_length, head.end)?;
        let end = self.at;
        self.at = begin;
        if head.values > head.values_length {
            return Err(malformed("a record has more values than bytes"));
        }
        for _ in 0..head.values {
            self.value(end)?;
        }
        if self.at == end { Ok(()) } else { Err(malformed("the values of a record are shorter than its header says")) }
    }

    fn value(&mut self, limit: usize) -> Result<()> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(over_limit(self.values as u64, "values", MAX_VALUES as u64, "split the file"));
        }
        let at = self.at;
        let kind = self.take(1, limit)?[0];
        match kind {
            b'B' | b'Z' => self.bytes_as_flags.push((at, b'C')),
            b'c' => self.bytes_as_flags.push((at, b'b')),
            _ => {}
        }
        match kind {
            b'B' | b'C' | b'Z' => self.take(1, limit).map(drop),
            b'Y' => self.take(2, limit).map(drop),
            b'I' | b'F' => self.take(4, limit).map(drop),
            b'L' | b'D' => self.take(8, limit).map(drop),
            b'S' | b'R' => {
                let length = self.word(limit)?;
                self.take(length.into(), limit).map(drop)
            }
            b'b' | b'c' => self.array(1, limit),
            b'i' | b'f' => self.array(4, limit),
            b'l' | b'd' => self.array(8, limit),
            _ => Err(malformed("a value has an unknown type")),
        }
    }

    fn array(&mut self, size: u64, limit: usize) -> Result<()> {
        let [count, encoding, length] = [self.word(limit)?, self.word(limit)?, self.word(limit)?];
        let whole = u64::from(count) * size;
        match encoding {
            0 if u64::from(length) == whole => self.take(whole, limit).map(drop),
            1 => {
                self.inflated += whole;
                if self.inflated > self.most_inflated {
                    let help = "check that this is the right file, or split it";
                    return Err(over_limit(self.inflated, "bytes in compressed lists", self.most_inflated, help));
                }
                let data = self.take(length.into(), limit)?;
                check_deflated(data, whole)
            }
            _ => Err(malformed("the length of an array does not fit its data")),
        }
    }
}

/// Checks that `data` decompresses to exactly `whole` bytes. Decompresses no more than this.
fn check_deflated(data: &[u8], whole: u64) -> Result<()> {
    let mut decoder = ZlibDecoder::new(data);
    let mut buffer = [0; 8192];
    let mut found = 0_u64;
    loop {
        match decoder.read(&mut buffer) {
            Ok(0) if found == whole => return Ok(()),
            Ok(count) if count > 0 && found + count as u64 <= whole => found += count as u64,
            _ => return Err(malformed("a compressed array is damaged or has the wrong length")),
        }
    }
}
