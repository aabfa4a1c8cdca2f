//! [`PosePlayer`]: plays sampled clips on the bones of a pose.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rigmill_format::Transform;

use super::binding::Binding;
use super::sampled::SampledClip;
use crate::Content;
use crate::content::LoadError;

/// Plays a [`SampledClip`] on a pose, once or in a loop. It can pause, stop, and jump to any time.
///
/// [`update`](Self::update) allocates no memory and never blocks: clips are loaded and bound on a separate thread.
#[derive(Debug)]
pub struct PosePlayer {
    bones: Arc<[String]>,
    current: Option<Bound>,
    time: f32,
    playing: bool,
    looping: bool,
    loading: Option<JoinHandle<Result<Bound, LoadError>>>,
}

/// A clip bound to the bones of the pose.
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
    /// Creates a player without a clip, for a pose with these bones, given by name or by path.
    /// [`unbound_paths`](Self::unbound_paths) returns the bones of a clip that are not among them.
    #[must_use]
    pub fn new(bones: &[impl AsRef<str>]) -> Self {
        let bones = bones.iter().map(|bone| bone.as_ref().to_owned()).collect();
        Self { bones, current: None, time: 0.0, playing: false, looping: false, loading: None }
    }

    /// Sets the clip, and goes to its beginning. Does not start playback.
    pub fn set_clip(&mut self, clip: &Arc<SampledClip>) {
        self.take(Bound::new(Arc::clone(clip), &self.bones));
    }

    /// Starts to load a clip on another thread. The first [`update`](Self::update) after loading ends replaces the current clip
    /// with it. Whether the new clip plays depends on the last call of [`play`](Self::play), [`pause`](Self::pause) or
    /// [`stop`](Self::stop). If another clip is still loading, that clip is discarded.
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

    /// The current clip.
    #[must_use]
    pub fn clip(&self) -> Option<&Arc<SampledClip>> {
        self.current.as_ref().map(|current| &current.clip)
    }

    /// The paths of the clip's bones that the pose does not have, in the clip's order. Empty if there is no clip.
    pub fn unbound_paths(&self) -> impl Iterator<Item = &str> {
        self.current.iter().flat_map(|Bound { clip, binding }| binding.unbound(clip.tracks()))
    }

    /// Starts playback at the current time.
    pub fn play(&mut self) {
        self.playing = true;
    }

    /// Pauses at the current time.
    pub fn pause(&mut self) {
        self.playing = false;
    }

    /// Stops, and returns to the beginning.
    pub fn stop(&mut self) {
        self.playing = false;
        self.time = 0.0;
    }

    /// Stops, and drops the clip and any clip that is loading. After this call, the player does not change the pose.
    pub fn clear(&mut self) {
        self.stop();
        self.current = None;
        self.loading = None;
    }

    /// Whether the player is playing. It stops at the end of a clip if it does not loop.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Whether the player loops.
    #[must_use]
    pub fn is_looping(&self) -> bool {
        self.looping
    }

    /// Sets whether the player loops.
    pub fn set_looping(&mut self, looping: bool) {
        self.looping = looping;
    }

    /// The time since the clip's beginning, in seconds.
    #[must_use]
    pub fn time(&self) -> f32 {
        self.time
    }

    /// Sets the time in seconds. The time is wrapped to the clip's duration if the player loops, and clamped otherwise. Without
    /// a clip, it is clamped to at least 0.
    pub fn set_time(&mut self, time: f32) {
        let time = if time.is_finite() { time } else { 0.0 };
        self.time = match self.current.as_ref().map(|current| current.clip.length()) {
            Some(length) if self.looping && length > 0.0 && !(0.0..=length).contains(&time) => time.rem_euclid(length),
            Some(length) => time.clamp(0.0, length),
            None => time.max(0.0),
        };
    }

    /// Advances by `dt` seconds if the player is playing, and writes the clip's frame to the pose. Without a clip, the pose
    /// stays unchanged.
    ///
    /// # Errors
    /// The clip that was being loaded cannot be loaded. The current clip continues.
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

    /// Receives the clip that another thread has loaded, if it is ready.
    fn receive(&mut self) -> Result<(), LoadError> {
        let Some(loading) = self.loading.take_if(|loading| loading.is_finished()) else { return Ok(()) };
        // The loading thread does not panic.
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
