//! [`Decoded`]: the result of a decoder.

use image::DynamicImage;
use image::metadata::Orientation;

use super::{DeepEncoding, DeepImage, Image, ImageSource};

/// The result of a decoder.
pub(super) struct Decoded {
    /// The pixels as they are stored.
    pub(super) pixels: DynamicImage,
    /// The orientation to apply to the pixels.
    pub(super) orientation: Orientation,
    /// The name of the colour space, if it is not sRGB or, for floats, not linear with the primaries of sRGB.
    pub(super) profile: Option<String>,
    /// Whether the file has more frames, pages or layers.
    pub(super) has_more: bool,
}

impl Decoded {
    /// Converts the pixels to an image source. Applies the orientation if `turned` is true.
    pub(super) fn into_source(mut self, turned: bool) -> ImageSource {
        if turned {
            self.pixels.apply_orientation(self.orientation);
        }
        let (width, height) = (self.pixels.width(), self.pixels.height());
        match self.pixels {
            DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_) => {
                let floats = self.pixels.into_rgba32f().into_raw();
                ImageSource::Deep(DeepImage::of_floats(width, height, &floats))
            }
            DynamicImage::ImageLuma16(_)
            | DynamicImage::ImageLumaA16(_)
            | DynamicImage::ImageRgb16(_)
            | DynamicImage::ImageRgba16(_) => {
                let pixels = self.pixels.into_rgba16().into_raw();
                let deep = DeepImage { width, height, numbers: DeepEncoding::Words, pixels };
                deep.as_bytes().map_or(ImageSource::Deep(deep), ImageSource::Flat)
            }
            pixels => ImageSource::Flat(to_image(pixels)),
        }
    }
}

/// Converts the pixels to eight bits per channel, without applying the orientation.
pub(super) fn to_image(pixels: DynamicImage) -> Image {
    let (width, height) = (pixels.width(), pixels.height());
    Image { width, height, pixels: pixels.into_rgba8().into_raw() }
}

/// Converts samples of one to four channels (grey; grey and alpha; colour; colour and alpha) to red, green, blue and alpha.
pub(super) fn rgba<T: Copy>(samples: &[T], channels: usize, opaque: T) -> Vec<T> {
    let pixel = |samples: &[T]| match *samples {
        [grey] => [grey, grey, grey, opaque],
        [grey, alpha] => [grey, grey, grey, alpha],
        [red, green, blue] => [red, green, blue, opaque],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [opaque; 4],
    };
    samples.chunks_exact(channels.max(1)).flat_map(pixel).collect()
}
