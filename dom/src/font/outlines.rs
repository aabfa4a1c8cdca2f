//! [`FontSource`]: the characters that a description asks for, as a font file draws them.

use serde::Serialize;

/// The characters of a font at one size. Lengths are pixels; y goes up from the baseline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FontSource {
    /// Ascending, none twice.
    pub glyphs: Vec<GlyphSource>,
    /// How far the font reaches above the baseline.
    pub ascent: f32,
    /// How far the font reaches below the baseline, at least 0 in ordinary fonts.
    pub descent: f32,
    /// The space that the font wants between two lines.
    pub line_gap: f32,
    /// Space between two characters, in addition to their own.
    pub spacing: f32,
    /// Whether characters keep their side bearings.
    pub use_kerning: bool,
    /// One of the characters, which stands for those that the font lacks.
    pub default_character: Option<char>,
}

/// A character of a font.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GlyphSource {
    /// The character.
    pub character: char,
    /// From its start to that of the next character.
    pub advance: f32,
    /// Closed contours, filled where the winding is not zero. Coordinates are finite.
    pub outline: Vec<OutlineCommand>,
}

/// A part of an outline. Points are x, y.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum OutlineCommand {
    /// Begins a contour at a point.
    Move([f32; 2]),
    /// A line to a point.
    Line([f32; 2]),
    /// A quadratic curve: its control point and its end.
    Quad([f32; 2], [f32; 2]),
    /// A cubic curve: its control points and its end.
    Cubic([f32; 2], [f32; 2], [f32; 2]),
    /// A line back to the start of the contour.
    Close,
}

impl OutlineCommand {
    /// The points of the command, its end last.
    pub fn points(&self) -> impl Iterator<Item = [f32; 2]> + use<> {
        let (points, count) = match *self {
            Self::Move(end) | Self::Line(end) => ([end; 3], 1),
            Self::Quad(control, end) => ([control, end, end], 2),
            Self::Cubic(first, second, end) => ([first, second, end], 3),
            Self::Close => ([[0.0; 2]; 3], 0),
        };
        points.into_iter().take(count)
    }
}
