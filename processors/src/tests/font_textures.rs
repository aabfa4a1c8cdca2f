//! Tests of fonts from images.

use rigmill_dom::{Image, ImageSource};
use rigmill_format::Font;

use super::support::{Assets, process};
use crate::{FontTextureParams, FontTextureProcessor};

/// Returns a font from cells next to each other. In a cell, `#` is white, `.` is transparent white, and `-` is half transparent.
fn made(cells: &[&[&str]]) -> Font {
    let height = 2 + cells.iter().map(|cell| cell.len()).max().unwrap();
    let mut rows = vec![vec!['M']; height];
    for cell in cells {
        for (y, row) in rows.iter_mut().enumerate() {
            let own = y.checked_sub(1).and_then(|y| cell.get(y));
            row.extend(own.map_or_else(|| "M".repeat(cell[0].len()), ToString::to_string).chars());
            row.push('M');
        }
    }
    let pixel = |letter: &char| match letter {
        'M' => [255, 0, 255, 255],
        '#' => [255; 4],
        '-' => [255, 255, 255, 128],
        _ => [255, 255, 255, 0],
    };
    let [width, height] = [rows[0].len(), rows.len()].map(|side| u32::try_from(side).unwrap());
    let image = Image { width, height, pixels: rows.iter().flatten().flat_map(pixel).collect() };
    let (source, params) = (ImageSource::Flat(image), FontTextureParams::default());
    process(&FontTextureProcessor, &source, &params, &Assets(&[])).clean()
}

#[test]
fn characters_are_cropped_to_their_ink_as_in_xna() {
    let blank = vec!["........"; 27];
    let font = made(&[
        &blank,
        &["......", ".##...", ".#.-..", "......", "......"],
        &["###", "###"],
        &["...", ".#.", "...", "...", ".#.", "..."],
    ]);
    let found: Vec<_> = font.glyphs.iter().map(|it| ([it.bounds[2], it.bounds[3]], it.cropping, it.kerning)).collect();
    // A character without ink is one pixel: the last of its cell. XNA's file for a font with a blank cell of 8 x 27 says so.
    let expected = [
        ([1, 1], [7, 26, 8, 27], [0.0, 8.0, 0.0]),
        ([3, 2], [1, 1, 6, 5], [0.0, 6.0, 0.0]),
        ([3, 2], [0, 0, 3, 2], [0.0, 3.0, 0.0]),
        ([1, 4], [1, 1, 3, 6], [0.0, 3.0, 0.0]),
    ];
    assert_eq!(found, expected);
    // The tallest character has four rows, and the tallest cell has 27.
    assert_eq!((font.line_spacing, font.spacing), (4, 0.0));
    let [left, top, ..] = font.glyphs[1].bounds.map(|it| usize::try_from(it).unwrap());
    let at =
        |x: usize, y: usize| &font.texture.mips[0][4 * ((top + y) * font.texture.width as usize + left + x)..][..4];
    assert_eq!([at(0, 0), at(1, 0), at(2, 0)], [&[255; 4], &[255; 4], &[0; 4]]);
    assert_eq!([at(0, 1), at(1, 1), at(2, 1)], [&[255; 4], &[0; 4], &[128; 4]]);
}
