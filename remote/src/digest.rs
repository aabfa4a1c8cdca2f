//! SHA-256 digests, which identify blobs in remote caches.

use std::io::{self, Read};

use rigmill_pipeline::Digest;
use rigmill_store::RemoteBlob;
use sha2::{Digest as _, Sha256};

/// The number of bytes to read at a time.
const BLOCK: usize = 1 << 16;

/// Returns the address of a blob with these bytes.
pub(crate) fn of(bytes: &[u8]) -> RemoteBlob {
    RemoteBlob { sha256: Sha256::digest(bytes).into(), size: bytes.len() as u64 }
}

/// Returns both digests of the bytes of a reader; `None` if there are more than `limit` bytes.
pub(crate) fn of_reader(mut reader: impl Read, limit: u64) -> io::Result<Option<(Digest, RemoteBlob)>> {
    let (mut blake3, mut sha256, mut size) = (blake3::Hasher::new(), Sha256::new(), 0);
    let mut block = vec![0; BLOCK];
    loop {
        let read = match reader.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        size += read as u64;
        if size > limit {
            return Ok(None);
        }
        if read == 0 {
            let blob = RemoteBlob { sha256: sha256.finalize().into(), size };
            return Ok(Some((Digest::from_bytes(*blake3.finalize().as_bytes()), blob)));
        }
        blake3.update(&block[..read]);
        sha256.update(&block[..read]);
    }
}

/// Returns the digest as 64 lower-case hexadecimal digits.
pub(crate) fn hex(sha256: &[u8; 32]) -> String {
    Digest::from_bytes(*sha256).to_string()
}

/// Parses 64 hexadecimal digits.
pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        *byte = digit(0)? << 4 | digit(1)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_come_back() {
        let sha256 = of(b"abc").sha256;
        assert_eq!(hex(&sha256), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(from_hex(&hex(&sha256)), Some(sha256));
        for text in ["", "ab", &"x".repeat(64), &"é".repeat(32), &"a".repeat(66)] {
            assert_eq!(from_hex(text), None, "{text}");
        }
    }

    #[test]
    fn a_reader_and_its_bytes_have_the_same_digests() {
        let bytes = vec![7; 3 * BLOCK + 1];
        let size = bytes.len() as u64;
        assert_eq!(of_reader(bytes.as_slice(), size).unwrap(), Some((Digest::of(&bytes), of(&bytes))));
        assert_eq!(of_reader(bytes.as_slice(), size - 1).unwrap(), None);
    }
}
