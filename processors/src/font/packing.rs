//! Packs rectangles into a larger rectangle.
//!
//! Rectangles are placed one by one, sorted by height and then by width, largest first. Each is placed at the first position
//! where it fits: in the topmost possible row, as far left as possible. XNA packs the characters of a font in the same way:
//! with the character sizes of one of its fonts, all positions are the same.

/// The largest width and height, in pixels.
const LARGEST_SIDE: u32 = rigmill_format::MAX_TEXTURE_SIZE;
/// The width of the border around each rectangle, in pixels.
const BORDER: u32 = 1;
/// The number of rows to search before gaps further up are no longer filled. It is enough for any ordinary font.
const MAX_STEPS: u64 = 1 << 26;

/// The positions of packed rectangles.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Packing {
    /// The width (a power of two) and height (a multiple of four), in pixels; both are at least 4.
    pub(super) size: [u32; 2],
    /// The left and top of each rectangle, in the order of the given sizes.
    pub(super) positions: Vec<[u32; 2]>,
}

/// Packs rectangles of these sizes; `None` if they do not fit into the largest texture.
pub(super) fn pack(sizes: &[[u32; 2]]) -> Option<Packing> {
    let cells: Vec<[u32; 2]> = sizes.iter().map(|size| size.map(|side| side.saturating_add(2 * BORDER))).collect();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse((cells[index][1], cells[index][0])));
    let width = width(&cells)?;
    let mut rows = Rows::new(width);
    let mut positions = vec![[0; 2]; cells.len()];
    let mut last = None;
    for index in order {
        let cell = cells[index];
        // A position where the previous rectangle did not fit cannot fit another rectangle of the same size.
        let start = last.filter(|(size, _)| *size == cell).map_or([0, rows.first_open], |(_, position)| position);
        let position = rows.place(cell, start)?;
        last = Some((cell, position));
        positions[index] = position.map(|at| at + BORDER);
    }
    let height = u32::try_from(rows.rows.len()).ok()?.next_multiple_of(4).max(4);
    (height <= LARGEST_SIDE).then_some(Packing { size: [width, height], positions })
}

/// Returns the width: the side of a square with the area of all cells, or the width of the widest cell if this is larger,
/// rounded up to a power of two.
fn width(cells: &[[u32; 2]]) -> Option<u32> {
    let area: u64 = cells.iter().map(|cell| u64::from(cell[0]) * u64::from(cell[1])).sum();
    let widest = cells.iter().map(|cell| cell[0]).max().unwrap_or_default();
    let side = u32::try_from(area.isqrt()).ok()?.max(widest).max(4);
    side.checked_next_power_of_two().filter(|width| *width <= LARGEST_SIDE)
}

/// The rows of pixels in use, with the occupied parts of each row.
struct Rows {
    width: u32,
    rows: Vec<Row>,
    /// The row where a search starts.
    first_open: u32,
    steps: u64,
}

#[derive(Clone, Default)]
struct Row {
    /// The start and end of each occupied part, in order. No two parts are adjacent.
    spans: Vec<(u32, u32)>,
    /// The width of the widest free part.
    widest_gap: u32,
}

impl Rows {
    const fn new(width: u32) -> Self {
        Self { width, rows: Vec::new(), first_open: 0, steps: 0 }
    }

    /// Occupies the first free position at or after `start`; `None` if it would exceed the largest height.
    fn place(&mut self, [width, height]: [u32; 2], start: [u32; 2]) -> Option<[u32; 2]> {
        let [mut left, mut top] = start;
        loop {
            let bottom = top.checked_add(height).filter(|bottom| *bottom <= LARGEST_SIDE)?;
            match self.full_row(width, top, bottom) {
                Some(row) => top = row + 1,
                None => match self.free_in_rows(width, left, top, bottom) {
                    Some(left) => {
                        self.occupy([left, left + width], top, bottom);
                        return Some([left, top]);
                    }
                    None => top += 1,
                },
            }
            left = 0;
            if self.steps > MAX_STEPS {
                self.steps = 0;
                let end = u32::try_from(self.rows.len()).ok()?;
                self.first_open = end;
                top = top.max(end);
            }
        }
    }

    /// Returns the lowest of these rows that has no free part with this width.
    fn full_row(&mut self, width: u32, top: u32, bottom: u32) -> Option<u32> {
        self.steps += u64::from(bottom - top);
        let in_use = (top..bottom).rev().filter_map(|at| Some((at, self.rows.get(at as usize)?)));
        in_use.into_iter().find(|(_, row)| row.widest_gap < width).map(|(at, _)| at)
    }

    /// Returns the leftmost position at or after `left` that is free in all of these rows.
    fn free_in_rows(&mut self, width: u32, left: u32, top: u32, bottom: u32) -> Option<u32> {
        let mut left = left;
        while left + width <= self.width {
            self.steps += u64::from(bottom - top);
            let in_use = (top..bottom).filter_map(|at| self.rows.get(at as usize));
            match in_use.filter_map(|row| row.blocked_until(left, left + width)).max() {
                Some(end) => left = end,
                None => return Some(left),
            }
        }
        None
    }

    fn occupy(&mut self, span: [u32; 2], top: u32, bottom: u32) {
        let count = self.rows.len().max(bottom as usize);
        self.rows.resize(count, Row { spans: Vec::new(), widest_gap: self.width });
        for row in &mut self.rows[top as usize..bottom as usize] {
            row.occupy(span, self.width);
        }
    }
}

impl Row {
    /// Returns the end of the last occupied part between two positions.
    fn blocked_until(&self, left: u32, right: u32) -> Option<u32> {
        let before = self.spans.partition_point(|(start, _)| *start < right);
        let (_, end) = *self.spans.get(before.checked_sub(1)?)?;
        (end > left).then_some(end)
    }

    fn occupy(&mut self, [left, right]: [u32; 2], width: u32) {
        let at = self.spans.partition_point(|(start, _)| *start < left);
        self.spans.insert(at, (left, right));
        self.spans.dedup_by(|next, span| {
            let touches = span.1 == next.0;
            if touches {
                span.1 = next.1;
            }
            touches
        });
        let starts = self.spans.iter().map(|(start, _)| *start).chain([width]);
        let ends = [0].into_iter().chain(self.spans.iter().map(|(_, end)| *end));
        self.widest_gap = starts.zip(ends).map(|(start, end)| start - end).max().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds the first free position by trying each position.
    fn first_fit(placed: &[([u32; 2], [u32; 2])], [width, height]: [u32; 2], limit: u32) -> [u32; 2] {
        let is_free = |[left, top]: [u32; 2]| {
            placed
                .iter()
                .all(|([x, y], [w, h])| left + width <= *x || x + w <= left || top + height <= *y || y + h <= top)
        };
        let mut all = (0..u32::MAX).flat_map(|top| (0..=limit - width).map(move |left| [left, top]));
        all.find(|position| is_free(*position)).unwrap()
    }

    proptest! {
        #[test]
        fn each_rectangle_is_at_the_first_position_where_it_fits(sizes in prop::collection::vec([1_u32..9, 1_u32..9], 0..40)) {
            let packing = pack(&sizes).unwrap();
            let mut order: Vec<usize> = (0..sizes.len()).collect();
            order.sort_by_key(|&index| std::cmp::Reverse((sizes[index][1], sizes[index][0])));
            let mut placed = Vec::new();
            for index in order {
                let cell = sizes[index].map(|side| side + 2);
                let expected = first_fit(&placed, cell, packing.size[0]);
                prop_assert_eq!(packing.positions[index], expected.map(|at| at + 1));
                placed.push((expected, cell));
            }
            let height = placed.iter().map(|(position, cell)| position[1] + cell[1]).max().unwrap_or_default();
            prop_assert_eq!(packing.size[1], height.next_multiple_of(4).max(4));
        }
    }

    #[test]
    fn what_does_not_fit_the_largest_texture_is_refused() {
        assert_eq!(pack(&[[LARGEST_SIDE, 1]]), None);
        assert_eq!(pack(&[[1, LARGEST_SIDE]]), None);
        assert_eq!(pack(&[[u32::MAX, u32::MAX]]), None);
        assert_eq!(pack(&[]), Some(Packing { size: [4, 4], positions: vec![] }));
        assert_eq!(pack(&[[LARGEST_SIDE - 2, 1]]).unwrap().size, [LARGEST_SIDE, 4]);
    }

    #[test]
    fn many_different_sizes_are_packed_in_time() {
        let sizes: Vec<[u32; 2]> = (0..30_000_u32).map(|it| [1 + it * 7919 % 97, 1 + it * 104_729 % 89]).collect();
        let packing = pack(&sizes).unwrap();
        let area: u64 = sizes.iter().map(|size| u64::from(size[0] + 2) * u64::from(size[1] + 2)).sum();
        let used = u64::from(packing.size[0]) * u64::from(packing.size[1]);
        assert!(used < area * 5 / 4, "{:?} for {area}", packing.size);
    }
}
