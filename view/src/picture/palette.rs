//! [`Palette`]: the colours of an animation.

use std::array::from_fn;

use super::image::Image;

/// The maximum number of colours. One of the 256 palette indices of a GIF is reserved for transparent pixels.
const COLORS: usize = 255;

/// The number of bits per channel of the cells in which pixels are counted.
const BITS: u32 = 5;
const CELLS: usize = 1 << (3 * BITS);

/// Colours that represent the colours of some images, computed by the median cut algorithm (Heckbert, 1982).
#[derive(Debug)]
pub(super) struct Palette {
    pub(super) colors: Vec<[u8; 3]>,
    /// The nearest colour for each cell; `None` until it is first needed.
    nearest: Vec<Option<u8>>,
}

/// The pixels of a cell: their number, and the sums of their channels.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    count: u64,
    sums: [u64; 3],
}

impl Cell {
    fn mean(&self) -> [u8; 3] {
        self.sums.map(|sum| u8::try_from((sum + self.count / 2) / self.count.max(1)).unwrap_or(u8::MAX))
    }
}

impl Palette {
    /// Computes the palette for the opaque pixels of these images. It has at least one colour.
    pub(super) fn new<'a>(images: impl Iterator<Item = &'a Image>) -> Self {
        let mut cells = vec![Cell::default(); CELLS];
        for &[r, g, b, _] in images.flat_map(|image| &image.pixels).filter(|pixel| pixel[3] >= 128) {
            let cell = &mut cells[cell_of([r, g, b])];
            cell.count += 1;
            cell.sums = from_fn(|it| cell.sums[it] + u64::from([r, g, b][it]));
        }
        cells.retain(|cell| cell.count > 0);
        let colors = cut(cells).iter().map(Cell::mean).collect();
        Self { colors, nearest: vec![None; CELLS] }
    }

    /// Returns the index of the colour that is nearest to a pixel's colour.
    pub(super) fn number(&mut self, color: [u8; 3]) -> u8 {
        let cell = cell_of(color);
        if let Some(number) = self.nearest[cell] {
            return number;
        }
        let distance = |of: &[u8; 3]| -> i32 {
            // The eye is most sensitive to differences in green, and least to those in blue.
            (0..3).map(|it| [3, 4, 2][it] * (i32::from(of[it]) - i32::from(color[it])).pow(2)).sum()
        };
        let nearest =
            (0..=u8::MAX).zip(&self.colors).min_by_key(|(_, of)| distance(of)).map_or(0, |(number, _)| number);
        self.nearest[cell] = Some(nearest);
        nearest
    }
}

fn cell_of(color: [u8; 3]) -> usize {
    color.iter().fold(0, |cell, channel| (cell << BITS) | usize::from(channel >> (8 - BITS)))
}

/// Cuts boxes of colours in two until there are enough, beginning with the box that has the largest sum of squared distances.
/// Returns the mean of each box.
fn cut(cells: Vec<Cell>) -> Vec<Cell> {
    let mut boxes = vec![Box::new(cells)];
    while boxes.len() < COLORS {
        let worst = (0..boxes.len()).filter(|&it| boxes[it].cells.len() > 1).max_by_key(|&it| boxes[it].spread);
        let Some(worst) = worst else { break };
        let (low, high) = boxes.swap_remove(worst).halves();
        boxes.extend([low, high]);
    }
    boxes.iter().map(|it| sum(&it.cells)).collect()
}

/// The cells that become one colour.
struct Box {
    cells: Vec<Cell>,
    /// The channel in which the pixels vary most.
    channel: usize,
    /// The sum of the squared differences from the mean in this channel.
    spread: u64,
}

impl Box {
    fn new(cells: Vec<Cell>) -> Self {
        let mean = sum(&cells).mean();
        let spread = |channel: usize| -> u64 {
            let apart = |cell: &Cell| u64::from(cell.mean()[channel].abs_diff(mean[channel]));
            cells.iter().map(|cell| cell.count * apart(cell) * apart(cell)).sum()
        };
        let (spread, channel) = (0..3).map(|it| (spread(it), it)).max().unwrap_or_default();
        Self { cells, channel, spread }
    }

    /// Splits the box into two non-empty parts with about half of the pixels each.
    fn halves(mut self) -> (Self, Self) {
        let channel = self.channel;
        self.cells.sort_by_key(|cell| cell.mean()[channel]);
        let half = sum(&self.cells).count / 2;
        let mut below = 0;
        let middle = self.cells.iter().position(|cell| {
            below += cell.count;
            below > half
        });
        let high = self.cells.split_off(middle.unwrap_or(0).clamp(1, self.cells.len() - 1));
        (Self::new(self.cells), Self::new(high))
    }
}

fn sum(cells: &[Cell]) -> Cell {
    cells.iter().fold(Cell::default(), |sum, cell| Cell {
        count: sum.count + cell.count,
        sums: from_fn(|it| sum.sums[it] + cell.sums[it]),
    })
}
