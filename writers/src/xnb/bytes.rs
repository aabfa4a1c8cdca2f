//! [`Bytes`]: .NET's binary primitives, written from front to back.

/// The bytes of an XNB file's content.
#[derive(Debug, Default)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    pub(super) fn into_vec(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn u8(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn bool(&mut self, flag: bool) {
        self.0.push(flag.into());
    }

    pub(super) fn u32(&mut self, number: u32) {
        self.raw(&number.to_le_bytes());
    }

    pub(super) fn i32(&mut self, number: i32) {
        self.raw(&number.to_le_bytes());
    }

    pub(super) fn f32(&mut self, number: f32) {
        self.raw(&number.to_le_bytes());
    }

    pub(super) fn floats(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|&number| self.f32(number));
    }

    /// A count of things. No list that fits into memory has more than `i32` can tell here: content has limits of its own.
    pub(super) fn count(&mut self, count: usize) {
        self.i32(i32::try_from(count).unwrap_or(i32::MAX));
    }

    /// An integer as .NET's `BinaryWriter` packs it: seven bits a byte, the lowest first.
    pub(super) fn packed(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.u8(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.u8(number.to_le_bytes()[0]);
    }

    /// Text in UTF-8 behind its packed length in bytes.
    pub(super) fn string(&mut self, text: &str) {
        self.packed(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.raw(text.as_bytes());
    }
}
