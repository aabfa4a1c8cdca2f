//! The order within each layer: every vertex near the middle of those it is joined with, so that few links cross.

use super::lanes::Lanes;

/// How often the layers are swept, there and back.
const SWEEPS: usize = 12;
/// After so many sweeps without gain there is none to come.
const PATIENCE: usize = 4;

/// The vertices of each layer, from top to bottom.
pub(super) fn order(lanes: &Lanes) -> Vec<Vec<usize>> {
    let mut layers = walked(lanes);
    let (mut best, mut fewest) = (layers.clone(), crossings(lanes, &layers));
    let mut idle = 0;
    for sweep in 0..2 * SWEEPS {
        if fewest == 0 || idle == PATIENCE {
            break;
        }
        if sweep % 2 == 0 {
            sweep_right(lanes, &mut layers)
        } else {
            sweep_left(lanes, &mut layers)
        }
        let count = crossings(lanes, &layers);
        idle += 1;
        if count < fewest {
            (best, fewest, idle) = (layers.clone(), count, 0);
        }
    }
    best
}

/// The order in which a walk from box to box meets them: neighbours are near each other from the start.
fn walked(lanes: &Lanes) -> Vec<Vec<usize>> {
    let mut layers = vec![Vec::new(); lanes.layers()];
    let mut met = vec![false; lanes.rank.len()];
    for first in 0..lanes.rank.len() {
        let mut todo = vec![first];
        while let Some(vertex) = todo.pop() {
            if !std::mem::replace(&mut met[vertex], true) {
                layers[lanes.rank[vertex]].push(vertex);
                todo.extend(lanes.left[vertex].iter().rev());
                todo.extend(lanes.right[vertex].iter().rev());
            }
        }
    }
    layers
}

fn sweep_right(lanes: &Lanes, layers: &mut [Vec<usize>]) {
    for layer in 1..layers.len() {
        let (fixed, rest) = layers.split_at_mut(layer);
        sort(&mut rest[0], &fixed[layer - 1], &lanes.left);
    }
}

fn sweep_left(lanes: &Lanes, layers: &mut [Vec<usize>]) {
    for layer in (1..layers.len()).rev() {
        let (rest, fixed) = layers.split_at_mut(layer);
        sort(&mut rest[layer - 1], &fixed[0], &lanes.right);
    }
}

/// Sorts a layer by the mean place of what its vertices are joined with in the fixed one; those joined with nothing keep
/// their places.
fn sort(layer: &mut Vec<usize>, fixed: &[usize], joined: &[Vec<usize>]) {
    let place = places(fixed, joined.len());
    let key = |(at, vertex): (usize, usize)| {
        let sum: usize = joined[vertex].iter().map(|&other| place[other]).sum();
        let count = joined[vertex].len();
        (if count == 0 { at as f64 } else { sum as f64 / count as f64 }, at, vertex)
    };
    let mut keyed: Vec<(f64, usize, usize)> = layer.iter().copied().enumerate().map(key).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    *layer = keyed.into_iter().map(|(_, _, vertex)| vertex).collect();
}

/// The place of each vertex in its layer.
pub(super) fn places(layer: &[usize], count: usize) -> Vec<usize> {
    let mut places = vec![0; count];
    for (place, &vertex) in layer.iter().enumerate() {
        places[vertex] = place;
    }
    places
}

/// How many pairs of links cross.
pub(super) fn crossings(lanes: &Lanes, layers: &[Vec<usize>]) -> usize {
    layers.windows(2).map(|pair| crossings_between(lanes, &pair[0], &pair[1])).sum()
}

/// Counts, for the links sorted by their left ends, the pairs whose right ends are the other way around.
fn crossings_between(lanes: &Lanes, left: &[usize], right: &[usize]) -> usize {
    let place = places(right, lanes.rank.len());
    let mut tree = vec![0_usize; right.len() + 1];
    let (mut seen, mut crossings) = (0, 0);
    for &vertex in left {
        let mut ends: Vec<usize> = lanes.right[vertex].iter().map(|&end| place[end]).collect();
        ends.sort_unstable();
        for &end in &ends {
            crossings += seen - up_to(&tree, end + 1);
        }
        for end in ends {
            seen += 1;
            add(&mut tree, end + 1);
        }
    }
    crossings
}

/// How many ends were added at places below `at`, and at `at` itself; places from 1.
fn up_to(tree: &[usize], mut at: usize) -> usize {
    let mut sum = 0;
    while at > 0 {
        sum += tree[at];
        at &= at - 1;
    }
    sum
}

fn add(tree: &mut [usize], mut at: usize) {
    while at < tree.len() {
        tree[at] += 1;
        at += at & at.wrapping_neg();
    }
}
