//! Puts the parts below each other, in several columns where one would be too long to look at.

use super::part::{Placed, Way};
use super::{GAP, Layout, Point, Rect};

/// Between layers, where links bend; steep ones get more room.
const LAYER_GAP: f64 = 48.0;
const STEEP: f64 = 0.07;
const WIDEST_GAP: f64 = 220.0;
/// Between columns of parts.
const COLUMN_GAP: f64 = 56.0;
/// How much wider than high a drawing should be.
const ASPECT: f64 = 1.5;
const MOST_COLUMNS: usize = 8;

/// The layers from left to right.
struct Layers {
    x: Vec<f64>,
    width: Vec<f64>,
}

pub(super) fn stack(parts: &[Placed], widths: &[f64], height: f64, links: usize) -> Layout {
    let layers = Layers::new(parts, widths);
    let columns = columns(parts, &layers, height);
    let mut layout = Layout { boxes: vec![Rect::default(); widths.len()], ..Layout::default() };
    layout.ways = vec![Vec::new(); links];
    let mut left = 0.0;
    for column in columns {
        let mut top = 0.0;
        let mut right: f64 = left;
        for part in column {
            place(part, Point { x: left, y: top + height / 2.0 }, height, &layers, &mut layout);
            top += part.height + height + GAP;
            right = right.max(left + layers.right(part));
        }
        layout.width = right;
        layout.height = layout.height.max(top - GAP);
        left = right + COLUMN_GAP;
    }
    layout
}

impl Layers {
    fn new(parts: &[Placed], widths: &[f64]) -> Self {
        let boxes = || parts.iter().flat_map(|part| &part.boxes);
        let count = boxes().map(|it| it.rank + 1).max().unwrap_or(0);
        let (mut width, mut gap) = (vec![0.0_f64; count], vec![LAYER_GAP; count]);
        for it in boxes() {
            width[it.rank] = width[it.rank].max(widths[it.index]);
        }
        for pair in parts.iter().flat_map(|part| &part.ways).flat_map(|way| way.stops.windows(2)) {
            let steep = (pair[1].1 - pair[0].1).abs() * STEEP;
            let gap = &mut gap[pair[0].0];
            *gap = gap.max((LAYER_GAP + steep).min(WIDEST_GAP));
        }
        let mut at = 0.0;
        let x = width.iter().zip(&gap).map(|(width, gap)| {
            let x = at;
            at += width + gap;
            x
        });
        Self { x: x.collect(), width }
    }

    /// How far a part reaches to the right.
    fn right(&self, part: &Placed) -> f64 {
        let last = part.boxes.iter().map(|it| it.rank).max().unwrap_or(0);
        self.x[last] + self.width[last]
    }
}

/// The parts of each column, in their order, in as many columns as make the drawing nearest to the wanted shape.
fn columns<'a>(parts: &'a [Placed], layers: &Layers, height: f64) -> Vec<Vec<&'a Placed>> {
    let width = parts.iter().map(|part| layers.right(part)).fold(0.0, f64::max) + COLUMN_GAP;
    let total: f64 = parts.iter().map(|part| part.height + height + GAP).sum();
    let tallest = parts.iter().map(|part| part.height + height + GAP).fold(0.0, f64::max);
    let shape = |count: usize| (width * count as f64) / (total / count as f64).max(tallest);
    let off = |count: usize| (shape(count) - ASPECT).abs().min((1.0 / shape(count) - 1.0 / ASPECT).abs());
    let wide_enough = (1..=MOST_COLUMNS.min(parts.len().max(1))).min_by(|&a, &b| off(a).total_cmp(&off(b)));
    let count = wide_enough.unwrap_or(1);
    let bound = (total / count as f64).max(tallest);
    let mut columns = vec![Vec::new()];
    let mut filled = 0.0;
    for part in parts {
        let needed = part.height + height + GAP;
        if filled > 0.0 && filled + needed / 2.0 > bound && columns.len() < count {
            columns.push(Vec::new());
            filled = 0.0;
        }
        filled += needed;
        if let Some(column) = columns.last_mut() {
            column.push(part);
        }
    }
    columns
}

fn place(part: &Placed, origin: Point, height: f64, layers: &Layers, layout: &mut Layout) {
    for it in &part.boxes {
        layout.boxes[it.index] = Rect {
            x: origin.x + layers.x[it.rank],
            y: origin.y + it.y - height / 2.0,
            width: layers.width[it.rank],
            height,
        };
    }
    for way in &part.ways {
        layout.ways[way.link] = points(way, origin, layers);
    }
}

/// From the right side of the first box, through each layer on the way, to the left side of the last.
fn points(way: &Way, origin: Point, layers: &Layers) -> Vec<Point> {
    let mut points = Vec::with_capacity(2 * way.stops.len());
    for (number, &(rank, y)) in way.stops.iter().enumerate() {
        let y = origin.y + y;
        if number > 0 {
            points.push(Point { x: origin.x + layers.x[rank], y });
        }
        if number + 1 < way.stops.len() {
            points.push(Point { x: origin.x + layers.x[rank] + layers.width[rank], y });
        }
    }
    if way.backward {
        points.reverse();
    }
    points
}
