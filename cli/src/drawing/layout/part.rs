//! [`Part`]: boxes that are connected, and nothing else.

use super::Link;
use super::lanes::Lanes;
use super::{align, order, ranks};

/// How much of a box's height its links may use, and how far apart they are at most.
const PORTS: f64 = 0.6;
const APART: f64 = 7.0;
/// More links than this meet in one point: a bundle is easier to follow than a brush.
const BUNDLE: usize = 6;

/// A connected part, its boxes numbered from 0.
pub(super) struct Part {
    /// The boxes as the whole numbers them.
    boxes: Vec<usize>,
    /// The links between them, each with its number in the whole.
    links: Vec<(usize, Link)>,
}

/// A part whose boxes have layers and heights.
pub(super) struct Placed {
    pub(super) boxes: Vec<PlacedBox>,
    pub(super) ways: Vec<Way>,
    /// Between the middles of its highest and its lowest box or lane.
    pub(super) height: f64,
}

pub(super) struct PlacedBox {
    pub(super) index: usize,
    pub(super) rank: usize,
    /// Its middle, from the top of the part.
    pub(super) y: f64,
}

/// The way of a link: through which height of which layer, from left to right.
pub(super) struct Way {
    pub(super) link: usize,
    pub(super) stops: Vec<(usize, f64)>,
    /// Whether the link itself goes from right to left.
    pub(super) backward: bool,
}

/// The connected parts, in the order of their first boxes. Links from a box to itself are left out.
pub(super) fn split(count: usize, links: &[Link]) -> Vec<Part> {
    let mut next = vec![Vec::new(); count];
    for link in links {
        next[link.from].push(link.to);
        next[link.to].push(link.from);
    }
    let mut part_of = vec![usize::MAX; count];
    let mut at = vec![0; count];
    let mut parts: Vec<Part> = Vec::new();
    for first in 0..count {
        let mut todo = vec![first];
        while let Some(index) = todo.pop() {
            if part_of[index] == usize::MAX {
                if index == first {
                    parts.push(Part { boxes: Vec::new(), links: Vec::new() });
                }
                part_of[index] = parts.len() - 1;
                todo.extend(&next[index]);
            }
        }
    }
    for (index, &part) in part_of.iter().enumerate() {
        at[index] = parts[part].boxes.len();
        parts[part].boxes.push(index);
    }
    for (number, &Link { from, to, weight }) in links.iter().enumerate().filter(|(_, link)| link.from != link.to) {
        parts[part_of[from]].links.push((number, Link { from: at[from], to: at[to], weight }));
    }
    parts
}

impl Part {
    pub(super) fn place(&self, height: f64) -> Placed {
        let links: Vec<Link> = self.links.iter().map(|(_, link)| *link).collect();
        let ranks = ranks::ranks(self.boxes.len(), &links);
        let lanes = Lanes::new(&ranks, &links);
        let layers = order::order(&lanes);
        let mut y = align::heights(&lanes, &layers, height);
        let top = y.iter().copied().fold(f64::INFINITY, f64::min);
        y.iter_mut().for_each(|y| *y -= top);
        let boxes = self.boxes.iter().enumerate().map(|(at, &index)| PlacedBox { index, rank: ranks[at], y: y[at] });
        Placed {
            boxes: boxes.collect(),
            ways: self.ways(&lanes, &y, height),
            height: y.iter().copied().fold(0.0, f64::max),
        }
    }

    fn ways(&self, lanes: &Lanes, y: &[f64], height: f64) -> Vec<Way> {
        let way = |(path, (link, it)): (&Vec<usize>, &(usize, Link))| Way {
            link: *link,
            stops: path.iter().map(|&vertex| (lanes.rank[vertex], y[vertex])).collect(),
            backward: path.first() != Some(&it.from),
        };
        let mut ways: Vec<Way> = lanes.paths.iter().zip(&self.links).map(way).collect();
        spread(&mut ways, lanes, height, End::Left);
        spread(&mut ways, lanes, height, End::Right);
        ways
    }
}

#[derive(Clone, Copy)]
enum End {
    Left,
    Right,
}

/// Spreads the ends of links over the sides of their boxes, in the order in which they come.
fn spread(ways: &mut [Way], lanes: &Lanes, height: f64, end: End) {
    let mut at_box = vec![Vec::new(); lanes.boxes];
    for (number, path) in lanes.paths.iter().enumerate() {
        let vertex = match end {
            End::Left => path.first(),
            End::Right => path.last(),
        };
        at_box[*vertex.unwrap_or(&0)].push(number);
    }
    for mut numbers in at_box.into_iter().filter(|numbers| (2..=BUNDLE).contains(&numbers.len())) {
        let other = |way: &Way| match end {
            End::Left => way.stops.get(1).map_or(0.0, |stop| stop.1),
            End::Right => way.stops.iter().rev().nth(1).map_or(0.0, |stop| stop.1),
        };
        numbers.sort_by(|&a, &b| other(&ways[a]).total_cmp(&other(&ways[b])));
        let step = (height * PORTS / (numbers.len() - 1) as f64).min(APART);
        let first = -step * (numbers.len() - 1) as f64 / 2.0;
        for (place, number) in numbers.into_iter().enumerate() {
            let stop = match end {
                End::Left => ways[number].stops.first_mut(),
                End::Right => ways[number].stops.last_mut(),
            };
            if let Some(stop) = stop {
                stop.1 += first + step * place as f64;
            }
        }
    }
}
