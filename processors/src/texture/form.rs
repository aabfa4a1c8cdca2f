//! [`PixelForm`]: an image as pixels to calculate with, and their way back to bytes.

/// A pixel: red, green, blue in linear space, alpha; not premultiplied, and 0 to 1 in images of whole numbers. Of a normal map x, y
/// and z, -1 to 1, and alpha.
pub(super) type Pixel = [f32; 4];

/// An image whose numbers become [`Pixel`]s, and these the bytes of mipmaps.
pub(super) trait PixelForm {
    /// Whether alpha says how much a pixel counts in a mean.
    fn is_weighted(&self) -> bool;

    /// Width and height of the image.
    fn size(&self) -> [u32; 2];

    /// A pixel of the image, counted row by row.
    fn pixel(&self, at: usize) -> Pixel;

    /// The bytes of the image as a mipmap of its own size.
    fn stored(&self) -> Vec<u8>;

    /// Appends a pixel of a mipmap that was made from one before it.
    fn push(&self, pixel: Pixel, bytes: &mut Vec<u8>);

    /// Appends a pixel of the largest mipmap if that has another size than the image.
    fn push_largest(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        self.push(pixel, bytes);
    }
}
