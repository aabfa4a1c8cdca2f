//! What a layout promises, for graphs of many shapes.

use super::order::{crossings, order};
use super::*;

const HEIGHT: f64 = 30.0;

fn links(pairs: &[(usize, usize)]) -> Vec<Link> {
    pairs.iter().map(|&(from, to)| Link { from, to, weight: 1 }).collect()
}

fn laid_out(count: usize, pairs: &[(usize, usize)]) -> Layout {
    lay_out(&vec![100.0; count], HEIGHT, &links(pairs))
}

fn must_not_overlap(layout: &Layout) {
    for (index, a) in layout.boxes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.x + a.width <= layout.width + 0.01, "{a:?} of {}", layout.width);
        assert!(a.y >= -0.01 && a.y + a.height <= layout.height + 0.01, "{a:?} of {}", layout.height);
        for b in &layout.boxes[..index] {
            let apart = a.x + a.width <= b.x || b.x + b.width <= a.x || (a.y - b.y).abs() >= HEIGHT - 0.01;
            assert!(apart, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn a_chain_is_a_level_line_from_left_to_right() {
    let layout = laid_out(4, &[(0, 1), (1, 2), (2, 3)]);
    must_not_overlap(&layout);
    assert!(layout.boxes.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].y == pair[1].y));
    let way = &layout.ways[0];
    assert_eq!((way[0].x, way[1].x), (100.0, layout.boxes[1].x));
}

#[test]
fn boxes_do_not_overlap_whatever_the_graph() {
    let mut random = 7_usize;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for _ in 0..200 {
        let count = 1 + next(25);
        // Rings and links from a box to itself among them.
        let pairs: Vec<_> = (0..next(40)).map(|_| (next(count), next(count))).collect();
        let layout = laid_out(count, &pairs);
        must_not_overlap(&layout);
        let again = laid_out(count, &pairs);
        assert_eq!((layout.boxes, layout.ways), (again.boxes, again.ways));
    }
}

#[test]
fn a_way_begins_and_ends_at_its_boxes() {
    let pairs = [(0, 1), (1, 2), (0, 2), (2, 0)];
    let layout = laid_out(3, &pairs);
    for (way, (from, to)) in layout.ways.iter().zip(pairs) {
        let touches = |point: Point, it: Rect| {
            let side = point.x == it.x || point.x == it.x + it.width;
            side && point.y >= it.y && point.y <= it.y + it.height
        };
        assert!(touches(way[0], layout.boxes[from]), "{from} {way:?}");
        assert!(touches(way[way.len() - 1], layout.boxes[to]), "{to} {way:?}");
    }
}

#[test]
fn crossings_that_need_not_be_are_undone() {
    // Two rows that are each other's mirror image.
    let pairs: Vec<(usize, usize)> = (0..6).map(|it| (it, 11 - it)).chain([(0, 10), (5, 7)]).collect();
    let links = links(&pairs);
    let lanes = lanes::Lanes::new(&ranks::ranks(12, &links), &links);
    assert_eq!(crossings(&lanes, &order(&lanes)), 0);
}

#[test]
fn what_waits_for_others_stays_in_one_piece() {
    // 0 -> 1 -> 2 is an asset; 6 -> 7 another that needs it at its second step.
    let chain = |from, to| Link { from, to, weight: 8 };
    let links = [chain(0, 1), chain(1, 2), Link { from: 2, to: 4, weight: 1 }, chain(3, 4)];
    assert_eq!(ranks::ranks(5, &links), [0, 1, 2, 2, 3]);
}

#[test]
fn a_deep_graph_needs_no_deep_stack() {
    let pairs: Vec<(usize, usize)> = (0..20_000).map(|it| (it, it + 1)).collect();
    assert_eq!(laid_out(20_001, &pairs).boxes.len(), 20_001);
}

#[test]
fn many_small_parts_stand_in_several_columns() {
    let pairs: Vec<(usize, usize)> = (0..100).map(|it| (2 * it, 2 * it + 1)).collect();
    let layout = laid_out(200, &pairs);
    must_not_overlap(&layout);
    assert!(layout.width > 700.0 && layout.height < 1500.0, "{} x {}", layout.width, layout.height);
}
