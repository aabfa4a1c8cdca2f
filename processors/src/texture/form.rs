//! [`PixelForm`]: converts an image to pixels for computations, and back to bytes.

/// A pixel for computations. In images of colours, it contains red, green and blue in linear space, and alpha. Colours are not
/// premultiplied, and are from 0 to 1 if the image stores integers. In normal maps, it contains x, y and z (from -1 to 1), and
/// alpha.
pub(super) type Pixel = [f32; 4];

/// An image that can be converted to [`Pixel`]s, and from [`Pixel`]s to the bytes of mipmaps.
pub(super) trait PixelForm {
    /// Returns whether pixels are weighted by alpha when they are averaged.
    fn is_weighted(&self) -> bool;

    /// Returns the width and height of the image in pixels.
    fn size(&self) -> [u32; 2];

    /// Returns the pixel with this index, row by row.
    fn pixel(&self, at: usize) -> Pixel;

    /// Returns the bytes of the image as a mipmap of the same size.
    fn stored(&self) -> Vec<u8>;

    /// Appends a pixel of a mipmap that was made from a larger mipmap.
    fn push(&self, pixel: Pixel, bytes: &mut Vec<u8>);

    /// Appends a pixel of the largest mipmap, if its size differs from the image's size.
    fn push_largest(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        self.push(pixel, bytes);
    }
}
