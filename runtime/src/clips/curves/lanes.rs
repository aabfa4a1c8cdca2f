//! [`Lanes`]: curves arranged side by side, so that one search and one loop evaluate many curves.
//!
//! Curves with the same timeline are stored in blocks of 8 or 4. For each segment, a block has a record with one array per
//! coefficient, so that compilers vectorize the loop over a block. Curves that share their key times with no other curve are
//! stored in streams.

use std::collections::HashMap;
use std::hash::Hash;

use rigmill_format::{CurveKey, CurveView};
use rigmill_math::to_f32;

use super::beyond::Beyond;
use super::cycle::Cycle;
use super::stream::{MAX_CURVES, Position, Stream};
use super::timeline::{Cursor, Moment, Timeline, TimelineKey, Weights};

/// The index of a curve's value among all values.
pub(super) type Slot = u32;

/// All curves of a clip, arranged for evaluation.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    timelines: Vec<Timeline>,
    /// Sorted by timeline.
    blocks: Vec<Block>,
    eights: Vec<Segment<8>>,
    fours: Vec<Segment<4>>,
    streams: Vec<Streamed>,
    /// For each slot, the block or stream that computes it.
    owners: Vec<Owner>,
    /// The offsets of some slots, in ascending order of the slots.
    beyond: Vec<(Slot, Beyond)>,
}

/// Curves that are evaluated together.
#[derive(Clone, Copy, Debug)]
struct Block {
    timeline: usize,
    width: Width,
    /// The index of the block's first segment, among the segments of blocks with the same width.
    first: usize,
    slot: usize,
}

#[derive(Debug)]
struct Streamed {
    stream: Stream,
    slot: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Block(usize),
    Stream(usize),
}

#[derive(Clone, Copy, Debug)]
enum Width {
    Eight,
    Four,
}

impl Width {
    /// The width of the next block, given the number of curves that are left.
    fn fitting(left: usize) -> Self {
        if left > 4 { Self::Eight } else { Self::Four }
    }

    fn lanes(self) -> usize {
        match self {
            Self::Eight => 8,
            Self::Four => 4,
        }
    }
}

/// One segment of the curves of a block. For a step, both values are the first value, and the tangents are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Segment<const W: usize> {
    from: [f32; W],
    leave: [f32; W],
    to: [f32; W],
    arrive: [f32; W],
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
        to_f32(from * weights.from + leave * weights.leave + to * weights.to + arrive * weights.arrive)
    }
}

/// The values that a player needs, and its position in the curves.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// The needed blocks, in ascending order.
    blocks: Vec<usize>,
    /// One cursor per timeline.
    cursors: Vec<Cursor>,
    /// The needed streams, in ascending order.
    streams: Vec<(usize, Position)>,
    /// The indices of the needed offsets.
    beyond: Vec<usize>,
}

impl Lanes {
    /// Arranges curves, and returns the slot of each.
    pub(super) fn arrange(curves: &[CurveView<'_>]) -> (Self, Vec<Slot>) {
        let mut lanes = Self::default();
        let mut slots = vec![0; curves.len()];
        let all = (0..curves.len()).collect();
        let (alone, shared): (Vec<_>, Vec<_>) =
            grouped(all, |curve| TimelineKey::new(&curves[curve])).into_iter().partition(|members| members.len() == 1);
        for members in shared {
            lanes.push_timeline(&members, curves, &mut slots);
        }
        for members in grouped(alone.concat(), |curve| Cycle::new(&curves[curve]).key()) {
            for members in members.chunks(MAX_CURVES) {
                lanes.push_stream(members, curves, &mut slots);
            }
        }
        let beyond = slots.iter().zip(curves).filter_map(|(&slot, curve)| Some((slot, Beyond::find(curve)?)));
        lanes.beyond.extend(beyond);
        lanes.beyond.sort_unstable_by_key(|(slot, _)| *slot);
        (lanes, slots)
    }

    /// Appends curves that share a timeline.
    fn push_timeline(&mut self, members: &[usize], curves: &[CurveView<'_>], slots: &mut [Slot]) {
        let Some(&first) = members.first() else { return };
        let timeline = Timeline::new(&curves[first]);
        let mut rest = members;
        while !rest.is_empty() {
            let width = Width::fitting(rest.len());
            let (block, others) = rest.split_at(width.lanes().min(rest.len()));
            let keys = block.iter().map(|&member| curves[member].keys());
            let first = match width {
                Width::Eight => append(&mut self.eights, timeline.segments(), keys),
                Width::Four => append(&mut self.fours, timeline.segments(), keys),
            };
            let slot = self.take_slots(Owner::Block(self.blocks.len()), width.lanes(), block, slots);
            self.blocks.push(Block { timeline: self.timelines.len(), width, first, slot });
            rest = others;
        }
        self.timelines.push(timeline);
    }

    /// Appends curves that share a cycle.
    fn push_stream(&mut self, members: &[usize], curves: &[CurveView<'_>], slots: &mut [Slot]) {
        let own: Vec<CurveView<'_>> = members.iter().map(|&member| curves[member]).collect();
        let Some(first) = own.first() else { return };
        let stream = Stream::new(Cycle::new(first), &own);
        let slot = self.take_slots(Owner::Stream(self.streams.len()), stream.slots(), members, slots);
        self.streams.push(Streamed { stream, slot });
    }

    /// Reserves `count` slots for the members, and returns the first.
    fn take_slots(&mut self, owner: Owner, count: usize, members: &[usize], slots: &mut [Slot]) -> usize {
        let first = self.owners.len();
        for (slot, &member) in (first..).zip(members) {
            slots[member] = Slot::try_from(slot).unwrap_or(Slot::MAX);
        }
        self.owners.resize(first + count, owner);
        first
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.owners.len()
    }

    /// The initial state of a player that needs these slots.
    pub(super) fn progress(&self, slots: impl Iterator<Item = Slot>) -> Progress {
        let mut owners: Vec<Owner> = slots.filter_map(|slot| self.owners.get(slot as usize).copied()).collect();
        owners.sort_unstable();
        owners.dedup();
        let cursors = vec![Cursor::default(); self.timelines.len()];
        let is_evaluated = |slot: Slot| self.owners.get(slot as usize).is_some_and(|owner| owners.contains(owner));
        let beyond = (0..self.beyond.len()).filter(|&entry| is_evaluated(self.beyond[entry].0)).collect();
        let mut progress = Progress { blocks: Vec::new(), cursors, streams: Vec::new(), beyond };
        for owner in owners {
            match owner {
                Owner::Block(block) => progress.blocks.push(block),
                Owner::Stream(stream) => progress.streams.push((stream, self.streams[stream].stream.beginning())),
            }
        }
        progress
    }

    /// Evaluates all needed values at a time.
    pub(super) fn evaluate(&self, time: f32, progress: &mut Progress, values: &mut [f32]) {
        self.evaluate_blocks(time, &progress.blocks, &mut progress.cursors, values);
        // First moves all streams, so that no read waits for a write.
        for (stream, position) in &mut progress.streams {
            self.streams[*stream].stream.go_to(time, position);
        }
        for (stream, position) in &progress.streams {
            let Streamed { stream, slot } = &self.streams[*stream];
            stream.evaluate(position, &mut values[*slot..]);
        }
        for (slot, beyond) in progress.beyond.iter().map(|&entry| &self.beyond[entry]) {
            let value = &mut values[*slot as usize];
            *value = beyond.added_to(*value, time);
        }
    }

    fn evaluate_blocks(&self, time: f32, blocks: &[usize], cursors: &mut [Cursor], values: &mut [f32]) {
        let mut current: Option<(usize, Moment)> = None;
        for block in blocks.iter().filter_map(|&block| self.blocks.get(block)) {
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
            }
        }
    }

    /// The value of one slot at a time. `recent` caches the results of earlier calls, all for the same time.
    #[inline]
    pub(super) fn value(&self, slot: Slot, time: f32, recent: &mut Recent) -> f32 {
        let value = self.among_keys(slot, time, recent);
        match self.beyond.binary_search_by_key(&slot, |(slot, _)| *slot) {
            Ok(entry) => self.beyond[entry].1.added_to(value, time),
            Err(_) => value,
        }
    }

    #[inline]
    fn among_keys(&self, slot: Slot, time: f32, recent: &mut Recent) -> f32 {
        match self.owners.get(slot as usize) {
            Some(Owner::Block(number)) => {
                let block = &self.blocks[*number];
                if recent.block != Some(*number) {
                    recent.values = self.block_values(block, recent.moment(&self.timelines, block.timeline, time));
                    recent.block = Some(*number);
                }
                recent.values.get(slot as usize - block.slot).copied().unwrap_or_default()
            }
            Some(Owner::Stream(stream)) => {
                let Streamed { stream, slot: first } = &self.streams[*stream];
                stream.value(slot as usize - first, time)
            }
            None => 0.0,
        }
    }

    fn block_values(&self, block: &Block, moment: Moment) -> [f32; 8] {
        let segment = block.first + moment.segment;
        let mut values = [0.0; 8];
        match block.width {
            Width::Eight => values = self.eights[segment].values(&moment.weights),
            Width::Four => put(&mut values, self.fours[segment].values(&moment.weights)),
        }
        values
    }
}

/// The results of recent searches, all for the same time.
#[derive(Debug, Default)]
pub(super) struct Recent {
    moment: Option<(usize, Moment)>,
    block: Option<usize>,
    values: [f32; 8],
}

impl Recent {
    /// The position of a time in a timeline.
    #[inline]
    fn moment(&mut self, timelines: &[Timeline], timeline: usize, time: f32) -> Moment {
        match self.moment {
            Some((known, moment)) if known == timeline => moment,
            _ => {
                let moment = timelines[timeline].locate(time, &mut Cursor::default());
                self.moment = Some((timeline, moment));
                moment
            }
        }
    }
}

/// Groups curves by key. Groups are in the order of their first members.
fn grouped<K: Hash + Eq>(curves: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut known = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for curve in curves {
        let group = *known.entry(key(curve)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(curve);
    }
    groups
}

fn put<const W: usize>(out: &mut [f32], values: [f32; W]) {
    if let Some(out) = out.first_chunk_mut() {
        *out = values;
    }
}

/// Appends the segments of a block, and returns the index of the first.
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
