//! [`PosePlayer`]: sampled clips on the bones of a pose.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rigmill_format::Transform;

use super::binding::Binding;
use super::sampled::SampledClip;
use crate::Content;
use crate::content::LoadError;

/// Plays a [`SampledClip`] on a pose: play, pause, stop, clear, once or in a loop, from any time.
///
/// [`update`](Self::update) allocates nothing and waits for nothing; clips are loaded and bound on a thread of their own.
#[derive(Debug)]
pub struct PosePlayer {
    bones: Arc<[String]>,
    current: Option<Bound>,
    time: f32,
    playing: bool,
    looping: bool,
    loading: Option<JoinHandle<Result<Bound, LoadError>>>,
}

/// A clip on the bones of the pose.
#[derive(Debug)]
struct Bound {
    clip: Arc<SampledClip>,
    binding: Binding,
}

impl Bound {
    fn new(clip: Arc<SampledClip>, bones: &[String]) -> Self {
        Self { binding: Binding::new(clip.tracks(), bones), clip }
    }
}

impl PosePlayer {
    /// A player without a clip for a pose of these bones, given by name or by path. [`unbound_paths`](Self::unbound_paths)
    /// lists the bones of a clip that are not among them.
    #[must_use]
    pub fn new(bones: &[impl AsRef<str>]) -> Self {
        let bones = bones.iter().map(|bone| bone.as_ref().to_owned()).collect();
        Self { bones, current: None, time: 0.0, playing: false, looping: false, loading: None }
    }

    /// Sets the clip, at its beginning. It does not play yet.
    pub fn set_clip(&mut self, clip: &Arc<SampledClip>) {
        self.take(Bound::new(Arc::clone(clip), &self.bones));
    }

    /// Loads a clip on another thread. It replaces the current clip in the first [`update`](Self::update) after it is
    /// loaded; the last call of [`play`](Self::play), [`pause`](Self::pause) or [`stop`](Self::stop) decides whether it
    /// plays. If a clip is still loading, this call discards it.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn load(&mut self, content: &Arc<Content>, name: &str) -> io::Result<()> {
        let (content, name, bones) = (Arc::clone(content), name.to_owned(), Arc::clone(&self.bones));
        let load = move || Ok(Bound::new(content.load::<SampledClip>(&name)?, &bones));
        self.loading = Some(thread::Builder::new().name("rigmill-loader".to_owned()).spawn(load)?);
        Ok(())
    }

    /// Whether a clip is loading.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// The clip.
    #[must_use]
    pub fn clip(&self) -> Option<&Arc<SampledClip>> {
        self.current.as_ref().map(|current| &current.clip)
    }

    /// The paths of the clip's bones that the pose does not have, in the clip's order; empty without a clip.
    pub fn unbound_paths(&self) -> impl Iterator<Item = &str> {
        self.current.iter().flat_map(|Bound { clip, binding }| binding.unbound(clip.tracks()))
    }

    /// Plays from the current time.
    pub fn play(&mut self) {
        self.playing = true;
    }

    /// Stops at the current time.
    pub fn pause(&mut self) {
        self.playing = false;
    }

    /// Stops, and returns to the beginning.
    pub fn stop(&mut self) {
        self.playing = false;
        self.time = 0.0;
    }

    /// Stops, and drops the clip and any clip that is loading. The pose is no longer changed.
    pub fn clear(&mut self) {
        self.stop();
        self.current = None;
        self.loading = None;
    }

    /// Whether it plays. A clip that does not loop stops at its end.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Whether it loops.
    #[must_use]
    pub fn is_looping(&self) -> bool {
        self.looping
    }

    /// Sets whether it loops.
    pub fn set_looping(&mut self, looping: bool) {
        self.looping = looping;
    }

    /// Seconds since the clip's beginning.
    #[must_use]
    pub fn time(&self) -> f32 {
        self.time
    }

    /// Sets the time, in seconds, wrapped or clamped to the clip. Without a clip it is at least 0.
    pub fn set_time(&mut self, time: f32) {
        let time = if time.is_finite() { time } else { 0.0 };
        self.time = match self.current.as_ref().map(|current| current.clip.length()) {
            Some(length) if self.looping && length > 0.0 && !(0.0..=length).contains(&time) => time.rem_euclid(length),
            Some(length) => time.clamp(0.0, length),
            None => time.max(0.0),
        };
    }

    /// Advances by `dt` seconds if it plays, and writes the clip's frame to the pose. Without a clip the pose is unchanged.
    ///
    /// # Errors
    /// The new clip cannot be loaded. The current clip continues.
    pub fn update(&mut self, dt: f32, pose: &mut [Transform]) -> Result<(), LoadError> {
        let arrived = self.receive();
        let Some(length) = self.current.as_ref().map(|current| current.clip.length()) else { return arrived };
        if self.playing {
            let next = self.time + dt;
            self.set_time(next);
            self.playing = self.looping || next < length;
        }
        if let Some(Bound { clip, binding }) = &mut self.current {
            binding.play(clip.tracks(), self.time, pose);
        }
        arrived
    }

    /// Takes the clip that another thread has loaded, if it is ready.
    fn receive(&mut self) -> Result<(), LoadError> {
        let Some(loading) = self.loading.take_if(|loading| loading.is_finished()) else { return Ok(()) };
        // Loading does not panic.
        if let Ok(loaded) = loading.join() {
            self.take(loaded?);
        }
        Ok(())
    }

    fn take(&mut self, bound: Bound) {
        self.current = Some(bound);
        self.time = 0.0;
    }
}
