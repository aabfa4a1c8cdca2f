//! [`Older`]: the clips that continue on bones that newer clips of their layer do not move.

use crate::characters::fader::Fader;

/// Marks a group that follows the layer's own fader.
pub(super) const NEWEST: u16 = u16::MAX;

/// The faders of a layer's groups that do not follow the layer's own fader, for one character.
///
/// Groups in the same state share a fader, so that a clip is not sampled several times. The fader is stored at the index of one
/// of its groups.
#[derive(Debug)]
pub(super) struct Older<'a> {
    /// One per group, of which only those of leaders are used.
    pub(super) faders: &'a mut [Fader],
    /// For each group, the index of its fader, or [`NEWEST`].
    pub(super) leaders: &'a mut [u16],
}

impl Older<'_> {
    /// Advances all clips by `dt` seconds. `newest` is the layer's own fader, which has already advanced.
    pub(super) fn advance(&mut self, newest: &Fader, dt: f32) {
        for group in 0..self.leaders.len() {
            if self.leads(group) {
                self.faders[group].advance(dt);
            }
        }
        self.join(newest);
    }

    /// Changes the groups that a new clip moves. `newest` is the layer's own fader before its change.
    pub(super) fn change(&mut self, newest: &Fader, moves: impl Fn(usize) -> bool, change: impl Fn(&mut Fader)) {
        for leader in 0..self.leaders.len() {
            if self.leads(leader) {
                let fader = self.faders[leader];
                self.split(number(leader), &fader, |group| moves(group) != moves(leader));
            }
        }
        self.split(NEWEST, newest, |group| !moves(group));
        for group in 0..self.leaders.len() {
            if self.leads(group) && moves(group) {
                change(&mut self.faders[group]);
            }
        }
    }

    /// Changes the speed of all groups that play the same clip at the same time as `newest`.
    pub(super) fn set_speed(&mut self, newest: &Fader, time_scale: f32) {
        for group in 0..self.leaders.len() {
            if self.leads(group) && self.faders[group].plays_same(newest) {
                self.faders[group].set_speed(time_scale);
            }
        }
    }

    /// Makes all groups that show the same as the layer's own fader follow it.
    pub(super) fn join(&mut self, newest: &Fader) {
        for leader in 0..self.leaders.len() {
            if self.leads(leader) && self.faders[leader].shows_same(newest) {
                self.leaders.iter_mut().filter(|it| **it == number(leader)).for_each(|it| *it = NEWEST);
            }
        }
    }

    fn leads(&self, group: usize) -> bool {
        self.leaders[group] == number(group)
    }

    /// Gives the followers of `leader` for which `leaves` returns true a fader of their own, which is a copy.
    fn split(&mut self, leader: u16, fader: &Fader, leaves: impl Fn(usize) -> bool) {
        let mut new = None;
        for group in 0..self.leaders.len() {
            if self.leaders[group] == leader && leaves(group) {
                let new = *new.get_or_insert_with(|| {
                    self.faders[group] = *fader;
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
