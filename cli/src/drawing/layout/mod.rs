//! Layered layout, after Sugiyama: links go from left to right through layers of boxes.
//!
//! Each connected part is laid out by itself: [`ranks`] gives every box its layer, [`lanes`] leads links that cross a
//! layer through it, [`order`] sorts each layer so that few links cross, [`align`] finds heights at which most links are
//! straight. [`stack`] then puts the parts below and beside each other. Equal input gives equal output, to the bit.

mod align;
mod lanes;
mod order;
mod part;
mod ranks;
mod stack;
#[cfg(test)]
mod tests;

/// Between boxes above each other.
const GAP: f64 = 10.0;

/// A point; y grows downward.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// The upper left corner of a box and its size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A link from one box to another, by their indices. Heavy links are kept short.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) weight: u32,
}

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// The boxes; all of a layer are as wide as its widest.
    pub(crate) boxes: Vec<Rect>,
    /// For each link its way: points in pairs, bending between the two of a pair, level from one pair to the next. Empty
    /// for a link from a box to itself.
    pub(crate) ways: Vec<Vec<Point>>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Lays out boxes of these widths and of one height.
pub(crate) fn lay_out(widths: &[f64], height: f64, links: &[Link]) -> Layout {
    let parts: Vec<part::Placed> =
        part::split(widths.len(), links).into_iter().map(|part| part.place(height)).collect();
    stack::stack(&parts, widths, height, links.len())
}
