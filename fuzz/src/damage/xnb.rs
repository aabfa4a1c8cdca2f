//! Damages the content of XNA's `.xnb` files. The size in the header stays correct.

use rigmill_test_random::Random;

use super::bytes;

/// The length of the header in bytes: magic, platform, version, flags and size.
const HEADER: usize = 10;

/// Returns a damaged copy; `None` for a file without a header.
pub(super) fn damage(file: &[u8], other: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let (header, body) = file.split_at_checked(HEADER)?;
    let (mut header, mut body) = (header.to_vec(), body.to_vec());
    let other = other.get(HEADER..).unwrap_or_default();
    (0..rounds).for_each(|_| bytes::damage(&mut body, other, random));
    if random.once_in(16) {
        header[3 + random.below(3)] = *random.pick(&[b'w', b'x', b'a', b'd', 4, 5, 0, 1, 0x40, 0x80, 0x41, 0xc0]);
    }
    let size = u32::try_from(HEADER + body.len()).unwrap_or(u32::MAX);
    header[6..].copy_from_slice(&size.to_le_bytes());
    Some([header, body].concat())
}
