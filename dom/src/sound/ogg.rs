//! Reads the packets of an Ogg file.

use super::error::SoundError;

const OGG: &str = "Ogg";

/// The flags of a page.
const CONTINUES: u8 = 1;
const FIRST: u8 = 2;
const LAST: u8 = 4;

/// The maximum length of a packet, in bytes. Headers with pictures in their comments are the largest packets.
const LONGEST_PACKET: usize = 64 << 20;

/// A page.
struct Page<'a> {
    flags: u8,
    /// The position in the stream after the last packet that ends on the page; -1 if no packet ends there.
    position: i64,
    stream: u32,
    number: u32,
    /// The lengths of the segments. The last segment of a packet is shorter than 255 bytes.
    segments: &'a [u8],
    body: &'a [u8],
}

/// A packet.
pub(super) struct Packet {
    pub(super) bytes: Vec<u8>,
    /// The position in the stream after the packet. `None` unless the packet is the last one that ends on its page.
    pub(super) position: Option<u64>,
    /// Whether the packet is on the stream's last page.
    pub(super) is_on_last_page: bool,
}

/// The packets of the first stream of a file.
pub(super) struct Packets<'a> {
    rest: &'a [u8],
    stream: Option<u32>,
    /// The number of the next page.
    next_page: u32,
    /// The start of a packet that continues on the next page.
    begun: Vec<u8>,
    /// The packets that end on the page that was read last, in reverse order.
    ended: Vec<Packet>,
    /// Whether the stream's last page was read.
    is_over: bool,
    /// Whether pages of other streams were skipped.
    pub(super) has_others: bool,
    /// The last position that a page states.
    pub(super) last_position: Option<u64>,
}

impl<'a> Packets<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            stream: None,
            next_page: 0,
            begun: Vec::new(),
            ended: Vec::new(),
            is_over: false,
            has_others: false,
            last_position: None,
        }
    }

    /// The next packet; `None` at the end of the stream.
    pub(super) fn next(&mut self) -> Result<Option<Packet>, SoundError> {
        loop {
            if let Some(packet) = self.ended.pop() {
                return Ok(Some(packet));
            }
            match self.page()? {
                Some(page) => self.split(&page)?,
                None if self.begun.is_empty() => return Ok(None),
                None => return Err(malformed("it ends within a packet")),
            }
        }
    }

    /// Skips the rest of the file to find the last position.
    pub(super) fn finish(&mut self) -> Result<(), SoundError> {
        while self.page()?.is_some() {}
        Ok(())
    }

    /// The next page of the stream.
    fn page(&mut self) -> Result<Option<Page<'a>>, SoundError> {
        while !self.rest.is_empty() {
            let page = self.any_page()?;
            let stream = *self.stream.get_or_insert(page.stream);
            if page.stream == stream && !self.is_over {
                if page.number != self.next_page {
                    return Err(malformed(format_args!("page {} is missing", self.next_page)));
                }
                self.next_page = self.next_page.wrapping_add(1);
                self.is_over = page.flags & LAST != 0;
                self.last_position = u64::try_from(page.position).ok().or(self.last_position);
                return Ok(Some(page));
            }
            if page.flags & FIRST != 0 && self.is_over {
                let found = "several streams, one after the other".to_owned();
                return Err(SoundError::Unsupported { format: OGG, found });
            }
            self.has_others = true;
        }
        Ok(None)
    }

    fn any_page(&mut self) -> Result<Page<'a>, SoundError> {
        let bytes = self.rest;
        let header = bytes.first_chunk::<27>().filter(|header| header.starts_with(b"OggS\0"));
        let header = header.ok_or_else(|| malformed("a page does not begin where the previous page ends"))?;
        let word = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let cut = || malformed("it ends within a page");
        let segments = bytes.get(27..27 + usize::from(header[26])).ok_or_else(cut)?;
        let start = 27 + segments.len();
        let length = start + segments.iter().map(|&segment| usize::from(segment)).sum::<usize>();
        let whole = bytes.get(..length).ok_or_else(cut)?;
        let number = word(18);
        if checksum(whole) != word(22) {
            return Err(malformed(format_args!("the checksum of page {number} is wrong")));
        }
        self.rest = &bytes[length..];
        let position = i64::from(word(6)) | i64::from(word(10)) << 32;
        Ok(Page { flags: header[5], position, stream: word(14), number, segments, body: &whole[start..] })
    }

    fn split(&mut self, page: &Page<'_>) -> Result<(), SoundError> {
        if (page.flags & CONTINUES != 0) == self.begun.is_empty() {
            return Err(malformed(format_args!("page {} does not continue the previous page", page.number)));
        }
        let mut body = page.body;
        for &segment in page.segments {
            let (bytes, after) = body.split_at(usize::from(segment));
            body = after;
            if self.begun.len() + bytes.len() > LONGEST_PACKET {
                return Err(SoundError::Tables { format: OGG, what: "a packet" });
            }
            self.begun.extend_from_slice(bytes);
            if segment < 255 {
                let bytes = std::mem::take(&mut self.begun);
                self.ended.push(Packet { bytes, position: None, is_on_last_page: page.flags & LAST != 0 });
            }
        }
        if let Some(last) = self.ended.last_mut() {
            last.position = u64::try_from(page.position).ok();
        }
        self.ended.reverse();
        Ok(())
    }
}

fn malformed(message: impl ToString) -> SoundError {
    SoundError::malformed(OGG, message)
}

/// The checksum of a page: a 32-bit CRC, highest bit first, where the checksum field counts as zero.
fn checksum(page: &[u8]) -> u32 {
    let zeroed = |at: usize, byte: u8| if (22..26).contains(&at) { 0 } else { byte };
    page.iter().enumerate().fold(0_u32, |sum, (at, &byte)| {
        let index = (sum >> 24) as usize ^ usize::from(zeroed(at, byte));
        (sum << 8) ^ CRC_TABLE[index]
    })
}

const CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u32;
    while byte < 256 {
        let mut sum = byte << 24;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum >> 31 == 0 { sum << 1 } else { sum << 1 ^ 0x04c1_1db7 };
            bit += 1;
        }
        table[byte as usize] = sum;
        byte += 1;
    }
    table
};
