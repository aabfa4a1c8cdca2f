//! Additive layers: base + weight x (clip - reference).

use rigmill_format as format;
use rigmill_format::{Action, ActionLayer, ActionSet, Bone, Content as _, LayerBlend, PlayMode, Transform};

use super::super::content::Folder;
use super::super::counting::allocations;
use crate::characters::{Character, CrowdActions};
use crate::clips::PlayedEvent;
use crate::{Crowd, Matrix, Player, Rules};

/// The state of a bone that rotates only about z, so that rotations can be added as numbers.
#[derive(Clone, Copy, Debug)]
struct State {
    angle: f64,
    translation: [f64; 3],
    scale: [f64; 3],
}

impl State {
    const fn new(angle: f64, translation: [f64; 3], scale: [f64; 3]) -> Self {
        Self { angle, translation, scale }
    }

    fn zip(self, other: Self, number: impl Fn(f64, f64) -> f64) -> Self {
        let three = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|axis| number(a[axis], b[axis]));
        Self {
            angle: number(self.angle, other.angle),
            translation: three(self.translation, other.translation),
            scale: three(self.scale, other.scale),
        }
    }

    fn mix(self, other: Self, part: f64) -> Self {
        self.zip(other, |a, b| a + (b - a) * part)
    }

    /// The change from a reference to this state: differences, and a quotient of scales.
    fn since(self, reference: Self) -> Self {
        let scale = [0, 1, 2].map(|axis| self.scale[axis] / reference.scale[axis]);
        Self { scale, ..self.zip(reference, |a, b| a - b) }
    }

    fn plus(self, added: Self, weight: f64) -> Self {
        let scale = [0, 1, 2].map(|axis| self.scale[axis] * (1.0 + weight * (added.scale[axis] - 1.0)));
        Self { scale, ..self.zip(added, |a, b| a + weight * b) }
    }

    fn transform(self) -> Transform {
        let (sin, cos) = (libm::sin(self.angle / 2.0), libm::cos(self.angle / 2.0));
        Transform {
            translation: self.translation.map(|part| part as f32),
            rotation: [0.0, 0.0, sin as f32, cos as f32],
            scale: self.scale.map(|part| part as f32),
        }
    }
}

const NONE: State = State::new(0.0, [0.0; 3], [1.0; 3]);

/// The state of each bone in the bind pose.
const BINDS: [State; 3] = [
    State::new(0.3, [1.0, 0.0, 0.5], [1.0; 3]),
    State::new(-0.2, [0.0, 2.0, 0.0], [1.0, 1.5, 1.0]),
    State::new(0.1, [0.0, 0.0, 3.0], [2.0; 3]),
];

/// For each clip and bone, its state at the start of the clip, and the change within one second.
fn keys(clip: usize, bone: usize) -> [State; 2] {
    let wave = |n: usize| ((clip * 7 + bone * 5 + n * 3) % 11) as f64 / 11.0 - 0.5;
    let first = State::new(wave(1), [wave(2), wave(3), wave(4)], [1.0 + wave(5) / 2.0, 1.25, 0.75]);
    let moved = State::new(wave(6) * 0.4, [wave(7), wave(8), wave(9)], [wave(10) / 4.0; 3]);
    [first, first.zip(moved, |a, b| a + b)]
}

const CLIPS: [&str; 4] = ["Stand", "Walk", "Lean", "Wave"];

fn clip_bytes(clip: usize) -> Vec<u8> {
    let sequence = |bone: usize| {
        let keys = keys(clip, bone).map(State::transform);
        format::KeyFrameSequence {
            bone_name: bone.to_string(),
            key_count: 2,
            duration: 1.0,
            key_interval: 1.0,
            has_translation: true,
            has_rotation: true,
            has_scale: true,
            translation: keys.iter().map(|key| key.translation).collect(),
            rotation: keys.iter().map(|key| key.rotation).collect(),
            scale: keys.iter().map(|key| key.scale).collect(),
            ..format::KeyFrameSequence::default()
        }
    };
    let sequences = (0..3).map(sequence).collect();
    format::AnimationSequence { duration: 1.0, close_loop: false, sequences }.encode().unwrap()
}

/// One event at half a second, one near the end.
fn events() -> format::ClipEvents {
    let event = |time| format::ClipEvent { time, name: "creak".to_owned(), value: 0.0, text: String::new() };
    format::ClipEvents { events: vec![event(0.5), event(0.9375)] }
}

struct Both {
    player: Player,
    crowd: Crowd,
    one: Character,
    actions: CrowdActions,
}

const FADE: f32 = 0.25;

impl Both {
    fn new(blend: LayerBlend, bones: &[&str]) -> Self {
        let folder = Folder::new();
        let bone = |(bone, bind): (usize, &State)| Bone {
            name: bone.to_string(),
            parent: bone.checked_sub(1).map(|parent| u32::try_from(parent).unwrap()),
            bind: bind.transform(),
        };
        let bones_of_skeleton = BINDS.iter().enumerate().map(bone).collect();
        let skeleton = format::Skeleton { bones: bones_of_skeleton, ..format::Skeleton::default() };
        folder.write("Robot.skeleton", &skeleton.encode().unwrap());
        (0..4).for_each(|clip| folder.write(CLIPS[clip], &clip_bytes(clip)));
        folder.write("Lean.events", &events().encode().unwrap());
        let action = |name: &&str| Action {
            name: (*name).to_owned(),
            clip: (*name).to_owned(),
            mode: PlayMode::Once,
            blend_time: FADE,
            start_time: 0.0,
            time_scale: 1.0,
        };
        let layer = |name: &str, clips: &[&str]| ActionLayer {
            name: name.to_owned(),
            actions: clips.iter().map(action).collect(),
            ..ActionLayer::default()
        };
        let bones = bones.iter().map(|bone| (*bone).to_owned()).collect();
        let layers = vec![layer("base", &CLIPS[..2]), ActionLayer { blend, bones, ..layer("added", &CLIPS[2..]) }];
        let set = ActionSet { skeleton: "Robot.skeleton".to_owned(), layers };
        folder.write("Robot.actions", &set.encode().unwrap());
        let content = folder.content();
        let actions = CrowdActions::load(&content, "Robot.actions").unwrap();
        let crowd = actions.crowd(1).unwrap();
        let player = Player::load(&content, "Robot.actions", Rules::Standard).unwrap();
        Self { player, one: crowd.characters()[0], crowd, actions }
    }

    fn play(&mut self, layer: &str, clip: usize) {
        self.player.play(layer, CLIPS[clip]).unwrap();
        self.actions.play(&mut self.crowd, self.one, layer, CLIPS[clip]).unwrap();
    }

    fn stop(&mut self, blend_time: f32) {
        self.player.stop("added", blend_time).unwrap();
        self.crowd.stop(self.one, 1, blend_time).unwrap();
    }

    fn set_weight(&mut self, weight: f32) {
        self.player.set_weight("added", weight).unwrap();
        self.crowd.set_weight(self.one, 1, weight).unwrap();
    }

    fn update(&mut self, dt: f32) {
        self.player.update(dt).unwrap();
        self.crowd.update(dt).unwrap();
    }

    /// The local matrices of both poses.
    fn local(&mut self) -> [Vec<Matrix>; 2] {
        let pose = self.crowd.pose(self.one);
        let crowd = (0..3).map(|bone| pose[0].transform(bone).to_matrix()).collect();
        [self.player.model().local().to_vec(), crowd]
    }

    #[track_caller]
    fn shows(&mut self, expected: impl Fn(usize) -> State) {
        for (who, found) in self.local().iter().enumerate() {
            for (bone, found) in found.iter().enumerate() {
                let expected = expected(bone).transform().to_matrix();
                let off = apart(found, &expected);
                // Weighted rotations are interpolated component by component, so they differ a little.
                assert!(off < 5e-4, "{} shows bone {bone} off by {off}", ["the player", "the crowd"][who]);
            }
        }
    }
}

fn apart(a: &Matrix, b: &Matrix) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn at(clip: usize, bone: usize, time: f64) -> State {
    let [first, last] = keys(clip, bone);
    first.mix(last, time)
}

fn reference(blend: LayerBlend, clip: usize, bone: usize) -> State {
    if blend == LayerBlend::AdditiveToBind { BINDS[bone] } else { keys(clip, bone)[0] }
}

const BLENDS: [LayerBlend; 2] = [LayerBlend::AdditiveToBind, LayerBlend::AdditiveToFirstFrame];

#[test]
fn what_is_added_is_the_difference_by_weight() {
    for blend in BLENDS {
        let mut both = Both::new(blend, &[]);
        both.play("base", 1);
        both.play("added", 2);
        let mut time = 0.0;
        for (dt, weight) in [(0.0, 1.0), (0.125, 1.0), (0.25, 0.5), (0.25, 0.0), (0.125, 0.125)] {
            time += dt;
            both.set_weight(weight);
            both.update(dt as f32);
            both.shows(|bone| {
                let added = at(2, bone, time).since(reference(blend, 2, bone));
                at(1, bone, time).plus(added, weight.into())
            });
        }
    }
}

#[test]
fn bones_beyond_the_layers_own_are_left_alone() {
    for blend in BLENDS {
        let mut both = Both::new(blend, &["1"]);
        both.play("base", 0);
        both.play("added", 3);
        both.update(0.5);
        both.shows(|bone| {
            let added = at(3, bone, 0.5).since(reference(blend, 3, bone));
            at(0, bone, 0.5).plus(if bone > 0 { added } else { NONE }, 1.0)
        });
    }
}

#[test]
fn a_layer_fades_from_clip_to_clip_and_out() {
    for blend in BLENDS {
        let mut both = Both::new(blend, &[]);
        both.play("base", 0);
        both.play("added", 2);
        both.update(0.5);
        both.play("added", 3);
        let added = |clip: usize, bone: usize, time: f64| at(clip, bone, time).since(reference(blend, clip, bone));
        for (time, part) in [(0.0625_f64, 0.25), (0.125, 0.5), (0.1875, 0.75), (0.3125, 1.0)] {
            both.update(if part < 1.0 { 0.0625 } else { 0.125 });
            both.shows(|bone| {
                let mixed = added(2, bone, (0.5 + time).min(1.0)).mix(added(3, bone, time), part);
                at(0, bone, (0.5 + time).min(1.0)).plus(mixed, 1.0)
            });
        }
        both.stop(0.5);
        both.update(0.125);
        both.shows(|bone| at(0, bone, 0.9375).plus(added(3, bone, 0.4375), 0.75));
        both.update(0.5);
        both.shows(|bone| at(0, bone, 1.0));
    }
}

#[test]
fn a_weight_of_0_leaves_the_very_bits_of_the_pose() {
    for blend in BLENDS {
        let mut with = Both::new(blend, &[]);
        let mut without = Both::new(blend, &[]);
        with.play("base", 1);
        without.play("base", 1);
        with.play("added", 2);
        with.set_weight(0.0);
        for _ in 0..20 {
            with.update(0.07);
            without.update(0.07);
            assert_eq!(with.local(), without.local());
        }
    }
}

/// Poses are computed from the clips each time. So what an additive layer adds does not accumulate.
#[test]
fn a_pose_that_is_held_does_not_drift() {
    for blend in BLENDS {
        let mut both = Both::new(blend, &[]);
        both.play("base", 1);
        both.play("added", 2);
        both.update(2.0);
        let held = both.local();
        (0..1000).for_each(|_| both.update(0.3));
        assert_eq!(both.local(), held);
        both.stop(0.0);
        both.update(0.1);
        both.shows(|bone| at(1, bone, 1.0));
    }
}

/// Regardless of what plays, fades and stops at what time: no update of a thousandth of a second moves a bone far, and player
/// and crowd agree.
#[test]
fn nothing_jumps() {
    for blend in BLENDS {
        let mut both = Both::new(blend, &[]);
        both.play("base", 0);
        both.play("added", 2);
        both.update(0.1);
        let mut before = both.local();
        for step in 0..1500 {
            match step {
                100 | 700 => both.play("added", 3),
                200 | 1010 => both.play("added", 2),
                300 | 800 | 1050 => both.stop(0.2),
                350 => both.play("added", 3),
                360 => both.stop(0.3),
                400 => both.play("base", 1),
                420 => both.play("added", 2),
                _ => {}
            }
            both.update(0.001);
            let [player, crowd] = both.local();
            for bone in 0..3 {
                let off = apart(&player[bone], &crowd[bone]);
                assert!(off < 1e-4, "step {step}, bone {bone}: {off} apart");
                let moved = apart(&crowd[bone], &before[1][bone]);
                // A layer that plays nothing yet starts without a fade.
                assert!(moved < 0.03 || step == 700 || step == 1010, "step {step}, bone {bone} moves {moved}");
            }
            before = [player, crowd];
        }
    }
}

#[test]
fn updates_and_changes_allocate_nothing() {
    let mut both = Both::new(LayerBlend::AdditiveToBind, &[]);
    both.play("base", 0);
    let count = allocations(|| {
        for clip in [2, 3, 2] {
            both.play("added", clip);
            both.update(0.1);
            both.set_weight(0.5);
        }
        both.stop(0.1);
        both.update(0.3);
    });
    assert_eq!(count, 0);
}

#[test]
fn a_layer_that_is_stopped_plays_its_events_until_it_has_faded_out() {
    let mut both = Both::new(LayerBlend::AdditiveToBind, &[]);
    both.play("added", 2);
    both.update(0.4375);
    both.stop(0.25);
    for expected in [vec![], vec![(0.5, 0.0625, true)], vec![]] {
        let state = |event: PlayedEvent<'_>| (event.event.time, event.after, event.fades_out);
        let by_player: Vec<_> = both.player.events("added").map(state).collect();
        let by_crowd: Vec<_> = both.crowd.events(both.one, 1).map(state).collect();
        assert_eq!((by_player, by_crowd), (expected.clone(), expected.clone()));
        both.update(if expected.is_empty() { 0.125 } else { 1.0 });
    }
    assert!(!both.player.has_finished("added") && both.player.current("added").is_none());
}
