//! The heights of vertices, after Brandes and Köpf, "Fast and Simple Horizontal Coordinate Assignment" (2001), lying on
//! its side: vertices joined with their middle neighbours form level blocks; four ways to form them are averaged.

use std::collections::BTreeSet;

use super::GAP;
use super::lanes::Lanes;

/// Between a lane and what is next to it.
const LANE_GAP: f64 = 8.0;

/// The height of each vertex's middle, for boxes of this height.
pub(super) fn heights(lanes: &Lanes, layers: &[Vec<usize>], height: f64) -> Vec<f64> {
    let crossing = crossing_lanes(lanes, layers);
    let variants = [(false, false), (false, true), (true, false), (true, true)].map(|(from_right, from_bottom)| {
        let variant = Variant { lanes, crossing: &crossing, from_right, from_bottom, height };
        variant.heights(layers)
    });
    average(variants)
}

/// The joints that cross a lane. Lanes are to be level, so these give way.
fn crossing_lanes(lanes: &Lanes, layers: &[Vec<usize>]) -> BTreeSet<(usize, usize)> {
    let mut crossing = BTreeSet::new();
    let mut place = vec![0; lanes.rank.len()];
    for pair in layers.windows(2) {
        let (left, right) = (&pair[0], &pair[1]);
        left.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        let (mut above, mut scanned) = (0, 0);
        for (at, &vertex) in right.iter().enumerate() {
            let lane = lanes.left[vertex].first().filter(|&&it| lanes.is_lane(vertex) && lanes.is_lane(it));
            if lane.is_none() && at + 1 < right.len() {
                continue;
            }
            let below = lane.map_or(left.len(), |&it| place[it]);
            for &to in &right[scanned..=at] {
                let others = lanes.left[to].iter().filter(|&&from| !(lanes.is_lane(from) && lanes.is_lane(to)));
                let bad = others.filter(|&&from| place[from] < above || place[from] > below);
                crossing.extend(bad.map(|&from| (from, to)));
            }
            (above, scanned) = (below, at + 1);
        }
    }
    crossing
}

/// One of the four ways to form blocks.
struct Variant<'a> {
    lanes: &'a Lanes,
    crossing: &'a BTreeSet<(usize, usize)>,
    from_right: bool,
    from_bottom: bool,
    height: f64,
}

impl Variant<'_> {
    fn heights(&self, layers: &[Vec<usize>]) -> Vec<f64> {
        let mut layers = layers.to_vec();
        if self.from_right {
            layers.reverse();
        }
        if self.from_bottom {
            layers.iter_mut().for_each(|layer| layer.reverse());
        }
        let block = self.blocks(&layers);
        let at = self.pack(&layers, &block);
        let sign = if self.from_bottom { -1.0 } else { 1.0 };
        block.into_iter().map(|block| sign * at[block]).collect()
    }

    /// The block of each vertex, named by its first vertex.
    fn blocks(&self, layers: &[Vec<usize>]) -> Vec<usize> {
        let count = self.lanes.rank.len();
        let mut block: Vec<usize> = (0..count).collect();
        let mut next: Vec<usize> = (0..count).collect();
        let mut place = vec![0; count];
        for layer in layers {
            layer.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        }
        for layer in layers.iter().skip(1) {
            let mut free = 0;
            for &vertex in layer {
                for other in self.middle(vertex, &place) {
                    if next[vertex] == vertex && place[other] >= free && !self.gives_way(vertex, other) {
                        next[other] = vertex;
                        block[vertex] = block[other];
                        next[vertex] = block[vertex];
                        free = place[other] + 1;
                    }
                }
            }
        }
        block
    }

    /// The middle one of those a vertex is joined with in the layer before, or the middle two.
    fn middle(&self, vertex: usize, place: &[usize]) -> Vec<usize> {
        let joined = if self.from_right { &self.lanes.right } else { &self.lanes.left };
        let mut others = joined[vertex].clone();
        others.sort_by_key(|&other| place[other]);
        others.dedup();
        match others.len() {
            0 => Vec::new(),
            count => others[(count - 1) / 2..=count / 2].to_vec(),
        }
    }

    fn gives_way(&self, vertex: usize, other: usize) -> bool {
        let joint = if self.from_right { (vertex, other) } else { (other, vertex) };
        self.crossing.contains(&joint)
    }

    /// Packs the blocks: each as far up as those above it let it, then down again to those below it.
    fn pack(&self, layers: &[Vec<usize>], block: &[usize]) -> Vec<f64> {
        let count = block.len();
        let (mut below, mut above) = (vec![Vec::new(); count], vec![0_usize; count]);
        for pair in layers.iter().flat_map(|layer| layer.windows(2)) {
            let apart = self.apart(pair[0], pair[1]);
            below[block[pair[0]]].push((block[pair[1]], apart));
            above[block[pair[1]]] += 1;
        }
        let mut at = vec![0.0_f64; count];
        let mut sorted: Vec<usize> = (0..count).filter(|&it| block[it] == it && above[it] == 0).collect();
        let mut done = 0;
        while let Some(&upper) = sorted.get(done) {
            done += 1;
            for &(lower, apart) in &below[upper] {
                at[lower] = at[lower].max(at[upper] + apart);
                above[lower] -= 1;
                if above[lower] == 0 {
                    sorted.push(lower);
                }
            }
        }
        for &upper in sorted.iter().rev() {
            let room = below[upper].iter().map(|&(lower, apart)| at[lower] - apart).fold(f64::INFINITY, f64::min);
            if room.is_finite() {
                at[upper] = at[upper].max(room);
            }
        }
        at
    }

    /// How far apart the middles of neighbours in a layer must be.
    fn apart(&self, a: usize, b: usize) -> f64 {
        match (self.lanes.is_lane(a), self.lanes.is_lane(b)) {
            (false, false) => self.height + GAP,
            (true, true) => LANE_GAP,
            _ => self.height / 2.0 + LANE_GAP,
        }
    }
}

/// Moves the variants to the narrowest one, and gives each vertex the mean of its two middle heights.
fn average(mut variants: [Vec<f64>; 4]) -> Vec<f64> {
    let bounds = |heights: &[f64]| {
        heights.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &it| (low.min(it), high.max(it)))
    };
    let all = [0, 1, 2, 3].map(|index| bounds(&variants[index]));
    let narrowest = all.iter().copied().min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))).unwrap_or((0.0, 0.0));
    for (index, heights) in variants.iter_mut().enumerate() {
        let from_bottom = index % 2 == 1;
        let shift = if from_bottom { narrowest.1 - all[index].1 } else { narrowest.0 - all[index].0 };
        heights.iter_mut().for_each(|height| *height += shift);
    }
    let middle = |vertex: usize| {
        let mut four = [0, 1, 2, 3].map(|index| variants[index][vertex]);
        four.sort_by(f64::total_cmp);
        f64::midpoint(four[1], four[2])
    };
    (0..variants[0].len()).map(middle).collect()
}
