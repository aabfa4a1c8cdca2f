//! [`Tree`]: the records of a binary FBX file.

use rigmill_test_random::Random;

/// The length of the magic and the version, in bytes.
const HEADER: usize = 27;
/// The first version with 64-bit numbers.
const WIDE: u32 = 7500;
/// The maximum depth of nested records that are read.
const DEEPEST: usize = 64;

/// A record: a name, values, and child records.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    pub(super) name: Vec<u8>,
    pub(super) count: u64,
    pub(super) values: Vec<u8>,
    pub(super) below: Vec<Record>,
}

impl Record {
    /// Returns the number of bytes of its own values and those of its child records.
    pub(super) fn size(&self) -> usize {
        self.values.len() + self.below.iter().map(Self::size).sum::<usize>()
    }
}

/// The records of a file.
pub(super) struct Tree {
    header: Vec<u8>,
    wide: bool,
    pub(super) root: Record,
}

impl Tree {
    pub(super) fn read(file: &[u8]) -> Option<Self> {
        let header = file.get(..HEADER)?.to_vec();
        let wide = u32::from_le_bytes(*header.last_chunk()?) >= WIDE;
        let mut reader = Reader { file, wide, at: HEADER };
        let below = reader.records(file.len(), 0)?;
        Some(Self { header, wide, root: Record { below, ..Record::default() } })
    }

    /// Encodes the file. If `ends_early`, leaves out the empty record that ends the last list.
    pub(super) fn write(&self, ends_early: bool) -> Vec<u8> {
        let mut file = self.header.clone();
        for record in &self.root.below {
            self.push(record, &mut file);
        }
        if !ends_early {
            file.resize(file.len() + self.empty(), 0);
        }
        file
    }

    /// Returns a random non-empty list of records.
    pub(super) fn any_list(&mut self, random: &mut Random) -> Option<&mut Vec<Record>> {
        let mut record = &mut self.root;
        while !random.once_in(4) && record.below.iter().any(|it| !it.below.is_empty()) {
            let start = random.below(record.below.len());
            let next = (start..record.below.len()).chain(0..start).find(|at| !record.below[*at].below.is_empty())?;
            record = &mut record.below[next];
        }
        Some(&mut record.below).filter(|list| !list.is_empty())
    }

    /// Returns a random record.
    pub(super) fn any(&self, random: &mut Random) -> Option<&Record> {
        let mut record = self.root.below.get(random.below(self.root.below.len().max(1)))?;
        while !record.below.is_empty() && !random.once_in(4) {
            record = random.pick(&record.below);
        }
        Some(record)
    }

    /// Returns the length of an empty record, in bytes.
    fn empty(&self) -> usize {
        if self.wide { 25 } else { 13 }
    }

    fn push(&self, record: &Record, file: &mut Vec<u8>) {
        let start = file.len();
        file.resize(start + self.empty() - 1, 0);
        let name = &record.name[..record.name.len().min(255)];
        file.push(u8::try_from(name.len()).unwrap_or(u8::MAX));
        file.extend(name);
        file.extend(&record.values);
        record.below.iter().for_each(|below| self.push(below, file));
        if !record.below.is_empty() {
            file.resize(file.len() + self.empty(), 0);
        }
        let width = if self.wide { 8 } else { 4 };
        let numbers = [file.len() as u64, record.count, record.values.len() as u64];
        for (at, number) in numbers.into_iter().enumerate() {
            let to = start + at * width;
            file[to..to + width].copy_from_slice(&number.to_le_bytes()[..width]);
        }
    }
}

struct Reader<'a> {
    file: &'a [u8],
    wide: bool,
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<usize> {
        let rest = self.file.get(self.at..)?;
        self.at += if self.wide { 8 } else { 4 };
        let number = if self.wide {
            u64::from_le_bytes(*rest.first_chunk()?)
        } else {
            u32::from_le_bytes(*rest.first_chunk()?).into()
        };
        usize::try_from(number).ok()
    }

    fn bytes(&mut self, length: usize) -> Option<Vec<u8>> {
        let bytes = self.file.get(self.at..)?.get(..length)?.to_vec();
        self.at += length;
        Some(bytes)
    }

    /// Reads records up to `end`, or up to an empty record.
    fn records(&mut self, end: usize, depth: usize) -> Option<Vec<Record>> {
        let mut records = Vec::new();
        while self.at < end && depth < DEEPEST {
            let (stop, count, length) = (self.number()?, self.number()?, self.number()?);
            let name = usize::from(*self.bytes(1)?.first()?);
            if stop == 0 {
                break;
            }
            let (name, values) = (self.bytes(name)?, self.bytes(length)?);
            let below = self.records(stop.min(self.file.len()), depth + 1)?;
            self.at = stop.max(self.at);
            records.push(Record { name, count: count as u64, values, below });
        }
        Some(records)
    }
}
