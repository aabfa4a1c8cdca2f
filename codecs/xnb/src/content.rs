//! [`ContentReader`] and [`ContentWriter`], named after XNA's classes: they read and write content, including its table of type
//! readers.

use std::collections::HashMap;
use std::rc::Rc;

use crate::bytes::{ByteReader, ByteWriter};
use crate::error::{Error, ErrorKind, Result};
use crate::type_readers::{self, GameReaders, TypeReader};

/// The maximum nesting depth of objects.
const DEEPEST: usize = 32;
/// The maximum number of type readers and shared resources in a file.
const MAX_READERS: usize = 1024;
const MAX_RESOURCES: usize = 65_536;
/// The maximum number of values in all lists and dictionaries of a file. A value takes far more bytes in memory than in the
/// file.
const MAX_VALUES: usize = 1 << 20;

/// Reads content from start to end.
pub(crate) struct ContentReader<'a> {
    pub(crate) bytes: ByteReader<'a>,
    /// The names in the table of type readers.
    pub(crate) names: Vec<String>,
    /// The readers for these names. Shared with the object that is being read, because a file may have millions of objects.
    readers: Rc<[TypeReader]>,
    /// The number of shared resources.
    pub(crate) resources: u32,
    /// The number of bones of the model that is being read.
    pub(crate) bones: usize,
    depth: usize,
    /// The number of values that lists and dictionaries may still contain.
    values_left: usize,
}

impl<'a> ContentReader<'a> {
    /// Reads the table of type readers. `unreadable` returns the reason if a reader cannot be used.
    pub(crate) fn begin(
        mut bytes: ByteReader<'a>,
        game: GameReaders<'_>,
        unreadable: impl Fn(&str, &TypeReader) -> Option<(ErrorKind, String)>,
    ) -> Result<Self> {
        let count = bytes.packed()? as usize;
        let message = || format!("the file has {count} type readers, but at most {MAX_READERS} are allowed");
        bytes.ensure(count <= MAX_READERS, ErrorKind::Limit, message)?;
        let names = (0..count).map(|_| reader_name(&mut bytes)).collect::<Result<Vec<_>>>()?;
        let readers: Rc<[TypeReader]> = type_readers::of_table(&names, game).into();
        for (name, reader) in names.iter().zip(&*readers) {
            // .NET looks up all readers before the first value, even readers that no value needs.
            if let Some((kind, message)) = unreadable(name, reader) {
                bytes.expect(false, kind, || message)?;
            }
        }
        let resources = bytes.packed()?;
        let message =
            || format!("{resources} shared resources do not fit into the remaining {} bytes", bytes.remaining());
        let most = MAX_RESOURCES.min(bytes.remaining());
        bytes.ensure(resources as usize <= most, ErrorKind::Truncated, message)?;
        Ok(Self { names, readers, resources, ..Self::without_readers(bytes) })
    }

    /// Creates a reader for values that need no type readers.
    pub(crate) fn without_readers(bytes: ByteReader<'a>) -> Self {
        let readers = Rc::new([]);
        Self { bytes, names: Vec::new(), readers, resources: 0, bones: 0, depth: 0, values_left: MAX_VALUES }
    }

    /// Reads the number of a type reader, then an object with this reader; `None` for null.
    pub(crate) fn object<T>(&mut self, read: impl FnOnce(&TypeReader, &mut Self) -> Result<T>) -> Result<Option<T>> {
        let number = self.bytes.packed()? as usize;
        let Some(index) = number.checked_sub(1) else { return Ok(None) };
        let readers = Rc::clone(&self.readers);
        let Some(reader) = readers.get(index) else {
            let message = format!("type reader {number} does not exist: the file has only {}", readers.len());
            return Err(self.bytes.error(ErrorKind::TypeReader, message));
        };
        self.bytes
            .ensure(self.depth < DEEPEST, ErrorKind::Limit, || format!("objects nest deeper than {DEEPEST} levels"))?;
        self.depth += 1;
        let value = read(reader, self);
        self.depth -= 1;
        value.map(Some)
    }

    /// Returns the name of a reader in the table.
    pub(crate) fn name_of(&self, reader: &TypeReader) -> &str {
        let at = self.readers.iter().position(|known| known == reader);
        at.map_or("", |at| &self.names[at])
    }

    /// Reads the number of values in a list or dictionary. Each value takes at least `smallest` bytes.
    pub(crate) fn value_count(&mut self, smallest: usize, values_each: usize) -> Result<usize> {
        let count = self.bytes.count(smallest, "items")?;
        let values = count * values_each;
        let message = || format!("the lists and dictionaries have more than {MAX_VALUES} values");
        self.bytes.ensure(values <= self.values_left, ErrorKind::Limit, message)?;
        self.values_left -= values;
        Ok(count)
    }
}

fn reader_name(bytes: &mut ByteReader<'_>) -> Result<String> {
    let name = bytes.string()?;
    let version = i32::from_le_bytes(bytes.array()?);
    let message = || format!("the version of the type reader `{name}` is {version}, expected 0");
    bytes.expect(version == 0, ErrorKind::TypeReaderVersion, message)?;
    Ok(name)
}

/// Writes content from start to end. Adds type readers to the table when values first need them.
#[derive(Default)]
pub(crate) struct ContentWriter {
    pub(crate) bytes: ByteWriter,
    /// The table of type readers.
    names: Vec<String>,
    /// The number of each type reader, from 1.
    numbers: HashMap<TypeReader, u32>,
    /// The number of shared resources.
    pub(crate) resources: usize,
    /// The number of bones of the model that is being written.
    pub(crate) bones: usize,
    /// Whether external references refer to textures. XNA then adds the texture reader to the table.
    pub(crate) refers_to_textures: bool,
    /// The first error that occurred while writing.
    error: Option<Error>,
}

impl ContentWriter {
    /// Starts with a table of these names. Readers that values need are added to it.
    pub(crate) fn begin(names: &[String], resources: usize) -> Self {
        let mut numbers = HashMap::new();
        for (number, reader) in (1..).zip(type_readers::of_table(names, GameReaders::default())) {
            numbers.entry(reader).or_insert(number);
        }
        Self { names: names.to_vec(), numbers, resources, ..Self::default() }
    }

    /// Returns the number of a type reader, counted from 1.
    pub(crate) fn reader(&mut self, reader: &TypeReader) -> u32 {
        if let Some(&number) = self.numbers.get(reader) {
            return number;
        }
        self.names.push(reader.name());
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.numbers.insert(reader.clone(), number);
        for part in reader.part_readers() {
            self.reader(&part);
        }
        number
    }

    /// Starts an object: writes the number of its type reader, or 0 for null.
    pub(crate) fn begin_object(&mut self, reader: Option<&TypeReader>) {
        let number = reader.map_or(0, |reader| self.reader(reader));
        self.bytes.packed(number);
    }

    /// Starts an object with a type reader, or with the first reader in the table that reads the same values.
    pub(crate) fn begin_object_like(&mut self, reader: &TypeReader) {
        let same = self.numbers.iter().filter(|(known, _)| known.reads_same(reader)).map(|(_, number)| *number).min();
        let number = same.unwrap_or_else(|| self.reader(reader));
        self.bytes.packed(number);
    }

    /// Records an error. Only the first error is kept.
    pub(crate) fn fail(&mut self, kind: ErrorKind, message: impl Into<String>) {
        self.error.get_or_insert_with(|| Error::new(kind, message));
    }

    /// Returns the table of type readers, the number of shared resources, and the content.
    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut bytes = ByteWriter::default();
        bytes.packed(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        for name in &self.names {
            bytes.string(name);
            bytes.bytes(&[0; 4]);
        }
        bytes.packed(u32::try_from(self.resources).unwrap_or(u32::MAX));
        bytes.bytes(&self.bytes.0);
        Ok(bytes.0)
    }
}
