//! [`movement`]: the movement of a character's root by the clips of its layers in one update.
//!
//! At each moment, the velocities of the clips are mixed by their weights, which change during cross-fades. The result is the
//! integral of the mixed velocity. So the sum of movements does not depend on how time is split into updates.

use rigmill_format::RigidTransform;
use rigmill_math::vector;

use crate::clips::Played;
use crate::content::Motion;
use crate::motion::{Twist, Way};

/// What a layer's clips contribute to the movement of the root in one update.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerMotion<'a> {
    /// The clip that fades out, if it has a motion.
    pub(crate) from: Option<(&'a Motion, Played)>,
    /// The clip that plays or fades in, if it has a motion.
    pub(crate) to: Option<(&'a Motion, Played)>,
    /// Whether a clip plays or fades in.
    pub(crate) plays: bool,
    /// The progress of the cross-fade at the beginning and at the end of the update. `None` without a cross-fade.
    pub(crate) progress: Option<[f64; 2]>,
    /// The duration of the update in seconds.
    pub(crate) step: f64,
    /// How much of the layer's movement moves the character, 0 to 1.
    pub(crate) share: f64,
}

/// The allowed error of each piece between two keys: a length in the clip's unit or a component of a quaternion.
const TOLERANCE: f64 = 1e-7;

/// How many times a piece between two keys is halved at most.
const MAX_HALVINGS: u32 = 8;

/// The maximum number of keys for which a piece ends. Each clip has at most about a thousand.
const MAX_PIECES: usize = 100_000;

/// The movement of the root in an update. The layers are in order, the lowest first.
pub(crate) fn movement<'a>(layers: impl Iterator<Item = LayerMotion<'a>> + Clone) -> RigidTransform {
    // The movement of a single clip is known exactly.
    let mut lone = Some(None);
    for layer in layers.clone() {
        match (layer.plays, layer.progress) {
            (false, None) => {}
            _ if layer.share <= 0.0 => {}
            (true, None) if layer.share >= 1.0 => lone = Some(layer.to),
            _ => lone = None,
        }
    }
    match lone {
        Some(clip) => clip.map_or(RigidTransform::IDENTITY, |(motion, played)| played.movement(motion)),
        None => mixed(layers.map(|layer| Paths::new(&layer))),
    }
}

/// Integrates the mixed velocities, from key to key.
fn mixed<'a>(layers: impl Iterator<Item = Paths<'a>> + Clone) -> RigidTransform {
    let (mut movement, mut share) = (RigidTransform::IDENTITY, 0.0);
    for _ in 0..MAX_PIECES {
        let next = layers.clone().map(|layer| layer.next_corner(share)).fold(1.0, f64::min);
        let middle = (share + next) / 2.0;
        let velocity =
            |at: f64| layers.clone().fold(Twist::default(), |below, layer| layer.velocity(&below, at, middle));
        let whole = piece(share, next - share, &velocity);
        movement = movement.then(&refined(&whole, share, next - share, &velocity, MAX_HALVINGS));
        share = next;
        if share >= 1.0 {
            break;
        }
    }
    movement
}

/// Halves a piece of time until its movement no longer changes. `whole` is its movement as one piece.
fn refined(
    whole: &RigidTransform,
    begin: f64,
    length: f64,
    velocity: &impl Fn(f64) -> Twist,
    halvings: u32,
) -> RigidTransform {
    let half = length / 2.0;
    let [first, second] = [begin, begin + half].map(|begin: f64| piece(begin, half, velocity));
    let both = first.then(&second);
    if halvings == 0 || error(whole, &both) <= TOLERANCE {
        return both;
    }
    let first = refined(&first, begin, half, velocity, halvings - 1);
    first.then(&refined(&second, begin + half, half, velocity, halvings - 1))
}

/// The largest difference between the numbers of two movements, relative to movements of more than 1.
fn error(a: &RigidTransform, b: &RigidTransform) -> f64 {
    let size = vector::length(a.translation).max(1.0);
    let moved = vector::length(vector::subtract(a.translation, b.translation)) / size;
    moved.max(vector::length(vector::subtract(a.rotation, b.rotation)))
}

/// The movement in a short piece of time, from two velocities, by the formula of W. Magnus to the fourth order. Without a
/// rotation, it is exact if the product of velocity and weight is a polynomial of at most the third degree.
fn piece(begin: f64, length: f64, velocity: &impl Fn(f64) -> Twist) -> RigidTransform {
    // The points of the integration formula of Gauss.
    const OFFSET: f64 = 0.288_675_134_594_812_9;
    let [a, b] = [0.5 - OFFSET, 0.5 + OFFSET].map(|part: f64| velocity(begin + part * length).times(length));
    let bend = a.commutator(&b).times(OFFSET / 2.0);
    a.plus(&b).times(0.5).plus(&bend).movement()
}

/// The ways of a layer's clips through their motions. Times are shares of the update.
#[derive(Clone, Copy, Debug)]
struct Paths<'a> {
    layer: LayerMotion<'a>,
    from: Option<Way<'a>>,
    to: Option<Way<'a>>,
}

impl<'a> Paths<'a> {
    fn new(layer: &LayerMotion<'a>) -> Self {
        // A clip that ends a fade plays only until then.
        let fade_end =
            layer.progress.map_or(1.0, |[first, last]| if last > 1.0 { (1.0 - first) / (last - first) } else { 1.0 });
        let way = |clip: Option<(&'a Motion, Played)>, until: f64| {
            clip.map(|(motion, played)| {
                let to_end = f64::from(played.to - played.from).abs() / f64::from(played.speed) / layer.step.abs();
                Way::new(motion, &played, if played.has_ended { until.min(to_end) } else { until })
            })
        };
        Self { layer: *layer, from: way(layer.from, fade_end), to: way(layer.to, 1.0) }
    }

    /// The weight of the incoming side.
    fn weight(&self, share: f64) -> f64 {
        self.layer.progress.map_or(1.0, |[first, last]| (first + (last - first) * share).clamp(0.0, 1.0))
    }

    /// The next share at which a velocity or a weight may change suddenly.
    fn next_corner(&self, share: f64) -> f64 {
        let ends = self
            .layer
            .progress
            .into_iter()
            .flat_map(|[first, last]| [0.0, 1.0].map(|end| (end - first) / (last - first)));
        let keys = self.from.iter().chain(&self.to).map(|way| way.next_corner(share));
        ends.chain(keys).filter(|corner| *corner > share).fold(1.0, f64::min)
    }

    /// The velocity at `share` of this layer over the velocity of the layers below. The share `between` decides between which
    /// keys the clips are.
    fn velocity(&self, below: &Twist, share: f64, between: f64) -> Twist {
        let weight = self.weight(share);
        let side = |way: &Option<Way<'_>>, weight: f64| {
            way.as_ref().map_or(Twist::default(), |way| way.twist(share, between).times(weight))
        };
        let own = side(&self.from, 1.0 - weight).plus(&side(&self.to, weight));
        let covered = if self.layer.plays { 1.0 } else { 1.0 - weight } * self.layer.share;
        below.times(1.0 - covered).plus(&own.times(self.layer.share))
    }
}
