//! [`Lanes`]: the boxes of a part, and a point in each layer that a link crosses between its ends.

use super::Link;

/// With more points than this, only links across few layers get theirs; the others go straight.
const MANY: usize = 200_000;
const FEW_LAYERS: usize = 8;

/// A graph whose links all join neighbouring layers.
pub(super) struct Lanes {
    /// So many vertices are boxes; the others are points of lanes.
    pub(super) boxes: usize,
    /// The layer of each vertex.
    pub(super) rank: Vec<usize>,
    /// For each vertex those it is joined with in the layer to the left, and to the right.
    pub(super) left: Vec<Vec<usize>>,
    pub(super) right: Vec<Vec<usize>>,
    /// The vertices of each link, from left to right.
    pub(super) paths: Vec<Vec<usize>>,
}

impl Lanes {
    pub(super) fn new(ranks: &[usize], links: &[Link]) -> Self {
        let mut lanes = Self {
            boxes: ranks.len(),
            rank: ranks.to_vec(),
            left: vec![Vec::new(); ranks.len()],
            right: vec![Vec::new(); ranks.len()],
            paths: Vec::with_capacity(links.len()),
        };
        let points: usize = links.iter().map(|link| ranks[link.from].abs_diff(ranks[link.to])).sum();
        for link in links {
            let (from, to) =
                if ranks[link.from] <= ranks[link.to] { (link.from, link.to) } else { (link.to, link.from) };
            let straight = points > MANY && ranks[to] - ranks[from] > FEW_LAYERS;
            let path = if straight { vec![from, to] } else { lanes.lead(from, to) };
            lanes.paths.push(path);
        }
        lanes
    }

    pub(super) fn is_lane(&self, vertex: usize) -> bool {
        vertex >= self.boxes
    }

    pub(super) fn layers(&self) -> usize {
        self.rank.iter().max().map_or(0, |last| last + 1)
    }

    fn lead(&mut self, from: usize, to: usize) -> Vec<usize> {
        let mut path = vec![from];
        for rank in self.rank[from] + 1..self.rank[to] {
            let point = self.rank.len();
            self.rank.push(rank);
            self.left.push(Vec::new());
            self.right.push(Vec::new());
            path.push(point);
        }
        path.push(to);
        for pair in path.windows(2) {
            self.right[pair[0]].push(pair[1]);
            self.left[pair[1]].push(pair[0]);
        }
        path
    }
}
