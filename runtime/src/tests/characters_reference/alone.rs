//! Characters that are added, play and are removed. Each behaves as if it were alone.

use std::sync::Arc;

use proptest::prelude::*;
use rigmill_format::{self as format, LayerBlend, PlayMode, RigidTransform, Transform};
use rigmill_test_random::{Random, cases};

use super::super::counting::allocations;
use super::super::crowds::{clips, masks, options, skeleton};
use super::action_specs::delivered;
use super::clock::Delivered;
use super::planar::{Path, Planar};
use crate::blocks::{PoseBlock, WeightBlock};
use crate::characters::{Character, CrowdLayer};
use crate::clips::{Clip, Companions};
use crate::content::{ClipEvents, Motion, Skeleton};
use crate::error::PlayError;
use crate::{Crowd, Matrix, PlayOptions};

const LAYERS: usize = 3;
const CLIPS: usize = 6;
const BONES: usize = 19;

/// Three clips with events and root motion, and three without.
fn all_clips(skeleton: &Arc<Skeleton>) -> Vec<Clip> {
    let (whole, uniform) = clips();
    let middle = Planar { x: 0.5, y: -0.25, angle: 0.1 };
    let path = Path { middle, end: Planar { x: 1.0, ..middle }, duration: 1344 };
    let motion = Arc::new(Motion::from_owned(&path.motion(true)).unwrap());
    let event = |number: u8| format::ClipEvent {
        time: f32::from(number) * 0.3,
        name: "step".to_owned(),
        value: number.into(),
        text: String::new(),
    };
    let events = format::ClipEvents { events: (0..5).map(event).collect() };
    let events = Arc::new(ClipEvents::from_owned(&events).unwrap());
    let companions = |clip| {
        let (motion, events) = (Some(Arc::clone(&motion)), Some(Arc::clone(&events)));
        Clip::with_companions(clip, &skeleton.view(), Companions { motion, events, weights: None })
    };
    whole.iter().take(3).map(|clip| companions(clip.into())).chain(uniform.into_iter().skip(3)).collect()
}

fn crowd(len: usize) -> Crowd {
    let skeleton = skeleton();
    let mut layers: Vec<CrowdLayer> = masks().into_iter().map(CrowdLayer::from).collect();
    layers.push(CrowdLayer { mask: vec![WeightBlock([0.75; 8]); 3], blend: LayerBlend::AdditiveToFirstFrame });
    let mut crowd = Crowd::new(&skeleton, all_clips(&skeleton), layers, len).unwrap();
    crowd.add_detail(0..8);
    crowd.add_detail([]);
    crowd
}

/// What can be done to a character.
#[derive(Clone, Copy, Debug)]
enum Change {
    Play(usize, usize, PlayOptions),
    Stop(usize, f32),
    Speed(usize, f32),
    Weight(usize, f32),
    Detail(usize),
    Interval(u32),
}

impl Change {
    /// Sometimes creates a change that refers to something that does not exist, or that is out of range.
    fn any(random: &mut Random) -> Self {
        let beyond = usize::from(random.once_in(8));
        let layer = random.below(LAYERS + beyond);
        let blend = [0.0, 0.1, 0.4, 0.4, 3.0, -1.0, f32::NAN][random.below(5 + 2 * beyond)];
        match random.below(9) {
            0..4 => {
                let mode = *random.pick(&[PlayMode::Once, PlayMode::Repeat]);
                let clip = random.below(CLIPS + beyond);
                Self::Play(layer, clip, options(random.signed() + 0.5, blend, random.signed() * 3.0, mode))
            }
            4 => Self::Stop(layer, blend),
            5 => Self::Speed(layer, random.signed() * 2.0),
            6 => Self::Weight(layer, random.signed().abs() * 1.1),
            7 => Self::Detail(random.below(4)),
            _ => Self::Interval(u32::try_from(random.below(4)).unwrap()),
        }
    }

    fn apply(self, crowd: &mut Crowd, to: Character) -> Result<(), PlayError> {
        match self {
            Self::Play(layer, clip, options) => crowd.play(to, layer, clip, &options),
            Self::Stop(layer, blend) => crowd.stop(to, layer, blend),
            Self::Speed(layer, speed) => crowd.set_speed(to, layer, speed),
            Self::Weight(layer, weight) => crowd.set_weight(to, layer, weight),
            Self::Detail(detail) => crowd.set_detail(to, detail),
            Self::Interval(interval) => crowd.set_update_interval(to, interval),
        }
    }
}

/// Everything that a crowd reports about a character, except for its matrices.
#[derive(Debug, PartialEq)]
struct State {
    movement: RigidTransform,
    playing: [Option<(usize, f32)>; LAYERS],
    finished: [bool; LAYERS],
    passes: [u32; LAYERS],
    events: [Vec<Delivered>; LAYERS],
    pose: Vec<Transform>,
}

fn state(crowd: &mut Crowd, character: Character) -> State {
    let layers = [0, 1, 2];
    State {
        playing: layers.map(|layer| crowd.playing(character, layer)),
        finished: layers.map(|layer| crowd.has_finished(character, layer)),
        passes: layers.map(|layer| crowd.passes(character, layer)),
        events: layers.map(|layer| crowd.events(character, layer).map(delivered).collect()),
        movement: crowd.movement(character),
        pose: bones(crowd.pose(character)),
    }
}

fn bones(pose: &[PoseBlock]) -> Vec<Transform> {
    (0..BONES).map(|bone| pose[bone / 8].transform(bone % 8)).collect()
}

fn bits(matrices: &[Matrix]) -> Vec<[u32; 16]> {
    matrices.iter().map(|matrix| matrix.map(f32::to_bits)).collect()
}

/// A character, and a crowd that contains only this character.
struct Alone {
    character: Character,
    crowd: Crowd,
    /// The last matrices of the character in the large crowd.
    shown: Vec<[u32; 16]>,
    /// Updates since its pose was computed, and the maximum number of updates.
    age: u32,
    oldest: u32,
    interval: u32,
}

/// A crowd and, for each of its characters, a crowd with only this character.
struct Crowds {
    many: Crowd,
    alone: Vec<Alone>,
    removed: Vec<Character>,
}

impl Crowds {
    fn add(&mut self) {
        let (many, before) = (&mut self.many, self.alone.len());
        let mut added = None;
        assert_eq!(allocations(|| added = Some(many.add())), 0, "with {before} characters");
        let (character, crowd) = (added.unwrap(), crowd(1));
        let shown = bits(self.many.absolute(character));
        assert_eq!(shown, bits(crowd.absolute(crowd.characters()[0])));
        self.alone.push(Alone { character, crowd, shown, age: 0, oldest: 0, interval: 1 });
    }

    fn remove(&mut self, index: usize) {
        let Alone { character, .. } = self.alone.swap_remove(index);
        self.many.remove(character).unwrap();
        self.removed.push(character);
    }

    fn apply(&mut self, index: usize, change: Change) {
        let Alone { character, crowd: alone, age, oldest, interval: every, .. } = &mut self.alone[index];
        let (many, mut found) = (&mut self.many, Ok(()));
        let count = allocations(|| found = change.apply(many, *character));
        assert_eq!(count, 0, "{change:?}");
        if let Change::Interval(interval) = change {
            // Characters take turns, so the first pose is not computed immediately.
            *every = interval.max(1);
            *oldest = *age + *every;
            return;
        }
        let only = alone.characters()[0];
        // Compared as text, because errors may contain NaN.
        assert_eq!(format!("{found:?}"), format!("{:?}", change.apply(alone, only)));
    }

    fn apply_to_removed(&mut self, removed: usize, change: Change) {
        let removed = self.removed[removed];
        assert!(change.apply(&mut self.many, removed).is_err());
        assert_eq!(self.many.remove(removed), Err(PlayError::NoCharacter));
        assert!(!self.many.contains(removed) && self.many.absolute(removed).is_empty());
        assert_eq!((self.many.playing(removed, 0), self.many.events(removed, 0).count()), (None, 0));
    }

    fn update(&mut self, dt: f32, chunks: usize) {
        let many = &mut self.many;
        if chunks == 0 {
            assert_eq!(allocations(|| many.update(dt).unwrap()), 0);
        } else {
            many.chunks(chunks).for_each(|mut chunk| chunk.update(dt).unwrap());
        }
        self.alone.iter_mut().for_each(|alone| alone.crowd.update(dt).unwrap());
    }

    fn check(&mut self) {
        assert_eq!(self.many.len(), self.alone.len());
        for alone in &mut self.alone {
            let (only, shown) = (alone.crowd.characters()[0], bits(self.many.absolute(alone.character)));
            assert_eq!(state(&mut self.many, alone.character), state(&mut alone.crowd, only));
            if shown == bits(alone.crowd.absolute(only)) {
                alone.age = 0;
                alone.oldest = alone.interval - 1;
            } else {
                alone.age += 1;
                assert!(shown == alone.shown && alone.age <= alone.oldest, "shows what was never made");
            }
            alone.shown = shown;
        }
    }
}

fn compare(seed: u64, steps: usize) {
    let mut random = Random::new(seed);
    let mut crowds = Crowds { many: crowd(0), alone: Vec::new(), removed: Vec::new() };
    crowds.many.reserve(12);
    for _ in 0..steps {
        match random.below(10) {
            0 if crowds.alone.len() < 12 => crowds.add(),
            1 if !crowds.alone.is_empty() => crowds.remove(random.below(crowds.alone.len())),
            2 if !crowds.removed.is_empty() => {
                crowds.apply_to_removed(random.below(crowds.removed.len()), Change::any(&mut random))
            }
            3..7 if !crowds.alone.is_empty() => {
                crowds.apply(random.below(crowds.alone.len()), Change::any(&mut random))
            }
            _ => {
                let dt = [0.0, 0.016, 0.1, 0.4, 2.0, -0.2][random.below(6)];
                crowds.update(dt, random.below(20));
                crowds.check();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn each_character_is_as_it_would_be_alone(seed: u64) {
        compare(seed, 150);
    }
}

#[test]
fn the_handles_of_another_crowd_mean_nothing() {
    let (mut one, mut other) = (crowd(2), crowd(2));
    let stranger = other.characters()[1];
    assert!(!one.contains(stranger));
    assert_eq!(one.play(stranger, 0, 0, &PlayOptions::default()), Err(PlayError::NoCharacter));
    assert!(one.characters().iter().all(|character| one.playing(*character, 0).is_none()));
    assert!(other.remove(stranger).is_ok());
    // A copy accepts the handles of the original crowd.
    let first = other.characters()[0];
    assert!(other.clone().contains(first));
}

/// The starting pose of a fade is computed while few bones are shown, but must be complete when all bones are shown again.
#[test]
fn a_fade_that_begins_at_low_detail_is_whole_at_full_detail() {
    let [mut low, mut full] = [crowd(2), crowd(2)];
    let play = |crowd: &mut Crowd, character: Character, clip: usize| {
        crowd.play(character, 1, clip, &options(0.1, 0.4, 1.0, PlayMode::Repeat)).unwrap();
        crowd.update(0.1).unwrap();
    };
    for (crowd, detail) in [(&mut low, 1), (&mut full, 0)] {
        let [one, other] = *crowd.characters() else { panic!() };
        crowd.set_detail(one, detail).unwrap();
        [3, 4, 5].into_iter().for_each(|clip| play(crowd, one, clip));
        play(crowd, other, 4);
        crowd.set_detail(one, 0).unwrap();
        crowd.update(0.1).unwrap();
    }
    let one = low.characters()[0];
    assert_eq!(bits(low.absolute(one)), bits(full.absolute(full.characters()[0])));
}
