//! Pictures of assets, drawn by the CPU, without a browser or a graphics card.
//!
//! [`Picture::open`] finds an asset and everything that it needs, [`Picture::draw`] draws an [`Image`] of it, and
//! [`Picture::film`] writes an animated GIF of its clip. Meshes and textures come from the content files, and poses from the
//! runtime, as in a game.
//!
//! Data flows in one direction: `subject` (what is shown) -> `morphs` -> `model`, `bones` -> `scene` (triangles) -> `eye`,
//! `raster` (which triangle is visible where) -> `light`, `ground` -> `develop` -> `image` -> `palette`, `film`.
//!
//! Invariants:
//!
//! - The same content and the same [`Shot`] give the same bytes on every machine: the code uses only + - * /, square roots and
//!   libm, and no threads.
//! - Time and memory are bounded for any content: there are limits on the size of a picture, the pixels that its triangles
//!   cover, the texels in memory, and the frames of an animation.

mod bones;
mod develop;
mod error;
mod eye;
mod film;
mod flat;
mod front;
mod ground;
mod image;
mod light;
mod mark;
mod metal;
mod model;
mod morphs;
mod palette;
mod raster;
mod scene;
mod shadow;
mod shot;
mod srgb;
mod subject;
#[cfg(test)]
mod tests;
mod texels;

use std::fmt;
use std::io::Write;
use std::path::Path;

use rigmill_runtime::PlayMode;

use self::develop::Developer;
use self::eye::Eye;
use self::film::Film;
use self::palette::Palette;
use self::scene::{Paint, Scene};
use self::subject::{Finder, Subject};
use crate::content::Shelf;

pub use self::error::PictureError;
pub use self::image::Image;
pub use self::mark::MARK;
pub use self::shot::{Background, Camera, MAX_SIDE, Shot, Up};

/// The maximum number of frames of an animation.
pub const MAX_FRAMES: u32 = 10_000;

/// The maximum number of frames per second that GIF players show.
const MAX_RATE: f32 = 50.0;

/// The maximum side of a decoded texture, in pixels.
const MAX_TEXTURE: u32 = 2048;

/// The number of poses of a clip that the camera frames, and the maximum total number of points in them.
const FRAMED_POSES: usize = 12;
const FRAMED_POINTS: usize = 2_000_000;

/// The maximum number of frames of a small animation, and their number per second.
const SMALL_FRAMES: u32 = 16;
const SMALL_RATE: f32 = 8.0;

/// The number of frames from which the palette of an animation is computed.
const PALETTE_FRAMES: u32 = 8;

/// An asset that is drawn.
pub struct Picture {
    shelf: Shelf,
    name: String,
    subject: Subject,
    /// The surfaces of the asset, and the maximum size in pixels of their textures.
    paints: Option<(u32, Vec<Paint>)>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Picture {
    /// Loads an asset from a content folder, and the clip that poses it.
    ///
    /// `NAME` also finds `NAME.model` or `NAME.skeleton`. If the asset is a clip, the picture shows it on the skeleton of which
    /// it moves the most bones, with the model of that skeleton. `clip` may be the last part of a clip's name, if it is
    /// unambiguous among the clips that fit.
    ///
    /// # Errors
    /// Returns an error if the asset does not exist, cannot be loaded or has no picture, or if the clip does not fit the asset.
    pub fn open(folder: &Path, name: &str, clip: Option<&str>) -> Result<Self, PictureError> {
        let shelf = Shelf::new(folder);
        let subject = Finder::new(&shelf)?.find(name, clip)?;
        Ok(Self { shelf, name: name.to_owned(), subject, paints: None })
    }

    /// Draws a small square picture of an asset in bind pose, for lists. `side` is in pixels. This does not search other
    /// assets.
    pub(crate) fn small(folder: &Path, name: &str, side: u32) -> Result<Image, PictureError> {
        let shelf = Shelf::new(folder);
        let subject = Finder::unlisted(&shelf)?.find(name, None)?;
        Self { shelf, name: name.to_owned(), subject, paints: None }.draw(&Shot::thumbnail(side))
    }

    /// Draws a small square picture of a clip on what it fits, in the middle of the clip. `side` is in pixels.
    pub(crate) fn small_clip(folder: &Path, name: &str, side: u32) -> Result<Image, PictureError> {
        let mut picture = Self::open(folder, name, None)?;
        let time = picture.duration().unwrap_or(0.0) / 2.0;
        picture.draw(&Shot { time, ..Shot::thumbnail(side) })
    }

    /// Writes a small square GIF of a clip on what it fits. `side` is in pixels. Long clips play faster.
    pub(crate) fn small_film(folder: &Path, name: &str, side: u32) -> Result<Vec<u8>, PictureError> {
        let mut picture = Self::open(folder, name, None)?;
        let duration = picture.duration().ok_or_else(|| PictureError::NoClip(name.to_owned()))?;
        let shown = duration.clamp(0.0, SMALL_FRAMES as f32 / SMALL_RATE);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most SMALL_FRAMES")]
        let frames = (shown * SMALL_RATE).round().max(1.0) as u32;
        let mut film = Vec::new();
        picture.film_frames(&Shot::thumbnail(side), frames, shown, &mut film)?;
        Ok(film)
    }

    /// Returns the names of the clips in a content folder that can pose an asset, sorted.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read, or if the asset does not exist or cannot be loaded.
    pub fn clips_for(folder: &Path, name: &str) -> Result<Vec<String>, PictureError> {
        Finder::new(&Shelf::new(folder))?.clips_for(name)
    }

    /// Returns the clip's duration in seconds; `None` without a clip.
    #[must_use]
    pub fn duration(&self) -> Option<f32> {
        self.subject.duration()
    }

    /// Draws the asset at the time of the shot.
    ///
    /// # Errors
    /// Returns an error if the shot exceeds its limits, if its time is not within the clip, or if the asset cannot be posed or
    /// is too large.
    pub fn draw(&mut self, shot: &Shot) -> Result<Image, PictureError> {
        shot.check()?;
        self.check_time(shot.time)?;
        let eye = self.eye(shot)?;
        self.frame(shot, &eye, PlayMode::Once)
    }

    /// Writes one loop of the clip as an animated GIF with `rate` frames per second. The time of the shot is ignored.
    ///
    /// # Errors
    /// Returns the same errors as [`draw`](Self::draw). Also returns an error if there is no clip, if the rate is not from 1 to
    /// 50, or if writing fails.
    pub fn film(&mut self, shot: &Shot, rate: f32, out: impl Write) -> Result<(), PictureError> {
        let frames = self.frames(rate)?;
        self.film_frames(shot, frames, self.duration().unwrap_or(0.0), out)
    }

    /// Writes one loop of the clip with this number of frames. The animation takes `shown` seconds.
    fn film_frames(&mut self, shot: &Shot, frames: u32, shown: f32, out: impl Write) -> Result<(), PictureError> {
        shot.check()?;
        let duration = self.duration().unwrap_or(0.0);
        let eye = self.eye(shot)?;
        let at = |frame: u32| Shot { time: duration * frame as f32 / frames as f32, ..*shot };
        let sampled = (0..frames).step_by(frames.div_ceil(PALETTE_FRAMES) as usize);
        let images =
            sampled.map(|frame| self.frame(&at(frame), &eye, PlayMode::Repeat)).collect::<Result<Vec<_>, _>>()?;
        let palette = Palette::new(images.iter());
        drop(images);
        let size = shot.size.map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let mut film = Film::new(out, size, palette, shot.background == Background::Transparent)?;
        // Each frame begins at the hundredth of a second that is nearest to its time.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 10,000 s")]
        let begins = |frame: u32| (f64::from(shown) * 100.0 * f64::from(frame) / f64::from(frames)).round() as u32;
        for frame in 0..frames {
            let image = self.frame(&at(frame), &eye, PlayMode::Repeat)?;
            let hundredths = u16::try_from(begins(frame + 1) - begins(frame)).unwrap_or(u16::MAX);
            film.add(&image, hundredths)?;
        }
        Ok(film.finish()?)
    }

    /// Fails if the clip has no pose at a time. The start of an asset without a clip is its bind pose.
    fn check_time(&self, time: f32) -> Result<(), PictureError> {
        // Durations are shown rounded, and the rounded end must be accepted.
        const ROUNDING: f32 = 0.001;
        match self.duration() {
            None if time == 0.0 => Ok(()),
            None => Err(PictureError::NoClip(self.name.clone())),
            Some(duration) if (0.0..=duration + ROUNDING).contains(&time) => Ok(()),
            Some(duration) => Err(PictureError::Time { time, duration }),
        }
    }

    /// Returns the number of frames in one loop.
    fn frames(&self, rate: f32) -> Result<u32, PictureError> {
        let duration = self.duration().ok_or_else(|| PictureError::NoClip(self.name.clone()))?;
        if !(1.0..=MAX_RATE).contains(&rate) {
            return Err(PictureError::Rate(rate));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let frames = (duration * rate).round().max(1.0) as u64;
        let limit = MAX_FRAMES;
        u32::try_from(frames).ok().filter(|it| *it <= limit).ok_or(PictureError::Frames { frames, limit })
    }

    fn frame(&mut self, shot: &Shot, eye: &Eye, mode: PlayMode) -> Result<Image, PictureError> {
        if let Some(pixels) = self.subject.pixels(shot.size[0].max(shot.size[1]).min(MAX_TEXTURE)) {
            return Ok(flat::image(&pixels, shot));
        }
        let [mut asset, bones] = self.subject.scenes(shot.time, mode)?.map(|scene| scene.upright(shot.up));
        self.paint(shot);
        if let Some((_, paints)) = &self.paints {
            asset.paints.clone_from(paints);
        }
        let bones = if shot.bones { bones } else { Scene::default() };
        let image = Developer { shot, eye, asset: &asset, bones: &bones }.image();
        image.ok_or_else(|| PictureError::TooMuch(self.name.clone()))
    }

    /// Loads the surfaces. Textures are no larger than the picture requires.
    fn paint(&mut self, shot: &Shot) {
        let side = (shot.size[0].max(shot.size[1]) * 2).next_power_of_two().min(MAX_TEXTURE);
        if self.paints.as_ref().is_some_and(|(known, _)| *known >= side) {
            return;
        }
        let content = self.shelf.content().ok();
        self.paints = content.and_then(|content| self.subject.paints(content, side)).map(|paints| (side, paints));
    }

    /// Returns a camera that sees the asset in all poses of its clip.
    fn eye(&mut self, shot: &Shot) -> Result<Eye, PictureError> {
        let duration = self.duration().unwrap_or(0.0);
        let poses = (FRAMED_POINTS / self.subject.points().max(1)).clamp(1, FRAMED_POSES);
        let poses = if duration > 0.0 { poses } else { 1 };
        let mut points = Vec::new();
        for pose in 0..poses {
            let time = duration * pose as f32 / poses as f32;
            let [asset, _] = self.subject.scenes(time, PlayMode::Repeat)?;
            points.extend(asset.corners.iter().map(|corner| shot.up.upright(corner.position)));
        }
        let camera = Camera { yaw: shot.camera.yaw + self.subject.front(shot.up)?, ..shot.camera };
        Ok(Eye::framing(&Shot { camera, ..*shot }, &points))
    }
}
