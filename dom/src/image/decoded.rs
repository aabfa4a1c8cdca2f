//! [`Decoded`]: the result of a decoder.

use super::checks::malformed;
use super::orientation::Orientation;
use super::{DeepEncoding, DeepImage, Image, ImageError, ImageSource};

/// Red, green, blue and alpha for each pixel, row by row from the top.
pub(super) enum Pixels {
    Bytes(Vec<[u8; 4]>),
    Words(Vec<[u16; 4]>),
    Floats(Vec<[f32; 4]>),
}

/// The result of a decoder.
pub(super) struct Decoded {
    /// Width and height.
    pub(super) size: [u32; 2],
    /// The pixels as they are stored.
    pub(super) pixels: Pixels,
    /// The orientation to apply to the pixels.
    pub(super) orientation: Orientation,
    /// The name of the colour space, if it is not sRGB or, for floats, not linear with the primaries of sRGB.
    pub(super) profile: Option<String>,
    /// Whether the file has more frames, pages or layers.
    pub(super) has_more: bool,
}

impl Decoded {
    /// One image with this width and height, to be shown as it is stored.
    ///
    /// # Errors
    /// The number of pixels does not fit the size.
    pub(super) fn new(format: &'static str, size: [u32; 2], pixels: Pixels) -> Result<Self, ImageError> {
        let count = match &pixels {
            Pixels::Bytes(pixels) => pixels.len(),
            Pixels::Words(pixels) => pixels.len(),
            Pixels::Floats(pixels) => pixels.len(),
        };
        if count as u64 != u64::from(size[0]) * u64::from(size[1]) {
            return Err(malformed(format, &format!("it has {count} pixels instead of {} x {}", size[0], size[1])));
        }
        Ok(Self { size, pixels, orientation: Orientation::default(), profile: None, has_more: false })
    }

    /// Converts the pixels to an image source. Applies the orientation if `turned` is true.
    pub(super) fn into_source(self, turned: bool) -> ImageSource {
        let orientation = if turned { self.orientation } else { Orientation::default() };
        match self.pixels {
            Pixels::Bytes(pixels) => {
                let ([width, height], pixels) = orientation.apply(self.size, pixels);
                ImageSource::Flat(Image { width, height, pixels: pixels.into_flattened() })
            }
            Pixels::Words(pixels) => {
                let (size, pixels) = orientation.apply(self.size, pixels);
                let deep = of_words(size, pixels);
                deep.as_bytes().map_or(ImageSource::Deep(deep), ImageSource::Flat)
            }
            Pixels::Floats(pixels) => {
                let ([width, height], pixels) = orientation.apply(self.size, pixels);
                ImageSource::Deep(DeepImage::of_floats(width, height, pixels.as_flattened()))
            }
        }
    }

    /// Converts the pixels to eight bits per channel, without applying the orientation. `None` if they are floats.
    pub(super) fn into_image(self) -> Option<Image> {
        let [width, height] = self.size;
        match self.pixels {
            Pixels::Bytes(pixels) => Some(Image { width, height, pixels: pixels.into_flattened() }),
            Pixels::Words(pixels) => Some(of_words(self.size, pixels).to_bytes()),
            Pixels::Floats(_) => None,
        }
    }
}

fn of_words([width, height]: [u32; 2], pixels: Vec<[u16; 4]>) -> DeepImage {
    DeepImage { width, height, numbers: DeepEncoding::Words, pixels: pixels.into_flattened() }
}

/// Converts samples of one to four channels (grey; grey and alpha; colour; colour and alpha) to red, green, blue and alpha.
pub(super) fn rgba<T: Copy>(samples: &[T], channels: usize, opaque: T) -> Vec<[T; 4]> {
    match channels {
        1 => samples.iter().map(|&grey| [grey, grey, grey, opaque]).collect(),
        2 => samples.as_chunks().0.iter().map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect(),
        3 => samples.as_chunks().0.iter().map(|&[red, green, blue]| [red, green, blue, opaque]).collect(),
        _ => samples.as_chunks().0.to_vec(),
    }
}
