//! [`Waiting`]: the triangles that are not in the order yet.

/// Waiting triangles, by their number of neighbours that also wait. Triangles with the same number form a doubly linked list,
/// most recently added first.
pub(super) struct Waiting {
    /// The first triangle of each list.
    firsts: [Option<u32>; 4],
    links: Vec<Link>,
}

#[derive(Clone, Copy, Default)]
struct Link {
    /// The number of neighbours that wait; `None` if the triangle itself does not wait.
    neighbours: Option<usize>,
    before: Option<u32>,
    after: Option<u32>,
}

impl Waiting {
    /// Creates the lists for triangles with these numbers of neighbours.
    pub(super) fn new(neighbours: impl Iterator<Item = usize>) -> Self {
        let mut waiting = Self { firsts: [None; 4], links: Vec::new() };
        for (triangle, neighbours) in (0..).zip(neighbours) {
            waiting.links.push(Link::default());
            waiting.insert(triangle, neighbours);
        }
        waiting
    }

    /// Returns a triangle with the fewest neighbours; of several, the most recently added.
    pub(super) fn first(&self) -> Option<u32> {
        self.firsts.iter().flatten().next().copied()
    }

    pub(super) fn contains(&self, triangle: u32) -> bool {
        self.links[triangle as usize].neighbours.is_some()
    }

    /// Removes a triangle. Each of its neighbours then has one neighbour fewer.
    pub(super) fn take(&mut self, triangle: u32, neighbours: [Option<u32>; 3]) {
        self.remove(triangle);
        for neighbour in neighbours.into_iter().flatten() {
            if let Some(count) = self.remove(neighbour) {
                self.insert(neighbour, count.saturating_sub(1));
            }
        }
    }

    fn insert(&mut self, triangle: u32, neighbours: usize) {
        let after = self.firsts[neighbours].replace(triangle);
        self.links[triangle as usize] = Link { neighbours: Some(neighbours), before: None, after };
        if let Some(after) = after {
            self.links[after as usize].before = Some(triangle);
        }
    }

    /// Removes a triangle from its list. Returns its number of neighbours; `None` if it does not wait.
    fn remove(&mut self, triangle: u32) -> Option<usize> {
        let Link { neighbours, before, after } = std::mem::take(&mut self.links[triangle as usize]);
        let neighbours = neighbours?;
        match before {
            Some(before) => self.links[before as usize].after = after,
            None => self.firsts[neighbours] = after,
        }
        if let Some(after) = after {
            self.links[after as usize].before = before;
        }
        Some(neighbours)
    }
}
