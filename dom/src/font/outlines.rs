//! [`FontSource`]: the characters that a font description selects, as outlines from a font file.

use serde::Serialize;

/// The characters of a font at one size. Lengths are in pixels; y points up from the baseline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FontSource {
    /// The characters in ascending order, without duplicates.
    pub glyphs: Vec<GlyphSource>,
    /// The distance from the baseline to the top of the font.
    pub ascent: f32,
    /// The distance from the baseline to the bottom of the font; at least 0 in ordinary fonts.
    pub descent: f32,
    /// The recommended space between two lines.
    pub line_gap: f32,
    /// The space between two characters, in addition to their own bearings.
    pub spacing: f32,
    /// Whether characters keep their side bearings.
    pub use_kerning: bool,
    /// The character that is drawn for characters that the font lacks. It is one of the font's characters.
    pub default_character: Option<char>,
}

/// A character of a font.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GlyphSource {
    /// The character.
    pub character: char,
    /// The distance from the start of this character to the start of the next one.
    pub advance: f32,
    /// Closed contours, filled by the non-zero winding rule. Coordinates are finite.
    pub outline: Vec<OutlineCommand>,
}

/// A part of an outline. Points are x, y.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum OutlineCommand {
    /// Starts a contour at a point.
    Move([f32; 2]),
    /// Draws a line to a point.
    Line([f32; 2]),
    /// Draws a quadratic Bézier curve, given its control point and its end.
    Quad([f32; 2], [f32; 2]),
    /// Draws a cubic Bézier curve, given its control points and its end.
    Cubic([f32; 2], [f32; 2], [f32; 2]),
    /// Draws a line back to the start of the contour.
    Close,
}

impl OutlineCommand {
    /// The points of the command. Its end comes last.
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
