//! [`Orientation`]: how to turn the stored pixels of an image (Exif 2.32, 4.6.4).

/// The tag in an image file directory, and the type of its value: a 16-bit number.
const TAG: u16 = 0x112;
const SHORT: u16 = 3;
/// The sizes of a directory's count and of its entries, and the offset of an entry's value.
const COUNT: usize = 2;
const ENTRY: usize = 12;
const VALUE: usize = 8;

/// An orientation as in Exif: which side of the picture the first row and the first column of the file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientation {
    /// 1 to 8.
    number: u8,
}

impl Default for Orientation {
    fn default() -> Self {
        Self { number: 1 }
    }
}

impl Orientation {
    pub(super) fn new(number: u16) -> Option<Self> {
        u8::try_from(number).ok().filter(|number| (1..=8).contains(number)).map(|number| Self { number })
    }

    /// The orientation that Exif data state.
    pub(super) fn from_exif(exif: &[u8]) -> Option<Self> {
        let is_little_endian = match exif.first_chunk()? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        };
        let word = |at: usize| {
            let bytes = *exif.get(at..)?.first_chunk()?;
            Some(if is_little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
        };
        let long = |at: usize| {
            let bytes = *exif.get(at..)?.first_chunk()?;
            Some(if is_little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
        };
        let mut entry = usize::try_from(long(4)?).ok()?;
        let entries = word(entry)?;
        entry += COUNT;
        for _ in 0..entries {
            if [word(entry)?, word(entry + 2)?] == [TAG, SHORT] && long(entry + 4)? == 1 {
                return Self::new(word(entry + VALUE)?);
            }
            entry += ENTRY;
        }
        None
    }

    /// Turns pixels. Returns the new width and height, and the new pixels.
    pub(super) fn apply<T: Copy>(self, [width, height]: [u32; 2], pixels: Vec<T>) -> ([u32; 2], Vec<T>) {
        if self.number == 1 {
            return ([width, height], pixels);
        }
        let is_swapped = self.number >= 5;
        let from_right = matches!(self.number, 2 | 3 | 7 | 8);
        let from_bottom = matches!(self.number, 3 | 4 | 6 | 7);
        let turned = if is_swapped { [height, width] } else { [width, height] };
        let stored = |x: u32, y: u32| {
            let [x, y] = if is_swapped { [y, x] } else { [x, y] };
            let x = if from_right { width - 1 - x } else { x };
            let y = if from_bottom { height - 1 - y } else { y };
            pixels[y as usize * width as usize + x as usize]
        };
        let new = (0..turned[1]).flat_map(|y| (0..turned[0]).map(move |x| (x, y))).map(|(x, y)| stored(x, y));
        (turned, new.collect())
    }
}
