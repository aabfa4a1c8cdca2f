//! Curve clips and sampled clips.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Document, to_index};
use rigmill_format::{Component, Content, Curve, CurveClip, CurveTrack, SampledClip, Transform, WrapMode};
use rigmill_pipeline::{Diagnostic, NoParams, Value, WriteContext, Writer};

use super::keys::{Keys, Track, lengthen};
use super::nodes::{self, BoneNode};
use super::{animations, check, clip, curves, encode, name};
use crate::codes;
use crate::written::Written;

/// Clips that consist of a curve per component, for bones that are identified by their paths.
pub trait Curves: Content + Value {
    /// Returns the tracks, one per bone.
    fn tracks(&self) -> &[CurveTrack];

    /// Returns the length in seconds, if the clip states it.
    fn length(&self) -> f32;
}

impl Curves for CurveClip {
    fn tracks(&self) -> &[CurveTrack] {
        &self.tracks
    }

    fn length(&self) -> f32 {
        0.0
    }
}

impl Curves for SampledClip {
    fn tracks(&self) -> &[CurveTrack] {
        &self.tracks
    }

    fn length(&self) -> f32 {
        self.length
    }
}

/// Writes a [`CurveClip`] or [`SampledClip`] as `.glb`: an animation, and a node for each part of the bones' paths.
pub struct GlbCurvesWriter<T>(PhantomData<fn() -> T>);

impl<T> Default for GlbCurvesWriter<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Curves> Writer for GlbCurvesWriter<T> {
    type Input = T;
    type Params = NoParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn write(&self, value: &T, _: &NoParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        warn_of_losses(value.tracks(), ctx);
        let (mut document, mut binary) = (super::document(), Binary::default());
        let mut bones = Paths::default();
        let mut tracks: Vec<Track> =
            value.tracks().iter().map(|source| track(source, bones.node(&source.path))).collect();
        bones.write(&tracks, &mut document);
        lengthen(&mut tracks, value.length());
        let _ = animations::write(name(ctx), &tracks, &[], &mut document, &mut binary);
        encode(document, binary, ctx)
    }
}

/// The nodes that paths consist of, parents before children.
#[derive(Default)]
struct Paths<'a> {
    list: Vec<(&'a str, Option<u32>)>,
    known: BTreeMap<(Option<u32>, &'a str), u32>,
}

impl<'a> Paths<'a> {
    /// Returns the node at the end of a path.
    fn node(&mut self, path: &'a str) -> u32 {
        let mut parent = None;
        for name in path.split('/') {
            let node = *self.known.entry((parent, name)).or_insert_with(|| {
                self.list.push((name, parent));
                to_index(self.list.len() - 1)
            });
            parent = Some(node);
        }
        parent.unwrap_or_default()
    }

    /// Adds the nodes, in the pose of the first keys of their tracks.
    fn write(&self, tracks: &[Track], document: &mut Document) {
        let mut locals = vec![Transform::IDENTITY; self.list.len()];
        for track in tracks {
            locals[track.node as usize] = clip::first(track);
        }
        let bones = self.list.iter().zip(locals);
        nodes::write(bones.map(|(&(name, parent), local)| BoneNode { name, parent, local }), document);
    }
}

fn track(source: &CurveTrack, node: u32) -> Track {
    let rest = Transform::IDENTITY;
    let rotation = curves::keys(four(source), rest.rotation);
    let aligned = |keys: Keys<4>| if keys.is_spline() { keys } else { keys.align_signs() };
    Track {
        node,
        translation: curves::keys(three(source, Component::PositionX), rest.translation),
        rotation: rotation.map(aligned),
        scale: curves::keys(three(source, Component::ScaleX), rest.scale),
    }
}

/// Returns the curves of a property's components, starting with `first`.
fn three(source: &CurveTrack, first: Component) -> [Option<&Curve>; 3] {
    components(source, first)
}

fn four(source: &CurveTrack) -> [Option<&Curve>; 4] {
    components(source, Component::RotationX)
}

fn components<const N: usize>(source: &CurveTrack, first: Component) -> [Option<&Curve>; N] {
    let numbers = (first.number()..).take(N);
    let mut found = numbers.map(|number| source.curves.iter().find(|curve| curve.component.number() == number));
    std::array::from_fn(|_| found.next().flatten())
}

/// Warns about data that glTF cannot represent: curves for only some components of a property, and wrap modes.
fn warn_of_losses(tracks: &[CurveTrack], ctx: &mut WriteContext) {
    let partly = |curves: &[Option<&Curve>]| curves.iter().any(Option::is_some) && !curves.iter().all(Option::is_some);
    let is_partial = |track: &&CurveTrack| {
        partly(&three(track, Component::PositionX)) || partly(&four(track)) || partly(&three(track, Component::ScaleX))
    };
    if let Some(track) = tracks.iter().find(is_partial) {
        let message = format!(
            "bone {:?}: only some components of a position, rotation or scale have curves; the other components stay at rest",
            track.path
        );
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("add curves for the other components"));
    }
    let holds = |mode| !matches!(mode, WrapMode::Loop | WrapMode::PingPong);
    let goes_on = |curve: &Curve| curve.keys.len() > 1 && !(holds(curve.pre) && holds(curve.post));
    if let Some(track) = tracks.iter().find(|track| track.curves.iter().any(goes_on)) {
        let message =
            format!("bone {:?}: a curve repeats its keys, but glTF cannot store repeating curves", track.path);
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help("repeat the whole animation in the game"));
    }
}
