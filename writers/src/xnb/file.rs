//! [`XnbFile`]: a whole file.

use std::collections::HashMap;

use super::bytes::Bytes;
use super::params::{Platform, Profile};
use super::readers;

const VERSION: u8 = 5;
const HIDEF: u8 = 0x01;

/// A file while it is being written: type readers get their numbers as they are needed.
#[derive(Debug, Default)]
pub(super) struct XnbFile {
    readers: Vec<String>,
    /// The number of each type reader, from 1.
    numbers: HashMap<String, u32>,
    pub(super) content: Bytes,
}

impl XnbFile {
    /// Writes the number of a type reader, which what it reads must follow.
    pub(super) fn begin_object(&mut self, reader: &str) {
        let number = self.reader(reader);
        self.content.packed(number);
    }

    /// The number of a type reader, from 1. Readers stand in the file in the order in which they were first asked for.
    pub(super) fn reader(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.readers.push(name.to_owned());
        let number = u32::try_from(self.readers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Whether a type reader has a number.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    /// Writes a text as an object.
    pub(super) fn text(&mut self, text: &str) {
        self.begin_object(readers::STRING);
        self.content.string(text);
    }

    pub(super) fn null(&mut self) {
        self.content.packed(0);
    }

    /// The bytes of the file, not compressed. `shared` shared resources stand at the end of its content. `None` when it is too
    /// large for its header.
    pub(super) fn finish(self, platform: Platform, profile: Profile, shared: u32) -> Option<Vec<u8>> {
        let mut bytes = Bytes::default();
        bytes.raw(b"XNB");
        bytes.u8(platform.letter());
        bytes.u8(VERSION);
        bytes.u8(if profile == Profile::HiDef { HIDEF } else { 0 });
        bytes.u32(0);
        bytes.packed(u32::try_from(self.readers.len()).ok()?);
        for reader in &self.readers {
            bytes.string(reader);
            bytes.i32(0);
        }
        bytes.packed(shared);
        bytes.raw(&self.content.into_vec());
        let mut bytes = bytes.into_vec();
        // .NET's readers take the size for signed.
        let size = i32::try_from(bytes.len()).ok()?;
        bytes[6..10].copy_from_slice(&size.to_le_bytes());
        Some(bytes)
    }
}
