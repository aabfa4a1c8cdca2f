//! Lays out boxes in columns, with links from left to right.
//!
//! A box is one column to the right of the last box that links to it. The boxes of a column are sorted by the mean height of
//! their neighbours, which keeps the number of crossings low. Equal inputs give bit-identical results.

/// The vertical space between two boxes in a column.
const GAP: f64 = 10.0;
/// The horizontal space between two columns, for the curves of links.
const COLUMN_GAP: f64 = 72.0;
/// The number of times that the columns are sorted, alternately by their left and right neighbours.
const SWEEPS: usize = 6;

/// A point. y increases downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The top left corner and the size of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rect {
    fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

/// A link between two boxes, given by their indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The position of every box.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// All boxes in a column have the same width.
    pub(super) boxes: Vec<Rect>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    /// Returns the ends of a link; `None` for a link from a box to itself.
    pub(super) fn ends(&self, link: Link) -> Option<[Point; 2]> {
        let [from, to] = [self.boxes[link.from], self.boxes[link.to]];
        let start = Point { x: from.x + from.width, y: from.middle() };
        (link.from != link.to).then_some([start, Point { x: to.x, y: to.middle() }])
    }
}

/// Lays out boxes with these widths and the same height.
pub(super) fn lay_out(widths: &[f64], height: f64, links: &[Link]) -> Layout {
    let neighbours = Neighbours::new(widths.len(), links);
    let mut columns = columns(&neighbours);
    let mut layout = Layout { boxes: vec![Rect { height, ..Rect::default() }; widths.len()], width: 0.0, height: 0.0 };
    for column in &columns {
        place_column(column, widths, &mut layout);
    }
    for sweep in 0..SWEEPS {
        let (sides, backwards) = match sweep % 2 {
            0 => (&neighbours.before, false),
            _ => (&neighbours.after, true),
        };
        let count = columns.len();
        for step in 0..count {
            let at = if backwards { count - 1 - step } else { step };
            sort_column(&mut columns[at], sides, &mut layout.boxes);
        }
    }
    let lowest = layout.boxes.iter().map(|it| it.y).fold(f64::INFINITY, f64::min);
    layout.boxes.iter_mut().for_each(|it| it.y -= lowest);
    layout.height = layout.boxes.iter().map(|it| it.y + it.height).fold(0.0, f64::max);
    layout
}

/// The linked boxes on each side of a box.
struct Neighbours {
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
}

impl Neighbours {
    fn new(boxes: usize, links: &[Link]) -> Self {
        let mut neighbours = Self { before: vec![Vec::new(); boxes], after: vec![Vec::new(); boxes] };
        for link in links.iter().filter(|link| link.from != link.to) {
            neighbours.before[link.to].push(link.from);
            neighbours.after[link.from].push(link.to);
        }
        neighbours
    }
}

/// Returns the boxes in each column. Boxes in a cycle are in an extra column at the end.
fn columns(neighbours: &Neighbours) -> Vec<Vec<usize>> {
    let mut missing: Vec<usize> = neighbours.before.iter().map(Vec::len).collect();
    let mut open: Vec<usize> = (0..missing.len()).filter(|&it| missing[it] == 0).collect();
    let mut columns = Vec::new();
    let mut left: Vec<bool> = vec![true; missing.len()];
    while !open.is_empty() {
        let mut next = Vec::new();
        for &it in &open {
            left[it] = false;
            for &to in &neighbours.after[it] {
                missing[to] -= 1;
                if missing[to] == 0 {
                    next.push(to);
                }
            }
        }
        next.sort_unstable();
        columns.push(std::mem::replace(&mut open, next));
    }
    let ring: Vec<usize> = (0..left.len()).filter(|&it| left[it]).collect();
    columns.extend((!ring.is_empty()).then_some(ring));
    columns
}

/// Places a column to the right of the previous ones, with its boxes below each other.
fn place_column(column: &[usize], widths: &[f64], layout: &mut Layout) {
    let x = if layout.width > 0.0 { layout.width + COLUMN_GAP } else { 0.0 };
    let width = column.iter().map(|&it| widths[it]).fold(0.0, f64::max);
    let mut y = 0.0;
    for &it in column {
        let at = &mut layout.boxes[it];
        (at.x, at.y, at.width) = (x, y, width);
        y += at.height + GAP;
    }
    layout.width = x + width;
}

/// Sorts a column by the mean height of its boxes' neighbours, and moves each box as close to that height as the order allows.
fn sort_column(column: &mut [usize], neighbours: &[Vec<usize>], boxes: &mut [Rect]) {
    let wanted = |it: usize| match neighbours[it].as_slice() {
        [] => boxes[it].y,
        near => near.iter().map(|&other| boxes[other].y).sum::<f64>() / near.len() as f64,
    };
    let mut heights: Vec<(f64, usize)> = column.iter().map(|&it| (wanted(it), it)).collect();
    heights.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut free = f64::NEG_INFINITY;
    for (slot, (height, it)) in column.iter_mut().zip(heights) {
        *slot = it;
        boxes[it].y = height.max(free);
        free = boxes[it].y + boxes[it].height + GAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(boxes: usize, links: &[[usize; 2]]) -> Layout {
        let links: Vec<Link> = links.iter().map(|&[from, to]| Link { from, to }).collect();
        lay_out(&vec![100.0; boxes], 30.0, &links)
    }

    #[test]
    fn links_run_from_left_to_right() {
        let links = [[3, 0], [0, 1], [3, 1], [1, 2], [4, 2]];
        let layout = laid_out(5, &links);
        for [from, to] in links {
            assert!(layout.boxes[from].x + layout.boxes[from].width < layout.boxes[to].x, "{from} -> {to}");
        }
    }

    #[test]
    fn no_two_boxes_overlap() {
        let links: Vec<[usize; 2]> = (0..60).map(|it| [it, 60 + it * 7 % 40]).collect();
        let layout = laid_out(100, &links);
        for (index, a) in layout.boxes.iter().enumerate() {
            for b in &layout.boxes[..index] {
                let apart = a.x + a.width <= b.x || b.x + b.width <= a.x || (a.y - b.y).abs() >= 30.0;
                assert!(apart, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_chain_is_straight_and_a_ring_is_placed() {
        let chain = laid_out(4, &[[0, 1], [1, 2], [2, 3]]);
        assert!(chain.boxes.iter().all(|it| it.y == 0.0));
        let ring = laid_out(3, &[[0, 1], [1, 0], [2, 2]]);
        assert_eq!(ring.boxes.iter().filter(|it| it.y >= 0.0).count(), 3);
        assert!(ring.ends(Link { from: 2, to: 2 }).is_none());
    }

    #[test]
    fn nothing_takes_no_space() {
        assert_eq!((laid_out(0, &[]).width, laid_out(0, &[]).height), (0.0, 0.0));
    }
}
