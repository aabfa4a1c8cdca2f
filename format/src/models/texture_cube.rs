//! A cube map consists of six square images with their mipmaps, ready for a GPU.
//!
//! A cube map file has these sections, in this order:
//!
//! | id     | element type              | contents                                                    |
//! |--------|---------------------------|-------------------------------------------------------------|
//! | `TEXC` | cube map header, 16 bytes | the cube map header                                         |
//! | `PIXL` | u8                        | for each face, its mipmaps from the largest to the smallest |
//!
//! ### TextureCube: header
//!
//! | offset | type | field  | value                                                             |
//! |-------:|------|--------|-------------------------------------------------------------------|
//! |      0 | u32  | size   | the width and height of each face in pixels, from 1 to 16,384     |
//! |      4 | u32  | format | the number of the pixel format, from the table of texture formats |
//! |      8 | u32  | flags  | bit 0 is set if the colours are sRGB; all other bits are 0        |
//! |     12 | u32  | levels | the number of mipmaps of each face, at least 1                    |
//!
//! ### TextureCube: faces
//!
//! The faces are in the order +x, -x, +y, -y, +z, -z, as in Direct3D, OpenGL and Vulkan. Each face is stored like a
//! texture: the mipmaps from the largest to the smallest, without padding.

use bytemuck::{Pod, Zeroable};

#[cfg(feature = "serde")]
use super::mips::serialize_mips;
use super::mips::{MipView, MippedImage, SRGB, TextureFormat};
use crate::error::ensure;
use crate::layout::{One, Rules, count, getters, numbered, sections};
use crate::{EncodeError, InvalidContent};

/// The number of faces of a cube.
const FACES: usize = CubeFace::ALL.len();

numbered! {
    /// A face of a cube map, named after its axis. Faces are seen from inside the cube, in the left-handed axes of
    /// Direct3D's cube maps.
    pub enum CubeFace: u32 {
        /// The face to the right.
        PositiveX = 0, "+x";
        /// The face to the left.
        NegativeX = 1, "-x";
        /// The face above.
        PositiveY = 2, "+y";
        /// The face below.
        NegativeY = 3, "-y";
        /// The face ahead.
        PositiveZ = 4, "+z";
        /// The face behind.
        NegativeZ = 5, "-z";
    }
}

/// Six square images with their mipmaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextureCube {
    /// The width and height of a face in pixels, 1 to [`MAX_TEXTURE_SIZE`](crate::MAX_TEXTURE_SIZE).
    pub size: u32,
    /// How the pixels are stored.
    pub format: TextureFormat,
    /// Whether the colours are sRGB, so that a GPU converts them to linear when it reads them. Alpha is always linear.
    pub srgb: bool,
    /// The mipmaps of each face, in the order of [`CubeFace`], largest first. All faces have the same number of mipmaps: at
    /// least one, at most [`mip_limit`](crate::mip_limit).
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_faces"))]
    pub faces: [Vec<Vec<u8>>; FACES],
}

#[cfg(feature = "serde")]
fn serialize_faces<S: serde::Serializer>(faces: &[Vec<Vec<u8>>; FACES], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Face<'a>(#[serde(serialize_with = "serialize_mips")] &'a [Vec<u8>]);

    serializer.collect_seq(faces.iter().map(|face| Face(face)))
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct CubeHeader {
    size: u32,
    format: u32,
    flags: u32,
    levels: u32,
}

sections! {
    /// A cube map read from the bytes of its file.
    #[derive(Debug)]
    TextureCube, version 1 => TextureCubeView, TextureCubeLayout, Tables;
    header b"TEXC": CubeHeader,
    b"PIXL" pixels: [u8],
}

impl Tables {
    fn new(cube: &TextureCube) -> Result<Self, EncodeError> {
        let header = CubeHeader {
            size: cube.size,
            format: cube.format.number(),
            flags: if cube.srgb { SRGB } else { 0 },
            levels: count(cube.faces[0].len(), "mipmaps")?,
        };
        let (image, expected) = (header.face(), header.levels);
        let format = image.check()?;
        for face in &cube.faces {
            let found = count(face.len(), "mipmaps").unwrap_or(u32::MAX);
            ensure!(found == expected, "a face has {found} mipmaps, expected {expected}, like the first face");
            image.check_lengths(format, face)?;
        }
        Ok(Self { header: One(header), pixels: cube.faces.iter().flat_map(|face| face.concat()).collect() })
    }
}

impl CubeHeader {
    fn face(&self) -> MippedImage {
        let Self { size, format, flags, levels } = *self;
        MippedImage { what: "cube map", size: [size; 2], format, flags, levels }
    }
}

impl<'a> TextureCubeView<'a> {
    getters! { self:
        /// The width and height of a face in pixels.
        size: u32 = self.header.size;
        /// How the pixels are stored.
        format: TextureFormat = TextureFormat::from_number(self.header.format).unwrap_or_default();
        /// Whether the colours are sRGB.
        srgb: bool = self.header.flags & SRGB != 0;
        /// The number of mipmaps of each face.
        levels: u32 = self.header.levels;
        /// All faces with their mipmaps one after another, ready for a single upload to the GPU.
        bytes: &'a [u8] = self.pixels;
        /// A copy that owns its pixels.
        to_owned: TextureCube = TextureCube {
            size: self.size(),
            format: self.format(),
            srgb: self.srgb(),
            faces: CubeFace::ALL.map(|face| self.mips(face).map(|mip| mip.bytes.to_vec()).collect()),
        };
    }

    /// The mipmaps of a face, largest first.
    pub fn mips(&self, face: CubeFace) -> impl Iterator<Item = MipView<'a>> + use<'a> {
        let (image, format) = (self.header.face(), self.format());
        let length = usize::try_from(image.length(format)).unwrap_or(usize::MAX);
        let start = length.saturating_mul(face as usize);
        image.mips(format, self.pixels.get(start..).unwrap_or_default())
    }
}

impl Rules for TextureCubeView<'_> {
    const PREFIX: Option<&'static str> = Some("the texture is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        let image = self.header.face();
        let (found, expected) = (self.pixels.len() as u64, image.length(image.check()?) * FACES as u64);
        ensure!(found == expected, "the mipmaps have {found} bytes, expected {expected}");
        Ok(())
    }
}
