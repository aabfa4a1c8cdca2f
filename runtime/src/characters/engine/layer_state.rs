//! [`LayerState`]: what one layer of one character plays.

use super::fader::{Fader, Playing};
use crate::blocks::PoseBlock;

/// Marks a group that plays the layer's newest clip.
pub(super) const NEWEST: u16 = u16::MAX;

/// What one layer of one character plays: the newest clip and, on groups of bones that it does not move, older clips.
///
/// Groups in the same state share a fader, so that a clip is not sampled several times. The fader is stored at the index of one
/// of its groups, the leader.
#[derive(Clone, Debug)]
pub(crate) struct LayerState {
    /// The fader of the newest clip.
    pub(crate) fader: Fader,
    /// The weight of the layer, 0 to 1.
    pub(crate) weight: f32,
    /// For each bone, the pose that its fader froze last.
    pub(super) frozen: Vec<PoseBlock>,
    /// One per group, of which only those of leaders are used.
    older: Vec<Fader>,
    /// For each group, the group that leads it, or [`NEWEST`].
    pub(super) leaders: Vec<u16>,
}

impl LayerState {
    /// Creates the state of a layer that plays nothing.
    pub(super) fn new(blocks: usize, groups: usize) -> Self {
        let (older, leaders) = (vec![Fader::default(); groups], vec![NEWEST; groups]);
        Self { fader: Fader::default(), weight: 1.0, frozen: vec![PoseBlock::IDENTITY; blocks], older, leaders }
    }

    /// Makes the layer play nothing.
    pub(crate) fn reset(&mut self) {
        (self.fader, self.weight) = (Fader::default(), 1.0);
        self.frozen.fill(PoseBlock::IDENTITY);
        self.leaders.fill(NEWEST);
    }

    /// Advances all clips by `dt` seconds.
    pub(crate) fn advance(&mut self, dt: f32) {
        self.fader.advance(dt);
        for group in 0..self.leaders.len() {
            if self.leads(group) {
                self.older[group].advance(dt);
            }
        }
        self.join();
    }

    /// Plays a clip on the groups that it moves, or fades out to nothing. If blends are in progress on these groups, their
    /// current pose must be frozen first.
    pub(super) fn change_to(&mut self, clip: Option<Playing>, blend_time: f32, moves: impl Fn(usize) -> bool) {
        for leader in 0..self.leaders.len() {
            if self.leads(leader) {
                self.split(number(leader), self.older[leader], |group| moves(group) != moves(leader));
            }
        }
        self.split(NEWEST, self.fader, |group| !moves(group));
        for group in 0..self.leaders.len() {
            if self.leads(group) && moves(group) {
                self.older[group].change_to(clip, blend_time);
            }
        }
        self.fader.change_to(clip, blend_time);
        self.join();
    }

    /// Changes the speed of the newest clip, on all groups that play it at the same time.
    pub(crate) fn set_speed(&mut self, time_scale: f32) {
        for group in 0..self.leaders.len() {
            if self.leads(group) && self.older[group].plays_same(&self.fader) {
                self.older[group].set_speed(time_scale);
            }
        }
        self.fader.set_speed(time_scale);
    }

    /// Whether all groups play the newest clip.
    pub(super) fn is_whole(&self) -> bool {
        self.leaders.iter().all(|leader| *leader == NEWEST)
    }

    /// The faders that move at least one group, each with the leader of its groups. The newest is the last.
    pub(super) fn faders(&self) -> impl Iterator<Item = (u16, &Fader)> {
        let older = self.older.iter().enumerate().filter(|(group, _)| self.leads(*group));
        let newest = (self.leaders.is_empty() || self.leaders.contains(&NEWEST)).then_some((NEWEST, &self.fader));
        older.map(|(group, fader)| (number(group), fader)).chain(newest)
    }

    /// Makes all groups that show the same as the newest clip's fader follow it.
    fn join(&mut self) {
        for leader in 0..self.leaders.len() {
            if self.leads(leader) && self.older[leader].shows_same(&self.fader) {
                self.leaders.iter_mut().filter(|it| **it == number(leader)).for_each(|it| *it = NEWEST);
            }
        }
    }

    fn leads(&self, group: usize) -> bool {
        self.leaders[group] == number(group)
    }

    /// Gives the followers of `leader` for which `leaves` returns true a fader of their own, which is a copy.
    fn split(&mut self, leader: u16, fader: Fader, leaves: impl Fn(usize) -> bool) {
        let mut new = None;
        for group in 0..self.leaders.len() {
            if self.leaders[group] == leader && leaves(group) {
                let new = *new.get_or_insert_with(|| {
                    self.older[group] = fader;
                    number(group)
                });
                self.leaders[group] = new;
            }
        }
    }
}

fn number(group: usize) -> u16 {
    u16::try_from(group).unwrap_or(NEWEST)
}
