//! Which layer each box is in: to the right of all it is linked from, and no further than needed.

use super::Link;

/// The layer of each box. Links that would close a ring are taken backwards.
pub(super) fn ranks(count: usize, links: &[Link]) -> Vec<usize> {
    let links = without_rings(count, links);
    let (mut out, mut into) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for link in &links {
        out[link.from].push(*link);
        into[link.to].push(*link);
    }
    let sorted = sorted(&out, &into);
    let mut rank = vec![0; count];
    for &at in &sorted {
        rank[at] = into[at].iter().map(|link| rank[link.from] + 1).max().unwrap_or(0);
    }
    // What has more to gain on its right moves there: an asset that waits for others stays in one piece.
    let weight = |links: &[Link]| links.iter().map(|link| u64::from(link.weight)).sum::<u64>();
    for &at in sorted.iter().rev() {
        let rightmost = out[at].iter().map(|link| rank[link.to] - 1).min();
        if let Some(rightmost) = rightmost.filter(|_| weight(&out[at]) >= weight(&into[at])) {
            rank[at] = rightmost.max(rank[at]);
        }
    }
    rank
}

/// The links, those turned around that lead back to where a walk along them came from.
fn without_rings(count: usize, links: &[Link]) -> Vec<Link> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        OnTheWay,
        Done,
    }
    let mut out = vec![Vec::new(); count];
    for (number, link) in links.iter().enumerate() {
        out[link.from].push(number);
    }
    let mut links = links.to_vec();
    let mut seen = vec![Seen::Not; count];
    for first in 0..count {
        if seen[first] != Seen::Not {
            continue;
        }
        seen[first] = Seen::OnTheWay;
        let mut walk = vec![(first, 0)];
        while let Some((at, done)) = walk.last_mut() {
            let Some(&number) = out[*at].get(*done) else {
                seen[*at] = Seen::Done;
                walk.pop();
                continue;
            };
            *done += 1;
            let Link { from, to, weight } = links[number];
            match seen[to] {
                Seen::OnTheWay => links[number] = Link { from: to, to: from, weight },
                Seen::Not => {
                    seen[to] = Seen::OnTheWay;
                    walk.push((to, 0));
                }
                Seen::Done => {}
            }
        }
    }
    links
}

/// The boxes, each after all it is linked from.
fn sorted(out: &[Vec<Link>], into: &[Vec<Link>]) -> Vec<usize> {
    let mut waits: Vec<usize> = into.iter().map(Vec::len).collect();
    let mut sorted: Vec<usize> = (0..out.len()).filter(|&at| waits[at] == 0).collect();
    let mut next = 0;
    while let Some(&at) = sorted.get(next) {
        next += 1;
        for link in &out[at] {
            waits[link.to] -= 1;
            if waits[link.to] == 0 {
                sorted.push(link.to);
            }
        }
    }
    sorted
}
