//! [`ColorKey`]: the colour that represents transparency in images without an alpha channel.

use rigmill_dom::Image;
use serde::{Deserialize, Serialize};

/// A colour, which is opaque unless it has a fourth part. Its text is `#rrggbb` or `#rrggbbaa`, in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ColorKey([u8; 4]);

impl ColorKey {
    /// Makes pixels of exactly this colour transparent black.
    pub(super) fn clear(self, image: &Image) -> Image {
        let mut image = image.clone();
        let (pixels, _) = image.pixels.as_chunks_mut::<4>();
        pixels.iter_mut().filter(|pixel| **pixel == self.0).for_each(|pixel| *pixel = [0; 4]);
        image
    }
}

impl TryFrom<String> for ColorKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text
            .strip_prefix('#')
            .filter(|it| matches!(it.len(), 6 | 8) && it.bytes().all(|it| it.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let number =
            number.ok_or_else(|| format!("`{text}` is not a colour such as `#ff00ff`, or `#ff00ffff` with alpha"))?;
        Ok(Self(if text.len() == 7 { (number << 8 | 0xff).to_be_bytes() } else { number.to_be_bytes() }))
    }
}

impl From<ColorKey> for String {
    fn from(ColorKey([red, green, blue, alpha]): ColorKey) -> Self {
        format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}")
    }
}
