//! Makes cube maps from pictures, and prefilters cube maps for image-based lighting.

mod layout;
mod pixels;
mod prefilter;
mod sphere;

use rigmill_dom::{CubeImage, DeepImage, Image};
use rigmill_format::{TextureCube, mip_size};

use super::blocks::{Made, stored_as};
use super::cube_layout::CubeLayout;
use super::deep::{DeepForm, deep_stored};
use super::form::{Pixel, PixelForm};
use super::mipmaps::mipmaps;
use super::params::TextureParams;
use super::reading::with_form;
use layout::Picture;
use pixels::CubePixels;
use prefilter::{Copies, level_count, roughness};

/// Makes a cube map from a picture. Returns an error if the picture does not have the shape of the layout.
pub(super) fn of_image(image: &Image, layout: CubeLayout, params: &TextureParams) -> Result<TextureCube, String> {
    with_form(params, image, |form| {
        let faces = faces_of(form, layout)?;
        let size = size_of(&faces, params);
        Ok(of_bytes(mips(&faces, size, params), size, params))
    })
}

/// Makes a cube map from a picture with more than 8 bits per channel.
pub(super) fn of_deep(image: &DeepImage, layout: CubeLayout, params: &TextureParams) -> Result<TextureCube, String> {
    let form = DeepForm::new(image, params);
    let faces = faces_of(&form, layout)?;
    let size = size_of(&faces, params);
    let made = mips(&faces, size, params).map(|mips| deep_stored(image.numbers, [size; 2], mips, params));
    let (format, srgb) = (made[0].format, made[0].srgb);
    Ok(TextureCube { size, format, srgb, faces: made.map(|face| face.mips) })
}

/// Makes a prefiltered cube map from six images.
pub(super) fn prefiltered(cube: &CubeImage, params: &TextureParams) -> TextureCube {
    let pixels = |face: &Image| {
        with_form(params, face, |form| (0..face.pixels.len() / 4).map(|at| form.pixel(at)).collect::<Vec<_>>())
    };
    let pixels = cube.faces().each_ref().map(pixels);
    with_form(params, &cube.faces()[0], |form| {
        let faces = pixels.map(|pixels| Face { form, size: cube.size(), pixels });
        let size = size_of(&faces, params);
        of_bytes(mips(&faces, size, params), size, params)
    })
}

/// A face whose pixels are stored like the pixels of an image.
struct Face<'a> {
    form: &'a dyn PixelForm,
    size: u32,
    pixels: Vec<Pixel>,
}

impl PixelForm for Face<'_> {
    fn is_weighted(&self) -> bool {
        self.form.is_weighted()
    }

    fn size(&self) -> [u32; 2] {
        [self.size; 2]
    }

    fn pixel(&self, at: usize) -> Pixel {
        self.pixels.get(at).copied().unwrap_or_default()
    }

    fn stored(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.pixels.iter().for_each(|&pixel| self.form.push_largest(pixel, &mut bytes));
        bytes
    }

    fn push(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        self.form.push(pixel, bytes);
    }

    fn push_largest(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        self.form.push_largest(pixel, bytes);
    }
}

fn faces_of(form: &dyn PixelForm, layout: CubeLayout) -> Result<[Face<'_>; 6], String> {
    let picture = Picture { size: form.size(), pixel: &|at| form.pixel(at) };
    let [width, height] = picture.size;
    let problem = || format!("the picture is {width} x {height} pixels, but must be {}", layout.shape());
    let (size, faces) = layout::faces(layout, &picture).ok_or_else(problem)?;
    Ok(faces.map(|pixels| Face { form, size, pixels }))
}

fn size_of(faces: &[Face<'_>; 6], params: &TextureParams) -> u32 {
    params.size_of([faces[0].size; 2])[0]
}

/// Returns the mipmaps of the faces at a size.
fn mips(faces: &[Face<'_>; 6], size: u32, params: &TextureParams) -> [Vec<Vec<u8>>; 6] {
    if !params.prefilter {
        return faces.each_ref().map(|face| mipmaps(face, [size; 2], params.mips));
    }
    let source = CubePixels::new(faces[0].size, faces.each_ref().map(|face| face.pixels.clone()));
    let (copies, count) = (Copies::new(source), level_count(size));
    std::array::from_fn(|number| {
        let face = &faces[number];
        let mut mips = mipmaps(face, [size; 2], false);
        for level in 1..count {
            let [side, _] = mip_size([size; 2], level);
            let mut bytes = Vec::new();
            let pixels = copies.reflected(number, side, roughness(level, count));
            pixels.into_iter().for_each(|pixel| face.push(pixel, &mut bytes));
            mips.push(bytes);
        }
        mips
    })
}

fn of_bytes(images: [Vec<Vec<u8>>; 6], size: u32, params: &TextureParams) -> TextureCube {
    let Made { format, srgb, images } = stored_as(images, [size; 2], params);
    TextureCube { size, format, srgb, faces: images }
}
