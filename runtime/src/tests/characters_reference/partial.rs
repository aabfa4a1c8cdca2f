//! Clips that move only a part of their layer's bones, in players and crowds.

use rigmill_format::compressed_clip::Channel;
use rigmill_format::{
    self as format, Action, ActionLayer, ActionSet, Bone, Content as _, KeyFrameSequence, PlayMode, Transform,
    UniformTrack,
};
use rigmill_math::quaternion::normalize_in_f64;
use rigmill_test_random::Random;

use super::super::content::Folder;
use super::super::counting::allocations;
use crate::characters::{Character, CrowdActions};
use crate::{Crowd, Matrix, Player, Rules};

const BONES: usize = 21;
/// The bones from this number on are the upper body.
const UPPER: usize = 9;
const FRAMES: u32 = 12;
const RATE: f32 = 16.0;
const DURATION: f32 = 11.0 / RATE;
const LAYERS: [&str; 2] = ["lower", "upper"];

fn random_turn(random: &mut Random) -> [f32; 4] {
    normalize_in_f64([random.signed(), random.signed(), random.signed(), 1.5])
}

fn bind(bone: usize) -> Transform {
    Transform { translation: [0.1 * bone as f32, 0.2, 0.0], ..Transform::IDENTITY }
}

fn skeleton() -> format::Skeleton {
    let parent = |bone: usize| match bone {
        0 => None,
        UPPER => Some(0),
        _ => Some(u32::try_from(bone - 1).unwrap()),
    };
    let bone = |bone: usize| Bone { name: bone.to_string(), parent: parent(bone), bind: bind(bone) };
    format::Skeleton { bones: (0..BONES).map(bone).collect(), ..format::Skeleton::default() }
}

/// Key frames of these bones.
fn sequences(random: &mut Random, bones: &[usize]) -> format::AnimationSequence {
    let sequence = |bone: &usize| KeyFrameSequence {
        bone_name: bone.to_string(),
        key_count: FRAMES,
        duration: DURATION,
        key_interval: 1.0 / RATE,
        has_rotation: true,
        has_translation: bone.is_multiple_of(3),
        rotation: (0..FRAMES).map(|_| random_turn(random)).collect(),
        translation: (0..FRAMES).filter(|_| bone.is_multiple_of(3)).map(|_| [0; 3].map(|_| random.signed())).collect(),
        ..KeyFrameSequence::default()
    };
    let sequences = bones.iter().map(sequence).collect();
    format::AnimationSequence { duration: DURATION, sequences, ..Default::default() }
}

/// A uniform clip that moves these bones.
fn uniform(random: &mut Random, bones: &[usize]) -> format::UniformClip {
    let number = |bone: usize| u16::try_from(bone).unwrap();
    let track = |bone: &usize| UniformTrack {
        bone: number(*bone),
        channel: Channel::Rotation,
        keys: (0..FRAMES).map(|_| random_turn(random)).collect(),
    };
    let mut tracks: Vec<_> = bones.iter().map(track).collect();
    tracks.sort_by_key(|track| track.bone);
    format::UniformClip {
        frames: FRAMES,
        frame_rate: RATE,
        duration: DURATION,
        still: (0..BONES).map(bind).collect(),
        resting: (0..BONES).filter(|bone| !bones.contains(bone)).map(number).collect(),
        tracks,
        ..format::UniformClip::default()
    }
}

/// Characters that play the same actions.
struct Twins {
    player: Player,
    actions: CrowdActions,
    crowd: Crowd,
    one: Character,
}

impl Twins {
    /// The clips of each layer move these bones. The upper layer names its bones, and the lower layer does not.
    fn new(random: &mut Random, clips: &[Vec<Vec<usize>>; 2], blends: &[f32]) -> Self {
        let folder = Folder::new();
        folder.write("Rig.skeleton", &skeleton().encode().unwrap());
        let mut layers = Vec::new();
        for (name, clips) in LAYERS.iter().zip(clips) {
            let mut actions = Vec::new();
            for (number, bones) in clips.iter().enumerate() {
                let clip = format!("{name}{number}");
                let is_uniform = random.once_in(3);
                let bytes =
                    if is_uniform { uniform(random, bones).encode() } else { sequences(random, bones).encode() };
                folder.write(&clip, &bytes.unwrap());
                actions.push(Action {
                    name: number.to_string(),
                    clip,
                    mode: if random.once_in(3) { PlayMode::Once } else { PlayMode::Repeat },
                    blend_time: *random.pick(blends),
                    start_time: *random.pick(&[0.0, 0.0, 0.3]),
                    time_scale: *random.pick(&[1.0, 1.0, 0.7, -1.0, 2.5]),
                });
            }
            let bones = if *name == "upper" { vec![UPPER.to_string()] } else { Vec::new() };
            layers.push(ActionLayer { name: (*name).to_owned(), bones, actions, ..ActionLayer::default() });
        }
        let set = ActionSet { skeleton: "Rig.skeleton".to_owned(), layers };
        folder.write("Rig.actions", &set.encode().unwrap());
        let content = folder.content();
        let actions = CrowdActions::load(&content, "Rig.actions").unwrap();
        let crowd = actions.crowd(3).unwrap();
        let player = Player::load(&content, "Rig.actions", Rules::Standard).unwrap();
        Self { player, one: crowd.characters()[1], crowd, actions }
    }

    fn play(&mut self, layer: usize, action: usize) {
        let (layer, action) = (LAYERS[layer], action.to_string());
        self.player.play(layer, &action).unwrap();
        let Self { actions, crowd, one, .. } = self;
        assert_eq!(allocations(|| actions.play(crowd, *one, layer, &action).unwrap()), 0);
    }

    fn update(&mut self, dt: f32) {
        self.player.update(dt).unwrap();
        assert_eq!(allocations(|| self.crowd.update(dt).unwrap()), 0);
    }

    fn apart(&self) -> f32 {
        apart(self.player.model().absolute(), self.crowd.absolute(self.one))
    }
}

fn apart(a: &[Matrix], b: &[Matrix]) -> f32 {
    let cells = a.iter().flatten().zip(b.iter().flatten());
    cells.fold(0.0, |most: f32, (a, b)| most.max((a - b).abs()))
}

/// Some of a range of bones, at least one.
fn some(random: &mut Random, bones: std::ops::Range<usize>) -> Vec<usize> {
    let one = bones.start + random.below(bones.len());
    let chance = 1 + random.below(3);
    bones.filter(|bone| *bone == one || random.once_in(chance)).collect()
}

#[test]
fn crowds_show_what_players_show_in_ten_thousand_random_updates() {
    let mut random = Random::new(17);
    let mut updates = 0;
    while updates < 10_000 {
        let number = 2 + random.below(5);
        let lower = (0..number).map(|_| some(&mut random, 0..UPPER)).collect();
        let upper = (0..number).map(|_| some(&mut random, UPPER..BONES)).collect();
        let mut twins = Twins::new(&mut random, &[lower, upper], &[0.0, 0.1, 0.3, 1.0]);
        for step in 0..125 {
            for layer in 0..2 {
                if random.once_in(6) {
                    let action = random.below(number);
                    twins.play(layer, action);
                }
            }
            twins.update(*random.pick(&[1.0 / 60.0, 1.0 / 30.0, 0.05, 0.4, 0.0]));
            let off = twins.apart();
            assert!(off < 1e-4, "off by {off} in step {step} of the set at {updates}");
            updates += 1;
        }
    }
}

/// Independent of the player: each bone shows the clip that moved it last.
#[test]
fn bones_that_a_clip_does_not_move_continue_with_the_clip_before() {
    let mut random = Random::new(3);
    let (all, some) = ((0..UPPER).collect::<Vec<_>>(), vec![1, 2, 7]);
    let mut twins = Twins::new(&mut random, &[vec![all, some.clone()], vec![vec![UPPER]]], &[0.0]);
    let alone = |twins: &mut Twins, plays: &[(usize, usize)]| {
        let fresh = twins.actions.crowd(1).unwrap();
        (twins.crowd, twins.one) = (fresh.clone(), fresh.characters()[0]);
        for (action, updates) in plays {
            twins.play(0, *action);
            (0..*updates).for_each(|_| twins.update(1.0 / 60.0));
        }
        (0..BONES).map(|bone| twins.crowd.pose(twins.one)[bone / 8].transform(bone)).collect::<Vec<_>>()
    };
    let whole = alone(&mut twins, &[(0, 30)]);
    let partial = alone(&mut twins, &[(1, 10)]);
    let both = alone(&mut twins, &[(0, 20), (1, 10)]);
    for bone in 0..UPPER {
        assert_eq!(both[bone], if some.contains(&bone) { partial[bone] } else { whole[bone] }, "bone {bone}");
    }
    assert_eq!(both[UPPER..], (UPPER..BONES).map(bind).collect::<Vec<_>>());
}

/// The layer fades out on all bones, whichever clips they play.
#[test]
fn a_layer_that_stops_fades_out_on_all_bones() {
    let mut random = Random::new(4);
    let clips = [vec![(0..UPPER).collect(), vec![1, 2, 7]], vec![vec![UPPER]]];
    let mut twins = Twins::new(&mut random, &clips, &[0.2]);
    let bind = twins.crowd.absolute(twins.one).to_vec();
    for action in [0, 1] {
        twins.play(0, action);
        (0..3).for_each(|_| twins.update(0.05));
    }
    twins.crowd.stop(twins.one, 0, 0.5).unwrap();
    twins.update(0.25);
    assert!(apart(twins.crowd.absolute(twins.one), &bind) > 0.01);
    twins.update(0.3);
    assert_eq!(twins.crowd.absolute(twins.one), bind);
}

/// Removing and adding characters keeps the older clips of all others.
#[test]
fn characters_keep_their_older_clips_when_others_are_removed() {
    let mut random = Random::new(5);
    let clips = [vec![(0..UPPER).collect(), vec![1, 2, 7]], vec![vec![UPPER]]];
    let mut twins = Twins::new(&mut random, &clips, &[0.2]);
    twins.one = twins.crowd.characters()[2];
    twins.play(0, 0);
    twins.update(0.1);
    twins.play(0, 1);
    twins.update(0.1);
    let first = twins.crowd.characters()[0];
    twins.crowd.remove(first).unwrap();
    twins.crowd.add();
    twins.update(0.03);
    assert!(twins.apart() < 1e-4);
}
