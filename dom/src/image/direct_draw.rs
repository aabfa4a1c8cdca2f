//! DDS files: images, cube maps, and textures in the form in which they are stored.

use std::io::Cursor;

use ::dds::header::ParseOptions;
use ::dds::{
    ColorFormat, DataLayout, DataRegion, DecodeOptions, Decoder, Format, ImageViewMut, SurfaceDescriptor, Texture,
    TextureArrayKind, decode as decode_surface,
};

use super::checks::{check_images, malformed};
use super::{CubeImage, Image, ImageError, ImageSource};
use crate::{PixelFormat, TextureCubeSource, TextureFile, TextureSource};

const FORMAT: &str = "DDS";

/// The bytes of a BC3 block, which has 4 x 4 pixels.
const BLOCK: usize = 16;

/// The number of faces of a cube.
const FACES: usize = 6;

/// The width and height. For a cube map, these are the width and height of a face.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let file = DdsFile::open(bytes)?;
    let size = file.images[0].main().size();
    Ok([size.width, size.height])
}

/// Decodes a file that contains a single image.
pub(super) fn decode(bytes: &[u8]) -> Result<Image, ImageError> {
    match decode_source(bytes)? {
        ImageSource::Flat(image) => Ok(image),
        _ => Err(malformed(FORMAT, &"it is a cube map")),
    }
}

/// The number of mipmaps of a file.
pub(super) fn count_mipmaps(bytes: &[u8]) -> Result<u32, ImageError> {
    Ok(u32::from(DdsFile::open(bytes)?.images[0].mipmaps()).max(1))
}

/// Decodes the image or the cube map of a file, without its smaller mipmaps.
pub(super) fn decode_source(bytes: &[u8]) -> Result<ImageSource, ImageError> {
    let file = DdsFile::open(bytes)?;
    let images = file.images.iter().map(|image| file.image(image.main())).collect::<Result<_, _>>()?;
    source(images)
}

/// Decodes the image or the cube map of a file, with its mipmaps if it has more than one.
pub(super) fn decode_with_mipmaps(bytes: &[u8]) -> Result<ImageSource, ImageError> {
    let file = DdsFile::open(bytes)?;
    let mut mipmaps: Vec<Vec<Image>> = Vec::new();
    for image in &file.images {
        check_mipmaps(image)?;
        for (level, surface) in image.iter_mips().enumerate() {
            mipmaps.resize(mipmaps.len().max(level + 1), Vec::new());
            mipmaps[level].push(file.image(surface)?);
        }
    }
    let (mut images, mut cubes) = (Vec::new(), Vec::new());
    for faces in mipmaps {
        match source(faces)? {
            ImageSource::Cube(cube) => cubes.push(cube),
            other => images.extend_from_slice(other.images()),
        }
    }
    Ok(match (images.len(), cubes.len()) {
        (2.., _) => ImageSource::Mipmaps(images),
        (_, 2..) => ImageSource::CubeMipmaps(cubes),
        _ => return decode_source(bytes),
    })
}

/// Converts one image, or the six of a cube map, to an image source.
fn source(images: Vec<Image>) -> Result<ImageSource, ImageError> {
    match <[Image; FACES]>::try_from(images) {
        Ok(faces) => CubeImage::new(faces).map(ImageSource::Cube).ok_or_else(not_square),
        Err(images) => {
            images.into_iter().next().map(ImageSource::Flat).ok_or_else(|| malformed(FORMAT, &"it is empty"))
        }
    }
}

impl TextureFile {
    /// Decodes a DDS file with all its mipmaps. Blocks and signed bytes stay as they are stored. Other pixels of up to eight
    /// bits per channel become RGBA8.
    ///
    /// # Errors
    /// Same as [`Image::decode`], or the pixels have a format that textures cannot store unchanged.
    pub fn decode(bytes: &[u8]) -> Result<Self, ImageError> {
        let file = DdsFile::open(bytes)?;
        let unknown = || ImageError::Stored { found: format!("{:?}", file.format) };
        let format = pixel_format(file.format).ok_or_else(unknown)?;
        let images: Vec<_> = file.images.iter().map(|image| file.mipmaps(image, format)).collect::<Result<_, _>>()?;
        let size = file.images[0].main().size();
        match <[Vec<Vec<u8>>; FACES]>::try_from(images) {
            Ok(faces) if size.width == size.height => {
                Ok(Self::Cube(TextureCubeSource { size: size.width, format, srgb: None, faces }))
            }
            Ok(_) => Err(not_square()),
            Err(images) => {
                let mipmaps = images.into_iter().next().unwrap_or_default();
                Ok(Self::Flat(TextureSource { width: size.width, height: size.height, format, srgb: None, mipmaps }))
            }
        }
    }
}

/// Rejects a header with more mipmaps than an image of this size can have, down to one pixel.
fn check_mipmaps(image: &Texture) -> Result<(), ImageError> {
    let [width, height] = [image.main().width(), image.main().height()];
    if u32::from(image.mipmaps()) > width.max(height).ilog2() + 1 {
        let fact = format!("it has {} mipmaps, too many for {width} x {height} pixels", image.mipmaps());
        return Err(malformed(FORMAT, &fact));
    }
    Ok(())
}

fn not_square() -> ImageError {
    malformed(FORMAT, &"the faces of its cube map are not square")
}

/// The pixel format in which a texture stores pixels of a DDS format unchanged. `None` if there is none.
const fn pixel_format(format: Format) -> Option<PixelFormat> {
    Some(match format {
        Format::BC1_UNORM => PixelFormat::Bc1,
        Format::BC2_UNORM | Format::BC2_UNORM_PREMULTIPLIED_ALPHA => PixelFormat::Bc2,
        Format::BC3_UNORM | Format::BC3_UNORM_PREMULTIPLIED_ALPHA => PixelFormat::Bc3,
        Format::BC4_UNORM => PixelFormat::Bc4,
        Format::BC5_UNORM => PixelFormat::Bc5,
        Format::BC6H_UF16 => PixelFormat::Bc6h,
        Format::BC7_UNORM => PixelFormat::Bc7,
        Format::R16G16B16A16_UNORM => PixelFormat::Rgba16,
        Format::R16G16B16A16_FLOAT => PixelFormat::Rgba16Float,
        Format::R8G8B8A8_SNORM => PixelFormat::Rgba8Signed,
        Format::R8G8_SNORM => PixelFormat::Rg8Signed,
        Format::R8G8B8_UNORM
        | Format::B8G8R8_UNORM
        | Format::R8G8B8A8_UNORM
        | Format::B8G8R8A8_UNORM
        | Format::B8G8R8X8_UNORM
        | Format::B5G6R5_UNORM
        | Format::B5G5R5A1_UNORM
        | Format::B4G4R4A4_UNORM
        | Format::A4B4G4R4_UNORM
        | Format::R8_UNORM
        | Format::A8_UNORM => PixelFormat::Rgba8,
        _ => return None,
    })
}

/// A file whose header was read.
struct DdsFile<'a> {
    format: Format,
    /// One image, or the six of a cube map: +x, -x, +y, -y, +z, -z.
    images: Vec<Texture>,
    /// All bytes after the header.
    data: &'a [u8],
}

impl<'a> DdsFile<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, ImageError> {
        let options = ParseOptions::new_permissive(Some(bytes.len() as u64));
        let decoder =
            Decoder::new_with_options(Cursor::new(bytes), &options).map_err(|error| malformed(FORMAT, &error))?;
        let images = images(&decoder.layout()).map_err(|fact| malformed(FORMAT, &fact))?;
        let size = decoder.main_size();
        check_images(size.width, size.height, images.len(), bytes.len())?;
        let format = decoder.format();
        let start = usize::try_from(decoder.into_reader().position()).unwrap_or(usize::MAX);
        Ok(Self { format, images, data: bytes.get(start..).unwrap_or_default() })
    }

    /// The bytes of a mipmap, as far as the file contains them.
    fn bytes(&self, surface: SurfaceDescriptor) -> &'a [u8] {
        let [start, end] =
            [surface.data_offset(), surface.data_end()].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        let end = end.min(self.data.len());
        self.data.get(start..end).unwrap_or_default()
    }

    /// Decodes a mipmap to red, green, blue and alpha.
    fn image(&self, surface: SurfaceDescriptor) -> Result<Image, ImageError> {
        let size = surface.size();
        let bytes = self.bytes(surface);
        let blocks = if is_bc3(self.format) { with_four_colors(bytes) } else { Vec::new() };
        let mut bytes = if blocks.is_empty() { bytes } else { &blocks };
        let mut pixels = vec![0; size.width as usize * size.height as usize * 4];
        let view = ImageViewMut::new(&mut pixels, size, ColorFormat::RGBA_U8);
        let view = view.ok_or_else(|| malformed(FORMAT, &"its size cannot be read"))?;
        let decoded = decode_surface(&mut bytes, view, self.format, &DecodeOptions::default());
        decoded.map_err(|error| malformed(FORMAT, &error))?;
        if matches!(self.format, Format::BC5_UNORM | Format::BC5_SNORM) {
            pixels.as_chunks_mut().0.iter_mut().for_each(rebuild_z);
        }
        Ok(Image { width: size.width, height: size.height, pixels })
    }

    /// The mipmaps of an image, largest first.
    fn mipmaps(&self, image: &Texture, format: PixelFormat) -> Result<Vec<Vec<u8>>, ImageError> {
        let mipmap = |surface: SurfaceDescriptor| {
            if format == PixelFormat::Rgba8 {
                return self.image(surface).map(|image| image.pixels);
            }
            let bytes = self.bytes(surface);
            let is_whole = bytes.len() as u64 == surface.data_len();
            is_whole.then(|| bytes.to_vec()).ok_or_else(|| malformed(FORMAT, &"it ends within a mipmap"))
        };
        check_mipmaps(image)?;
        image.iter_mips().map(mipmap).collect()
    }
}

/// The images of a file: one, or the six of a cube map.
fn images(layout: &DataLayout) -> Result<Vec<Texture>, &'static str> {
    let array = match layout {
        DataLayout::Texture(texture) => return Ok(vec![*texture]),
        DataLayout::Volume(_) => return Err("it is a volume texture"),
        DataLayout::TextureArray(array) => array,
    };
    match array.kind() {
        TextureArrayKind::CubeMaps if array.len() == FACES => Ok(array.iter().collect()),
        TextureArrayKind::PartialCubeMap(_) => Err("its cube map has fewer than six faces"),
        TextureArrayKind::CubeMaps | TextureArrayKind::Textures => Err("it is a texture array"),
    }
}

fn is_bc3(format: Format) -> bool {
    matches!(
        format,
        Format::BC3_UNORM | Format::BC3_UNORM_PREMULTIPLIED_ALPHA | Format::BC3_UNORM_RXGB | Format::BC3_UNORM_NORMAL
    )
}

/// Sets blue to the z of the unit vector whose x and y are red and green, because two-channel formats are used for normals.
fn rebuild_z(rgba: &mut [u8; 4]) {
    let [x, y] = [rgba[0], rgba[1]].map(|byte| f32::from(byte) / 127.5 - 1.0);
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "127 to 255")]
    let blue = ((z + 1.0) * 127.5 + 0.5) as u8;
    rgba[2] = blue;
}

/// Rewrites blocks so that the larger colour comes first. A block can be written in two ways, and with this one it has four
/// colours in every format. A block of BC3 always has four colours (Direct3D 11.3 functional specification, 19.5), but the
/// crate `dds` interprets the order as in BC1, where it can mean three colours.
fn with_four_colors(blocks: &[u8]) -> Vec<u8> {
    let mut blocks = blocks.to_vec();
    for block in blocks.as_chunks_mut::<BLOCK>().0 {
        let [.., a, b, c, d, i, j, k, l] = block;
        let colors = [u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d])];
        if colors[0] < colors[1] {
            (*a, *b, *c, *d) = (*c, *d, *a, *b);
            // 0 and 1 are the two end colours. 2 and 3 are the colours between them that are nearer to one end.
            [i, j, k, l].into_iter().for_each(|indices| *indices ^= 0b0101_0101);
        } else if colors[0] == colors[1] {
            [i, j, k, l].into_iter().for_each(|indices| *indices = 0);
        }
    }
    blocks
}
