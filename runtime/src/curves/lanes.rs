//! [`Lanes`]: curves side by side, so that one look-up and one loop serve all that share their key times.
//!
//! Curves of one timeline lie in blocks of 8, 4 or 1. A block has a record for each segment with what all its curves need there,
//! one array a number: the loop over a block is what compilers make vector code of.

use std::collections::HashMap;

use rigmill_format::{CurveKey, CurveView};

use super::timeline::{Cursor, Moment, Timeline, TimelineKey, Weights};

/// Where a curve's value is put: its place among the values of all.
pub(super) type Slot = u32;

/// All curves of a clip, arranged.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    timelines: Vec<Timeline>,
    /// By timeline.
    blocks: Vec<Block>,
    eights: Vec<Segment<8>>,
    fours: Vec<Segment<4>>,
    ones: Vec<Single>,
    slots: usize,
    /// The block of each slot.
    block_of: Vec<u32>,
}

/// Curves that are evaluated together.
#[derive(Clone, Copy, Debug)]
struct Block {
    timeline: usize,
    width: Width,
    /// The first of its segments, among those of its width.
    first: usize,
    slot: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Eight,
    Four,
    One,
}

impl Width {
    /// The width of the next block where so many curves are left.
    fn of(left: usize) -> Self {
        match left {
            0 | 1 => Self::One,
            2..=4 => Self::Four,
            _ => Self::Eight,
        }
    }

    fn lanes(self) -> usize {
        match self {
            Self::Eight => 8,
            Self::Four => 4,
            Self::One => 1,
        }
    }
}

/// What the curves of a block need in one segment. Of a step, both values are the first, and the tangents 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Segment<const W: usize> {
    from: [f32; W],
    leave: [f32; W],
    to: [f32; W],
    arrive: [f32; W],
}

/// A segment of a curve that shares its times with no other. It has its times beside its numbers, so playing on looks at
/// nothing else.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Single {
    begin: f32,
    /// NaN for the last, which nothing lies in.
    end: f32,
    numbers: Segment<1>,
}

impl Single {
    /// Where `time` lies in it, if it does.
    #[inline]
    fn weights(&self, time: f32) -> Option<Weights> {
        let is_in = self.begin <= time && time < self.end;
        is_in.then(|| Weights::between(self.begin.into(), self.end.into(), time.into()))
    }
}

impl<const W: usize> Segment<W> {
    const NONE: Self = Self { from: [0.0; W], leave: [0.0; W], to: [0.0; W], arrive: [0.0; W] };

    fn set(&mut self, lane: usize, key: &CurveKey, next: Option<&CurveKey>) {
        let smooth = next.filter(|next| key.out_tangent.is_finite() && next.in_tangent.is_finite());
        self.from[lane] = key.value;
        self.leave[lane] = smooth.map_or(0.0, |_| key.out_tangent);
        self.to[lane] = smooth.map_or(key.value, |next| next.value);
        self.arrive[lane] = smooth.map_or(0.0, |next| next.in_tangent);
    }

    #[inline]
    fn values(&self, weights: &Weights) -> [f32; W] {
        std::array::from_fn(|lane| self.value(lane, weights))
    }

    #[inline]
    fn value(&self, lane: usize, weights: &Weights) -> f32 {
        let [from, leave, to, arrive] = [self.from, self.leave, self.to, self.arrive].map(|it| f64::from(it[lane]));
        narrow(from * weights.from + leave * weights.leave + to * weights.to + arrive * weights.arrive)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for")]
fn narrow(value: f64) -> f32 {
    value as f32
}

impl Lanes {
    /// Arranges curves, and tells the slot of each.
    pub(super) fn of(curves: &[CurveView<'_>]) -> (Self, Vec<Slot>) {
        let mut lanes = Self::default();
        let mut known = HashMap::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (index, curve) in curves.iter().enumerate() {
            let timeline = *known.entry(TimelineKey::of(curve)).or_insert_with(|| {
                lanes.timelines.push(Timeline::of(curve));
                members.push(Vec::new());
                members.len() - 1
            });
            members[timeline].push(index);
        }
        let mut slots = vec![0; curves.len()];
        for (timeline, members) in members.iter().enumerate() {
            let mut rest = members.as_slice();
            while !rest.is_empty() {
                let width = Width::of(rest.len());
                let (block, others) = rest.split_at(width.lanes().min(rest.len()));
                lanes.push(timeline, width, block, curves, &mut slots);
                rest = others;
            }
        }
        (lanes, slots)
    }

    fn push(&mut self, timeline: usize, width: Width, members: &[usize], curves: &[CurveView<'_>], slots: &mut [Slot]) {
        let segments = self.timelines[timeline].segments();
        let keys = members.iter().map(|&member| curves[member].keys());
        let first = match width {
            Width::Eight => append(&mut self.eights, segments, keys),
            Width::Four => append(&mut self.fours, segments, keys),
            Width::One => append_single(&mut self.ones, members.first().map_or(&[], |&it| curves[it].keys())),
        };
        for (lane, &member) in members.iter().enumerate() {
            slots[member] = Slot::try_from(self.slots + lane).unwrap_or(Slot::MAX);
        }
        self.blocks.push(Block { timeline, width, first, slot: self.slots });
        self.slots += width.lanes();
        let number = u32::try_from(self.blocks.len() - 1).unwrap_or(u32::MAX);
        self.block_of.resize(self.slots, number);
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    /// A cursor for each timeline.
    pub(super) fn cursors(&self) -> Vec<Cursor> {
        vec![Cursor::default(); self.timelines.len()]
    }

    /// The number of the block whose value is put in a slot.
    pub(super) fn block_of(&self, slot: Slot) -> usize {
        self.block_of.get(slot as usize).map_or(usize::MAX, |&block| block as usize)
    }

    /// Evaluates blocks, given in ascending order, at a time.
    pub(super) fn evaluate(&self, time: f32, blocks: &[usize], cursors: &mut [Cursor], values: &mut [f32]) {
        let mut current: Option<(usize, Moment)> = None;
        for block in blocks.iter().filter_map(|&block| self.blocks.get(block)) {
            if block.width == Width::One {
                values[block.slot] = self.single(block, time, &mut cursors[block.timeline]);
                continue;
            }
            let moment = match current {
                Some((timeline, moment)) if timeline == block.timeline => moment,
                _ => self.timelines[block.timeline].locate(time, &mut cursors[block.timeline]),
            };
            current = Some((block.timeline, moment));
            let segment = block.first + moment.segment;
            let out = &mut values[block.slot..];
            match block.width {
                Width::Eight => put(out, self.eights[segment].values(&moment.weights)),
                Width::Four => put(out, self.fours[segment].values(&moment.weights)),
                Width::One => {}
            }
        }
    }

    /// The value of a block of one. That the next segment has begun is as likely as not, so no branch depends on it.
    #[inline]
    fn single(&self, block: &Block, time: f32, cursor: &mut Cursor) -> f32 {
        let here = block.first + cursor.segment();
        let segment = here + usize::from(self.ones[here].end <= time);
        if let Some((single, weights)) = self.ones.get(segment).and_then(|it| Some((it, it.weights(time)?))) {
            cursor.step_to(segment - block.first);
            return single.numbers.value(0, &weights);
        }
        let moment = self.timelines[block.timeline].seek(time, cursor);
        self.ones[block.first + moment.segment].numbers.value(0, &moment.weights)
    }

    /// The value of one slot at a time. `last` keeps the timeline and moment of the call before, which may do again.
    pub(super) fn value(&self, slot: Slot, time: f32, last: &mut Option<(usize, Moment)>) -> f32 {
        let Some(block) = self.blocks.get(self.block_of(slot)) else { return 0.0 };
        let moment = match *last {
            Some((timeline, moment)) if timeline == block.timeline => moment,
            _ => self.timelines[block.timeline].locate(time, &mut Cursor::default()),
        };
        *last = Some((block.timeline, moment));
        let (segment, lane) = (block.first + moment.segment, slot as usize - block.slot);
        match block.width {
            Width::Eight => self.eights[segment].value(lane, &moment.weights),
            Width::Four => self.fours[segment].value(lane, &moment.weights),
            Width::One => self.ones[segment].numbers.value(lane, &moment.weights),
        }
    }
}

fn put<const W: usize>(out: &mut [f32], values: [f32; W]) {
    if let Some(out) = out.first_chunk_mut() {
        *out = values;
    }
}

/// Appends the segments of a block, and tells where they begin.
fn append<'a, const W: usize>(
    all: &mut Vec<Segment<W>>,
    segments: usize,
    curves: impl Iterator<Item = &'a [CurveKey]>,
) -> usize {
    let first = all.len();
    all.resize(first + segments, Segment::NONE);
    for (lane, keys) in curves.enumerate() {
        for (index, key) in keys.iter().enumerate() {
            all[first + index].set(lane, key, keys.get(index + 1));
        }
    }
    first
}

/// As [`append`], of a curve by itself.
fn append_single(all: &mut Vec<Single>, keys: &[CurveKey]) -> usize {
    let first = all.len();
    if keys.is_empty() {
        all.push(Single { begin: 0.0, end: f32::NAN, numbers: Segment::NONE });
    }
    for (index, key) in keys.iter().enumerate() {
        let next = keys.get(index + 1);
        let mut numbers = Segment::NONE;
        numbers.set(0, key, next);
        all.push(Single { begin: key.time, end: next.map_or(f32::NAN, |next| next.time), numbers });
    }
    first
}
