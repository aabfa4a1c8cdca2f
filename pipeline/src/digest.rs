//! [`Digest`]: the 256-bit hash that identifies bytes or values.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The BLAKE3 hash of bytes, or of a value's canonical form.
///
/// The build graph treats two things with the same digest as equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// Computes the digest of all bytes that a reader returns.
    ///
    /// # Errors
    /// The reader's error.
    pub fn of_reader(mut reader: impl std::io::Read) -> std::io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        let mut block = [0; 16 * 1024];
        loop {
            match reader.read(&mut block)? {
                0 => return Ok(Self(*hasher.finalize().as_bytes())),
                read => drop(hasher.update(&block[..read])),
            }
        }
    }

    /// Computes the digest of `value` in its canonical form: its serde fields, in order, as bincode writes them with fixed
    /// integers. Fields with `#[serde(skip)]`, such as source positions, are left out.
    ///
    /// # Errors
    /// The error of serde if the value cannot be serialized, for example a sequence of unknown length.
    pub fn of_value<T: Serialize + ?Sized>(value: &T) -> Result<Self, String> {
        let mut writer = HashWriter::default();
        bincode::serde::encode_into_writer(value, &mut writer, canonical()).map_err(|error| error.to_string())?;
        Ok(writer.finish())
    }

    /// Creates a digest from its 32 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the digest's 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the first twelve hexadecimal digits, for display.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..12].to_owned()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

fn canonical() -> impl bincode::config::Config {
    bincode::config::legacy()
}

/// Gathers bincode's many small writes, so that BLAKE3 sees few large ones.
struct HashWriter {
    hasher: blake3::Hasher,
    pending: [u8; 4096],
    filled: usize,
}

impl Default for HashWriter {
    fn default() -> Self {
        Self { hasher: blake3::Hasher::new(), pending: [0; 4096], filled: 0 }
    }
}

impl HashWriter {
    fn flush(&mut self) {
        self.hasher.update(&self.pending[..self.filled]);
        self.filled = 0;
    }

    fn finish(mut self) -> Digest {
        self.flush();
        Digest(*self.hasher.finalize().as_bytes())
    }
}

impl bincode::enc::write::Writer for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> Result<(), bincode::error::EncodeError> {
        if self.filled + bytes.len() > self.pending.len() {
            self.flush();
        }
        if bytes.len() > self.pending.len() {
            self.hasher.update(bytes);
        } else {
            self.pending[self.filled..self.filled + bytes.len()].copy_from_slice(bytes);
            self.filled += bytes.len();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_small_writes_hash_alike() {
        let long = vec![7_u8; 10_000];
        let mut expected = (10_000_u64).to_le_bytes().to_vec();
        expected.extend_from_slice(&long);
        assert_eq!(Digest::of_value(&long).unwrap(), Digest::of(&expected));
    }

    #[test]
    fn the_sign_of_zero_is_part_of_a_value() {
        assert_ne!(Digest::of_value(&0.0_f32).unwrap(), Digest::of_value(&-0.0_f32).unwrap());
    }

    #[test]
    fn prints_as_hexadecimal() {
        assert_eq!(Digest::of(b"").to_string(), "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
    }
}
