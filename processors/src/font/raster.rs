//! Rasterizes outlines.
//!
//! The crate zeno computes the exact coverage of each pixel in whole numbers of 1/256 pixel, as FreeType does.

use rigmill_dom::OutlineCommand;
use zeno::{Command, Mask, Point};

/// The maximum distance of an outline's points from its origin, in pixels.
const FARTHEST: f32 = 4096.0;

/// The coverage of an outline.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Coverage {
    /// The distance from the origin to the left side, in pixels.
    pub(super) left: i32,
    /// The distance from the baseline up to the top side, in pixels.
    pub(super) top: i32,
    /// The width and height in pixels, at least 1.
    pub(super) size: [u32; 2],
    /// The coverage of each pixel (0 to 255), in rows from top to bottom.
    pub(super) values: Vec<u8>,
}

/// Computes the coverage of an outline, cropped as far as possible; `None` if the outline covers nothing. Points that are
/// farther from the origin than the limit are moved to the limit.
pub(super) fn rasterize(outline: &[OutlineCommand]) -> Option<Coverage> {
    let [left, right] = bounds(outline, |[x, _]| x)?;
    let [bottom, top] = bounds(outline, |[_, y]| y)?;
    let size = [u32::try_from(right - left).ok()?, u32::try_from(top - bottom).ok()?];
    let moved = |[x, y]: [f32; 2]| Point::new(limited(x) - to_f32(left), to_f32(top) - limited(y));
    let commands: Vec<Command> = outline.iter().map(|command| command_at(*command, moved)).collect();
    let mut values = vec![0; usize::try_from(u64::from(size[0]) * u64::from(size[1])).ok()?];
    if values.is_empty() {
        return None;
    }
    Mask::new(commands.as_slice()).size(size[0], size[1]).render_into(&mut values, None);
    Coverage { left, top, size, values }.cropped()
}

fn command_at(command: OutlineCommand, at: impl Fn([f32; 2]) -> Point) -> Command {
    match command {
        OutlineCommand::Move(to) => Command::MoveTo(at(to)),
        OutlineCommand::Line(to) => Command::LineTo(at(to)),
        OutlineCommand::Quad(control, to) => Command::QuadTo(at(control), at(to)),
        OutlineCommand::Cubic(first, second, to) => Command::CurveTo(at(first), at(second), at(to)),
        OutlineCommand::Close => Command::Close,
    }
}

fn limited(coordinate: f32) -> f32 {
    if coordinate.is_nan() { 0.0 } else { coordinate.clamp(-FARTHEST, FARTHEST) }
}

/// Returns the smallest range of whole pixels that contains all points along an axis.
fn bounds(outline: &[OutlineCommand], axis: impl Fn([f32; 2]) -> f32) -> Option<[i32; 2]> {
    let mut all = outline.iter().flat_map(OutlineCommand::points).map(|point| limited(axis(point)));
    let first = all.next()?;
    let (least, most) = all.fold((first, first), |(least, most), at| (least.min(at), most.max(at)));
    Some([whole(libm::floorf(least)), whole(libm::ceilf(most))])
}

/// Converts a whole number of pixels to an integer. Saturates.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
pub(super) fn whole(pixels: f32) -> i32 {
    pixels as i32
}

/// Converts a number of pixels to `f32`. The result is exact, because no coverage is large enough for rounding.
#[expect(clippy::cast_precision_loss, reason = "far below the limit of exact numbers")]
pub(super) fn to_f32(pixels: i32) -> f32 {
    pixels as f32
}

impl Coverage {
    /// Removes the rows and columns at the sides that cover nothing; `None` if nothing is covered at all.
    fn cropped(self) -> Option<Self> {
        let width = self.size[0] as usize;
        let rows: Vec<&[u8]> = self.values.chunks_exact(width).collect();
        let is_used = |row: &&[u8]| row.iter().any(|value| *value > 0);
        let (first_row, last_row) = (rows.iter().position(is_used)?, rows.iter().rposition(is_used)?);
        let used_column = |column: &usize| rows.iter().any(|row| row[*column] > 0);
        let (first, last) = ((0..width).find(used_column)?, (0..width).rfind(used_column)?);
        let rows = &rows[first_row..=last_row];
        Some(Self {
            left: self.left + i32::try_from(first).ok()?,
            top: self.top - i32::try_from(first_row).ok()?,
            size: [u32::try_from(last - first + 1).ok()?, u32::try_from(rows.len()).ok()?],
            values: rows.iter().flat_map(|row| &row[first..=last]).copied().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle([left, bottom]: [f32; 2], [right, top]: [f32; 2]) -> Vec<OutlineCommand> {
        use OutlineCommand::{Close, Line, Move};
        vec![Move([left, bottom]), Line([left, top]), Line([right, top]), Line([right, bottom]), Close]
    }

    #[test]
    fn each_pixel_has_the_part_of_it_that_is_covered() {
        let coverage = rasterize(&rectangle([1.5, -0.25], [3.0, 1.0])).unwrap();
        assert_eq!((coverage.left, coverage.top, coverage.size), (1, 1, [2, 2]));
        let expected = [0.5, 1.0, 0.125, 0.25].map(|part| part * 255.0);
        for (value, expected) in coverage.values.iter().zip(expected) {
            assert!((f32::from(*value) - expected).abs() <= 1.0, "{:?}", coverage.values);
        }
    }

    #[test]
    fn overlapping_contours_of_one_direction_are_filled_and_holes_are_not() {
        let mut outline = rectangle([0.0, 0.0], [3.0, 3.0]);
        outline.extend(rectangle([1.0, 1.0], [2.0, 2.0]));
        assert_eq!(rasterize(&outline).unwrap().values, [255; 9]);
        let mut hole = rectangle([2.0, 1.0], [1.0, 2.0]);
        outline.truncate(5);
        outline.append(&mut hole);
        assert_eq!(rasterize(&outline).unwrap().values, [255, 255, 255, 255, 0, 255, 255, 255, 255]);
    }

    #[test]
    fn outlines_that_cover_nothing_are_none() {
        assert_eq!(rasterize(&[]), None);
        assert_eq!(rasterize(&[OutlineCommand::Close]), None);
        assert_eq!(rasterize(&rectangle([1.0, 1.0], [1.0, 5.0])), None);
        assert_eq!(rasterize(&rectangle([1.0, 1.0], [5.0, 1.0])), None);
    }

    #[test]
    fn odd_points_do_no_harm() {
        for far in [f32::NAN, f32::INFINITY, -1e30, 4096.0] {
            let outline = [
                OutlineCommand::Line([far, 1.0]),
                OutlineCommand::Cubic([far, far], [-far, far], [1.0, 2.0]),
                OutlineCommand::Quad([0.0, -far], [far, 2.0]),
            ];
            rasterize(&outline);
        }
    }
}
